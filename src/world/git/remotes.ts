// Reads a repository's remotes from its config as text, because git would also act on the rest of the config. The
// addresses only identify the repository.
import { existsSync, readFileSync } from "node:fs";
import type { Remote } from "../../change/git.ts";

export function readRemotes(config: string): Remote[] {
  return existsSync(config) ? remotesIn(readFileSync(config, "utf8")) : [];
}

/** `[remote "name"]`, with `\"` and `\\` in the name; the rest of the line belongs to the section. */
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

/** Without quotes and trailing comment. */
function valueOf(text: string | undefined): string | null {
  const quoted = /^"((?:[^"\\]|\\.)*)"/.exec(text ?? "")?.[1];
  return quoted === undefined ? (text?.replace(/\s*[#;].*$/, "").trim() ?? null) : unescaped(quoted);
}
