// Registers the vendors.
import { anthropicVendor } from "./anthropic.ts";
import { compatible } from "./compatible.ts";
import { googleVendor } from "./google.ts";
import { openai } from "./openai.ts";
import type { Vendor } from "./vendor.ts";

export const vendors: readonly Vendor[] = [anthropicVendor, openai, googleVendor, compatible];
