// Connects to OpenAI's Responses API.
import { createHash } from "node:crypto";
import { fitsStrictMode } from "../answer-schema.ts";
import type { Vendor } from "./vendor.ts";

const arrivals = ["response.created", "response.queued", "response.in_progress"];

export const openai: Vendor = {
  id: "openai",
  keys: ["OPENAI_API_KEY"],
  needsKey: true,
  baseUrl: "https://api.openai.com/v1",
  async open(id, { key, baseUrl, fetch }) {
    const { createOpenAI } = await import("@ai-sdk/openai");
    return createOpenAI({ apiKey: key ?? "", baseURL: baseUrl, fetch }).responses(id);
  },
  options: ({ prompt, schema }) => ({
    openai: {
      // The vendor must not store what is reviewed.
      store: false,
      // Requests of one key go to the same machine, which has the cache.
      promptCacheKey: `crosscheck-${hashed(prompt.instructions, prompt.shared)}`,
      strictJsonSchema: fitsStrictMode(schema),
    },
  }),
  cachePoint: null,
  // Its first events only acknowledge the request.
  begins: (piece) => !arrivals.includes(String((piece as { type?: unknown } | null)?.type)),
  usageIn: () => null,
  schemaWithTools: true,
};

function hashed(...texts: readonly string[]): string {
  return createHash("sha256").update(JSON.stringify(texts)).digest("hex").slice(0, 32);
}
