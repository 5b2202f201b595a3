// Tests parsing of recorded program output (codex 0.166, gemini 0.61, claude 2.1.325).
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { claude } from "./claude.ts";
import { codex } from "./codex.ts";
import { kindOfWords, lastLine } from "./fault-words.ts";
import { gemini } from "./gemini.ts";
import { LineFeed, readLines, type JsonLine } from "./json-lines.ts";
import type { ModelProgram } from "./program.ts";
import { fencedBlock, renderPrompt } from "./prompt-text.ts";
import { cases } from "../../../../test/support/cases.ts";

function read(program: ModelProgram, ...lines: object[]) {
  return program.read(readLines(lines.map((line) => JSON.stringify(line)).join("\n")));
}

describe("codex", () => {
  const message = (text: string) => ({ type: "item.completed", item: { id: "item_1", type: "agent_message", text } });
  const done = { type: "turn.completed", usage: { input_tokens: 150, cached_input_tokens: 30, output_tokens: 9 } };

  test("the last message is the answer", () => {
    expect(read(codex, message("I will look."), message("{}"), done)).toMatchObject({ is: "answer", text: "{}" });
  });

  test("what a reconnect says is no end", () => {
    const again = { type: "error", message: "Reconnecting... 2/5 (unexpected status 503 Service Unavailable)" };
    expect(read(codex, again, message("{}"), done)).toMatchObject({ is: "answer" });
  });

  test("a turn that failed has no answer", () => {
    const why = "unexpected status 401 Unauthorized: Missing bearer authentication in header";
    const failed = { type: "turn.failed", error: { message: why } };
    expect(read(codex, message("{}"), failed)).toEqual({ is: "fault", kind: null, message: why });
  });

  test("each call of a tool is a step", () => {
    const call = { type: "item.completed", item: { id: "item_2", type: "mcp_tool_call", server: "files" } };
    expect(read(codex, call, call, message("{}"), done)).toMatchObject({ is: "answer", steps: 3 });
  });

  test("an unfinished turn has no answer", () => {
    expect(read(codex, message("{}"))).toEqual({ is: "nothing" });
  });

  test("without figures, nothing is made up", () => {
    const none = { input: 0, cacheReads: 0, cacheWrites: 0, output: 0 };
    expect(read(codex, message("{}"), { type: "turn.completed" })).toMatchObject({ usage: none });
  });

  cases("%j shows that it has begun: %s", (line) => codex.begins(line as JsonLine), [
    [{ type: "thread.started" }, false],
    [{ type: "turn.started" }, false],
    [{ type: "item.completed", item: { type: "error", message: "Model metadata not found." } }, false],
    [{ type: "item.completed", item: { type: "reasoning", text: "" } }, true],
    [message("{}"), true],
  ]);
});

describe("gemini", () => {
  const piece = (content: string) => ({ type: "message", role: "assistant", content, delta: true });
  const done = { type: "result", status: "success", stats: { total_tokens: 161, input_tokens: 150, cached: 30 } };

  test("the pieces are one answer, without what it was asked", () => {
    const asked = { type: "message", role: "user", content: "Say JSON." };
    const usage = { input: 120, cacheReads: 30, cacheWrites: 0, output: 11 };
    expect(read(gemini, asked, piece('{"a":'), piece("1}"), done)).toEqual({
      is: "answer",
      text: '{"a":1}',
      usage,
      steps: 1,
    });
  });

  test("an error is said as such", () => {
    const failed = { type: "result", status: "error", error: { type: "Error", message: "quota" }, stats: {} };
    expect(read(gemini, piece("{}"), failed)).toEqual({ is: "fault", kind: null, message: "quota" });
  });

  test("without an end there is no answer", () => {
    expect(read(gemini, piece("{}"))).toEqual({ is: "nothing" });
  });
});

describe("claude", () => {
  const done = {
    type: "result",
    subtype: "success",
    is_error: false,
    result: "It is fine.",
    stop_reason: "end_turn",
    num_turns: 2,
    usage: { input_tokens: 1, cache_creation_input_tokens: null, cache_read_input_tokens: 3, output_tokens: 4 },
  };

  test("what it gave in the shape asked for goes before what it said", () => {
    expect(read(claude, { ...done, structured_output: { findings: [] } })).toEqual({
      is: "answer",
      text: '{"findings":[]}',
      usage: { input: 1, cacheReads: 3, cacheWrites: 0, output: 4 },
      steps: 2,
    });
    expect(read(claude, done)).toMatchObject({ text: "It is fine." });
  });

  test.each([
    [{ is_error: true, result: "Not logged in · Please run /login" }, null, "Not logged in · Please run /login"],
    [{ stop_reason: "refusal" }, "refused", "refusal"],
    [{ stop_reason: "max_tokens" }, "too-long", "max_tokens"],
    [
      { is_error: true, subtype: "error_max_structured_output_retries", result: undefined, errors: ["gave up"] },
      "wrong-shape",
      "gave up",
    ],
    [{ is_error: true, subtype: "error_max_turns", result: undefined }, "too-many-steps", "error_max_turns"],
  ])("%j is a fault", (other, kind, message) => {
    expect(read(claude, { ...done, ...other })).toEqual({ is: "fault", kind, message });
  });
});

cases("%s: %s", kindOfWords, [
  ["Failed to authenticate. API Error: 401 invalid x-api-key", "unauthorised"],
  ["Not logged in · Please run /login", "unauthorised"],
  ["Please set an Auth method in your settings.json or specify one of: GEMINI_API_KEY", "unauthorised"],
  ["unexpected status 401 Unauthorized, url: http://127.0.0.1/v1/responses", "unauthorised"],
  ["API Error: Request rejected (429) · slow down", "overloaded"],
  ["[API Error: slow down (429)] Request a quota increase, or switch to another /auth method", "overloaded"],
  ["exceeded retry limit, last status: 429 Too Many Requests", "overloaded"],
  ["You exceeded your current quota", "overloaded"],
  ["stream disconnected before completion: Connection refused (os error 111)", "unreachable"],
  ["connect ECONNREFUSED 127.0.0.1:1", "unreachable"],
  ["error: unknown option '--tools'", "wrong-version"],
  ["Error: Unknown feature flag: shell_tool", "wrong-version"],
  ["something else", "failed"],
  ["", "failed"],
]);

cases("of %j the last line is %j", lastLine, [
  ["one\ntwo\n", "two"],
  ["ApiError: no\n    at run (x.js:1:2)\n    at async y (z.js:3:4) {\n  status: 401\n}\n", "status: 401"],
  ["Error: no\n    at run (x.js:1:2)\n\nNode.js v24.21.0\n", "Error: no"],
  ["one\rtwo", "two"],
  ["", ""],
  ["}\n{\n", ""],
]);

test("lines are the same however they come in pieces", () => {
  const line = fc.record({ type: fc.string(), text: fc.string() });
  fc.assert(
    fc.property(fc.array(line), fc.infiniteStream(fc.integer({ min: 1, max: 7 })), (lines, sizes) => {
      const text = lines.map((one) => `${JSON.stringify(one)}\n`).join("");
      const heard: JsonLine[] = [];
      const feed = new LineFeed((one) => heard.push(one));
      for (let at = 0; at < text.length;) {
        const { value: size } = sizes.next();
        feed.hear(text.slice(at, at + size));
        at += size;
      }
      expect(heard).toEqual(lines);
      expect(readLines(text)).toEqual(lines);
    }),
  );
});

test("a text cannot end its own fence", () => {
  const hostile = fc.array(fc.constantFrom("`", "```", "\n", "a", "````json\n")).map((parts) => parts.join(""));
  fc.assert(
    fc.property(hostile, (text) => {
      const [fence = "", ...rest] = fencedBlock(text).split("\n");
      expect(rest.at(-1)).toBe(fence);
      expect(text).not.toContain(fence);
    }),
  );
});

test("the question is one text: ours first, then the change, then one's own, then how to answer", () => {
  const prompt = { instructions: "INSTRUCTIONS", shared: "SHARED", own: "OWN" };
  expect(renderPrompt({ prompt, schema: { type: "object" }, earlier: [{ answer: "no", complaint: "Not JSON" }] }))
    .toBe(`INSTRUCTIONS

SHARED

OWN

# How to answer

You have no tools here: all there is to read is above. Answer with one JSON value and nothing else, no words before or
after it. It must fit this JSON Schema:

\`\`\`json
{"type":"object"}
\`\`\`

# Your earlier answer

You have been asked this before, and answered:

\`\`\`
no
\`\`\`

That did not fit. What is wrong with it:

\`\`\`
Not JSON
\`\`\`

Answer again, in full and as asked for above.
`);
});
