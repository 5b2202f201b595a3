// The script, on prompts as the real client sends them.
import { describe, expect, test } from "vitest";
import type { ReviewerAnswer } from "../../findings/asking/answer.ts";
import { arbiterPrompt, parseArbitration } from "../../findings/arbitrate.ts";
import type { ScriptedRequest } from "../../standin/models/story.ts";
import { promptText } from "../../world/models/prompt-texts.ts";
import { answersByKind, sightings } from "./samples/sightings.ts";
import { scriptOf } from "./scripted-model.ts";

const script = scriptOf({ sightings, answers: answersByKind, thinks: async () => {} });
const fence = (label: string, text: string) => `<<<mark begin ${label}>>>\n${text}\n<<<mark end ${label}>>>\n`;

async function said(job: string, text: string) {
  const asked: ScriptedRequest = {
    vendor: "openai-chat",
    model: "scripted-reviewer",
    system: "",
    turns: [{ role: "user", text: `${text}\n${promptText(job)}` }],
    tools: [],
    schema: null,
    stream: false,
    body: null,
    nth: 0,
  };
  const reply = await script(asked);
  if (reply.is === "text") return reply.text;
  if (reply.is !== "json") throw new Error(reply.is);
  return reply.value;
}

const [boundary] = sightings;
const diff = (sign: string) =>
  fence("file src/domain/pricing.ts", `TypeScript; +1 -1\n@@ 10-14 to 10-14 @@\n 12|x\n${sign}13|${boundary!.line}`);

describe("as a reviewer", () => {
  test("reports the known line with its number and text", async () => {
    const { findings, verdicts } = (await said(
      "code-reviewer",
      `Your passes: correctness, async.\n${diff("+")}`,
    )) as ReviewerAnswer;
    expect(findings).toMatchObject([
      { path: "src/domain/pricing.ts", line: 13, quote: boundary!.line.trim(), side: "head" },
    ]);
    expect(verdicts.map(({ pass, says }) => `${pass} ${says}`)).toEqual(["correctness findings", "async clean"]);
  });

  test.each([
    ["a line that was there before", "code-reviewer", diff(" ")],
    ["a line that goes", "code-reviewer", diff("-")],
    ["another reviewer's business", "comment-analyzer", diff("+")],
    ["the same words in another file", "code-reviewer", diff("+").replaceAll("pricing", "prices")],
  ])("reports nothing for %s", async (_what, job, text) => {
    expect(await said(job, text)).toMatchObject({ findings: [] });
  });
});

test("as an arbiter it has a verdict on every dispute", async () => {
  const dispute = (id: string, claim: string) => ({
    id,
    claim,
    flaggedBy: ["second-opinion"],
    place: "src/api/checkout.ts:7",
    severity: "medium" as const,
    snippet: "## Dispute over prices",
  });
  const disputes = [dispute("q-1", sightings[1]!.finding.title), dispute("q-2", "Something else")];
  const { own } = arbiterPrompt(disputes, (label, text) => fence(label, text.replaceAll("## ", "")), "");
  const answer = (await said("arbiter", own)) as string;
  const verdicts = parseArbitration(answer, ["q-1", "q-2"]).answers;
  expect([...verdicts].map(([id, one]) => `${id} ${one === "UNCHANGED" ? one : one.verdict}`)).toEqual([
    "q-1 FALSE_POSITIVE",
    "q-2 REAL_BUG",
  ]);
});

describe("asked about a finding", () => {
  const question = (finding: unknown, code: string) =>
    `${fence("the finding", JSON.stringify(finding, null, 1))}${fence("code now, src/domain/pricing.ts", code)}`;

  test("its own finding: quotes the current line", async () => {
    const text = question(
      { about: { kind: "off-by-one", quote: boundary!.line.trim() }, title: boundary!.finding.title },
      `12: a\n13: ${boundary!.line}`,
    );
    expect(await said("shared/answer-question", text)).toEqual({
      points: [
        {
          text: boundary!.answer,
          quote: { from: "head", path: "src/domain/pricing.ts", line: 13, text: boundary!.line.trim() },
        },
      ],
    });
  });

  test("a check's finding: explains the kind, and says if the line is gone", async () => {
    const finding = { about: { kind: "missing-job", quote: "needs: build" } };
    const answer = async (code: string) =>
      JSON.stringify(await said("shared/answer-question", question(finding, code)));
    expect(await answer("12:     needs: build")).toContain("makes the file invalid");
    expect(await answer("12:     needs: compile")).toContain("is gone");
  });

  test("says so if it is given no code", async () => {
    expect(JSON.stringify(await said("shared/answer-question", "what is this?"))).toContain("I am a scripted model");
  });
});
