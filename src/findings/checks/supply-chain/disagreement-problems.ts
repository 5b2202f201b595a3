// Merges disagreements between manifests and lock files into one problem per cause.
import { fileName } from "../../../change/paths.ts";
import type { FindingInput } from "../../build-finding.ts";
import type { Disagreement } from "./disagreement.ts";
import { formatNames } from "./lock-changes.ts";
import type { DependencyProblem } from "./dependency-problem.ts";

const remedies: Record<string, string> = {
  "package-lock.json": "`npm ci` refuses to install. Run `npm install` and commit the lock file.",
  "npm-shrinkwrap.json": "`npm ci` refuses to install. Run `npm install` and commit the lock file.",
  "pnpm-lock.yaml":
    "`pnpm install --frozen-lockfile`, as CI runs it, refuses to install. Run `pnpm install` and commit the lock file.",
  "yarn.lock":
    "`yarn install --immutable` (or `--frozen-lockfile`) refuses to install. Run `yarn install` and commit the lock file.",
  "bun.lock": "`bun install --frozen-lockfile` refuses to install. Run `bun install` and commit the lock file.",
  "uv.lock": "`uv sync --locked` refuses to install. Run `uv lock` and commit the lock file.",
  "poetry.lock": "`poetry install` refuses to install. Run `poetry lock` and commit the lock file.",
  "Cargo.lock": "`cargo build --locked` refuses to build. Run `cargo update --workspace` and commit the lock file.",
  "go.sum": "`go build` stops with a missing entry. Run `go mod tidy` and commit both files.",
  "Gemfile.lock": "`bundle install` in deployment mode refuses to install. Run `bundle lock` and commit the lock file.",
  "composer.lock":
    "`composer install` reports that the package is not in the lock file. Run `composer update` for it and commit both.",
};

const mostQuotes = 10;

export function toDisagreementProblems(
  all: readonly Disagreement[],
): (DependencyProblem & Pick<FindingInput, "path">)[] {
  return groupByCause(all).map(toProblem);
}

/**
 * Groups manifests of one lock file, and lock files of one kind that lack the same dependency: both come from one
 * forgotten step.
 */
function groupByCause(all: readonly Disagreement[]): Disagreement[][] {
  const groups: Disagreement[][] = [];
  for (const one of all) {
    const known = groups.find((group) => group.some((other) => haveSameCause(one, other)));
    if (known) known.push(one);
    else groups.push([one]);
  }
  return groups;
}

function haveSameCause(one: Disagreement, other: Disagreement): boolean {
  if (one.how !== other.how || fileName(one.lockPath) !== fileName(other.lockPath)) return false;
  return one.lockPath === other.lockPath || one.missing.some((name) => other.missing.includes(name));
}

function toProblem(group: readonly Disagreement[]): DependencyProblem & Pick<FindingInput, "path"> {
  const [first, ...others] = group as [Disagreement, ...Disagreement[]];
  const locks = [...new Set(group.map(({ lockPath }) => lockPath))];
  const names = formatNames(group.flatMap(({ missing }) => missing));
  const isLocked = first.how === "locked";
  return {
    kind: "lock-disagrees",
    path: first.path,
    line: first.line,
    text: first.text,
    title: isLocked ? lockedTitle(first, names, others.length) : missingTitle(locks, names, others.length),
    explanation: isLocked ? explainLocked(first) : explainMissing(first, locks),
    confidence: first.how === "missing" ? 8 : 4,
    ...(isLocked && { severity: "low" as const }),
    and: others
      .slice(0, mostQuotes)
      .map(({ path, line, text }) => ({ path, side: "head" as const, start: line, end: line, text })),
  };
}

function missingTitle(locks: readonly string[], names: string, others: number): string {
  const [lock = ""] = locks;
  if (locks.length > 1) return `${locks.length} lock files do not have ${names} as their manifests declare`;
  return `${lock} does not have ${names} as declared here${others > 0 ? ` and in ${describeManifests(others)}` : ""}`;
}

function describeManifests(manifests: number): string {
  return manifests === 1 ? "another manifest" : `${manifests} more manifests`;
}

function explainMissing({ lockPath }: Disagreement, locks: readonly string[]): string {
  const which = locks.length > 1 ? `These are ${formatNames(locks)}. ` : "";
  const what = locks.length > 1 ? "They do not match these manifests" : "The lock file does not match this manifest";
  return `${which}${what}, so nobody has tested what will be installed. ${remedies[fileName(lockPath)] ?? ""}`.trim();
}

function lockedTitle({ lockPath }: Disagreement, names: string, others: number): string {
  const owners =
    others > 0 ? `this package's or ${others === 1 ? "another's" : `${others} others'`}` : "this package's";
  return `${lockPath} has ${names} locked, but not as ${owners} dependency`;
}

function explainLocked({ lockPath }: Disagreement): string {
  const command = fileName(lockPath) === "bun.lock" ? "bun install" : "npm install";
  return (
    "A suitable version is locked where the package manager looks for it, so it installs. The lock file is still behind this " +
    `manifest, and the next install rewrites it. Run \`${command}\` and commit the lock file.`
  );
}
