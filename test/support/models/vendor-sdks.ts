// The clients that the stand-in is tested with, each by the way that its vendor takes a schema.
import { createAnthropic } from "@ai-sdk/anthropic";
import { createGoogle } from "@ai-sdk/google";
import { createOpenAI } from "@ai-sdk/openai";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import type { LanguageModel } from "ai";
import type { SimulatedVendor } from "../../../src/standin/models/story.ts";

export interface Sdk {
  name: string;
  vendor: SimulatedVendor;
  /** Of a model that takes a schema in the way that the name says. */
  model(baseURL: string, apiKey: string): Exclude<LanguageModel, string>;
}

export const sdks: readonly Sdk[] = [
  {
    name: "anthropic, native schema",
    vendor: "anthropic",
    model: (baseURL, apiKey) => createAnthropic({ baseURL, apiKey })("claude-sonnet-4-5"),
  },
  {
    name: "anthropic, schema as a tool",
    vendor: "anthropic",
    model: (baseURL, apiKey) => createAnthropic({ baseURL, apiKey })("claude-3-haiku-20240307"),
  },
  {
    name: "openai responses",
    vendor: "openai-responses",
    model: (baseURL, apiKey) => createOpenAI({ baseURL, apiKey })("gpt-5"),
  },
  {
    name: "openai chat",
    vendor: "openai-chat",
    model: (baseURL, apiKey) => createOpenAI({ baseURL, apiKey }).chat("gpt-5"),
  },
  {
    name: "openai compatible",
    vendor: "openai-chat",
    model: (baseURL, apiKey) =>
      createOpenAICompatible({
        name: "local",
        baseURL,
        apiKey,
        includeUsage: true,
        supportsStructuredOutputs: true,
      })("some-model"),
  },
  {
    name: "google, schema beside tools",
    vendor: "google",
    model: (baseURL, apiKey) => createGoogle({ baseURL, apiKey })("gemini-3-pro-preview"),
  },
  {
    name: "google, schema as a tool",
    vendor: "google",
    model: (baseURL, apiKey) => createGoogle({ baseURL, apiKey })("gemini-2.5-flash"),
  },
];
