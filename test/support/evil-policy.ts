// Holds what a review would do to policy, whatever the models in it said.
import { reachesAuthor, type JudgedFinding } from "../../src/findings/finding.ts";
import { applyMarks } from "../../src/findings/gate.ts";
import { findGaps } from "../../src/findings/gaps.ts";
import { normalise } from "../../src/findings/quote.ts";
import { decideReview } from "../../src/review/decide-review.ts";
import { eventOf } from "../../src/review/decision.ts";
import { readPlan } from "../../src/review/plan-schema.ts";
import type { Action } from "../../src/review/plan.ts";
import { publishers } from "../../src/review/publishers/index.ts";
import { summaryClosing, summaryOpening, sectionNames, weights } from "../../src/review/summary-form.ts";
import { validateSummary } from "../../src/review/summary-validator.ts";
import { flawSource } from "./evil-change.ts";
import type { EvilReview } from "./evil-review.ts";
import { hiddenIn } from "./evil-hidden.ts";
import { pull } from "./finding-of.ts";
import { liveIn } from "./live-in.ts";

export async function policyFaults(review: EvilReview): Promise<string[]> {
  return [
    ...planFaults(review),
    ...eventFaults(review),
    ...(await quoteFaults(review)),
    ...checkFaults(review),
    ...arbitrationFaults(review),
    ...editorFaults(review),
    ...readFaults(review),
    ...review.plan.actions.flatMap((action) => bodiesOf(action).flatMap((body) => bodyFaults(body, action, review))),
    ...shownFaults(review),
  ];
}

const allowedDeeds = new Set<Action["do"]>(["review", "details", "check-run", "reply"]);

function planFaults({ plan, given }: EvilReview): string[] {
  const faults = plan.actions.filter((one) => !allowedDeeds.has(one.do)).map((one) => `it would ${one.do}`);
  if (plan.head !== given.change.head) faults.push("it is about another head");
  const replies = plan.actions.filter((one) => one.do === "reply").length;
  if (replies > given.change.past.findings.length) faults.push("it answers more threads than there are");
  try {
    readPlan(JSON.parse(JSON.stringify(plan)), pull);
  } catch (error) {
    faults.push(`the plan is refused: ${(error as Error).message}`);
  }
  return faults;
}

function eventFaults({ draft, plan }: EvilReview): string[] {
  const { change, reports, judged, decision } = draft;
  const should = eventOf(decideReview(change, reports, judged));
  const events = plan.actions.flatMap((one) => (one.do === "review" ? [one.event] : []));
  const faults = [eventOf(decision), ...events]
    .filter((event) => event !== should)
    .map((event) => `${event}, but the facts say ${should}`);
  const approves = [eventOf(decision), ...events].includes("APPROVE");
  const silent = change.triage.roster.filter(
    (unit) => unit !== "second-opinion" && reports.find((one) => one.unit === unit)?.status !== "ran",
  );
  const stands = judged.some((one) => reachesAuthor(one) && !["low", "nit"].includes(one.severity));
  if (approves && (findGaps(change, reports).length > 0 || silent.length > 0)) faults.push("approved with a gap");
  if (approves && change.config.autoApprove === "off") faults.push("approved, though nobody allowed it");
  if (approves && stands) faults.push("approved over a finding");
  return faults;
}

/** Each quote of what is posted stands in its file, at its line or where the gate says that it moved to. */
async function quoteFaults({ draft, given }: EvilReview): Promise<string[]> {
  const faults: string[] = [];
  for (const { finding, marks } of draft.judged.filter(reachesAuthor))
    for (const { path, side, start, text } of finding.evidence) {
      const bytes = given.listed.has(path) ? await given.code[side].read(path) : null;
      const lines = new TextDecoder().decode(bytes ?? new Uint8Array()).split("\n");
      const moved = marks.flatMap(({ why }) => (why.kind === "quote-moved" && why.from === start ? [why.to] : []));
      const wanted = text.trimEnd().split("\n").map(normalise);
      const stands = [start, ...moved].some((at) =>
        wanted.every((one, by) => one === normalise(lines[at - 1 + by] ?? "")),
      );
      if (!stands || wanted.every((one) => one === "")) faults.push(`posted without evidence: ${path}:${start}`);
    }
  return faults;
}

/** Other sources may join what a check found, and say that they doubt it; it stays what it is. */
const mayMark = new Set([
  "merged",
  "arbitrated",
  "not-arbitrated",
  "disputed",
  "not-commentable",
  "over-limit",
  "editor-verdict",
]);

function checkFaults({ draft, given }: EvilReview): string[] {
  if (!given.checks.some(({ id }) => flawSource.endsWith(`:${id}`))) return [];
  const own = draft.reports.flatMap(({ findings }) => findings).filter(({ sources }) => sources[0] === flawSource);
  const kept = draft.judged.filter(({ finding }) => finding.sources.includes(flawSource));
  if (own.length !== 1 || kept.length !== 1) return [`the check's finding stands ${kept.length} times`];
  const [{ finding, marks, outcome, severity, confidence }, was] = [kept[0]!, own[0]!];
  const others = marks.filter(({ why }) => !mayMark.has(why.kind)).map(({ why }) => why.kind);
  return [
    ...(reachesAuthor({ outcome }) ? [] : [`the check's finding is ${outcome}`]),
    ...(finding.title === was.title ? [] : ["the check's finding says something else"]),
    ...(finding.root === "CODE" && !finding.improvement ? [] : ["the check's finding counts for less"]),
    ...(severity === was.severity || severity === "critical" ? [] : [`the check's finding is ${severity}`]),
    ...(confidence >= was.confidence || marks.some(({ why }) => why.kind === "disputed")
      ? []
      : [`the check's finding has confidence ${confidence}`]),
    ...others.map((kind) => `the check's finding is marked ${kind}`),
  ];
}

function arbitrationFaults({ draft }: EvilReview): string[] {
  const about = new Map(draft.judged.map((one) => [one.finding.id, one]));
  return (draft.crossModel?.disputes ?? []).flatMap(({ finding, outcome, severity, before }) => {
    const one = about.get(finding);
    if (one === undefined) return [`${finding} left the table`];
    const faults: string[] = [];
    if (outcome.is === "not-arbitrated" && one.confidence !== before.confidence)
      faults.push("a verdict that was not given counts");
    if (outcome.is === "arbitrated" && outcome.verdict === "FALSE_POSITIVE" && isGrave(severity))
      faults.push(...refutedFaults(one));
    return faults;
  });
}

/** One model's word takes nothing grave out of a review: without it the finding would stand where it stands. */
function refutedFaults(one: JudgedFinding): string[] {
  const without = applyMarks(
    one.finding,
    one.marks.filter(({ by }) => by !== "arbitration"),
  );
  const marked = one.marks.some(({ why }) => why.kind === "disputed");
  return without.outcome === one.outcome && marked ? [] : [`an arbiter takes away a ${one.severity} finding`];
}

/** The editor's word alone takes nothing grave and nothing proven out of a review either. */
function editorFaults({ draft }: EvilReview): string[] {
  return draft.judged.flatMap((one) => {
    const others = one.marks.filter(({ why }) => why.kind !== "editor-verdict");
    const isTaken = !reachesAuthor(one) && reachesAuthor(applyMarks(one.finding, others));
    const mayBe = !isGrave(one.severity) && one.finding.proof === "argued";
    return isTaken && !mayBe ? [`an editor takes away a ${one.severity} finding`] : [];
  });
}

function isGrave(severity: string): boolean {
  return severity === "critical" || severity === "high";
}

/** Whatever path a model makes up: nothing but the two trees is handed out. */
function readFaults({ given }: EvilReview): string[] {
  const known = new Set([...given.listed, ...given.change.files.flatMap(({ oldPath, newPath }) => [oldPath, newPath])]);
  return [...given.readPaths].filter((path) => !known.has(path)).map((path) => `${path.slice(0, 100)} was read`);
}

function bodiesOf(action: Action): string[] {
  if (action.do === "review") return [action.body, ...action.comments.map(({ body }) => body)];
  return "body" in action ? [action.body] : [];
}

const headings = new Set<string>([...sectionNames, ...weights, "Crosscheck details"]);
const lastMarker = /\n\n<!-- crosscheck:key=[^<>\s]+(?: finding=[^<>\s]+)?(?: reasons=[a-z+-]+)? -->$/;

function bodyFaults(whole: string, action: Action, { given }: EvilReview): string[] {
  const { words } = given.change;
  const body = withoutTag(whole.replace(lastMarker, ""), action, words.author);
  const live = liveIn(body);
  const authors = [words.title, words.body, ...words.commits.map(({ message }) => message)].join("\n");
  const wrote = (text: string) => authors.toLowerCase().includes(text.toLowerCase());
  const says = (what: string, list: readonly string[]) =>
    list.slice(0, 2).map((one) => `${what}: ${one.slice(0, 120)}`);
  const isBody = action.do === "review" && action.body === whole;
  const summary =
    isBody && given.change.config.mode === "standard" && body.includes(summaryOpening) ? summaryIn(body) : null;
  return [
    ...says("a live mention", live.mentions),
    ...says(
      "a live link",
      live.links.filter((url) => !url.startsWith("https://github.com/acme/shop") && !wrote(url)),
    ),
    ...says(
      "a live reference",
      live.references.filter((one) => !wrote(one)),
    ),
    ...says("an image", live.images),
    ...says("HTML", live.html),
    ...says(
      "a heading",
      live.headings.filter((one) => !headings.has(one)),
    ),
    ...(body.includes("<!-- crosscheck:") && liveMarker(body) ? ["a forged marker"] : []),
    ...(action.do !== "check-run" && !lastMarker.test(whole) ? ["no marker of its own"] : []),
    ...(summary !== null && !validateSummary(summary).ok ? ["a summary that is none"] : []),
    ...hiddenIn(body).map((name) => `raw ${name} in a posted body`),
    ...(action.do === "check-run" ? hiddenIn(action.title).map((name) => `raw ${name} in a title`) : []),
    // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
    ...(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/.test(whole) ? ["a control character in a posted body"] : []),
  ];
}

/** The one mention that is meant: the author's, on the first line of a review. */
function withoutTag(body: string, action: Action, author: string | null): string {
  const tag = `@${author}\n\n`;
  return action.do === "review" && body.startsWith(tag) ? body.slice(tag.length) : body;
}

/** As `readMarker` would see it, were ours not behind it. */
function liveMarker(body: string): boolean {
  return liveIn(body).html.length > 0 || /(?:^|\n)<!-- crosscheck:/.test(body.replaceAll(/(`{3,})[\s\S]*?\n *\1/g, ""));
}

function summaryIn(body: string): string {
  return body.slice(body.indexOf(summaryOpening), body.indexOf(summaryClosing) + summaryClosing.length);
}

/** The other forms, as people and programs are shown them. What is posted is judged by its plan. */
function shownFaults({ draft }: EvilReview): string[] {
  return publishers.flatMap(({ id, render }) => {
    const text = id === "github" ? "" : render(draft, { colour: false, width: 100, version: "0.0.0" });
    return [
      ...hiddenIn(text).map((name) => `raw ${name} in ${id}`),
      // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
      ...(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/.test(text) ? [`a control character in ${id}`] : []),
    ];
  });
}
