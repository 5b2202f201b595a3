// One line for each wire format.
import type { Vendor } from "../story.ts";
import { anthropic } from "./anthropic.ts";
import { google } from "./google.ts";
import { openaiChat } from "./openai-chat.ts";
import { makeOpenaiResponses } from "./openai-responses.ts";
import type { Wire } from "./wire.ts";

export function makeWires(): readonly Wire[] {
  return [anthropic, makeOpenaiResponses(), openaiChat, google];
}

export function wireOf(wires: readonly Wire[], vendor: Vendor): Wire {
  const wire = wires.find((one) => one.vendor === vendor);
  if (!wire) throw new Error(`no wire format for ${vendor}`);
  return wire;
}
