// Defines the search for references to one kind of removed thing.
import { addedLines, type FileDiff } from "../../../change/diff.ts";
import type { Change, Code, Quote } from "../../../change/change.ts";
import type { NameUse, Uses } from "../../../change/symbols/symbols.ts";
import type { LineClassifier } from "./line-classifier.ts";

export interface StaleReference extends NameUse {
  kind: string;
  /** The name of the removed thing. */
  name: string;
  title: string;
  explanation: string;
  /** The line at base that declared it. */
  and?: readonly Quote[];
  confidence?: number;
  /** Whether it is a link. */
  link?: boolean;
}

export interface ReferenceSearch {
  names: readonly string[];
  findStale(uses: Uses): Promise<StaleReference[]>;
}

export interface SearchContext {
  change: Change;
  code: Code;
  classifier: LineClassifier;
}

export type ReferenceFinder = (context: SearchContext) => Promise<ReferenceSearch | null>;

/** A change that removes more names is a rewrite. */
export const mostNames = 400;
/** Limits the files that are parsed. */
export const mostParsed = 300;

/** Lines that the change adds name old things on purpose. */
export function addedLineKeys(files: readonly FileDiff[]): ReadonlySet<string> {
  return new Set(files.flatMap((file) => [...addedLines(file)].map(({ line }) => `${file.newPath}:${line}`)));
}

/** Keeps the first line per file and removed thing; the finding names the rest. */
export function firstOfEachFile(stale: readonly StaleReference[]): StaleReference[] {
  const files = Map.groupBy(stale, ({ path, kind, name }) => `${kind} ${name} ${path}`);
  return [...files.values()].map(([first, ...more]) =>
    more.length === 0
      ? first!
      : {
          ...first!,
          explanation: `${first!.explanation} Also on ${more.length === 1 ? "line" : "lines"} ${more.map(({ line }) => line).join(", ")}.`,
        },
  );
}
