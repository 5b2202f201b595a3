// Connects to Google's Gemini API.
import type { Usage } from "../model.ts";
import { tokenCount, type Vendor } from "./vendor.ts";

export const googleVendor: Vendor = {
  id: "google",
  keys: ["GOOGLE_GENERATIVE_AI_API_KEY", "GEMINI_API_KEY", "GOOGLE_API_KEY"],
  needsKey: true,
  baseUrl: "https://generativelanguage.googleapis.com/v1beta",
  async open(id, { key, baseUrl, fetch }) {
    const { createGoogle } = await import("@ai-sdk/google");
    return createGoogle({ apiKey: key ?? "", baseURL: baseUrl, fetch })(id);
  },
  options: () => ({}),
  cachePoint: null,
  begins: () => true,
  usageIn,
  // Models before Gemini 3 cannot do both; for those the package makes the answer a tool call.
  schemaWithTools: true,
};

function usageIn(piece: unknown): Usage | null {
  const usage = (piece as { usageMetadata?: Record<string, unknown> } | null)?.usageMetadata;
  if (!usage) return null;
  const cacheReads = tokenCount(usage["cachedContentTokenCount"]);
  return {
    input: Math.max(0, tokenCount(usage["promptTokenCount"]) - cacheReads),
    cacheReads,
    cacheWrites: 0,
    output: tokenCount(usage["candidatesTokenCount"]) + tokenCount(usage["thoughtsTokenCount"]),
  };
}
