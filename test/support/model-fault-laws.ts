// What must hold of every review in which a model failed.
import { isDeepStrictEqual } from "node:util";
import { passTable } from "../../src/findings/gaps.ts";
import type { Report } from "../../src/findings/report.ts";
import { noCost } from "../../src/findings/asking/asking.ts";
import { reviewers } from "../../src/findings/reviewers/index.ts";
import { eventOf } from "../../src/review/decision.ts";
import type { Draft } from "../../src/review/draft.ts";
import { publishers } from "../../src/review/publishers/index.ts";
import { draftSchema } from "../../src/review/publishers/json-schema.ts";
import { detailsComment } from "../../src/review/words/details-comment.ts";
import { eventLine } from "../../src/review/words/body-lines.ts";
import { summaryMarkdown } from "../../src/review/words/five-sections.ts";
import { modelFaultTexts } from "../../src/review/words/reasons.ts";
import { goodKey, playedFaults, wrongKey } from "./model-fault-kinds.ts";
import { askedIn, vendorOf, type Played } from "./model-fault-stories.ts";
import { usesOf } from "./model-review.ts";

/** What is broken, in words; nothing where all laws hold. */
export function brokenLaws(played: Played): string[] {
  const { story, draft } = played;
  const forms = formsOf(draft);
  return [
    ...[...story.failing.keys()].flatMap((unit) => [
      ...saidToHaveFailed(unit, played),
      ...shownInEveryForm(unit, played, forms),
    ]),
    ...approvedOnSilence(played),
    ...passesCalledClean(played),
    ...answersLost(played, forms),
    ...recordedOnce(played),
    ...costsTold(played),
    ...replayedAlike(played),
    ...keysIn(played, forms),
    ...played.followed.map((headers) => `a redirect was followed with ${headers}`),
  ];
}

type Forms = Readonly<Record<string, string>>;

function formsOf(draft: Draft): Forms {
  const options = { colour: false, width: 100, version: "1.2.3", verbose: true };
  return {
    ...Object.fromEntries(publishers.map(({ id, render }) => [id, render(draft, options)])),
    details: detailsComment(draft, { version: "1.2.3", advisory: true }),
    summary: summaryMarkdown(draft) ?? "",
    event: eventLine(draft.decision),
  };
}

function reportOf(unit: string, { draft }: Played): Report | undefined {
  const reports = draft.reports.filter((report) => report.unit === unit);
  return reports.length === 1 ? reports[0] : undefined;
}

function saidToHaveFailed(unit: string, played: Played): string[] {
  const report = reportOf(unit, played);
  if (report?.status !== "failed") return [`${unit} has no report that says it failed: ${report?.status}`];
  const { why } = report;
  if (why?.kind !== "model-failed") return [`${unit} failed for another reason: ${JSON.stringify(why)}`];
  const { is } = playedFaults[played.story.failing.get(unit)!]!;
  const model = usesOf[vendorOf(unit, played.story)];
  const { gaps, missingOpinions } = played.draft.decision;
  const isGap = isOpinion(unit)
    ? missingOpinions.some((one) => one.unit === unit && one.why.kind === "model-failed")
    : gaps.some((gap) => gap.kind === "unit" && gap.unit === unit && gap.why.kind === "model-failed");
  return [
    ...(why.model === model ? [] : [`${unit} blames ${why.model}, not ${model}`]),
    ...(is.includes(why.fault) ? [] : [`${unit} calls it ${why.fault} (${why.message}), not ${is.join(" or ")}`]),
    ...(report.findings.length + report.verdicts.length + report.read.length === 0
      ? []
      : [`${unit} failed, and speaks`]),
    ...(isGap ? [] : [`${unit} is not missing in the decision`]),
  ];
}

/** As a person reads it: without the marks that keep somebody else's text from acting, and wherever lines are broken. */
function readable(text: string): string {
  return text
    .replaceAll(/<[^<>]*>/g, " ")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&")
    .replaceAll(/[\s\\`\u200b]+/g, "");
}

function shownInEveryForm(unit: string, played: Played, forms: Forms): string[] {
  const why = reportOf(unit, played)?.why;
  if (why?.kind !== "model-failed") return [];
  const reason = readable(`${why.model} ${modelFaultTexts[why.fault]}`);
  // Units that failed for one reason are named together.
  const parts: Record<string, readonly string[]> = {
    terminal: [readable(`Not run ${unit}:`) + reason],
    markdown: [unit, reason],
    html: [`${unit}failed:${reason}`],
    details: [unit, reason],
    event: isOpinion(unit) ? [] : [readable("not everything was reviewed")],
  };
  const missing = Object.entries(parts).flatMap(([form, wanted]) =>
    wanted.filter((part) => !readable(forms[form]!).includes(part)).map((part) => [form, part] as const),
  );
  const json = draftSchema.parse(JSON.parse(forms["json"]!)).reports.find((report) => report.unit === unit);
  const inJson = json?.status === "failed" && readable(json.says ?? "").startsWith(reason);
  return [
    ...missing.map(([form, line]) => `${form} does not show ${unit}: ${line}`),
    ...(inJson ? [] : [`json does not show ${unit}: ${JSON.stringify(json)}`]),
  ];
}

function approvedOnSilence({ story, draft: { decision } }: Played): string[] {
  const isGap = [...story.failing.keys()].some((unit) => !isOpinion(unit));
  return isGap && eventOf(decision) === "APPROVE" ? ["it is approved"] : [];
}

/** Without it nothing is left unreviewed. */
function isOpinion(unit: string): boolean {
  return ["second-opinion", "arbiter"].includes(unit);
}

/** the passes of a reviewer that failed are gaps, whoever else has a word on them. */
function passesCalledClean({ story, draft }: Played): string[] {
  if (draft.change.triage.fullPass === null) return [];
  const owned = new Set(reviewers.filter(({ id }) => story.failing.has(id)).flatMap(({ passes }) => passes));
  const { gaps } = draft.decision;
  return passTable(draft.reports)
    .filter(({ pass, says }) => owned.has(pass) && says !== "findings")
    .filter(({ pass, says }) => says !== "gap" || !gaps.some((gap) => gap.kind === "pass" && gap.pass === pass))
    .map(({ pass, says, by }) => `the pass ${pass} is called ${says} by ${by.join(", ")}, though an owner failed`);
}

/** Whoever answered is heard, whatever became of the others. */
function answersLost(played: Played, forms: Forms): string[] {
  const { story, draft } = played;
  const json = draftSchema.parse(JSON.parse(forms["json"]!));
  const answered = askedIn(story).filter((unit) => unit !== "arbiter" && !story.failing.has(unit));
  return answered.flatMap((unit) => [
    ...(reportOf(unit, played)?.status === "ran" ? [] : [`${unit} answered, and did not run`]),
    ...(draft.judged.some(({ finding }) => finding.sources.includes(unit)) ? [] : [`what ${unit} found is lost`]),
    ...(json.findings.some(({ sources }) => sources.includes(unit)) ? [] : [`json lost what ${unit} found`]),
  ]);
}

function recordedOnce(played: Played): string[] {
  const { story, calls } = played;
  const recorded = calls.map(({ unit }) => unit).toSorted();
  const asked = askedIn(story).toSorted();
  const wrong = calls.filter(({ unit, outcome }) => {
    const why = reportOf(unit, played)?.why;
    const fault = why?.kind === "model-failed" ? why.fault : null;
    return outcome.is === "failed" ? outcome.fault !== fault || !story.failing.has(unit) : story.failing.has(unit);
  });
  return [
    ...(String(recorded) === String(asked) ? [] : [`recorded are ${String(recorded)}; asked were ${String(asked)}`]),
    ...wrong.map(({ unit, outcome }) => `${unit} is recorded as ${JSON.stringify(outcome).slice(0, 200)}`),
    ...(calls.every(({ bodies }) => (bodies !== null) === story.full)
      ? []
      : ["bodies are kept, or not, against the config"]),
  ];
}

/** What was spent on somebody who failed is spent too. */
function costsTold(played: Played): string[] {
  return played.calls
    .filter(({ unit, cost }) => !isDeepStrictEqual(reportOf(unit, played)?.cost ?? noCost, cost))
    .map(({ unit, cost }) => `${unit} cost ${JSON.stringify(cost)}, and its report says otherwise`);
}

/** where models failed too: the record alone gives the same draft, but for the time it took. */
function replayedAlike({ draft, replayed }: Played): string[] {
  const text = (of: Draft) => JSON.stringify(of, (key, value: unknown) => (key === "ms" ? 0 : value));
  return text(draft) === text(replayed) ? [] : ["the record gives another draft"];
}

function keysIn({ draft, calls, told }: Played, forms: Forms): string[] {
  const places: Record<string, string> = {
    ...forms,
    draft: JSON.stringify(draft),
    record: JSON.stringify(calls),
    progress: JSON.stringify(told),
  };
  return Object.entries(places)
    .filter(([, text]) => text.includes(goodKey) || text.includes(wrongKey))
    .map(([place]) => `a key stands in ${place}`);
}
