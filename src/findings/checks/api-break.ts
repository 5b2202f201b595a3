// Finds breaking changes of a published package that the author has not marked as breaking.
import { quoteLine } from "../quote-line.ts";
import type { Change, Code, Quote } from "../../change/change.ts";
import { addedLines, pathOf } from "../../change/diff.ts";
import { categoryOf, isFixture, isTest } from "../../change/file-kinds.ts";
import { holdsScript } from "../../change/symbols/script-blocks.ts";
import { linksOf, type LinkOrigin } from "../../change/symbols/links-of.ts";
import { buildFinding, type FindingInput } from "../build-finding.ts";
import { checked } from "../read-all.ts";
import type { Check } from "../report.ts";
import { examples } from "./api-break/examples.ts";
import { arityOf } from "./api-break/arity.ts";
import { publicNames, publishedPackage, type PublishedPackage } from "./api-break/public-names.ts";

const mostFiles = 300;
/** Names that are internal by convention. */
const internalName =
  /^_|^(?:unstable|experimental|internal|private|testing)|_(?:internal|unstable|experimental)|INTERNAL/i;

export const apiBreak: Check = {
  id: "api-break",
  title: "Public API against the breaking-change marker",
  passes: ["cross-reference"],
  unproven: true,
  explains:
    "For a change whose title follows Conventional Commits, compares what each published JavaScript or TypeScript " +
    "package exports before and after: removed names, and functions that require more arguments or accept fewer. " +
    "Without a breaking marker (`!`, a BREAKING CHANGE footer or a major changeset), these are reported. A marker " +
    "on a change that touches only docs, tests or CI is reported too. Private packages and internal names are " +
    "ignored; versions below 1.0 are listed but not posted.",
  kinds: {
    "removed-without-marker": {
      severity: "medium",
      category: "correctness",
      says: "a public name was removed and the change is not marked as breaking",
    },
    "signature-without-marker": {
      severity: "medium",
      category: "correctness",
      says: "a public function's signature changed and the change is not marked as breaking",
    },
    "marker-without-break": {
      severity: "medium",
      category: "docs",
      says: "a change is marked as breaking but touches nothing that users run",
    },
  },
  examples,

  when(change) {
    if (change.intent.conventional === null)
      return { kind: "nothing-to-check", what: "the title does not follow Conventional Commits" };
    return isMarkedBreaking(change) || change.files.some((file) => isModule(file.oldPath))
      ? true
      : { kind: "nothing-to-check", what: "no existing module changed" };
  },

  async run(change, { code }, stop) {
    const findings = isMarkedBreaking(change) ? markerFindings(change) : await breakFindings(change, code, stop);
    return checked(
      "cross-reference",
      findings.map((one) => buildFinding(apiBreak, one)),
      change.files,
      isMarkedBreaking(change)
        ? "compared the breaking marker with the changed files"
        : "compared public names before and after",
    );
  },
};

function isMarkedBreaking({ intent, files }: Change): boolean {
  if (intent.breaking.length > 0 || intent.conventional?.breaking === true) return true;
  const changesets = files.filter((file) => /(?:^|\/)\.changeset\/[^/]+\.md$/.test(file.newPath ?? ""));
  return changesets.some((file) => [...addedLines(file)].some(({ text }) => /:\s*major\s*$/.test(text)));
}

function isModule(path: string | null): path is string {
  return path !== null && holdsScript(path) && !isTest(path) && !isFixture(path);
}

/** Checks the marker only where nothing can break anyone: elsewhere behaviour may break, which no signature shows. */
function markerFindings(change: Change): FindingInput[] {
  // A body may mention breaking changes only to deny them; the marker in the title is explicit.
  if (change.intent.conventional?.breaking !== true) return [];
  const harmless = (path: string) => ["docs", "test"].includes(categoryOf(path)) || path.startsWith(".github/");
  if (change.files.length === 0 || !change.files.every((file) => harmless(pathOf(file)))) return [];
  const file = change.files.find((one) => one.newPath !== null && !one.binary && one.additions > 0);
  const [line] = file ? [...addedLines(file)].filter(({ text }) => text.trim() !== "") : [];
  if (!file || !line) return [];
  return [
    {
      kind: "marker-without-break",
      path: file.newPath!,
      line: line.line,
      text: line.text,
      title: "The change is marked as breaking but touches nothing that users run",
      explanation:
        "Only docs, tests or CI changed. A breaking marker triggers a major release. Remove it, or explain in the body " +
        "what users must do.",
    },
  ];
}

async function breakFindings(change: Change, code: Code, stop: AbortSignal): Promise<FindingInput[]> {
  const findings: FindingInput[] = [];
  for (const published of await touchedPackages(change, code)) {
    stop.throwIfAborted();
    const after = await publishedPackage(code.head, `${published.folder}${published.folder && "/"}package.json`);
    const [before, now] = [await publicNames(code.base, published), after && (await publicNames(code.head, after))];
    // A removed package, or one without resolvable entry points, is not compared.
    if (before && now) findings.push(...(await compareNames(published, before, now, change, code)));
  }
  return findings;
}

async function touchedPackages(change: Change, code: Code): Promise<PublishedPackage[]> {
  const packages = new Map<string, PublishedPackage>();
  for (const { oldPath, newPath } of change.files.slice(0, mostFiles)) {
    const published = isModule(oldPath) ? await publishedPackage(code.base, oldPath) : null;
    // Following a package's exports costs time, and most changes touch none of them.
    if (published && !packages.has(published.folder) && (await lostPublicApi(oldPath!, newPath, code)))
      packages.set(published.folder, published);
  }
  return [...packages.values()].slice(0, 20);
}

/** The file exports less than before, or one of its functions takes different arguments. */
async function lostPublicApi(oldPath: string, newPath: string | null, code: Code): Promise<boolean> {
  if (newPath === null || newPath !== oldPath) return true;
  const [before, now] = [await linksOf(code.base).of(oldPath), await linksOf(code.head).of(newPath)];
  const key = ({ name, from }: { name: string; from: string | null }) => (name === "*" ? `* ${from}` : name);
  const still = new Set(now?.exports.map(key));
  if (before?.exports.some((one) => !still.has(key(one)))) return true;
  const signatures = new Set((await code.symbols(newPath, "head"))?.declared.map(({ signature }) => signature));
  const functions = ((await code.symbols(oldPath, "base"))?.declared ?? []).filter(({ kind }) => kind === "function");
  return functions.some(({ signature }) => !signatures.has(signature));
}

async function compareNames(
  { name: packageName, version }: PublishedPackage,
  before: ReadonlyMap<string, LinkOrigin>,
  now: ReadonlyMap<string, LinkOrigin>,
  change: Change,
  code: Code,
): Promise<FindingInput[]> {
  // Before 1.0, semver allows any change.
  const confidence = /^0\./.test(version) ? 4 : 8;
  // Generated files follow from their source, which is reviewed instead.
  const generated = new Set(change.triage.leftOut.map(({ path }) => path));
  const touched = new Set(change.files.map((file) => file.oldPath));
  const findings: (FindingInput & { name: string })[] = [];
  for (const [name, origin] of before) {
    if (internalName.test(name) || internalName.test(origin.name) || generated.has(origin.path)) continue;
    const still = now.get(name);
    const broken = still
      ? await signatureFinding(name, origin, still, touched, code)
      : await removalFinding(name, origin, code);
    if (broken)
      findings.push({
        ...broken,
        name,
        confidence,
        explanation: `${broken.explanation} ${packageName} ${version} has it, so this breaks its users. Mark the change as breaking, or keep it.`,
      });
  }
  return firstOfEachKind(findings);
}

/** One finding per package and kind: the first, with the names of the rest. The marker applies to the whole change. */
function firstOfEachKind(findings: readonly (FindingInput & { name: string })[]): FindingInput[] {
  return [...Map.groupBy(findings, ({ kind }) => kind).values()].map(([first, ...more]) => {
    if (more.length === 0) return first!;
    const named = more.slice(0, 5).map(({ name }) => `\`${name}\``);
    const left = more.length - named.length;
    return {
      ...first!,
      explanation: `${first!.explanation} So are ${named.join(", ")}${left > 0 ? ` and ${left} more` : ""}.`,
    };
  });
}

async function removalFinding(name: string, origin: LinkOrigin, code: Code): Promise<FindingInput | null> {
  const quote = await quoteDeclaration(code, "base", origin);
  if (!quote) return null;
  return {
    kind: "removed-without-marker",
    path: quote.path,
    side: "base",
    line: quote.start,
    text: quote.text,
    title: `\`${name}\` is no longer public, and the change is not marked as breaking`,
    explanation: `No entry point of the package exports \`${name}\` any more.`,
  };
}

/** Reports the same name with different arguments. */
async function signatureFinding(
  name: string,
  before: LinkOrigin,
  now: LinkOrigin,
  touched: ReadonlySet<string | null>,
  code: Code,
) {
  if (!touched.has(before.path)) return null;
  const [old, fresh] = [await findFunction(code, "base", before), await findFunction(code, "head", now)];
  const [was, is] = [old && arityOf(old.signature), fresh && arityOf(fresh.signature)];
  if (!was || !is || (is.required <= was.required && is.most >= was.most)) return null;
  const [quote, other] = [await quoteDeclaration(code, "head", now), await quoteDeclaration(code, "base", before)];
  if (!quote || !other) return null;
  const how =
    is.required > was.required
      ? `needs ${is.required} arguments and needed ${was.required}`
      : `takes ${is.most} arguments and took ${was.most}`;
  return {
    kind: "signature-without-marker",
    path: quote.path,
    line: quote.start,
    text: quote.text,
    and: [other],
    title: `\`${name}\` ${how.split(" and ")[0]} now, and the change is not marked as breaking`,
    explanation: `\`${name}\` ${how}.`,
  };
}

/** Null for several functions of one name: overloads cannot be compared by argument count. */
async function findFunction(code: Code, side: "base" | "head", { path, name }: LinkOrigin) {
  const symbols = await code.symbols(path, side);
  const same = (symbols?.declared ?? []).filter((one) => one.name === name && one.within === null);
  return same.length === 1 && same[0]!.kind === "function" ? same[0]! : null;
}

async function quoteDeclaration(code: Code, side: "base" | "head", { path, name }: LinkOrigin): Promise<Quote | null> {
  const symbols = await code.symbols(path, side);
  const line =
    symbols?.declared.find((one) => one.name === name && one.within === null)?.line ??
    symbols?.exports.find((one) => one.name === name)?.line;
  return line === undefined ? null : await quoteLine(code, side, path, line);
}
