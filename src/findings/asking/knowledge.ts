// What the project says about itself, as reference for reviewers (REV-13): sections of CLAUDE.md, AGENTS.md and the like
// that speak of the touched folders, and what the repository's skills are for. Read at the base, where the change cannot
// have written it; bounded; never followed; each with its path, so that a finding can cite it.
import type { Change, Tree } from "../../change/change.ts";
import { pathOf } from "../../change/diff.ts";
import { folderOf, governing, headerAdmits, isRuleFile, type RuleFile } from "../checks/agent-rules/rule-files.ts";
import { cut, oneLine } from "./raw-findings.ts";

export interface Knowledge {
  path: string;
  /** The line at base on which it begins. */
  line: number;
  text: string;
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

export async function readKnowledge(change: Pick<Change, "files">, base: Tree): Promise<Knowledge[]> {
  const touched = change.files
    .flatMap((file) => [...new Set([file.oldPath, pathOf(file)])])
    .filter((path) => path !== null);
  const paths = (await base.paths()).filter((path) => path.length <= most.pathLength);
  const rules = await ruleSections(touched, paths, base);
  const skills = await skillDescriptions(touched, paths, base);
  return withinBounds([...rules, ...skills]);
}

async function ruleSections(touched: readonly string[], paths: readonly string[], base: Tree): Promise<Knowledge[]> {
  const held = paths.filter(isRuleFile).map((path) => ({ path, folder: folderOf(path) }));
  const wanted = [...new Set(touched.flatMap((path) => governing(path, held)))]
    // The nearer a file is to what is touched, the more of it is about that.
    .toSorted((a, b) => b.folder.length - a.folder.length || (a.path < b.path ? -1 : 1))
    .slice(0, most.files);
  const sections: Knowledge[] = [];
  for (const { path, folder } of wanted) {
    const text = await textOf(path, base);
    const file: RuleFile = { path, folder, text, quotable: true };
    const spokenOf = touched.filter(
      (one) => (folder === "" || one.startsWith(`${folder}/`)) && headerAdmits(file, one),
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
    const rank = body.trim() === "" ? -1 : rankOf(body, touched);
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
  return oneLine([own, ...folded].join(" ")).replace(/^(["'])(.*)\1$/, "$2");
}

async function textOf(path: string, base: Tree): Promise<string> {
  const bytes = await base.read(path);
  return bytes === null ? "" : new TextDecoder().decode(bytes.subarray(0, most.read));
}

function withinBounds(all: readonly Knowledge[]): Knowledge[] {
  let left = most.characters;
  return all.filter(({ text }) => {
    if (text.length > left) return false;
    left -= text.length;
    return true;
  });
}
