import { anthropic } from "./anthropic.ts";
import { compatible } from "./compatible.ts";
import { google } from "./google.ts";
import { openai } from "./openai.ts";
import type { Vendor } from "./vendor.ts";

export const vendors: readonly Vendor[] = [anthropic, openai, google, compatible];
