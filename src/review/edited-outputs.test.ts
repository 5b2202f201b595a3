// Nothing is lost between the editor and what people read, whatever was found.
import fc from "fast-check";
import { expect, test } from "vitest";
import { changeOf } from "../../test/support/change-of.ts";
import { draftOf, judgedOf, onPull, readerOf } from "../../test/support/finding-of.ts";
import { propertyRuns } from "../../test/support/property-runs.ts";
import { areas } from "../change/config.ts";
import { editFindings } from "../findings/editor/edit-findings.ts";
import { editorVerdicts } from "../findings/editor/select-inline.ts";
import { reachesAuthor, severities, type Finding, type Mark } from "../findings/finding.ts";
import type { Draft } from "./draft.ts";
import { findingLabels } from "./group-findings.ts";
import { planPosting } from "./plan.ts";
import { postedEntries } from "./posted-entries.ts";
import { draftToJson } from "./publishers/json.ts";
import { markdownPublisher } from "./publishers/markdown.ts";
import { terminal } from "./publishers/terminal.ts";
import { pressingMedium } from "./decision.ts";
import { placeFindings } from "./comment-limits.ts";

const lines = Array.from({ length: 40 }, (_, at) => `line(${at});`);
const change = onPull(changeOf({ head: { "src/app.ts": lines.join("\n") } }));

const held: Mark = { by: "test", why: { kind: "unproven-check", check: "sums" }, outcome: "advisory" };

const finding = fc.record({
  line: fc.integer({ min: 1, max: 40 }),
  says: fc.constantFrom(
    "the sum leaves out an item",
    "no test adds up the sum",
    "a timeout is missing",
    "the sum is off",
  ),
  kind: fc.constantFrom("wrong-condition", "untested-behaviour", "swallowed-error"),
  category: fc.constantFrom(...areas),
  severity: fc.constantFrom(...severities),
  confidence: fc.integer({ min: 5, max: 10 }),
  proof: fc.constantFrom("proven" as const, "argued" as const),
  sources: fc.constantFrom<Finding["sources"]>(["code-reviewer"], ["PRESCAN:sums"], ["adversary", "second-opinion"]),
  improvement: fc.boolean(),
  isAdvised: fc.boolean(),
  verdict: fc.option(fc.constantFrom(...editorVerdicts)),
  group: fc.option(fc.integer({ min: 0, max: 2 })),
});

const drafts = fc
  .record({ drawn: fc.array(finding, { maxLength: 12 }), maxComments: fc.integer({ min: 0, max: 5 }) })
  .map(({ drawn, maxComments }): Draft => {
    const judged = drawn.map(({ says, isAdvised, verdict: _verdict, group: _group, line, ...rest }, at) =>
      judgedOf(
        { ...rest, line, text: lines[line - 1]!, id: `f-${at}`, title: `X${at}x ${says}` },
        isAdvised ? [held] : [],
      ),
    );
    const verdicts = new Map(
      drawn.flatMap(({ verdict }, at) =>
        verdict === null ? [] : [[`f-${at}`, { verdict, reason: "so it is" }] as const],
      ),
    );
    const groups = [0, 1, 2].map((of) => drawn.flatMap(({ group }, at) => (group === of ? [`f-${at}`] : [])));
    const config = { ...change.config, maxComments };
    return draftOf({ ...change, config }, editFindings(judged, config, { verdicts, groups }), [readerOf(change)]);
  });

const screen = { colour: false, width: 100, verbose: true, version: "1.0.0" };

function faultsOf(draft: Draft): string[] {
  const { judged, decision } = draft;
  const markdown = markdownPublisher.render(draft, screen);
  const printed = terminal.render(draft, screen).replaceAll(/\s+/g, " ");
  const plan = planPosting(draft, "code") ?? { actions: [] };
  const posted = JSON.stringify(plan.actions);
  const json = draftToJson(draft, "1.0.0");
  const labels = findingLabels(judged);
  const entries = postedEntries(judged);
  const { inline, inBody } = placeFindings(judged, draft.change);
  const counted = Object.values(decision.posted).reduce((sum, some) => sum + some, 0);
  const named = (one: (typeof judged)[number]) => one.finding.title.split(" ")[0]!;
  const reaches = judged.filter(reachesAuthor);
  const shown = judged.filter((one) => reachesAuthor(one) || one.outcome === "advisory");
  const laws: Record<string, boolean> = {
    "the report has every shown finding": shown.every((one) => markdown.includes(named(one))),
    "the report says each finding once": entries.every(
      ({ one }) => markdown.split(`**${labels.get(one.finding.id)}. ${named(one)} `).length === 2,
    ),
    "the screen has every shown finding": shown.every((one) => printed.includes(named(one))),
    "what is posted has every finding for the author": reaches.every((one) => posted.includes(named(one))),
    "JSON has every finding, with its outcome": judged.every(({ finding: { id }, outcome }) =>
      json.findings.some((one) => one.id === id && one.outcome === outcome),
    ),
    "counts are those of the entries": counted === entries.length,
    "medium findings to be fixed are shown in full":
      [...inline, ...inBody].filter(({ one }) => one.severity === "medium" && !one.finding.improvement).length >=
      pressingMedium(decision),
  };
  return Object.entries(laws).flatMap(([law, holds]) => (holds ? [] : [law]));
}

test("every output has every finding, and the counts add up", () => {
  fc.assert(
    fc.property(drafts, (draft) => {
      expect(faultsOf(draft)).toEqual([]);
    }),
    propertyRuns(1_000),
  );
}, 120_000);
