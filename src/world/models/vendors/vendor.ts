// Defines the interface of a vendor; everything common is in `api-model.ts`.
import type { LanguageModel, ModelMessage } from "ai";
import type { ModelRequest, Usage } from "../model.ts";

export type VendorOptions = NonNullable<ModelMessage["providerOptions"]>;

export interface VendorAccess {
  /** Absent: the server needs none. */
  key: string | undefined;
  baseUrl: string;
  fetch: typeof globalThis.fetch;
}

export interface Vendor {
  id: string;
  /** Environment variables; the first that is set has the key. */
  keys: readonly string[];
  /** Whether a key is required. */
  needsKey: boolean;
  /** Null: must be set in the settings. */
  baseUrl: string | null;
  /** Loads the vendor's package on first use. */
  open(id: string, access: VendorAccess): Promise<LanguageModel>;
  /** For the whole request. */
  options(request: ModelRequest): VendorOptions;
  /** Marks a prompt part to cache up to there. Null: the vendor caches automatically. */
  cachePoint: VendorOptions | null;
  /** Whether this raw chunk shows that the prompt has been read, so that its cache exists. */
  begins(piece: unknown): boolean;
  /** Usage reported in this chunk, which is known even if the answer is truncated. */
  usageIn(piece: unknown): Usage | null;
  /** Whether an answer can be constrained to a schema in a conversation with tools. */
  schemaWithTools: boolean;
}

/** A number from a server; anything else counts as 0. */
export function tokenCount(value: unknown): number {
  return typeof value === "number" && value >= 0 && Number.isFinite(value) ? value : 0;
}
