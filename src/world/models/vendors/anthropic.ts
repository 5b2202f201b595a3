// Connects to Anthropic's API.
import type { Usage } from "../model.ts";
import { tokenCount, type Vendor } from "./vendor.ts";

export const anthropicVendor: Vendor = {
  id: "anthropic",
  keys: ["ANTHROPIC_API_KEY"],
  needsKey: true,
  baseUrl: "https://api.anthropic.com/v1",
  async open(id, { key, baseUrl, fetch }) {
    const { createAnthropic } = await import("@ai-sdk/anthropic");
    return createAnthropic({ apiKey: key ?? "", baseURL: baseUrl, fetch })(id);
  },
  options: () => ({}),
  cachePoint: { anthropic: { cacheControl: { type: "ephemeral" } } },
  // It reports cache reads and writes.
  begins: (piece) => (piece as { type?: unknown } | null)?.type === "message_start",
  usageIn,
  schemaWithTools: true,
};

function usageIn(piece: unknown): Usage | null {
  const usage = (piece as { message?: { usage?: Record<string, unknown> } } | null)?.message?.usage;
  if (!usage) return null;
  return {
    input: tokenCount(usage["input_tokens"]),
    cacheReads: tokenCount(usage["cache_read_input_tokens"]),
    cacheWrites: tokenCount(usage["cache_creation_input_tokens"]),
    output: tokenCount(usage["output_tokens"]),
  };
}
