// Finds locations of the project in error output: stack frames and syntax errors.
import { resolveFrom } from "../../../../change/paths.ts";
import type { TestResult } from "../../runner.ts";
import { plainText } from "../reports/plain-text.ts";

export type StackFrame = TestResult["frames"][number];

/** Where the tree is while its programs run. */
const treeRoot = "/work/";
const mostFrames = 30;
/** No line of a stack that means anything is longer; what is, is not looked through. */
const longestLine = 2000;

/** Innermost first, each place once. `cwd` is where relative paths are seen from. */
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
  // Folders may have such a name too: `(/work/app (old)/a.ts:1:2)`.
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

/** How parsers say where they stopped: Node, Babel, esbuild, oxc. */
const syntaxPlaces: readonly RegExp[] = [
  /^(?<path>(?:file:\/\/)?\/[^:]+):(?<line>\d{1,9})$/,
  /^SyntaxError: (?<path>\/[^:]+): .*\((?<line>\d{1,9}):\d{1,9}\)$/,
  /^(?:File: )?(?<path>\/?[^\s:]+):(?<line>\d{1,9}):\d{1,9}(?:: (?:ERROR|error)\b.*)?$/,
  /^╭─\[ ?(?<path>[^\s:\]]+):(?<line>\d{1,9}):\d{1,9} ?\]$/,
];

function syntaxPlace(line: string): Place | null {
  // Mocha puts its own words before what Node says.
  const said = line.replace(/^(?:Exception during run|Error): /, "");
  for (const pattern of syntaxPlaces) {
    const groups = pattern.exec(said)?.groups;
    if (groups) return { path: groups["path"] ?? "", line: Number(groups["line"]) };
  }
  return null;
}

/** From the root of the tree; null for what is not of the project: packages, Node's own files, other addresses. */
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

/** What comes before the first frame of the stack. */
export function beforeStack(text: string): string {
  const lines = plainText(text).split("\n");
  const first = lines.findIndex(
    (line) => /^\s*(?:at|❯) \S/.test(line.slice(0, longestLine)) && stackPlace(line.trim()),
  );
  return first < 0 ? lines.join("\n") : lines.slice(0, first).join("\n");
}
