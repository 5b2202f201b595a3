// Decides claims that the change brought something in, where the quoted lines are older than the change.
import { addedLines, linesOf, removedLines, type FileDiff } from "../../../change/diff.ts";
import type { Finding } from "../../finding.ts";
import type { GateFacts } from "../../gate.ts";
import { normalise } from "../../quote.ts";
import { bareName, hasWholeName, type ClaimText } from "./claim-text.ts";
import type { ClaimContradiction } from "../claim-gate.ts";

const change =
  "(?:change|changes|changeset|PR|pull request|diff|commit|patch|merge request|MR|refactor(?:ing)?|rewrite|update|branch)";
const brought = "(?:added|introduced|created|exposed|inserted|enabled|put in place|brought in)";
/** The change itself is said to bring in what is quoted. */
const brings = new RegExp(
  [
    `^(?:this |new )?${change}(?: now| newly)? (?:adds|introduces|brings|creates|turns|makes|marks|switches|starts|writes|opens|exposes|changes|replaces|enables|causes)\\b`,
    `\\b(?:this|these) ${change}(?: now| newly)? (?:adds?|introduces?|brings?|creates?|exposes?)\\b`,
    `^(?:this )?${change} (?:now|newly) \\w+s\\b`,
    "^(?:adds|introduces|adding|introducing|introduction of|addition of)\\b",
    `\\b(?:newly|freshly|recently)[ -](?:${brought}|[a-z]+ed)\\b`,
    "^(?:newly|freshly)\\b",
    `^(?:newly )?(?:added|introduced) [\\w«»-]+`,
    `\\bis (?:newly )?(?:added|introduced)(?! to\\b)(?: (?:by|in|with) (?:this )?${change}\\b|$|[,.;]| (?:that|which|and|without|as)\\b)`,
    `\\b${brought} (?:by|in|with|as part of|during) (?:this )?${change}\\b`,
    "\\bintroduced$|\\bintroduced (?:here|at this point)\\b|, introduced\\b",
    `\\b(?:in|by|with|due to|because of|after|since) this ${change}\\b`,
    "\\bintroduc(?:es?|ing)\\b",
    `\\bis new(?: (?:here|(?:in|with) this ${change}))?(?=$|[,.;]| and\\b)`,
    "^new code \\w+s\\b",
    "^regression\\b",
  ].join("|"),
  "i",
);
/** A new thing is named; it counts where the quoted line is that thing. */
const newThing = /^(?:new|added|newly added|newly introduced) («\d+»|[\w-]+)(?: («\d+»|[\w-]+))?/i;

/** Whether any quote shows a line that the change adds or removes. */
export function quotesChangedLine(
  { evidence, at }: Pick<Finding, "evidence" | "at">,
  files: readonly FileDiff[],
): boolean {
  const [first] = evidence;
  return [...evidence, ...(at.start === first.start ? [at] : [])].some(({ path, side, start, end }) => {
    const file = files.find((one) => (side === "head" ? one.newPath : one.oldPath) === path);
    if (!file) return false;
    const changed = side === "head" ? addedLines(file) : removedLines(file);
    return (
      [...changed].some(({ line }) => start <= line && line <= end) ||
      (side === "head" && isBesideRemoval(file, start, end))
    );
  });
}

/** Lines were taken away right here, and nothing stands in their place. */
function isBesideRemoval(file: FileDiff, start: number, end: number): boolean {
  return file.hunks.some((hunk) => {
    const lines = [...linesOf(hunk)];
    return lines.some((line, at) => {
      if (line.kind !== "removed") return false;
      const before = lines.slice(0, at).findLast(({ kind }) => kind !== "removed");
      const after = lines.slice(at).find(({ kind }) => kind !== "removed");
      if (before?.kind === "added" || after?.kind === "added") return false;
      return [before, after].some((one) => one?.new != null && start <= one.new && one.new <= end);
    });
  });
}

export function contradictedNews(claim: ClaimText, finding: Finding, facts: GateFacts): ClaimContradiction | null {
  const [quote] = finding.evidence;
  const thing = newThing.exec(claim.plain);
  const says = brings.test(claim.plain) || (thing !== null && namesQuoted(thing, claim, quote.text));
  if (!says || quote.side !== "head" || quotesChangedLine(finding, facts.change.files)) return null;
  if (namesNews(claim, quote.text, facts.change.files)) return null;
  const file = facts.change.files.find((one) => one.newPath === quote.path);
  const path = file ? file.oldPath : quote.path;
  if (path === null) return null;
  const base = facts.text(path, "base") ?? (file ? null : facts.text(path, "head"));
  const wanted = quote.text
    .split("\n")
    .map(normalise)
    .find((line) => line !== "");
  const line = base?.lines.findIndex((text) => normalise(text) === wanted) ?? -1;
  return line < 0 ? null : { isCertain: false, why: { kind: "was-there-before", path, line: line + 1 } };
}

/** A name that only added lines have: the claim is about those, and quotes what they affect. */
function namesNews({ names, plain }: ClaimText, quoted: string, files: readonly FileDiff[]): boolean {
  const isPronoun = /\b(?:adds?|introduces?|creates?) (?:it|them|one)\b/i.test(plain);
  const own = names.map(({ text }) => bareName(text)).filter((one) => isPronoun || !hasWholeName(quoted, one));
  return own.some((one) => files.some((file) => [...addedLines(file)].some(({ text }) => hasWholeName(text, one))));
}

function namesQuoted(thing: RegExpExecArray, claim: ClaimText, text: string): boolean {
  return thing.slice(1, 3).some((said) => {
    const name = said && (/^«(\d+)»$/.exec(said) ? claim.names[Number(said.slice(1, -1))]?.text : said);
    if (!name) return false;
    return (
      hasWholeName(text, name, "i") ||
      (name.length > 4 && text.toLowerCase().includes(name.toLowerCase().replace(/^web|ing$|s$/g, "")))
    );
  });
}
