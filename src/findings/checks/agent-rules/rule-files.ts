// Recognises instruction files and decides which changed files each one governs.
import { globMatcher } from "../../../change/path-glob.ts";

/** A rule file at base. */
export interface RuleFile {
  path: string;
  text: string;
  /** The folder it governs; "" for the whole repository. */
  folder: string;
  /** Whether the file is in the reviewed tree, so that its lines can be quoted; personal rules are not. */
  quotable: boolean;
}

const inAnyFolder = /(?:^|\/)(?:CLAUDE|AGENTS)\.md$/;
const cursorRule = /(?:^|\/)\.cursor\/rules\/(?:[^/]+\/)*[^/]+\.mdc$/;
const instructions = /^\.github\/instructions\/[^/]+\.instructions\.md$/;
const lessons = [".crosscheck/lessons.md", ".claude/review-lessons.md"];
const rootFiles = new Set([".cursorrules", ".github/copilot-instructions.md", ...lessons]);

export function isRuleFile(path: string): boolean {
  return inAnyFolder.test(path) || cursorRule.test(path) || instructions.test(path) || rootFiles.has(path);
}

/** The folder that a rule file governs. */
export function governedFolder(path: string): string {
  if (rootFiles.has(path) || instructions.test(path)) return "";
  const own = path.replace(/(?:^|\/)\.cursor\/rules\/.*$/, "");
  if (own !== path) return own;
  // `.claude/CLAUDE.md` governs the folder that contains `.claude`.
  const folder = path.slice(0, Math.max(0, path.lastIndexOf("/")));
  return folder === ".claude" ? "" : folder.replace(/\/\.claude$/, "");
}

/** The rule files of the nearest ancestor folder that has any, and those of the root. */
export function governingFiles<Held extends Pick<RuleFile, "path" | "folder">>(
  path: string,
  files: readonly Held[],
): Held[] {
  const above = files.filter(({ folder }) => folder === "" || path.startsWith(`${folder}/`));
  const nearest = Math.max(0, ...above.map(({ folder }) => folder.length));
  return above.filter(({ folder }) => folder === "" || folder.length === nearest);
}

/** Whether the file's front matter covers the path: Cursor's `globs`, Copilot's `applyTo`. */
export function headerCovers({ path: rulesPath, text, folder }: RuleFile, path: string): boolean {
  const header = /^---\r?\n([\s\S]{0,4000}?)\r?\n---/.exec(text)?.[1];
  if (header === undefined) return true;
  const globs = /^(?:globs|applyTo):[ \t]*(.{0,1000})$/m.exec(header)?.[1];
  const patterns = (globs ?? "").split(",").map((one) => one.trim().replace(/^["'[\s]+|["'\]\s]+$/g, ""));
  const named = patterns.filter((one) => one !== "");
  if (named.length > 0) return named.some((glob) => matchesGlob(glob, path, folder));
  // A Cursor rule without globs applies to everything only with `alwaysApply`; otherwise an agent decides by its
  // description.
  return !cursorRule.test(rulesPath) || /^alwaysApply:[ \t]*true\b/m.test(header);
}

function matchesGlob(glob: string, path: string, folder: string): boolean {
  const inFolder = folder === "" ? path : path.slice(folder.length + 1);
  const matches = globMatcher(glob, { dot: true, basename: true });
  return matches(inFolder) || matches(path);
}
