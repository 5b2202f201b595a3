// Decides which changed files call for evals: those of the settings, otherwise prompts, skills and evals by name and
// folder.
import type { Change } from "../../../change/change.ts";
import { pathOf } from "../../../change/diff.ts";
import { globMatcher } from "../../../change/path-glob.ts";
import type { EvalSettings } from "../../../change/config.ts";

/** Text formats of prompts. Code in a `prompts` folder may prompt a person instead. */
const promptText = String.raw`(?:md|mdx|txt|ya?ml|json|xml|j2|jinja2?|mustache|hbs|liquid)`;

const kinds: readonly { what: "prompt" | "skill" | "eval"; pattern: RegExp }[] = [
  { what: "eval", pattern: /(?:^|\/)(?:evals|\.evals)\/(?!README\b)/i },
  { what: "eval", pattern: /[._-]evals?\.[a-z]+$/i },
  { what: "eval", pattern: /(?:^|\/)promptfooconfig[^/]*\.(?:ya?ml|json|[cm]?[jt]s)$/i },
  { what: "prompt", pattern: new RegExp(String.raw`(?:^|/)prompts/(?:.*/)?(?!README\b)[^/]+\.${promptText}$`, "i") },
  { what: "prompt", pattern: /\.prompt(?:\.[a-z0-9]+)?$/i },
  { what: "skill", pattern: /(?:^|\/)SKILL\.md$/ },
  { what: "skill", pattern: /(?:^|\/)\.claude\/skills\// },
];

export type EvalMatcher = (path: string) => boolean;

/** By name and folder only. */
export function isEvalPath(path: string): boolean {
  return kinds.some(({ pattern }) => pattern.test(path));
}

/** By the settings if there are any. */
export function evalMatcher(all: readonly Pick<EvalSettings, "paths">[]): EvalMatcher {
  const each = all.map(settingsMatcher);
  return all.length === 0 ? isEvalPath : (path) => each.some((matches) => matches(path));
}

/** Files that may define scenarios; the changed file itself is often a prompt. */
export function scenarioFileMatcher(all: readonly Pick<EvalSettings, "paths">[]): EvalMatcher {
  const matches = evalMatcher(all);
  return (path) => matches(path) || isEvalPath(path);
}

export function settingsMatcher({ paths }: Pick<EvalSettings, "paths">): EvalMatcher {
  return globMatcher(paths, { dot: true, noextglob: true });
}

/** Includes removed files and old names. */
export function changedPaths({ files }: Pick<Change, "files">): string[] {
  return [
    ...new Set(files.flatMap((file) => [pathOf(file), file.oldPath, file.newPath].filter((path) => path !== null))),
  ];
}

export function callsForEvals(change: Pick<Change, "files">, matches: EvalMatcher = isEvalPath): boolean {
  return changedPaths(change).some(matches);
}
