// Evaluates a tree's .gitignore files for a path, like git.
import ignore from "ignore";
import type { Tree } from "../change/change.ts";

export interface IgnoreRule {
  /** The .gitignore file, the line in it, and the line's text. */
  file: string;
  line: number;
  text: string;
}

export interface Ignores {
  /** The rule that makes git ignore this path; null where none does. A folder's path ends in a slash. */
  ruleFor(path: string): Promise<IgnoreRule | null>;
}

interface IgnoreFile {
  path: string;
  folder: string;
  lines: readonly string[];
  matcher: ReturnType<typeof ignore>;
}

export function ignoresOf(tree: Tree): Ignores {
  const files = new Map<string, Promise<IgnoreFile | null>>();
  const folders = new Map<string, Promise<IgnoreRule | null>>();

  function fileIn(folder: string): Promise<IgnoreFile | null> {
    const known = files.get(folder);
    if (known) return known;
    const read = readIgnoreFile(tree, folder);
    files.set(folder, read);
    return read;
  }

  async function ruleForOne(path: string, above: readonly string[]): Promise<IgnoreRule | null> {
    for (const folder of above.toReversed()) {
      const file = await fileIn(folder);
      if (!file) continue;
      const seen = judge(file, path);
      if (seen !== "silent") return seen;
    }
    return null;
  }

  function ruleForFolder(path: string, above: readonly string[]): Promise<IgnoreRule | null> {
    const known = folders.get(path);
    if (known) return known;
    const rule = ruleForOne(path, above);
    folders.set(path, rule);
    return rule;
  }

  return {
    async ruleFor(path) {
      if (path === "" || path === "/") return null;
      const above = [""];
      for (let slash = path.indexOf("/"); slash >= 0 && slash < path.length - 1; slash = path.indexOf("/", slash + 1)) {
        const rule = await ruleForFolder(path.slice(0, slash + 1), above);
        if (rule) return rule;
        above.push(path.slice(0, slash));
      }
      return ruleForOne(path, above);
    },
  };
}

async function readIgnoreFile(tree: Tree, folder: string): Promise<IgnoreFile | null> {
  const path = folder === "" ? ".gitignore" : `${folder}/.gitignore`;
  const bytes = await tree.read(path);
  if (!bytes) return null;
  const text = new TextDecoder().decode(bytes);
  return { path, folder, lines: text.split(/\r?\n/), matcher: ignore({ ignorecase: false }).add(text) };
}

/** What one file says: the rule that ignores, null where a `!` rule takes the path back in, else nothing. */
function judge(file: IgnoreFile, path: string): IgnoreRule | null | "silent" {
  const relative = file.folder === "" ? path : path.slice(file.folder.length + 1);
  const parent = relative.slice(0, relative.lastIndexOf("/", relative.length - 2) + 1);
  // The folder above was already found not to be ignored, so a rule about it was overruled by a deeper file.
  if (parent !== "" && file.matcher.test(parent).ignored) return "silent";
  const { ignored, unignored, rule } = file.matcher.test(relative);
  if (unignored) return null;
  if (!ignored || !rule) return "silent";
  const line = file.lines.findLastIndex((text) => text.trim() === rule.pattern.trim());
  return { file: file.path, line: line + 1, text: file.lines[line] ?? rule.pattern };
}
