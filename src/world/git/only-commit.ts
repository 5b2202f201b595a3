// Recognises a change that is a single commit on top of its base from the commit object itself, without running git
// log.
import type { Commit, Oid } from "../../change/change.ts";
import type { CatFile } from "./cat-file.ts";

/** Larger messages are left to git. */
const longest = 1024 * 1024;

/** The single commit between the two; null if there are others or only git can tell. */
export async function onlyCommit(objects: CatFile, base: Oid, head: Oid): Promise<Commit | null> {
  const object = await objects.read(head, longest);
  if (object?.type !== "commit" || object.bytes === null) return null;
  const text = utf8(object.bytes);
  const end = text?.indexOf("\n\n") ?? -1;
  if (text === null || end < 0) return null;
  const header = text.slice(0, end).split("\n");
  const parents = header.filter((line) => line.startsWith("parent "));
  const author = header
    .map((line) => /^author (.*)<[^<>]*> \d+ [+-]\d+$/.exec(line)?.[1])
    .find((name) => name !== undefined);
  // Messages in another encoding are left to git.
  const isPlain = !header.some((line) => line.startsWith("encoding "));
  if (parents.length !== 1 || parents[0] !== `parent ${base}` || author === undefined || !isPlain) return null;
  return { sha: head, author: author.trim(), message: text.slice(end + 2).trimEnd() };
}

function utf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
