// Finds TODOs that wait for an issue this change closes, a file it deletes or a version that has passed.
import { fileName } from "../../../change/paths.ts";
import type { Change, Code, AuthorText } from "../../../change/change.ts";
import { addedLines, pathOf, type FileDiff } from "../../../change/diff.ts";
import { linkedIssue } from "../../../change/linked-issue.ts";
import { prose } from "../../../change/prose.ts";
import { languageFor, type Family } from "../../text/languages.ts";
import { commentOn, isOnlyComment, scan, type Scanned } from "../../text/scan.ts";
import { isExample, isFixture } from "../../../change/file-kinds.ts";
import { oneOf } from "../../../change/word-patterns.ts";
import type { HygieneProblem } from "./hygiene-file.ts";
import { nearestProjectVersion } from "./project-version.ts";

type StaleTodo = HygieneProblem & { path: string };

interface TodoFacts {
  closed: readonly string[];
  deleted: readonly string[];
  code: Code;
}

const todoMarker = /\b(?:TODO|FIXME|HACK|XXX)\b/;
const largest = 1_000_000;

export async function findStaleTodos(
  files: readonly FileDiff[],
  change: Change,
  code: Code,
  stop: AbortSignal,
): Promise<StaleTodo[]> {
  const facts = { closed: closedIssues(change.words), deleted: await deletedFiles(change.files, code), code };
  const anywhere = facts.closed.length + facts.deleted.length > 0;
  const todos: StaleTodo[] = [];
  for (const file of files) {
    stop.throwIfAborted();
    const path = pathOf(file);
    const added = new Set([...addedLines(file)].filter(({ text }) => todoMarker.test(text)).map(({ line }) => line));
    const language = languageFor(path);
    if ((added.size === 0 && !anywhere) || !language || isFixture(path) || isExample(path)) continue;
    const bytes = await code.head.read(path);
    const text = bytes === null || bytes.length > largest ? "" : new TextDecoder().decode(bytes);
    if (todoMarker.test(text))
      todos.push(...(await findInFile(path, scan(text, language), language.family, added, facts)));
  }
  return todos;
}

async function findInFile(
  path: string,
  scanned: Scanned,
  family: Family,
  added: ReadonlySet<number>,
  facts: TodoFacts,
): Promise<StaleTodo[]> {
  const todos: StaleTodo[] = [];
  for (const [index, text] of scanned.lines.entries()) {
    const line = index + 1;
    if (!todoMarker.test(text)) continue;
    const note = readNote(scanned, line);
    if (note === null) continue;
    const over =
      closedIssueProblem(note, facts.closed) ??
      deletedFileProblem(note, facts.deleted) ??
      // An old note about an old version is not caused by this change.
      (added.has(line) ? await passedVersionProblem(note, path, family, facts.code) : null);
    if (over !== null) todos.push({ kind: "stale-todo", path, line, text, ...over });
  }
  return todos;
}

/** The comment from its marker on, including continuation lines. */
function readNote(scanned: Scanned, line: number): string | null {
  const first = commentOn(scanned, line).slice(0, 600);
  const at = first.search(todoMarker);
  if (at < 0) return null;
  const rest = [];
  for (let next = line + 1; next <= line + 2 && isOnlyComment(scanned, next); next++) {
    const text = commentOn(scanned, next).slice(0, 300);
    if (todoMarker.test(text)) break;
    rest.push(text.replace(/^[\s/*#;-]+/, ""));
  }
  return [first.slice(at), ...rest].join(" ").slice(0, 500);
}

const waitingWords = oneOf(
  "once when after until unless as\\ssoon\\sas blocked\\sby blocked\\son pending waiting\\sfor waiting\\son",
);

/** Every issue that the change claims to close; a list names several on one line. */
function closedIssues(words: AuthorText): string[] {
  const texts = [words.title, prose(words.body), ...words.commits.map(({ message }) => message)];
  const closed = texts
    .flatMap((text) => text.slice(0, 20_000).split(/[\n,;]/))
    .flatMap((title) => linkedIssue({ title, body: "", branch: null, commits: [] }) ?? [])
    .filter(({ by, reference }) => by === "closing-word" && /^(?:[\w.-]+\/[\w.-]+)?#\d+$/.test(reference))
    .map(({ reference }) => reference);
  return [...new Set(closed)];
}

function closedIssueProblem(
  note: string,
  closed: readonly string[],
): Pick<HygieneProblem, "title" | "explanation" | "confidence"> | null {
  const issue = closed.find((reference) => waitsFor(note, reference));
  if (issue === undefined) return null;
  return {
    title: `This note waits for ${issue}, which this change closes`,
    explanation:
      `After ${issue} is closed, nobody will look for what is left of it. Do what the note asks, remove it, or name ` +
      "the issue that continues it.",
    confidence: 8,
  };
}

function waitsFor(note: string, reference: string): boolean {
  const [repository = "", number = ""] = reference.split("#");
  const escaped = repository.replace(/\W/g, "\\$&");
  const named =
    repository === ""
      ? `(?<![\\w/])#${number}(?!\\w)`
      : `(?:${escaped}#${number}|github\\.com/${escaped}/issues/${number})(?!\\w)`;
  return (
    new RegExp(`^\\w{3,5}\\s?[([:]?\\s?(?:https://)?${named}`, "i").test(note) ||
    new RegExp(`\\b${waitingWords}\\b[^.]{0,80}${named}`, "i").test(note)
  );
}

/** Files that no longer exist under any name; a moved file still exists. */
async function deletedFiles(files: readonly FileDiff[], code: Code): Promise<string[]> {
  const gone = files.flatMap((file) => (file.newPath === null && file.oldPath !== null ? [file.oldPath] : []));
  if (gone.length === 0 || gone.length > 200) return [];
  const names = new Set((await code.head.paths()).map(fileName));
  return gone.filter((path) => !names.has(fileName(path)) && /\w\.\w+$/.test(path));
}

const goneWords = oneOf("gone removed deleted dropped migrated converted ported replaced retired moved");

function deletedFileProblem(
  note: string,
  deleted: readonly string[],
): Pick<HygieneProblem, "title" | "explanation" | "confidence"> | null {
  const path = deleted.find((one) => {
    const name = fileName(one).replace(/\W/g, "\\$&");
    const condition = `\\b${waitingWords}\\b[^.]{0,60}(?:^|[\\s\`'"/(])${name}[\`'")]?\\s(?:\\w{1,10}\\s){0,3}${goneWords}\\b`;
    return note.includes(fileName(one)) && new RegExp(condition, "i").test(note);
  });
  if (path === undefined) return null;
  return {
    title: `This note waits for the removal of ${fileName(path)}, and this change deletes it`,
    explanation: "What it asks for can be done now. Do it and remove the note, or state what it still waits for.",
    confidence: 8,
  };
}

const untilVersion = new RegExp(
  `\\b${oneOf("remove delete drop revert removed deleted dropped")}\\b[^.]{0,60}?\\b` +
    `(?:in|after|by|with|as of|for|once we (?:hit|reach|release)|when we release)\\s(?:the\\s)?(?:version\\s|release\\s)?v?` +
    "(\\d{1,3}\\.\\d{1,4}(?:\\.\\d{1,4})?)(?![\\w.%-])",
  "i",
);
/** Version numbers of the language itself, which a note may refer to. */
const languageVersion: Partial<Record<Family, RegExp>> = {
  python: /^[23]\./,
  go: /^1\./,
  rust: /^1\./,
  ruby: /^[23]\./,
};

async function passedVersionProblem(
  note: string,
  path: string,
  family: Family,
  code: Code,
): Promise<Pick<HygieneProblem, "title" | "explanation" | "confidence"> | null> {
  const awaited = untilVersion.exec(note)?.[1];
  if (awaited === undefined || languageVersion[family]?.test(awaited)) return null;
  const project = await nearestProjectVersion(path, code.head);
  if (project === null || !isPast(project.version, awaited)) return null;
  return {
    title: `This note is due in ${awaited}, and ${project.path} says ${project.version}`,
    explanation: "That version has already passed. Do what the note asks now, or name a future version.",
    confidence: 7,
  };
}

/** Strictly later in the parts that the note names: a manifest often contains the version in progress. */
function isPast(version: string, awaited: string): boolean {
  const have = version.split(".").map(Number);
  for (const [index, part] of awaited.split(".").map(Number).entries()) {
    const own = have[index] ?? 0;
    if (own !== part) return own > part;
  }
  return false;
}
