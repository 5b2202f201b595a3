// Collects the project's own guidance for reviewers: sections of CLAUDE.md, AGENTS.md and the like about the touched
// folders, skills, lessons and patterns.
import { startOfText } from "../../secrets/cut-text.ts";
import type { Change, Tree } from "../../change/change.ts";
import { pathOf } from "../../change/diff.ts";
import { isLessonsAlone } from "../lessons/lessons-file.ts";
import { approvedPlace, lessonsFor, type Lesson, type LessonsUsed } from "../lessons.ts";
import {
  governedFolder,
  governingFiles,
  headerCovers,
  isRuleFile,
  type RuleFile,
} from "../checks/agent-rules/rule-files.ts";
import { cut, collapseWhitespace } from "./raw-findings.ts";

export interface Knowledge {
  path: string;
  /** The line at base on which it begins. */
  line: number;
  text: string;
  /** Rules of its own, unless it says otherwise; of lessons, the line of each. */
  is?: { kind: "lessons"; lines: readonly number[] } | { kind: "patterns"; number: number };
}

const most = {
  files: 12,
  skills: 20,
  section: 3_000,
  description: 400,
  characters: 24_000,
  pathLength: 300,
  read: 200_000,
};

const skill = /(?:^|\/)(?:\.claude\/skills|\.agents(?:\/skills)?)\/(?:[^/]+\/){1,3}SKILL\.md$/;
const helper = /(?:^|\/)\.(?:claude|agents)\/agents\/[^/]+\.md$|(?:^|\/)\.agents\/[^/]+\.md$/;

export async function readKnowledge(
  change: Pick<Change, "files" | "config" | "past">,
  base: Tree,
): Promise<Knowledge[]> {
  const touched = change.files
    .flatMap((file) => [...new Set([file.oldPath, pathOf(file)])])
    .filter((path) => path !== null);
  const paths = (await base.paths()).filter((path) => path.length <= most.pathLength);
  const lessons = lessonBlocks(await lessonsFor(change, base));
  const rules = (await ruleSections(touched, paths, base)).filter((one) => !isTold(one, lessons));
  const skills = await skillDescriptions(touched, paths, base);
  return withinBounds([...lessons, ...rules, ...skills]);
}

/** One block for each place they are from; a pattern has nothing but words of ours. */
function lessonBlocks({ lessons, patterns }: LessonsUsed): Knowledge[] {
  const block = ([path, some]: [string, Lesson[]]): Knowledge => ({
    path,
    line: some[0]!.line,
    text: some.map(({ line, rule }) => (path === approvedPlace ? `- ${rule}` : `${line}: ${rule}`)).join("\n"),
    is: { kind: "lessons", lines: some.map(({ line }) => line) },
  });
  const seen = patterns.map(
    ({ look, language, unit, times }) => `- ${look} in ${language ?? "any file"} (found by ${unit}, ${times} times)`,
  );
  return [
    ...[...Map.groupBy(lessons, ({ path }) => path)].map(block),
    ...(seen.length === 0
      ? []
      : [
          {
            path: "patterns that reviews have seen",
            line: 1,
            text: seen.join("\n"),
            is: { kind: "patterns" as const, number: seen.length },
          },
        ]),
  ];
}

/** The section of a larger file that its lessons were taken from. */
function isTold({ path, text }: Knowledge, lessons: readonly Knowledge[]): boolean {
  return (
    /^#{1,6}[ \t]+review lessons[ \t#]*$/im.test(text.split("\n", 1)[0]!) && lessons.some((one) => one.path === path)
  );
}

async function ruleSections(touched: readonly string[], paths: readonly string[], base: Tree): Promise<Knowledge[]> {
  // Of a file of lessons alone, those that speak of the change are told already.
  const held = paths
    .filter((path) => isRuleFile(path) && !isLessonsAlone(path))
    .map((path) => ({ path, folder: governedFolder(path) }));
  const wanted = [...new Set(touched.flatMap((path) => governingFiles(path, held)))]
    // The nearer a file is to what is touched, the more of it is about that.
    .toSorted((a, b) => b.folder.length - a.folder.length || (a.path < b.path ? -1 : 1))
    .slice(0, most.files);
  const sections: Knowledge[] = [];
  for (const { path, folder } of wanted) {
    const text = await textOf(path, base);
    const file: RuleFile = { path, folder, text, quotable: true };
    const spokenOf = touched.filter(
      (one) => (folder === "" || one.startsWith(`${folder}/`)) && headerCovers(file, one),
    );
    if (spokenOf.length > 0) sections.push(...sectionsOf(file, spokenOf));
  }
  return sections;
}

/** Sections that name what is touched come first; those that only name other places are left out. */
function sectionsOf({ path, text }: RuleFile, touched: readonly string[]): Knowledge[] {
  const lines = text.split("\n");
  const found: (Knowledge & { rank: number })[] = [];
  let from = 0;
  let fenced = false;
  const end = (to: number): void => {
    const body = lines.slice(from, to).join("\n").trimEnd();
    const rank = saysNothing(body) ? -1 : rankOf(body, touched);
    if (rank >= 0) found.push({ path, line: from + 1, text: cut(body, most.section), rank });
    from = to;
  };
  lines.forEach((line, index) => {
    if (/^\s{0,3}(?:```|~~~)/.test(line)) fenced = !fenced;
    else if (!fenced && index > from && /^#{1,6}\s/.test(line)) end(index);
  });
  end(lines.length);
  return found.toSorted((a, b) => b.rank - a.rank || a.line - b.line).map(({ rank: _rank, ...section }) => section);
}

/** Only a header or a heading. */
function saysNothing(body: string): boolean {
  return (
    body
      .replace(/^---\n[^]*?\n---\s*$/, "")
      .replace(/^#{1,6}\s[^\n]*$/, "")
      .trim() === ""
  );
}

/** 2: names what is touched. 1: names no place, and so speaks of all. 0: names other places in passing. -1: only those. */
function rankOf(body: string, touched: readonly string[]): number {
  const named = [...body.slice(0, 20_000).matchAll(/`([^`\s]{2,120})`/g)]
    .map((match) => match[1]!.replace(/^\.?\//, "").replace(/\/?\**$/, ""))
    .filter((name) => name.includes("/") && /^[\w@.-]+(?:\/[\w@.*-]+)+$/.test(name));
  if (named.length === 0) return 1;
  if (named.some((name) => touched.some((path) => path.startsWith(name) || path.includes(`/${name}/`)))) return 2;
  return /^#{1,6}\s[^\n]*`[^`\n]*\/[^`\n]*`/.test(body) ? -1 : 0;
}

async function skillDescriptions(
  touched: readonly string[],
  paths: readonly string[],
  base: Tree,
): Promise<Knowledge[]> {
  const near = paths
    .filter((path) => skill.test(path) || helper.test(path))
    .filter((path) => {
      const folder = path.replace(/(?:^|\/)\.(?:claude|agents)\/.*$/, "");
      return folder === "" || touched.some((one) => one.startsWith(`${folder}/`));
    });
  const found: Knowledge[] = [];
  for (const path of near.slice(0, most.skills)) {
    const header = /^---\r?\n([\s\S]{0,4000}?)\r?\n---/.exec(await textOf(path, base))?.[1] ?? "";
    const [name, description] = [headerValue(header, "name"), headerValue(header, "description")];
    if (description !== "") found.push({ path, line: 1, text: `Skill ${name}: ${cut(description, most.description)}` });
  }
  return found;
}

function headerValue(header: string, key: string): string {
  const lines = header.split(/\r?\n/);
  const at = lines.findIndex((line) => line.startsWith(`${key}:`));
  if (at < 0) return "";
  // A folded value goes on in lines that are indented.
  const more = lines.slice(at + 1).findIndex((line) => !/^\s+\S/.test(line));
  const folded = lines.slice(at + 1, more < 0 ? lines.length : at + 1 + more);
  const own = lines[at]!.slice(key.length + 1).replace(/^\s*[>|][+-]?\s*$/, "");
  return collapseWhitespace([own, ...folded].join(" ")).replace(/^(["'])(.*)\1$/, "$2");
}

async function textOf(path: string, base: Tree): Promise<string> {
  const bytes = await base.read(path);
  return bytes === null ? "" : startOfText(new TextDecoder().decode(bytes.subarray(0, 2 * most.read)), most.read);
}

function withinBounds(all: readonly Knowledge[]): Knowledge[] {
  let left = most.characters;
  return all.filter(({ text }) => {
    if (text.length > left) return false;
    left -= text.length;
    return true;
  });
}
