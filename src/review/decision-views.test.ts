// No two views of a decision disagree, whatever was found, run and set.
import fc from "fast-check";
import { expect, test } from "vitest";
import { changeOf } from "../../test/support/change-of.ts";
import { draftOf, judgedOf, onPull, readerOf, reportOf } from "../../test/support/finding-of.ts";
import { propertyRuns } from "../../test/support/property-runs.ts";
import type { Change } from "../change/change.ts";
import { reachesAuthor, findingOutcomes, severities, type JudgedFinding, type Mark } from "../findings/finding.ts";
import type { Report } from "../findings/report.ts";
import {
  chosenBy,
  conclusionOf,
  eventOf,
  exitCodeOf,
  openObjections,
  rulesOf,
  verdictNames,
  verdictOf,
  type Event,
} from "./decision.ts";
import { decideReview } from "./decide-review.ts";
import type { Draft, Edit } from "./draft.ts";
import { editDraft, whyEventRefused } from "./edit-draft.ts";
import { planPosting } from "./plan.ts";
import { summaryFactsOfDraft } from "./summary-facts.ts";
import { summaryVerdicts, mildestVerdict, weightOf } from "./summary-form.ts";
import { checkRunOf } from "./words/check-run-text.ts";
import { eventLine } from "./words/body-lines.ts";
import { eventTexts, eventTitle } from "./words/report-texts.ts";
import { summaryMarkdown } from "./words/five-sections.ts";
import { draftToJson } from "./publishers/json.ts";

const markKinds: readonly Mark["why"][] = [
  { kind: "already-posted" },
  { kind: "late" },
  { kind: "root", root: "DOC" },
  { kind: "unproven-check", check: "sums" },
  { kind: "moved-by-person", to: "advisory" },
  { kind: "refuted", by: "code-reviewer", reason: "it only prints" },
  { kind: "editor-verdict", verdict: "noise", reason: "the caller checks" },
];

const finding: fc.Arbitrary<JudgedFinding> = fc
  .record({
    severity: fc.constantFrom(...severities),
    improvement: fc.boolean(),
    line: fc.integer({ min: 1, max: 40 }),
    outcome: fc.option(fc.constantFrom(...findingOutcomes), { nil: undefined }),
    why: fc.constantFrom(...markKinds),
    id: fc.uuid(),
  })
  .map(({ outcome, why, ...given }) =>
    judgedOf(
      { ...given, title: `Finding ${given.id}` },
      outcome === undefined ? [] : [{ by: why.kind === "moved-by-person" ? "person" : "test", why, outcome }],
    ),
  );

const testResult = { file: "a.test.ts", name: "adds", status: "failed", message: null, frames: [], ms: 1 } as const;
const tests: fc.Arbitrary<Report> = fc
  .record({
    passed: fc.nat(3),
    since: fc.array(fc.constantFrom("new", "before", "flaky", "unknown"), { maxLength: 2 }),
    trouble: fc.boolean(),
  })
  .map(({ passed, since, trouble }) =>
    reportOf({
      unit: "tests",
      by: "execution",
      tests: {
        tests: [
          {
            runner: "vitest",
            cwd: "",
            command: ["vitest"],
            passed,
            failed: since.map((one) => ({ test: testResult, since: one, onBase: "passed" as const })),
            skipped: 0,
            newlyPassing: [],
            ms: 1,
            trouble: trouble ? { is: "broken", why: "x", output: "" } : null,
          },
        ],
        proof: null,
        did: null,
      },
    }),
  );

const files = { head: { "src/app.ts": Array.from({ length: 40 }, (_, at) => `line(${at});`).join("\n") } };
const plain = changeOf(files);

interface Settings {
  autoApprove: Change["config"]["autoApprove"];
  checkRun: Change["config"]["checkRun"];
  roster: string[];
  fullPass: boolean;
  wip: boolean;
  own: boolean;
  concerns: ("open" | "failed" | "verified")[];
}

const settings: fc.Arbitrary<Settings> = fc.record({
  autoApprove: fc.constantFrom("off", "clean", "notes"),
  checkRun: fc.constantFrom("neutral", "failure"),
  roster: fc.subarray(["code-reviewer", "second-opinion"]),
  fullPass: fc.boolean(),
  wip: fc.boolean(),
  own: fc.boolean(),
  concerns: fc.array(fc.constantFrom("open", "failed", "verified"), { maxLength: 2 }),
});

function changeWith({ autoApprove, checkRun, roster, fullPass, wip, own, concerns }: Settings): Change {
  const pulled = onPull(plain);
  return {
    ...pulled,
    from: { ...pulled.from, viewer: "ada" } as Change["from"],
    words: { ...pulled.words, author: own ? "ada" : "bob" },
    config: { ...plain.config, autoApprove, checkRun },
    triage: { ...plain.triage, roster, fullPass: fullPass ? "cross-stack" : null },
    intent: { ...plain.intent, wip },
    concerns: concerns.map((status, at) => ({ id: `V${at}`, text: "holds", source: "body", how: null, status })),
  };
}

const edit: fc.Arbitrary<Edit> = fc.oneof(
  fc.record({
    edit: fc.constant("event" as const),
    event: fc.constantFrom<Event>("APPROVE", "COMMENT", "REQUEST_CHANGES"),
    by: fc.constant("kim"),
  }),
  fc.record({
    edit: fc.constant("acknowledge" as const),
    rule: fc.constantFrom("coverage-gap", "open-concern", "tests-not-run", "serious-advisory"),
    by: fc.constant("kim"),
  }),
);

/** A gate refuses what may not be; the draft then stays as it was. */
function tried(draft: Draft, one: Edit): Draft {
  try {
    return editDraft(draft, one);
  } catch {
    return draft;
  }
}

/** Half of the drafts have nothing else against them than their findings and edits: approvals are rare otherwise. */
const calm: fc.Arbitrary<Settings> = settings.map((given) => ({
  ...given,
  roster: [],
  fullPass: false,
  wip: false,
  own: false,
  concerns: [],
}));

const drafts: fc.Arbitrary<Draft> = fc
  .record({
    settings: fc.oneof(settings, calm),
    findings: fc.array(finding, { maxLength: 4 }),
    tests: fc.option(tests, { nil: undefined }),
    unread: fc.boolean(),
    reviewed: fc.boolean(),
    edits: fc.array(edit, { maxLength: 3 }),
  })
  .map(({ settings: given, findings, tests: ran, unread, reviewed, edits }) => {
    const change = changeWith(given);
    const reports = [
      ...(unread ? [] : [readerOf(change)]),
      ...(ran ? [ran] : []),
      ...(reviewed ? [reportOf({ unit: "code-reviewer", by: "reviewer" })] : []),
    ];
    return edits.reduce(tried, draftOf(change, findings, reports));
  });

function faultsOf(draft: Draft): string[] {
  const { decision, judged } = draft;
  const event = eventOf(decision);
  const verdict = verdictOf(decision);
  const conclusion = conclusionOf(decision);
  const rules = rulesOf(decision).map(({ rule }) => rule);
  const isFree = !decision.ownPull && chosenBy(decision) === null;
  const laws: Record<string, boolean> = {
    "an approval has nothing open against it": event !== "APPROVE" || openObjections(decision).length === 0,
    "an approval has the mildest verdict": event !== "APPROVE" || verdict === "Approve with notes",
    "an approval has no failing check run": event !== "APPROVE" || conclusion !== "failure",
    "requested changes have a verdict that asks for them":
      event !== "REQUEST_CHANGES" || ["Block", "Needs changes"].includes(verdict),
    "requested changes fail the check run": event !== "REQUEST_CHANGES" || conclusion === "failure",
    "a verdict to block requests changes, where it may": verdict !== "Block" || !isFree || event === "REQUEST_CHANGES",
    "a green check run says that nothing has to hold up merging":
      conclusion !== "success" || (verdict === "Approve with notes" && !rules.includes("coverage-gap")),
    "an undecided review is no approval, and says why":
      verdict !== "Undecided" || (event === "COMMENT" && !rules.includes("auto-approve")),
    "nothing blocks approval only where nothing does":
      !rules.includes("auto-approve") || openObjections(decision).length === 0,
    "a grave finding fails the build, the check run and the verdict":
      exitCodeOf(decision, "high") === 0 || (conclusion === "failure" && ["Block", "Needs changes"].includes(verdict)),
    "a severity fails the build that a milder one fails": severities.every(
      (one, at) => exitCodeOf(decision, one) <= exitCodeOf(decision, severities[at + 1] ?? "nit"),
    ),
    "the gate offers the event that it is": whyEventRefused(decision, event) === null,
    "no approval over a grave finding that nobody answered":
      event !== "APPROVE" ||
      (decision.acknowledged ?? []).includes("serious-advisory") ||
      judged.every(
        ({ outcome, severity, finding: { improvement }, marks }) =>
          !["inline", "listed", "advisory", "held"].includes(outcome) ||
          !["critical", "high"].includes(severity) ||
          improvement ||
          marks.some(({ by, why }) => by === "person" || (outcome === "advisory" && why.kind === "refuted")),
      ),
    "the decision is that of the draft":
      JSON.stringify({ ...decideReview(draft.change, draft.reports, judged) }) ===
      JSON.stringify((({ chosen: _chosen, acknowledged: _acknowledged, ...facts }) => facts)(decision)),
  };
  return [...Object.entries(laws).flatMap(([law, holds]) => (holds ? [] : [law])), ...textFaults(draft)];
}

/** What is posted, printed and listed says the same. */
function textFaults(draft: Draft): string[] {
  const { decision, judged } = draft;
  const event = eventOf(decision);
  const verdict = verdictOf(decision);
  const summary = summaryMarkdown(draft);
  const run = checkRunOf(draft);
  const json = draftToJson(draft, "1.0.0").decision;
  const observed = judged.filter((one) => reachesAuthor(one) && !one.finding.improvement);
  const mildest = mildestVerdict(observed.map(({ severity }) => weightOf(severity)));
  const shown = verdictNames.filter((name) => summary?.includes(summaryVerdicts[name]));
  const laws: Record<string, boolean> = {
    "the headline has the event": eventLine(decision).startsWith(`**${eventTexts[event]}**`),
    "the summary has the verdict": summary === null || shown.join() === verdict,
    "the verdict fits what is observed": verdictNames.indexOf(verdict) >= verdictNames.indexOf(mildest),
    "merging is free only where the summary approves":
      summary === null || summary.includes("nothing here blocks merging") === (verdict === "Approve with notes"),
    "a reason is given wherever one is announced": !/: [.]|; [.]|undefined/.test(summary ?? ""),
    "the check run has the conclusion": run.conclusion === conclusionOf(decision),
    "the check run's title has no other count": run.title.startsWith(
      ((open) => (open === 0 ? "No findings" : `${open} finding`))(
        Object.values(decision.posted).reduce((sum, some) => sum + some, 0),
      ),
    ),
    "JSON says the same": json.event === event && json.verdict === verdict && json.conclusion === run.conclusion,
    "lists show the event": summaryFactsOfDraft(draft).event === event,
    "lists show the worst":
      event === "REQUEST_CHANGES" ||
      !["critical", "high"].includes(summaryFactsOfDraft(draft).worst ?? "") ||
      decision.ownPull ||
      chosenBy(decision) !== null,
    "pages show who chose": eventTitle(decision).includes("kim") === (chosenBy(decision) !== null),
  };
  return Object.entries(laws).flatMap(([law, holds]) => (holds ? [] : [law]));
}

test("no two views of a decision disagree", () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(drafts, (draft) => {
      seen.add(eventOf(draft.decision)).add(verdictOf(draft.decision)).add(conclusionOf(draft.decision));
      expect(faultsOf(draft)).toEqual([]);
    }),
    propertyRuns(10_000),
  );
  // The random drafts reach every value of every view.
  expect([...seen].toSorted()).toEqual(
    ["APPROVE", "COMMENT", "REQUEST_CHANGES", ...verdictNames, "failure", "neutral", "success"].toSorted(),
  );
}, 120_000);

test("what is posted has the event and the conclusion of the decision", () => {
  fc.assert(
    fc.property(drafts, (draft) => {
      const actions = planPosting(draft, "code", { checkRun: true })?.actions ?? [];
      const posted = actions.flatMap((action) =>
        action.do === "review" ? action.event : action.do === "check-run" ? action.conclusion : [],
      );
      expect([eventOf(draft.decision), conclusionOf(draft.decision)]).toEqual(expect.arrayContaining(posted));
    }),
    propertyRuns(500),
  );
}, 120_000);
