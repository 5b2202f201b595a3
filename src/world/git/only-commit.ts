// Most changes are one commit on top of the base. Its own object says so, and all that is asked of it.
import type { Commit, Oid } from "../../change/change.ts";
import type { CatFile } from "./cat-file.ts";

/** A larger message is git's to read. */
const longest = 1024 * 1024;

/** The commit that alone lies between the two; null when there are others, or when only git can tell. */
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
  // A message in another encoding is git's to convert.
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
