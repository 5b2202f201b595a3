// Gives the resolver access to the files of one tree and their JSON, each read once.
import { parse } from "jsonc-parser";
import type { Tree } from "../change.ts";
import { fileSet, oncePer } from "./once-per.ts";

export type JsonObject = Record<string, unknown>;

export interface RepositoryFiles {
  has(path: string): boolean;
  all: readonly string[];
  read(path: string): Promise<Uint8Array | null>;
  /** The object in a JSON file, comments allowed; null if the file is missing or contains no object. */
  json(path: string): Promise<JsonObject | null>;
}

/** Hand-written manifests are far smaller. */
const largestManifest = 2_000_000;

export async function repositoryFiles(tree: Tree): Promise<RepositoryFiles> {
  const all = await tree.paths();
  const known = fileSet(all);
  const objects = new Map<string, Promise<JsonObject | null>>();
  const read = async (path: string) => {
    const bytes = known.has(path) ? await tree.read(path) : null;
    return bytes === null || bytes.length > largestManifest ? null : bytes;
  };
  return {
    has: (path) => known.has(path),
    all,
    read,
    json(path) {
      const reading = objects.get(path) ?? read(path).then((bytes) => (bytes === null ? null : objectIn(bytes)));
      objects.set(path, reading);
      return reading;
    },
  };
}

const objectIn = oncePer((bytes: Uint8Array): JsonObject | null => {
  const text = new TextDecoder().decode(bytes);
  // The parser is recursive, and manifests are not nested this deeply.
  if (/[[{]{200}/.test(text.replaceAll(/[^[\]{}]/g, ""))) return null;
  return asObject(parse(text, [], { allowTrailingComma: true }) as unknown);
});

export function asObject(value: unknown): JsonObject | null {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : null;
}

export function asStrings(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === "string") : [];
}
