// Finds new names, other sources and wider ranges in a manifest.
import { addedLines, type ChangedLine, type FileDiff } from "../../../change/diff.ts";
import { isCommitRef, isUnencrypted, type DeclaredDependency, type DependencyManifest } from "./dependency.ts";
import { isLoosened } from "./ranges.ts";
import { findLookAlike } from "./look-alikes.ts";
import type { DependencyProblem } from "./dependency-problem.ts";

export interface ManifestSides {
  file: FileDiff;
  /** The file at head. */
  text: string;
  after: DependencyManifest;
  /** The dependencies of this file at base; empty for a new file. */
  before: readonly DeclaredDependency[];
  /** The dependencies of other changed files at base: a dependency that moves between files is not new. */
  elsewhere: readonly DeclaredDependency[];
  /** Whether a lock file pins the installed versions. */
  locked: boolean;
  /** Whether the lock file at base names the package. */
  wasLocked(name: string): boolean;
}

const mostChanged = 300;

export function findManifestProblems(sides: ManifestSides): DependencyProblem[] {
  const all = changedDependencies(sides).slice(0, mostChanged);
  // Several packages of one repository are one decision.
  const sources = Map.groupBy(all, ({ source }) => JSON.stringify(source));
  return all.flatMap((declared) => [
    ...(sources.get(JSON.stringify(declared.source))?.[0] === declared ? sourceProblems(sides, declared) : []),
    ...lookAlikeProblems(sides, declared),
    ...loosenedProblems(sides, declared),
  ]);
}

/** Dependencies that differ from base in any group; each name once. */
export function changedDependencies({
  after,
  before,
  elsewhere,
}: Pick<ManifestSides, "after" | "before" | "elsewhere">): DeclaredDependency[] {
  const known = new Set([...before, ...elsewhere].map(dependencyIdentity));
  const changed = new Map(
    after.dependencies.filter((one) => !known.has(dependencyIdentity(one))).map((one) => [one.name, one]),
  );
  return [...changed.values()];
}

function dependencyIdentity({ name, spec, source }: DeclaredDependency): string {
  return JSON.stringify([name, spec, source]);
}

function sourceProblems(sides: ManifestSides, declared: DeclaredDependency): DependencyProblem[] {
  const { name, source, onLineWith = name } = declared;
  if (source.from !== "git" && source.from !== "address") return [];
  const { url } = source;
  const sameElsewhere = [...sides.before, ...sides.elsewhere].some(
    (one) => one.name === name && "url" in one.source && one.source.url === url,
  );
  if (isUnencrypted(url) && !sameElsewhere)
    return problemAtName(sides, onLineWith, {
      kind: "insecure-transport",
      title: `${name} is downloaded without encryption`,
      explanation: "An attacker on the network can replace it. Use the https URL.",
    });
  if (source.from === "git" && sides.after.ecosystem !== "go" && !isCommitRef(source.ref) && !isFixedTag(source.ref))
    return problemAtName(sides, onLineWith, {
      kind: "unpinned-git",
      title: `${name} follows ${source.ref === null ? "a repository's default branch" : `"${source.ref}"`} instead of a commit`,
      explanation:
        "The installed code changes whenever someone pushes there, without a release or a review here. Use a full " +
        "commit id.",
      // The lock file keeps the commit until someone updates it.
      confidence: sides.locked ? 4 : 7,
    });
  if (sameElsewhere) return [];
  return problemAtName(sides, onLineWith, {
    kind: "non-registry-source",
    title: `${name} comes from ${url} and not from the registry`,
    explanation:
      "No registry stores this version, verifies its publisher or reports its vulnerabilities. Use a release if there is " +
      "one, or document why there is none.",
    confidence: 4,
  });
}

/** A tag can be moved, but by convention is not. */
function isFixedTag(ref: string | null): boolean {
  return ref !== null && /^(?:[\w/-]*[@/v-])?v?\d+\.\d+(?:\.\d+)?[\w.+-]*$/.test(ref);
}

function lookAlikeProblems(sides: ManifestSides, { name, realName, source }: DeclaredDependency): DependencyProblem[] {
  const { ecosystem } = sides.after;
  const registryName = realName ?? name;
  const known = source.from === "registry" ? findLookAlike(registryName, ecosystem) : null;
  const isOld = [...sides.before, ...sides.elsewhere].some((one) => one.name === name);
  if (known === null || isOld || sides.wasLocked(registryName)) return [];
  return problemAtName(sides, name, {
    kind: "look-alike-name",
    title: `${registryName} has almost the same name as ${known}`,
    explanation:
      `Malicious packages often use a name one typo away from a well-known one. Verify that ${registryName} is ` +
      "the intended package: check its publisher, its age and its downloads.",
    confidence: 6,
  });
}

function loosenedProblems(sides: ManifestSides, { name, spec, source }: DeclaredDependency): DependencyProblem[] {
  const { ecosystem } = sides.after;
  const before = sides.before.filter((one) => one.name === name && one.source.from === "registry");
  const [old] = before;
  // A name can occur in several groups; the range must be wider than in every one of them.
  if (source.from !== "registry" || old === undefined || !before.every((one) => isLoosened(one.spec, spec, ecosystem)))
    return [];
  return problemAtName(sides, name, {
    kind: "loosened-range",
    title: `${name} goes from ${old.spec} to ${spec === "" ? "any version" : spec}`,
    explanation:
      "Every future version is accepted, including a broken or malicious one. Keep an upper " +
      "bound, or the exact version.",
    confidence: sides.locked || ecosystem === "python" || ecosystem === "ruby" ? 4 : 7,
  });
}

/** Places the problem on the line that names the dependency. */
export function problemAtName(
  sides: Pick<ManifestSides, "file" | "text">,
  name: string,
  what: Omit<DependencyProblem, "line" | "text">,
): DependencyProblem[] {
  const place = findDependencyLine(sides, name);
  return place ? [{ ...what, ...place }] : [];
}

/** Prefers an added line, and one that contains the version. */
export function findDependencyLine(
  sides: Pick<ManifestSides, "file" | "text">,
  name: string,
  spec = "",
): ChangedLine | undefined {
  const added = [...addedLines(sides.file)];
  const all = sides.text.split(/\r?\n/).map((text, index) => ({ line: index + 1, text }));
  const version = /\d[\w.]*/.exec(spec)?.[0] ?? "";
  return (
    findNamingLine(
      name,
      added.filter(({ text }) => text.includes(version)),
    ) ??
    findNamingLine(name, added) ??
    findNamingLine(name, all) ??
    added[0]
  );
}

function findNamingLine(name: string, lines: readonly ChangedLine[]): ChangedLine | undefined {
  return lines.find(({ text }) => !/^\s*(?:#|\/\/)/.test(text) && namesDependency(text.slice(0, 2000), name));
}

/** Matches the name as a whole word, treating `-`, `_` and `.` as equal. */
function namesDependency(text: string, name: string): boolean {
  const normalize = (one: string) => one.toLowerCase().replace(/[-_.]+/g, "-");
  const [line, word] = [normalize(text), normalize(name)];
  for (let start = line.indexOf(word); start >= 0; start = line.indexOf(word, start + 1))
    if (!/[\w@/-]/.test(line[start - 1] ?? "") && !/[\w/-]/.test(line[start + word.length] ?? "")) return true;
  return false;
}
