// Connects to OpenAI-compatible servers.
import type { Vendor } from "./vendor.ts";

export const compatible: Vendor = {
  id: "compatible",
  keys: [],
  needsKey: false,
  baseUrl: null,
  async open(id, { key, baseUrl, fetch }) {
    const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
    return createOpenAICompatible({
      name: "compatible",
      baseURL: baseUrl,
      fetch,
      includeUsage: true,
      supportsStructuredOutputs: true,
      ...(key !== undefined && { apiKey: key }),
    })(id);
  },
  options: () => ({}),
  cachePoint: null,
  begins: () => true,
  usageIn: () => null,
  // Ollama and vLLM constrain every token to the schema, which would prevent tool calls.
  schemaWithTools: false,
};
