// Finds references to files, names, scripts, settings, workflows and classes that a change removes.
import { buildFinding } from "../build-finding.ts";
import type { FileDiff } from "../../change/diff.ts";
import { followsReferences, namesOfReferenceLanguages } from "../../change/symbols/languages/index.ts";
import { notCovered } from "../not-covered.ts";
import { checked } from "../read-all.ts";
import type { Check } from "../report.ts";
import { examples } from "./stale-reference/examples.ts";
import { searchGoneClasses } from "./stale-reference/gone-classes.ts";
import { searchGoneFiles } from "./stale-reference/gone-files.ts";
import { searchGoneImports } from "./stale-reference/gone-imports.ts";
import { searchGoneReferences } from "./stale-reference/gone-references.ts";
import { searchGoneMembers } from "./stale-reference/gone-members.ts";
import { searchGoneNames } from "./stale-reference/gone-names.ts";
import { searchGoneScripts } from "./stale-reference/gone-scripts.ts";
import { searchGoneSettings } from "./stale-reference/gone-settings.ts";
import { searchGoneWorkflows } from "./stale-reference/gone-workflows.ts";
import { mostParsed, type ReferenceFinder, type StaleReference } from "./stale-reference/reference-search.ts";
import { createLineClassifier, type LineClassifier } from "./stale-reference/line-classifier.ts";
import { once } from "../../once.ts";

const finders = once((): readonly ReferenceFinder[] => [
  searchGoneImports,
  searchGoneReferences,
  searchGoneMembers,
  searchGoneFiles,
  searchGoneNames,
  searchGoneScripts,
  searchGoneSettings,
  searchGoneWorkflows,
  searchGoneClasses,
]);

export const staleReference: Check = {
  id: "stale-reference",
  title: "References to removed things",
  passes: ["cross-reference"],
  searches: true,
  // On unseen changes these kinds were wrong too often, or too rare to measure.
  unproven: [
    "member-of-removed",
    "path-in-code",
    "path-in-list",
    "name-in-string",
    "script-in-code",
    "script-in-docs",
    "setting-in-docs",
    "workflow-name",
    "class-in-markup",
  ],
  explains:
    "Takes the files, declarations, package scripts, settings, workflow names and CSS classes that the change " +
    "removes or renames, searches for each in the whole repository, and reports what still names them. Imports and " +
    "qualified names are resolved by the rules of their language " +
    `(${namesOfReferenceLanguages.join(", ")}). ` +
    "A path counts only if it leads to the removed file and to nothing that exists. A name in docs, comments or strings " +
    "counts only if no code has it any more. Changelogs, release notes, plans and other historical records are " +
    "ignored.",
  kinds: {
    "import-of-removed": {
      severity: "high",
      category: "correctness",
      says: "an import names a removed module or export",
    },
    "use-of-removed": {
      severity: "high",
      category: "correctness",
      says: "code uses a removed declaration without an import of its own, or qualified by its module, package or type",
    },
    "member-of-removed": {
      severity: "medium",
      category: "correctness",
      says: "code accesses a removed member on a value whose type is unknown, and nothing else declares that member",
    },
    "path-in-code": { severity: "high", category: "correctness", says: "code names a removed file" },
    "path-in-config": { severity: "medium", category: "correctness", says: "a config file names a removed file" },
    "path-in-docs": { severity: "medium", category: "docs", says: "docs or a comment name a removed file" },
    "path-in-list": { severity: "low", category: "style", says: "an ignore list names a removed file" },
    "name-in-docs": {
      severity: "medium",
      category: "docs",
      says: "docs or a comment name a removed declaration",
    },
    "name-in-string": {
      severity: "medium",
      category: "correctness",
      says: "a string contains the name of a removed declaration",
    },
    "script-in-code": {
      severity: "high",
      category: "correctness",
      says: "a command runs a removed package script",
    },
    "script-in-docs": {
      severity: "medium",
      category: "docs",
      says: "docs tell readers to run a removed package script",
    },
    "setting-in-docs": {
      severity: "medium",
      category: "docs",
      says: "docs or config set something that no code reads any more",
    },
    "workflow-name": {
      severity: "high",
      category: "correctness",
      says: "a workflow waits for one that no longer has that name",
    },
    "class-in-markup": {
      severity: "medium",
      category: "correctness",
      says: "markup uses a CSS class that no stylesheet defines any more",
    },
  },
  examples,

  when(change) {
    return change.files.some(removesSomething) ? true : { kind: "nothing-to-check", what: "no removed lines or files" };
  },

  async run(change, { code }, stop) {
    const context = { change, code, classifier: createLineClassifier(code) };
    const searches = (await Promise.all(finders().map((finder) => finder(context)))).filter(
      (search) => search !== null,
    );
    const names = [...new Set(searches.flatMap((search) => search.names))];
    stop.throwIfAborted();
    const uses = names.length === 0 ? new Map() : await code.uses(names);
    const stale = (await Promise.all(searches.map((search) => search.findStale(uses)))).flat();
    const references = await Promise.all(withoutRepeats(stale).map((one) => adjustConfidence(one, context.classifier)));
    const findings = sortReferences(references).map((one) => buildFinding(staleReference, one));
    const cut = names.filter((name) => uses.get(name)?.cut).length;
    const left = change.files.length - mostParsed;
    const limitNote =
      left > 0 ? `; declarations of at most ${mostParsed} of ${change.files.length} files compared` : "";
    const evidence = `removed names searched: ${names.length}${cut > 0 ? `, ${cut} of them too common to list` : ""}${limitNote}`;
    return {
      ...checked("cross-reference", findings, change.files, evidence),
      ...notCovered("references", change.files.filter(removesSomething), followsReferences),
    };
  },
};

function removesSomething({ deletions, status }: FileDiff): boolean {
  return deletions > 0 || status === "deleted" || status === "renamed";
}

/** A mention in a possible record is listed but not posted. */
async function adjustConfidence(one: StaleReference, classifier: LineClassifier): Promise<StaleReference> {
  return !one.link && (await classifier.mayBeRecord(one.path, one.line)) ? { ...one, confidence: 4 } : one;
}

/** On one line, a broken import outranks its path, and a path outranks a name. */
function withoutRepeats(stale: readonly StaleReference[]): StaleReference[] {
  const at = ({ path, line }: StaleReference) => `${path}:${line}`;
  const linesOf = (kind: RegExp) => new Set(stale.flatMap((one) => (kind.test(one.kind) ? at(one) : [])));
  const [imports, paths] = [linesOf(/^import|^use/), linesOf(/^path/)];
  return stale.filter(
    (one) =>
      !(one.kind === "path-in-code" && imports.has(at(one))) && !(one.kind === "name-in-docs" && paths.has(at(one))),
  );
}

function sortReferences(stale: readonly StaleReference[]): StaleReference[] {
  return stale.toSorted((a, b) => (a.path === b.path ? a.line - b.line : a.path < b.path ? -1 : 1));
}
