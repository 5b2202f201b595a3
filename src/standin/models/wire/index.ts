// Registers the wire formats.
import type { SimulatedVendor } from "../story.ts";
import { anthropicWire } from "./anthropic.ts";
import { googleWire } from "./google.ts";
import { openaiChat } from "./openai-chat.ts";
import { makeOpenaiResponses } from "./openai-responses.ts";
import type { VendorWireFormat } from "./wire.ts";

export function makeWires(): readonly VendorWireFormat[] {
  return [anthropicWire, makeOpenaiResponses(), openaiChat, googleWire];
}

export function wireOf(wires: readonly VendorWireFormat[], vendor: SimulatedVendor): VendorWireFormat {
  const wire = wires.find((one) => one.vendor === vendor);
  if (!wire) throw new Error(`no wire format for ${vendor}`);
  return wire;
}
