// The remotes of a repository, read as text from its config: git is not asked, since it would read the rest of it too.
// The addresses name the repository, and nothing is done with them but that.
import { existsSync, readFileSync } from "node:fs";
import type { Remote } from "../../change/git.ts";

export function readRemotes(config: string): Remote[] {
  return existsSync(config) ? remotesIn(readFileSync(config, "utf8")) : [];
}

/** `[remote "name"]`, with `\"` and `\\` in the name; what follows on the line belongs to the section already. */
const heading = /^\s*\[\s*([\w.-]+)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\](.*)$/;
const address = /^\s*url\s*=\s*(.*)$/i;

export function remotesIn(config: string): Remote[] {
  const remotes: Remote[] = [];
  let name: string | null = null;
  for (const line of config.split(/\r?\n/)) {
    const section = heading.exec(line);
    if (section) name = section[1]!.toLowerCase() === "remote" ? unescaped(section[2] ?? "") : null;
    const url = name === null ? null : valueOf(address.exec(section ? section[3]! : line)?.[1]);
    if (name && url) remotes.push({ name, url });
  }
  return remotes;
}

function unescaped(text: string): string {
  return text.replaceAll(/\\(.)/g, "$1");
}

/** Without its quotes, and without a comment at its end. */
function valueOf(text: string | undefined): string | null {
  const quoted = /^"((?:[^"\\]|\\.)*)"/.exec(text ?? "")?.[1];
  return quoted === undefined ? (text?.replace(/\s*[#;].*$/, "").trim() ?? null) : unescaped(quoted);
}
