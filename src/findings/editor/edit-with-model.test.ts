import { describe, expect, test } from "vitest";
import { judgedOf, textOf, type FindingOf } from "../../../test/support/finding-of.ts";
import { ModelFault } from "../../errors.ts";
import { noCost, type Asker, type Question } from "../asking/asking.ts";
import type { JudgedFinding } from "../finding.ts";
import { editFindings } from "./edit-findings.ts";
import { editWithModel } from "./edit-with-model.ts";
import { leadId } from "./group-by-cause.ts";

const change = { config: { maxComments: 5, focusAreas: [] } } as unknown as Parameters<typeof editWithModel>[0];
const nonce = "4f9d1c7be2a05836";
const head = { "src/cart.ts": "export function total(items) {\n  for (const item of items) sum += item.price;\n}\n" };
const loop: FindingOf = {
  id: "code-reviewer-1",
  path: "src/cart.ts",
  line: 2,
  text: "  for (const item of items) sum += item.price;",
  proof: "argued",
  sources: ["code-reviewer"],
  title: "The sum is never reset",
  explanation: "A second call adds to the first.",
};
const name: FindingOf = {
  ...loop,
  id: "comment-analyzer-1",
  sources: ["comment-analyzer"],
  line: 1,
  text: "export function total(items) {",
  kind: "wrong-text",
  title: "The function is named after something else",
  explanation: "It counts nothing.",
};

interface Said {
  findings?: { id: string; verdict: string; reason: string }[];
  causes?: string[][];
}

/** What the editor answers, with `1` for the first id that it was given. */
async function edit(judged: readonly JudgedFinding[], says: Said | Error, model: "none" | "some" = "some") {
  const asked: Question<unknown>[] = [];
  const asker: Asker = {
    modelFor: () => (model === "none" ? null : { name: "any/model", price: null, budget: 20_000, tools: true }),
    async ask(question) {
      asked.push(question);
      if (says instanceof Error) throw says;
      const id = (of: string) => (/^\d$/.test(of) ? `${nonce}-${of}` : of);
      const findings = (says.findings ?? []).map((one) => ({ ...one, id: id(one.id) }));
      const value = question.schema.parse({ findings, causes: (says.causes ?? []).map((ids) => ids.map(id)) });
      return { value, model: "any/model", cost: { ...noCost, tokensIn: 7 } };
    },
  };
  const edited = await editWithModel(change, [], judged, {
    asker,
    nonce,
    text: (of) => `# ${of}`,
    texts: { known: textOf({ head }) },
    countTokens: (text) => text.length / 4,
    stop: new AbortController().signal,
    now: () => 0,
    took: () => 42,
  });
  return { ...edited, asked, outcomes: edited.judged.map((one) => [one.finding.id, one.outcome]) };
}

describe("the editor", () => {
  const both = [judgedOf(loop), judgedOf(name)];
  const all = (first: string, second: string) => [
    { id: "1", verdict: first, reason: "it is" },
    { id: "2", verdict: second, reason: "it is" },
  ];

  test("sees each finding with the code at its place, and nothing else of the change", async () => {
    const { asked, report } = await edit(both, { findings: all("fix", "minor") });
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({ unit: "editor", tools: [], prompt: { instructions: "# editor", shared: "" } });
    expect(asked[0]!.prompt.own).toMatch(`## Finding ${nonce}-1\n\nmedium, confidence 9 of 10, correctness, wrong-sum`);
    expect(asked[0]!.prompt.own).toContain("src/cart.ts:2\nThe sum is never reset\nA second call adds to the first.");
    expect(asked[0]!.prompt.own).toContain("1: export function total(items) {");
    expect(report).toMatchObject({ unit: "editor", status: "ran", model: "any/model", cost: { tokensIn: 7 }, ms: 42 });
  });

  test("decides what is a comment on its line, what is listed and what only advises", async () => {
    const close = [judgedOf(loop), judgedOf({ ...name, confidence: 7 })];
    const minor = await edit(close, { findings: all("fix", "minor") });
    expect(minor.outcomes).toEqual([
      ["code-reviewer-1", "inline"],
      ["comment-analyzer-1", "listed"],
    ]);
    const noise = await edit(both, { findings: all("noise", "fix") });
    expect(noise.outcomes).toEqual([
      ["comment-analyzer-1", "inline"],
      ["code-reviewer-1", "advisory"],
    ]);
    expect(noise.judged[1]!.marks.at(-1)!.why).toEqual({ kind: "editor-verdict", verdict: "noise", reason: "it is" });
  });

  test("puts findings of one cause together", async () => {
    const { judged } = await edit(both, { findings: all("fix", "minor"), causes: [["1", "2", "3"]] });
    expect(judged.map(leadId)).toEqual([null, "code-reviewer-1"]);
  });

  test.each<[string, Said | Error]>([
    ["fails", new ModelFault("any/model", "timeout", "took too long")],
    ["answers nothing", {}],
    [
      "names other ids",
      { findings: [{ id: "code-reviewer-1", verdict: "noise", reason: "it is" }], causes: [["7", "8"]] },
    ],
    [
      "calls everything noise without a reason",
      { findings: all("noise", "noise").map((one) => ({ ...one, reason: " \u200b" })) },
    ],
  ])("that %s changes nothing", async (_name, says) => {
    const { judged, report } = await edit(both, says);
    expect(judged).toEqual(editFindings(both, change.config));
    expect(report!.status).toBe(says instanceof Error ? "failed" : "ran");
  });

  test("is asked about an id once: the first answer counts", async () => {
    const { outcomes } = await edit(both, { findings: [...all("fix", "fix"), ...all("noise", "noise")] });
    expect(outcomes.map(([, outcome]) => outcome)).toEqual(["inline", "inline"]);
  });

  test.each<[string, JudgedFinding[]]>([
    ["one finding", [judgedOf(loop)]],
    ["two that a check has proven", [judgedOf({ ...loop, proof: "proven" }), judgedOf({ ...name, proof: "proven" })]],
    ["none", []],
  ])("is not asked about %s", async (_name, judged) => {
    expect((await edit(judged, { findings: [] })).asked).toEqual([]);
  });

  test("is not asked where no model is set for it", async () => {
    const { asked, report, judged } = await edit(both, { findings: [] }, "none");
    expect([asked, report, judged]).toEqual([[], undefined, editFindings(both, change.config)]);
  });

  test("is given no more than its model can read", async () => {
    const many = Array.from({ length: 200 }, (_, index) =>
      judgedOf({
        ...name,
        id: `n-${index}`,
        line: index + 10,
        title: `Name ${index}`,
        explanation: "long ".repeat(200),
      }),
    );
    const { asked } = await edit(many, {});
    expect(asked[0]!.prompt.own.length).toBeLessThan(80_000);
    expect(asked[0]!.prompt.own.length).toBeGreaterThan(60_000);
  });
});
