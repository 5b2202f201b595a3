import { APICallError, generateText, isStepCount, NoObjectGeneratedError, Output, streamText, tool } from "ai";
import { afterEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { openModelStandin } from "./open.ts";
import { sdks, type Sdk } from "../../../test/support/models/vendor-sdks.ts";
import type { ModelStandin, ScriptedReply, ModelScript, ModelStandinOptions } from "./story.ts";

const open: ModelStandin[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((standin) => standin.close()));
});

async function opened(options: ModelStandinOptions): Promise<ModelStandin> {
  const standin = await openModelStandin(options);
  open.push(standin);
  return standin;
}

/** A model that says this, through one vendor's SDK. */
async function telling(sdk: Sdk, script: ModelScript, more: Partial<ModelStandinOptions> = {}) {
  const standin = await opened({ script, key: "right", ...more });
  return { standin, model: sdk.model(standin.url(sdk.vendor), "right") };
}

const always =
  (reply: ScriptedReply): ModelScript =>
  () =>
    reply;
const output = Output.object({ schema: z.object({ verdict: z.enum(["clean", "findings"]), why: z.string() }) });
const verdict = { verdict: "clean", why: "nothing — «found» 🙂" };

async function caught(promise: PromiseLike<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error("it was expected to fail");
}

async function streamed(options: Parameters<typeof streamText>[0]) {
  const errors: unknown[] = [];
  const result = streamText({ maxRetries: 0, onError: ({ error }) => void errors.push(error), ...options });
  const parts: string[] = [];
  try {
    for await (const part of result.stream) parts.push(part.type);
  } catch (error) {
    errors.push(error);
  }
  return { result, parts, errors };
}

describe.each(sdks)("$name", (sdk) => {
  test("returns text, complete and streamed", async () => {
    const long = "A sentence with “quotes”, a line\nand more. ".repeat(20);
    const { standin, model } = await telling(sdk, always({ is: "text", text: long }));
    const whole = await generateText({ model, instructions: "Be brief.", prompt: "Tell me." });
    expect([whole.text, whole.finishReason]).toEqual([long, "stop"]);
    const parts: string[] = [];
    for await (const part of streamText({ model, instructions: "Be brief.", prompt: "Tell me." }).textStream)
      parts.push(part);
    expect(parts.length).toBeGreaterThan(1);
    expect(parts.join("")).toBe(long);
    expect(standin.asked.map(({ system, turns, stream, schema }) => ({ system, turns, stream, schema }))).toEqual(
      [false, true].map((stream) => ({
        system: "Be brief.",
        turns: [{ role: "user", text: "Tell me." }],
        stream,
        schema: null,
      })),
    );
  });

  test("returns an answer that matches a schema, complete and streamed", async () => {
    const { standin, model } = await telling(sdk, always({ is: "json", value: verdict }));
    expect((await generateText({ model, prompt: "Judge.", output })).output).toEqual(verdict);
    const result = streamText({ model, prompt: "Judge.", output });
    expect([await result.output, await result.finishReason]).toEqual([verdict, "stop"]);
    for (const { schema, tools } of standin.asked) {
      expect(schema).toMatchObject({ type: "object", required: ["verdict", "why"] });
      expect(tools).toEqual([]);
    }
  });

  test.each([false, true])("takes two steps with tools and a schema, stream: %s", async (stream) => {
    const script: ModelScript = ({ turns }) =>
      turns.some(({ role }) => role === "tool")
        ? { is: "json", value: verdict }
        : { is: "calls", calls: ["a.ts", "b.ts"].map((path) => ({ name: "look", input: { path } })) };
    const { standin, model } = await telling(sdk, script);
    const look = tool({
      inputSchema: z.object({ path: z.string() }),
      execute: ({ path }) => `the text of ${path}`,
    });
    const options = { model, prompt: "Judge.", output, tools: { look }, stopWhen: isStepCount(5) };
    const result = stream ? streamText(options) : await generateText(options);
    expect(await result.output).toEqual(verdict);
    expect((await result.steps).map(({ finishReason }) => finishReason)).toEqual(["tool-calls", "stop"]);
    expect(standin.asked.map(({ tools }) => tools)).toEqual([["look"], ["look"]]);
    const last = standin.asked[1]?.turns ?? [];
    expect(last.map(({ role }) => role)).toEqual(["user", "assistant", "assistant", "tool", "tool"]);
    expect(last[3]?.text).toBe("the text of a.ts");
    expect(last[2]?.text).toContain("b.ts");
  });

  test("reports the counted usage", async () => {
    const { standin, model } = await telling(sdk, always({ is: "text", text: "Four words are here." }));
    const prompt = "The quick brown fox jumps over the lazy dog. ".repeat(300);
    await generateText({ model, prompt });
    const { usage } = await generateText({ model, prompt });
    const streamedUsage = await streamText({ model, prompt }).usage;
    const [, second, third] = standin.counted;
    for (const [reported, counted] of [
      [usage, second],
      [streamedUsage, third],
    ] as const) {
      expect(reported.inputTokenDetails.noCacheTokens).toBe(counted?.uncached);
      expect(reported.inputTokenDetails.cacheReadTokens).toBe(counted?.cacheReads);
      expect(reported.inputTokenDetails.cacheWriteTokens ?? 0).toBe(counted?.cacheWrites);
      expect(reported.outputTokens).toBe(counted?.output);
    }
    expect(second?.output).toBe(5);
    // Without a mark from the client only the others cache.
    expect(second?.cacheReads === 0).toBe(sdk.vendor === "anthropic");
  });

  test("a refusal ends with content-filter and has no answer", async () => {
    const { model } = await telling(sdk, always({ is: "refusal", text: "I will not." }));
    const refusalText = sdk.vendor === "google" ? "" : "I will not.";
    const plain = await generateText({ model, prompt: "Judge." });
    expect([plain.finishReason, plain.text]).toEqual(["content-filter", refusalText]);
    const { result } = await streamed({ model, prompt: "Judge.", output });
    expect([await result.finishReason, await result.text]).toEqual(["content-filter", refusalText]);
    const error = await caught(result.output);
    expect(NoObjectGeneratedError.isInstance(error) && error.finishReason).toBe("content-filter");
  });

  test("an answer that is too long ends with length", async () => {
    const { model } = await telling(sdk, always({ is: "length", text: '{"verdict":"cle' }));
    const plain = await generateText({ model, prompt: "Judge." });
    expect([plain.finishReason, plain.text]).toEqual(["length", '{"verdict":"cle']);
    const { result } = await streamed({ model, prompt: "Judge.", output });
    expect(await result.finishReason).toBe("length");
    const error = await caught(result.output);
    expect(NoObjectGeneratedError.isInstance(error) && error.finishReason).toBe("length");
  });

  test("an incomplete answer throws, complete and streamed", async () => {
    const text = JSON.stringify(verdict);
    const { model } = await telling(sdk, always({ is: "cut", text, after: 20 }));
    const error = await caught(generateText({ model, prompt: "Judge.", output, maxRetries: 0 }));
    expect(APICallError.isInstance(error) && [error.statusCode, error.isRetryable]).toEqual([200, true]);
    const { parts, errors, result } = await streamed({ model, prompt: "Judge.", output });
    expect(parts).toContain("text-delta");
    expect(parts).not.toContain("finish");
    expect(errors.every((one) => APICallError.isInstance(one)) && errors.length).toBe(1);
    expect(APICallError.isInstance(await caught(result.finishReason))).toBe(true);
  });

  test("a stream without its final event is never treated as complete", async () => {
    const { model } = await telling(
      sdk,
      always({ is: "cut", text: JSON.stringify(verdict), after: 20, quietly: true }),
    );
    const { result } = await streamed({ model, prompt: "Judge.", output });
    // What speaks like OpenAI is held to less, and its client calls it an error.
    expect(await result.finishReason).toBe(sdk.name === "openai compatible" ? "error" : "interrupted");
    expect(await result.text).toBe(JSON.stringify(verdict).slice(0, 20));
  });

  test("an overload error says when to retry", async () => {
    const { standin, model } = await telling(sdk, always({ is: "overload", retryAfterSeconds: 7 }));
    const error = await caught(generateText({ model, prompt: "Judge.", maxRetries: 0 }));
    if (!APICallError.isInstance(error)) throw error;
    const status = { anthropic: 529, google: 503, "openai-chat": 429, "openai-responses": 429 }[sdk.vendor];
    expect([error.statusCode, error.isRetryable, error.responseHeaders?.["retry-after"]]).toEqual([status, true, "7"]);
    expect(standin.counted).toEqual([]);
  });

  test("an overload during a stream is an error event", async () => {
    const { model } = await telling(sdk, always({ is: "overload", inStream: true }));
    const { errors, parts } = await streamed({ model, prompt: "Judge." });
    expect(errors.length).toBeGreaterThan(0);
    expect(parts).toContain("error");
    expect(parts).not.toContain("text-delta");
  });

  test("a retry after an overload succeeds", async () => {
    const { standin, model } = await telling(sdk, ({ nth }) =>
      nth === 0 ? { is: "overload", retryAfterSeconds: 0 } : { is: "text", text: "here" },
    );
    expect((await generateText({ model, prompt: "Judge.", maxRetries: 1 })).text).toBe("here");
    expect(standin.asked.length).toBe(2);
  });

  test("a wrong key is rejected first", async () => {
    const standin = await opened({ script: always({ is: "text", text: "secret" }), key: "right" });
    const model = sdk.model(standin.url(sdk.vendor), "wrong");
    const error = await caught(generateText({ model, prompt: "Judge." }));
    if (!APICallError.isInstance(error)) throw error;
    expect([error.statusCode, error.isRetryable]).toEqual([sdk.vendor === "google" ? 400 : 401, false]);
    if (sdk.vendor === "google") expect(error.responseBody).toContain("API_KEY_INVALID");
    expect(standin.asked).toEqual([]);
  });

  test("an error has the vendor's shape", async () => {
    const { model } = await telling(sdk, always({ is: "error", status: 403, message: "Not for you." }));
    const error = await caught(generateText({ model, prompt: "Judge." }));
    expect(APICallError.isInstance(error) && [error.statusCode, error.message]).toEqual([403, "Not for you."]);
  });

  test.each([undefined, '{"verdict":'])("a stalled response after %j is ended by the client", async (after) => {
    const stop = new AbortController();
    const reached = Promise.withResolvers<void>();
    const { model } = await telling(sdk, () => {
      reached.resolve();
      return { is: "silence", ...(after === undefined ? {} : { after }) };
    });
    const reason = new Error("waited long enough");
    const waiting = streamed({ model, prompt: "Judge.", output, abortSignal: stop.signal });
    await reached.promise;
    stop.abort(reason);
    const { parts, result } = await waiting;
    expect(parts.at(-1)).toBe("abort");
    expect(await caught(result.finishReason)).toBe(reason);
  });
});

test("closing ends open connections", async () => {
  const [sdk] = sdks;
  if (!sdk) throw new Error("no SDK");
  const reached = Promise.withResolvers<void>();
  const { standin, model } = await telling(sdk, () => {
    reached.resolve();
    return { is: "silence" };
  });
  const waiting = caught(generateText({ model, prompt: "Judge.", maxRetries: 0 }));
  await reached.promise;
  await standin.close();
  expect(APICallError.isInstance(await waiting)).toBe(true);
  await expect(fetch(standin.url("anthropic"))).rejects.toThrow("fetch failed");
});

test("metrics are valid Prometheus text for any label", async () => {
  const [sdk] = sdks;
  if (!sdk) throw new Error("no SDK");
  const { standin, model } = await telling(sdk, () => {
    throw new Error("the story has a hole");
  });
  const error = await caught(generateText({ model, prompt: "Judge." }));
  expect(APICallError.isInstance(error) && error.responseBody).toContain("the story has a hole");
  expect(standin.asked.length).toBe(1);
});
