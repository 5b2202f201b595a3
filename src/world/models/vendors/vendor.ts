// What differs between vendors; everything else is in `api-model.ts`.
import type { LanguageModel, ModelMessage } from "ai";
import type { ModelRequest, Usage } from "../model.ts";

export type VendorOptions = NonNullable<ModelMessage["providerOptions"]>;

export interface VendorAccess {
  /** Absent: the server wants none. */
  key: string | undefined;
  baseUrl: string;
  fetch: typeof globalThis.fetch;
}

export interface Vendor {
  id: string;
  /** The usual environment variables; the first that is set holds the key. */
  keys: readonly string[];
  /** Whether nobody answers without a key. */
  needsKey: boolean;
  /** Null: the settings must say it. */
  baseUrl: string | null;
  /** Loads the vendor's package late: most commands never ask a model. */
  open(id: string, access: VendorAccess): Promise<LanguageModel>;
  /** For the whole request. */
  options(request: ModelRequest): VendorOptions;
  /** Put on a part of the prompt, it asks the vendor to cache all up to there. Null: it caches by itself. */
  cachePoint: VendorOptions | null;
  /** Whether this piece of a stream, as the vendor sent it, shows that the prompt has been read: its cache exists then. */
  begins(piece: unknown): boolean;
  /** What this piece says was used so far: known before the end, it is known of an answer that is cut off too. */
  usageIn(piece: unknown): Usage | null;
  /** Whether an answer can be held to a schema in a conversation that has tools. */
  schemaWithTools: boolean;
}

/** A number in what a server sent; anything else counts for nothing. */
export function tokenCount(value: unknown): number {
  return typeof value === "number" && value >= 0 && Number.isFinite(value) ? value : 0;
}
