import { generateText, jsonSchema, Output, streamText, tool } from "ai";
import { createAnthropic } from "@ai-sdk/anthropic";
import { createOpenAI } from "@ai-sdk/openai";
import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { blockTokens, minimumTokens, PromptCache, type PromptPiece } from "./cache.ts";
import { openModelStandin } from "./open.ts";
import type { ScriptedRequest, ModelStandin, ScriptedReply, ModelStandinOptions } from "./story.ts";
import { TokenMeter } from "./tokens.ts";

const open: ModelStandin[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((standin) => standin.close()));
});

const long = "The quick brown fox jumps over the lazy dog. ".repeat(200);
const tokens = new TokenMeter();
const longTokens = tokens.count(long);
const marked = { providerOptions: { anthropic: { cacheControl: { type: "ephemeral" as const } } } };

async function opened(options: Partial<ModelStandinOptions> = {}) {
  const standin = await openModelStandin({ script: () => ({ is: "text", text: "yes" }), ...options });
  open.push(standin);
  const claude = createAnthropic({ baseURL: standin.url("anthropic"), apiKey: "k" })("claude-sonnet-4-5");
  const gpt = createOpenAI({ baseURL: standin.url("openai-responses"), apiKey: "k" })("gpt-5");
  const ask = (own: string) =>
    streamText({
      model: claude,
      onError: () => {},
      messages: [
        {
          role: "user",
          content: [
            { type: "text", text: long, ...marked },
            { type: "text", text: own },
          ],
        },
      ],
    }).text;
  return { standin, claude, gpt, ask };
}

const paid = ({ counted }: ModelStandin) =>
  counted.map(({ uncached, cacheReads, cacheWrites }) => ({ uncached, cacheReads, cacheWrites }));
const wrote = { uncached: 1, cacheReads: 0, cacheWrites: longTokens };
const read = { uncached: 1, cacheReads: longTokens, cacheWrites: 0 };

/** Lets a test wait until something happened so many times. */
function counter(wanted: number) {
  const reached = Promise.withResolvers<void>();
  let count = 0;
  return { reached: reached.promise, happened: () => ++count === wanted && reached.resolve() };
}

describe("a prompt is cached from the first bytes of its response", () => {
  test("an earlier request pays in full and writes the cache again", async () => {
    const bothAsked = counter(2);
    const { standin, ask } = await opened({
      script: async (): Promise<ScriptedReply> => {
        bothAsked.happened();
        await bothAsked.reached;
        return { is: "text", text: "yes" };
      },
    });
    await Promise.all([ask("a"), ask("b")]);
    expect(paid(standin)).toEqual([wrote, wrote]);
    await ask("c");
    expect(paid(standin).at(-1)).toEqual(read);
  });

  test.each([true, false])("a request during the first response reads the cache, stream: %s", async (stream) => {
    const began = Promise.withResolvers<void>();
    const mayEnd = Promise.withResolvers<void>();
    const { standin, claude, ask } = await opened({
      betweenFirstAndRest: async ({ nth }: ScriptedRequest) => {
        if (nth > 0) return;
        began.resolve();
        await mayEnd.promise;
      },
    });
    const first = stream
      ? ask("a")
      : generateText({
          model: claude,
          messages: [{ role: "user", content: [{ type: "text", text: long, ...marked }] }],
        });
    await began.promise;
    await ask("b");
    expect(paid(standin)[1]).toEqual(read);
    mayEnd.resolve();
    await first;
  });

  test("a response that never starts writes no cache", async () => {
    const { standin, ask } = await opened({
      script: ({ nth }) => (nth === 0 ? { is: "error", status: 400, message: "no" } : { is: "text", text: "yes" }),
    });
    await expect(ask("a")).rejects.toThrow("No output generated");
    await ask("b");
    expect(paid(standin)).toEqual([wrote]);
  });
});

describe("the cached prefix", () => {
  const twice = async (first: object, second: object) => {
    const { standin, claude } = await opened({
      script: ({ schema }) => (schema ? { is: "json", value: {} } : { is: "text", text: "yes" }),
    });
    const ask = async (more: object) =>
      generateText({
        model: claude,
        instructions: { role: "system", content: long, ...marked },
        prompt: "Judge.",
        ...more,
      });
    await ask(first);
    await ask(second);
    return standin.counted[1];
  };
  const schema = (name: string) => Output.object({ schema: z.object({ [name]: z.string().optional() }) });
  const tools = (description: string) => ({
    tools: { look: tool({ description, inputSchema: jsonSchema({ type: "object" }) }) },
  });

  test.each([
    ["nothing else", {}, {}, true],
    ["another question", {}, { prompt: "Judge again." }, true],
    ["the same schema and tools", { output: schema("a"), ...tools("x") }, { output: schema("a"), ...tools("x") }, true],
    ["another schema", { output: schema("a") }, { output: schema("b") }, false],
    ["another tool", tools("x"), tools("y"), false],
    [
      "another way to choose tools",
      tools("x"),
      { ...tools("x"), providerOptions: { anthropic: { disableParallelToolUse: true } } },
      true,
    ],
  ])("with %s", async (_name, first, second, reads) => {
    expect((await twice(first, second))?.cacheReads === 0).toBe(!reads);
  });

  test("is separate for every model", async () => {
    const { standin, ask } = await opened();
    await ask("a");
    const other = createAnthropic({ baseURL: standin.url("anthropic"), apiKey: "k" })("claude-opus-4-5");
    await generateText({
      model: other,
      messages: [{ role: "user", content: [{ type: "text", text: long, ...marked }] }],
    });
    expect(standin.counted[1]?.cacheReads).toBe(0);
  });

  test("a marker on the whole request caches each step for the next", async () => {
    const { standin, claude } = await opened({
      script: ({ turns }) =>
        turns.some(({ role }) => role === "tool")
          ? { is: "text", text: "done" }
          : { is: "calls", calls: [{ name: "look", input: {} }] },
    });
    await generateText({
      model: claude,
      prompt: long,
      tools: { look: tool({ inputSchema: z.object({}), execute: () => long }) },
      stopWhen: ({ steps }) => steps.length > 2,
      providerOptions: marked.providerOptions,
    });
    const [first, second] = standin.counted;
    expect([first?.cacheReads, first?.uncached]).toEqual([0, 0]);
    expect(second?.cacheReads).toBe(first?.cacheWrites);
    expect(second?.cacheWrites).toBeGreaterThan(longTokens);
  });
});

test("OpenAI caches automatically, in blocks", async () => {
  const { standin, gpt } = await opened();
  await generateText({ model: gpt, prompt: `${long}one` });
  await generateText({ model: gpt, prompt: `${long}two` });
  const [, second] = standin.counted;
  expect(second?.cacheReads).toBe(Math.floor(longTokens / blockTokens) * blockTokens);
  expect(second?.cacheWrites).toBe(0);
});

describe("token counts", () => {
  test("are fast even for text without breaks", () => {
    for (const endless of ["x", "語", "\u200b", " ", "\n", "a b"]) {
      const text = endless.repeat(100_000);
      expect(tokens.of(`${text}more`).slice(0, 1000)).toEqual(tokens.of(text).slice(0, 1000));
    }
  });

  const piece = fc.record({
    text: fc.oneof(fc.string(), fc.constant(long), fc.constant("<|endoftext|>"), fc.constant("x".repeat(5000))),
    breakpoint: fc.boolean(),
    free: fc.boolean(),
  });
  const pieces = fc.array(piece, { maxLength: 8 });
  const total = (all: readonly PromptPiece[]) =>
    all.reduce((sum, { text, free }) => sum + (free ? 0 : tokens.count(text)), 0);

  test.each(["marked", "automatic"] as const)("%s: every token is charged once", (caching) => {
    fc.assert(
      fc.property(pieces, pieces, (shared, own) => {
        const cache = new PromptCache(tokens);
        cache.read(caching, "m", shared).began();
        const all = [...shared, ...own];
        const before = cache.read(caching, "m", all);
        expect(before.uncached + before.cacheReads + before.cacheWrites).toBe(total(all));
        expect(Math.min(before.uncached, before.cacheReads, before.cacheWrites)).toBeGreaterThanOrEqual(0);
        before.began();
        const again = cache.read(caching, "m", all);
        // Once it is there, whoever asks the same reads it and writes nothing.
        expect(again.cacheReads).toBe(caching === "marked" ? before.cacheReads + before.cacheWrites : again.cacheReads);
        expect(again.cacheWrites).toBe(0);
        expect(again.cacheReads === 0 || again.cacheReads >= minimumTokens).toBe(true);
      }),
    );
  });

  test.each([
    ["a short prefix is not kept", [{ text: "short", breakpoint: true }], { reads: 0, writes: 0 }],
    ["no mark, no cache", [{ text: long }], { reads: 0, writes: 0 }],
    ["up to the last mark", [{ text: long, breakpoint: true }, { text: long }], { reads: longTokens, writes: 0 }],
    [
      "the longest that was marked before",
      [
        { text: long, breakpoint: true },
        { text: long, breakpoint: true },
      ],
      { reads: 2 * longTokens, writes: 0 },
    ],
  ] as const)("%s", (_name, all, { reads, writes }) => {
    const cache = new PromptCache(tokens);
    cache.read("marked", "m", all).began();
    const again = cache.read("marked", "m", all);
    expect([again.cacheReads, again.cacheWrites]).toEqual([reads, writes]);
  });
});
