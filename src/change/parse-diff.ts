// Parses any unified diff that git (or diff -u) prints. Linear, one pass, never throws: unknown parts are left out and
// marked (`combined`, `truncated`). Hunk bodies are consumed by the counts in their header, so that content that looks
// like a header is never mistaken for one.
import type { FileDiff, FileStatus, Hunk } from "./diff.ts";
import { splitHeaderPaths, unquotePath, withoutPrefix } from "./diff-path.ts";

export function parseDiff(input: string | Uint8Array): FileDiff[] {
  const text = typeof input === "string" ? input : new TextDecoder().decode(input);
  const reader = new Reader(text);
  const files: FileDiff[] = [];
  while (!reader.atEnd()) {
    const file = readFile(reader);
    if (file) pushFile(files, file);
  }
  return files;
}

/** git prints a changed file type (a symlink that became a file) as a deletion and a creation of the same path. */
function pushFile(files: FileDiff[], file: FileDiff): void {
  const last = files.at(-1);
  if (last?.status === "deleted" && file.status === "added" && last.oldPath === file.newPath) {
    const binary = last.binary || file.binary;
    files[files.length - 1] = {
      ...file,
      oldPath: last.oldPath,
      oldMode: last.oldMode,
      oldOid: last.oldOid,
      status: "type-changed",
      binary,
      // Like git: binary on either side means no lines at all.
      additions: binary ? 0 : last.additions + file.additions,
      deletions: binary ? 0 : last.deletions + file.deletions,
      hunks: binary ? [] : [...last.hunks, ...file.hunks],
    };
  } else files.push(file);
}

class Reader {
  readonly text: string;
  at = 0;

  constructor(text: string) {
    this.text = text;
  }

  atEnd(): boolean {
    return this.at >= this.text.length;
  }

  startsWith(prefix: string): boolean {
    return this.text.startsWith(prefix, this.at);
  }

  /** Returns the line without its terminator and moves past it. */
  line(): string {
    const end = this.text.indexOf("\n", this.at);
    const line = end < 0 ? this.text.slice(this.at) : this.text.slice(this.at, end);
    this.at = end < 0 ? this.text.length : end + 1;
    return line;
  }

  skipLine(): void {
    const end = this.text.indexOf("\n", this.at);
    this.at = end < 0 ? this.text.length : end + 1;
  }
}

interface Header extends Pick<FileDiff, "status" | keyof typeof noDetails> {
  paths: { left: string; right: string; prefixed: boolean } | null;
  from: string | null;
  to: string | null;
  minus: string | null | undefined;
  plus: string | null | undefined;
}

const noDetails = { similarity: null, oldMode: null, newMode: null, oldOid: null, newOid: null, binary: false };

function readFile(reader: Reader): FileDiff | null {
  if (reader.startsWith("diff --git ")) return readGitFile(reader, reader.line().slice("diff --git ".length));
  if (reader.startsWith("diff --cc ")) return readCombined(reader, reader.line().slice("diff --cc ".length));
  if (reader.startsWith("diff --combined "))
    return readCombined(reader, reader.line().slice("diff --combined ".length));
  if (reader.startsWith("--- ") && nextLineStartsWith(reader, "+++ ")) return readGitFile(reader, null);
  reader.skipLine();
  return null;
}

function nextLineStartsWith(reader: Reader, prefix: string): boolean {
  const end = reader.text.indexOf("\n", reader.at);
  return end >= 0 && reader.text.startsWith(prefix, end + 1);
}

function readGitFile(reader: Reader, names: string | null): FileDiff {
  const header = readHeader(reader, names);
  const hunks: Hunk[] = [];
  let additions = 0;
  let deletions = 0;
  let truncated = false;
  while (reader.startsWith("@@ ")) {
    const read = readHunk(reader);
    if (!read) break;
    hunks.push(read.hunk);
    additions += read.additions;
    deletions += read.deletions;
    truncated ||= read.truncated;
  }
  const { oldPath, newPath } = pathsOf(header);
  return {
    oldPath: header.status === "added" ? null : oldPath,
    newPath: header.status === "deleted" ? null : newPath,
    status: header.status,
    similarity: header.similarity,
    oldMode: header.oldMode,
    newMode: header.newMode,
    oldOid: header.oldOid,
    newOid: header.newOid,
    binary: header.binary,
    combined: false,
    truncated,
    additions,
    deletions,
    hunks,
  };
}

function readHeader(reader: Reader, names: string | null): Header {
  const header: Header = {
    paths: names === null ? null : splitHeaderPaths(names),
    from: null,
    to: null,
    minus: undefined,
    plus: undefined,
    status: "modified",
    ...noDetails,
  };
  while (!reader.atEnd() && !reader.startsWith("diff --") && !reader.startsWith("@@ ")) {
    // Without a git header, the second `---` starts another file.
    if (names === null && header.plus !== undefined) break;
    // A carriage return comes from pasting: git quotes names that contain one.
    readHeaderLine(header, reader.line().replace(/\r$/, ""), reader);
  }
  if (names === null) {
    if (header.minus === null) header.status = "added";
    if (header.plus === null) header.status = "deleted";
  }
  return header;
}

function readHeaderLine(header: Header, line: string, reader: Reader): void {
  if (line.startsWith("index ")) readIndexLine(header, line.slice(6));
  else if (line.startsWith("--- ")) header.minus = namedPath(line.slice(4));
  else if (line.startsWith("+++ ")) header.plus = namedPath(line.slice(4));
  else if (line.startsWith("new file mode ")) Object.assign(header, { status: "added", newMode: line.slice(14) });
  else if (line.startsWith("deleted file mode ")) Object.assign(header, { status: "deleted", oldMode: line.slice(18) });
  else if (line.startsWith("old mode ")) header.oldMode = line.slice(9);
  else if (line.startsWith("new mode ")) header.newMode = line.slice(9);
  else if (line.startsWith("similarity index ")) header.similarity = Number.parseInt(line.slice(17), 10);
  else if (line.startsWith("rename from "))
    Object.assign(header, { status: "renamed", from: unquotePath(line.slice(12)) });
  else if (line.startsWith("rename to ")) header.to = unquotePath(line.slice(10));
  else if (line.startsWith("copy from "))
    Object.assign(header, { status: "copied", from: unquotePath(line.slice(10)) });
  else if (line.startsWith("copy to ")) header.to = unquotePath(line.slice(8));
  else if (line.startsWith("Binary files ") && line.endsWith(" differ")) header.binary = true;
  else if (line === "GIT binary patch") skipBinaryPatch(header, reader);
}

function readIndexLine(header: Header, rest: string): void {
  const match = /^([0-9a-f]+)\.\.([0-9a-f]+)(?: ([0-7]+))?$/.exec(rest);
  if (!match) return;
  header.oldOid = match[1] ?? null;
  header.newOid = match[2] ?? null;
  if (match[3] !== undefined) header.oldMode = header.newMode = match[3];
}

/** Base85 lines of a binary patch contain no spaces, so none of them can look like the next header. */
function skipBinaryPatch(header: Header, reader: Reader): void {
  header.binary = true;
  while (!reader.atEnd() && !reader.startsWith("diff --")) reader.skipLine();
}

/**
 * The path of a `---` or `+++` line; null for /dev/null. A tab ends it: git adds one after names with spaces, diff -u a
 * date.
 */
function namedPath(rest: string): string | null {
  const name = rest.startsWith('"') ? unquotePath(rest) : (rest.split("\t", 1)[0] ?? "").replace(/\r$/, "");
  return name === "/dev/null" ? null : name;
}

function pathsOf(header: Header): { oldPath: string; newPath: string } {
  if (header.from !== null && header.to !== null) return { oldPath: header.from, newPath: header.to };
  const prefixed = header.paths?.prefixed ?? looksPrefixed(header);
  const strip = (path: string) => (prefixed ? withoutPrefix(path) : path);
  const left = header.minus ?? header.plus ?? header.paths?.left ?? "";
  const right = header.plus ?? header.minus ?? header.paths?.right ?? "";
  return { oldPath: strip(left), newPath: strip(right) };
}

function looksPrefixed(header: Header): boolean {
  return (header.minus?.startsWith("a/") ?? true) && (header.plus?.startsWith("b/") ?? true);
}

interface ReadHunk {
  hunk: Hunk;
  additions: number;
  deletions: number;
  truncated: boolean;
}

// The heading may contain any character except a newline, including U+2028, which `.` matches only with the `s` flag.
const hunkHeader = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@ ?(.*?)\r?$/s;

function readHunk(reader: Reader): ReadHunk | null {
  const match = hunkHeader.exec(reader.line());
  if (!match) return null;
  const oldLines = match[2] === undefined ? 1 : Number(match[2]);
  const newLines = match[4] === undefined ? 1 : Number(match[4]);
  const body = readBody(reader, oldLines, newLines);
  const hunk: Hunk = {
    oldStart: Number(match[1]),
    oldLines,
    newStart: Number(match[3]),
    newLines,
    heading: match[5] ?? "",
    lines: body.lines,
    ...(body.noNewline && { noNewline: body.noNewline }),
  };
  return { hunk, additions: body.additions, deletions: body.deletions, truncated: body.truncated };
}

const PLUS = 0x2b;
const MINUS = 0x2d;
const BACKSLASH = 0x5c;
/** A space, or the line terminator if a mailer stripped the space of an empty context line. */
const CONTEXT = new Set([0x20, 0x0a, 0x0d]);

function readBody(reader: Reader, oldLines: number, newLines: number) {
  const { text } = reader;
  const lines: string[] = [];
  let at = reader.at;
  let oldLeft = oldLines;
  let newLeft = newLines;
  let additions = 0;
  let deletions = 0;
  let noNewline: Hunk["noNewline"];
  while (at < text.length) {
    const mark = text.charCodeAt(at);
    if (mark === BACKSLASH) noNewline = endsWithoutNewline(noNewline, lines.at(-1));
    else if (oldLeft <= 0 && newLeft <= 0) break;
    // The hunk was truncated: what follows belongs to something else.
    else if (mark !== PLUS && mark !== MINUS && !CONTEXT.has(mark)) break;
    let end = text.indexOf("\n", at);
    if (end < 0) end = text.length;
    if (mark === PLUS) {
      newLeft--;
      additions++;
    } else if (mark === MINUS) {
      oldLeft--;
      deletions++;
    } else if (mark !== BACKSLASH) {
      oldLeft--;
      newLeft--;
    }
    if (mark !== BACKSLASH)
      lines.push(mark === 0x0a || mark === 0x0d ? ` ${text.slice(at, end)}` : text.slice(at, end));
    at = end + 1;
  }
  reader.at = Math.min(at, text.length);
  return { lines, additions, deletions, noNewline, truncated: oldLeft > 0 || newLeft > 0 };
}

function endsWithoutNewline(so_far: Hunk["noNewline"], last: string | undefined): Hunk["noNewline"] {
  const side = last?.startsWith("+") ? "new" : last?.startsWith("-") ? "old" : "both";
  return so_far === undefined || so_far === side ? side : "both";
}

/** A merge's combined diff has one marker column per parent; its lines belong to no single pair of versions. */
function readCombined(reader: Reader, name: string): FileDiff {
  let status: FileStatus = "modified";
  while (!reader.atEnd() && !reader.startsWith("diff --")) {
    if (reader.startsWith("deleted file mode ")) status = "deleted";
    else if (reader.startsWith("new file mode ")) status = "added";
    else if (reader.startsWith("@@@")) {
      skipCombinedHunks(reader);
      break;
    }
    reader.skipLine();
  }
  const path = unquotePath(name);
  return {
    oldPath: status === "added" ? null : path,
    newPath: status === "deleted" ? null : path,
    status,
    ...noDetails,
    combined: true,
    truncated: false,
    additions: 0,
    deletions: 0,
    hunks: [],
  };
}

/** Every line of a combined hunk starts with a marker, so the next `diff --` at the start of a line is a header. */
function skipCombinedHunks(reader: Reader): void {
  while (!reader.atEnd() && !reader.startsWith("diff --")) reader.skipLine();
}
