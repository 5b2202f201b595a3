// Finds locations of the project in error output: stack frames and syntax errors.
import { resolveFrom } from "../../../../change/paths.ts";
import type { TestResult } from "../../runner.ts";
import { plainText } from "../reports/plain-text.ts";

export type StackFrame = TestResult["frames"][number];

const treeRoot = "/work/";
const mostFrames = 30;
/** Longer lines are skipped. */
const longestLine = 2000;

/** Innermost first, without duplicates. Relative paths start at `cwd`. */
export function framesIn(text: string, cwd: string): StackFrame[] {
  const found: StackFrame[] = [];
  for (const line of plainText(text).split("\n")) {
    if (found.length >= mostFrames) break;
    const frame = line.length > longestLine ? null : frameIn(line.trim(), cwd);
    if (frame && !found.some(({ path, line: at }) => path === frame.path && at === frame.line)) found.push(frame);
  }
  return found;
}

function frameIn(line: string, cwd: string): StackFrame | null {
  const place = stackPlace(line) ?? syntaxPlace(line);
  if (place === null) return null;
  const path = framePath(place.path, cwd);
  return path === null ? null : { path, line: place.line };
}

interface Place {
  path: string;
  line: number;
}

/** `at name (path:1:2)`, `at async path:1:2`, `❯ name path:1:2`. */
function stackPlace(line: string): Place | null {
  if (line.startsWith("❯ ")) return placeAtEnd(line.slice(line.lastIndexOf(" ") + 1));
  if (!line.startsWith("at ")) return null;
  // Folder names can contain " (": `(/work/app (old)/a.ts:1:2)`.
  const absolute = line.search(/ \((?:\/|file:)/);
  const open = absolute >= 0 ? absolute : line.lastIndexOf(" (");
  if (open >= 0 && line.endsWith(")")) return placeAtEnd(line.slice(open + 2, -1));
  return placeAtEnd(line.slice("at ".length).replace(/^async /, ""));
}

function placeAtEnd(text: string): Place | null {
  const match = /:(\d{1,9}):\d{1,9}$/.exec(text);
  const path = text.slice(0, match?.index ?? 0);
  return match === null || !/[./]/.test(path) ? null : { path, line: Number(match[1]) };
}

/** Syntax error locations of Node, Babel, esbuild and oxc. */
const syntaxPlaces: readonly RegExp[] = [
  /^(?<path>(?:file:\/\/)?\/[^:]+):(?<line>\d{1,9})$/,
  /^SyntaxError: (?<path>\/[^:]+): .*\((?<line>\d{1,9}):\d{1,9}\)$/,
  /^(?:File: )?(?<path>\/?[^\s:]+):(?<line>\d{1,9}):\d{1,9}(?:: (?:ERROR|error)\b.*)?$/,
  /^╭─\[ ?(?<path>[^\s:\]]+):(?<line>\d{1,9}):\d{1,9} ?\]$/,
];

function syntaxPlace(line: string): Place | null {
  // Mocha prefixes Node's message.
  const said = line.replace(/^(?:Exception during run|Error): /, "");
  for (const pattern of syntaxPlaces) {
    const groups = pattern.exec(said)?.groups;
    if (groups) return { path: groups["path"] ?? "", line: Number(groups["line"]) };
  }
  return null;
}

/** Path from the root; null for packages, Node's own files and URLs. */
export function framePath(said: string, cwd: string): string | null {
  const plain = decoded(said.replace(/^file:\/\//, "")).replace(/[?#].*$/s, "");
  if (plain === "" || plain.startsWith("<") || /^[a-z][\w+.-]*:/i.test(plain)) return null;
  const isAbsolute = plain.startsWith("/");
  if (isAbsolute && !plain.startsWith(treeRoot)) return null;
  const path = isAbsolute ? resolveFrom("", plain.slice(treeRoot.length)) : resolveFrom(cwd, plain);
  return path === null || path === "" || path.split("/").includes("node_modules") ? null : path;
}

function decoded(path: string): string {
  if (!path.includes("%")) return path;
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** The text before the first stack frame. */
export function beforeStack(text: string): string {
  const lines = plainText(text).split("\n");
  const first = lines.findIndex(
    (line) => /^\s*(?:at|❯) \S/.test(line.slice(0, longestLine)) && stackPlace(line.trim()),
  );
  return first < 0 ? lines.join("\n") : lines.slice(0, first).join("\n");
}
