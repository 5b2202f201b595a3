// Parses paths around a file name and tells whether they lead to a removed file.
import { folderOf, foldersUp, fileName, resolveFrom } from "../../../change/paths.ts";
import type { PathLookup } from "./path-lookup.ts";

export interface GonePath {
  path: string;
  /** The new path; null if it was deleted. */
  to: string | null;
}

export interface PathMention {
  /** The path as written, without surrounding characters. */
  written: string;
  /** The column of the name. */
  at: number;
  /** Whether it is a link in the line's format, so that the text can only be a path. */
  link: boolean;
  /** The part of a GitHub URL before the path, such as `owner/name/blob/main`; null for a plain path. */
  web: { repository: string; ref: string } | null;
}

const pathCharacter = /[\w./@~+$%{}:<>\\-]/;
const address =
  /^(?:https?:\/\/)?(?:www\.)?github\.com\/([\w.-]+\/[\w.-]+)\/(?:blob|tree|raw|edit|blame)\/([^/]+)\/(.+)$/;
const rawAddress = /^(?:https?:\/\/)?raw\.githubusercontent\.com\/([\w.-]+\/[\w.-]+)\/(?:refs\/heads\/)?([^/]+)\/(.+)$/;
/** Placeholders for a root folder: `${workspaceFolder}/`, `$HOME/`, `<rootDir>/`, `{projectRoot}/`. */
const rootMark = /^(?:\$\{[\w.]+\}|\$\w+|<\w+>|\{\w+\}|%\w+%)[/\\]/;

/** Every occurrence of the name as the end of a path. */
export function findMentions(line: string, name: string): PathMention[] {
  const mentions: PathMention[] = [];
  for (let at = line.indexOf(name); at >= 0 && mentions.length < 20; at = line.indexOf(name, at + name.length)) {
    const after = line[at + name.length] ?? "";
    // `config.yml.bak` and `a.js/b` are other files; `see a.js.` ends a sentence.
    if (/[\w/-]/.test(after) || /^\.\w/.test(line.slice(at + name.length, at + name.length + 2))) continue;
    // The text of a link to an external page.
    if (/^`?\]\(https?:/.test(line.slice(at + name.length, at + name.length + 12))) continue;
    const mention = parseMention(line, at, name);
    if (mention) mentions.push(mention);
  }
  return mentions;
}

function parseMention(line: string, at: number, name: string): PathMention | null {
  let start = at;
  while (start > 0 && pathCharacter.test(line[start - 1]!)) start--;
  // A glob does not name a single file.
  if (line[start - 1] === "*" && line[start] === "/") return null;
  const whole = line.slice(start, at + name.length);
  const link = isLink(line, start);
  const web = address.exec(whole) ?? rawAddress.exec(whole);
  if (web) return { written: web[3]!, at, link: true, web: { repository: web[1]!, ref: web[2]! } };
  // An external URL; `src:a/b`, `a:12` and Windows drives are cut at the colon.
  if (whole.includes("://")) return null;
  const written = whole
    .slice(whole.lastIndexOf(":") + 1)
    .replaceAll("\\", "/")
    .replace(rootMark, "");
  if (fileName(written) !== name || /[{}$%<>~]|^@/.test(written)) return null;
  return { written, at, link, web: null };
}

/** `](path)`, or a link definition `[name]: path`. */
function isLink(line: string, start: number): boolean {
  return /\](?:\(|: ?)<?$/.test(line.slice(Math.max(0, start - 4), start));
}

/** Branch names that mean the current state of the repository in a URL. */
const branch = /^(?:main|master|HEAD|develop|dev|trunk|next|canary)$/;

export interface MentionContext {
  /** The file that contains the line. */
  file: string;
  head: PathLookup;
  gone: readonly GonePath[];
  /** The repository's own names on GitHub, as found in its files. */
  own: ReadonlySet<string>;
  /** `./x.js` may mean `./x.ts`. */
  isCode: boolean;
}

/** The removed file that the mention refers to; null if it refers, or may refer, to an existing one. */
export function resolveGoneFile(mention: PathMention, reading: MentionContext): GonePath | null {
  if (mention.web) return goneByAddress(mention, mention.web, reading);
  const { written } = mention;
  if (mention.link && !written.startsWith("/")) return goneByLink(written, reading);
  if (!written.includes("/")) return goneNextTo(written, reading);
  const places = candidatePaths(written, reading.file);
  if (places.some((place) => exists(place, reading))) return null;
  return (
    reading.gone.find(({ path }) => places.includes(path)) ??
    (/^[./]/.test(written) || reading.isCode ? null : goneByTail(written, reading))
  );
}

function goneByAddress(
  { written }: PathMention,
  { repository, ref }: { repository: string; ref: string },
  { gone, own }: MentionContext,
): GonePath | null {
  if (!branch.test(ref)) return null;
  const file = gone.find(({ path }) => path === written);
  // Every repository has a README.md: a file at the root does not identify the repository.
  // If the repository's own name is unknown, a whole path is enough.
  const isOwn = own.size === 0 ? (file?.path.includes("/") ?? false) : own.has(repository.toLowerCase());
  return isOwn ? (file ?? null) : null;
}

/** A link has one target. Site generators may use another root, so the tail is tried too. */
function goneByLink(written: string, reading: MentionContext): GonePath | null {
  const place = resolveFrom(folderOf(reading.file), written);
  if (place === null || exists(place, reading)) return null;
  return reading.gone.find(({ path }) => path === place) ?? null;
}

/** Possible targets: relative to the file's folder, to any ancestor, and to the root. */
function candidatePaths(written: string, file: string): string[] {
  if (written.startsWith("../") || written.startsWith("./")) {
    const beside = resolveFrom(folderOf(file), written);
    // People also type `./scripts/x` at the root, and `../../scripts/x` after changing into a folder.
    const atRoot = resolveFrom("", written.replace(/^(?:\.\.?\/)+/, ""));
    return [beside, atRoot].filter((place) => place !== null);
  }
  // A path from the root; a leading slash is otherwise relative to a site's root.
  if (written.startsWith("/")) return [resolveFrom("", written) ?? ""];
  return [...foldersUp(folderOf(file))].flatMap((folder) => resolveFrom(folder, written) ?? []);
}

function exists(place: string, { head, isCode }: MentionContext): boolean {
  return head.has(place) || (isCode && typescriptVariants(place).some((path) => head.has(path)));
}

function typescriptVariants(path: string): string[] {
  const match = /^(.*)\.([cm]?)jsx?$/.exec(path);
  return match ? [`${match[1]}.${match[2]}ts`, `${match[1]}.${match[2]}tsx`, `${match[1]}.d.${match[2]}ts`] : [];
}

/** A bare name means the file in the same folder or in an ancestor. */
function goneNextTo(name: string, reading: MentionContext): GonePath | null {
  const folders = [...foldersUp(folderOf(reading.file))];
  if (folders.some((folder) => exists(resolveFrom(folder, name)!, reading))) return null;
  const file = reading.gone.find(({ path }) => fileName(path) === name && folders.includes(folderOf(path)));
  // Another file of that name may be meant.
  return file && reading.head.endingIn(name).length === 0 ? file : null;
}

/** `checks/main.go` for `src/checks/main.go`, if no other path ends in it. */
function goneByTail(written: string, { gone, head }: MentionContext): GonePath | null {
  const tail = written.replace(/^\/+/, "");
  if (!tail.includes("/") || head.endingIn(tail).length > 0) return null;
  const files = gone.filter(({ path }) => path.endsWith(`/${tail}`));
  return files.length === 1 ? files[0]! : null;
}
