// Formats a file as an argument of a program that runs in a folder of the tree.
import { inFolder } from "../../../../change/paths.ts";

/** Relative to `cwd`, and never parsed as an option. */
export function fileArgument(cwd: string, path: string): string {
  const seen = fromFolder(cwd, path);
  return seen.startsWith("-") ? `./${seen}` : seen;
}

function fromFolder(cwd: string, path: string): string {
  if (cwd === "" || path.startsWith(inFolder(cwd, ""))) return cwd === "" ? path : path.slice(cwd.length + 1);
  const from = cwd.split("/");
  const to = path.split("/");
  let shared = 0;
  while (shared < from.length && shared < to.length - 1 && from[shared] === to[shared]) shared++;
  return [...from.slice(shared).map(() => ".."), ...to.slice(shared)].join("/");
}
