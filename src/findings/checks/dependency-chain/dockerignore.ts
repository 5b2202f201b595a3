// Evaluates a .dockerignore with Docker's rules: relative to the context root, the last match wins.
import { RE2JS } from "re2js";

interface Dockerignore {
  ignores(path: string, isFolder: boolean): boolean;
}

const mostRules = 500;
const longest = 300;

export function parseDockerignore(text: string): Dockerignore {
  const rules = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#") && line.length <= longest)
    .slice(0, mostRules)
    .map((line) => parseRule(line));
  return {
    ignores(path, isFolder) {
      let out = false;
      for (const rule of rules) {
        // An exception below a folder re-includes a part of it, so the folder can still be copied.
        if (rule.isException && isFolder && rule.mayLieBelow(path)) return false;
        if (rule.matches(path)) out = !rule.isException;
      }
      return out;
    },
  };
}

interface IgnorePattern {
  isException: boolean;
  matches(path: string): boolean;
  mayLieBelow(folder: string): boolean;
}

function parseRule(line: string): IgnorePattern {
  const pattern = line
    .replace(/^!\s*/, "")
    .replace(/^(?:\.?\/)+/, "")
    .replace(/\/+$/, "");
  const glob = pattern.search(/[*?[]/);
  const fixed = glob < 0 ? pattern : pattern.slice(0, glob);
  const matcher = createMatcher(pattern);
  return {
    isException: line.startsWith("!"),
    // A matched folder matches everything in it.
    matches: (path) => matcher !== null && parentsAndSelf(path).some((one) => matcher.matches(one)),
    mayLieBelow: (folder) => fixed.startsWith(`${folder}/`) || (glob >= 0 && `${folder}/`.startsWith(fixed)),
  };
}

/** Untrusted patterns: RE2 matches in linear time. An invalid pattern ignores nothing. */
function createMatcher(pattern: string): RE2JS | null {
  if (pattern === "") return null;
  const source = pattern.replace(/\*\*\/|\*\*|\*|\?|\[[^\]]*\]|[^\w/-]/g, (part) => {
    if (part === "**/") return "(?:.*/)?";
    if (part === "**") return ".*";
    if (part === "*") return "[^/]*";
    if (part === "?") return "[^/]";
    return part.length > 1 ? part : `\\${part}`;
  });
  try {
    return RE2JS.compile(source);
  } catch {
    return null;
  }
}

function parentsAndSelf(path: string): string[] {
  const parts = path.split("/");
  return parts.map((_, index) => parts.slice(0, index + 1).join("/"));
}
