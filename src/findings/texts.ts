// Reads the texts that findings quote, each file once.
import type { Change, Code, CodeLocation } from "../change/change.ts";
import { quotedFile, type QuotedFile } from "./quote.ts";
import type { Report } from "./report.ts";

type Side = CodeLocation["side"];

export interface Texts {
  read(path: string, side: Side): Promise<QuotedFile | null>;
  /** What was read before; gates are pure, so what they need is read first. */
  known(path: string, side: Side): QuotedFile | null;
  /** Looks names up in the tree at head, all in one search. */
  search(names: readonly string[]): Promise<void>;
  /** Whether the tree has a name that was searched for; undefined for others. */
  occurs(name: string): boolean | undefined;
}

export function textsOf(code: Code): Texts {
  const files = new Map<string, Promise<QuotedFile | null>>();
  const arrived = new Map<string, QuotedFile | null>();
  const names = new Map<string, boolean>();
  return {
    read(path, side) {
      const key = `${side}:${path}`;
      const reading =
        files.get(key) ?? code[side].read(path).then((bytes) => (bytes === null ? null : quotedFile(bytes)));
      files.set(key, reading);
      return reading.then((file) => {
        arrived.set(key, file);
        return file;
      });
    },
    known: (path, side) => arrived.get(`${side}:${path}`) ?? null,
    async search(wanted) {
      const fresh = wanted.filter((name) => !names.has(name));
      if (fresh.length === 0) return;
      for (const [name, { at, cut }] of await code.uses(fresh)) names.set(name, cut || at.length > 0);
    },
    occurs: (name) => names.get(name),
  };
}

/** Reads what the gates look at: each quoted file, and the file's own earlier version for claims that something is new. */
export async function readQuoted(texts: Texts, change: Change, reports: readonly Report[]): Promise<void> {
  const places = reports.flatMap((report) => report.findings).flatMap((finding) => quotedPlaces(finding, change));
  await Promise.all(places.map(([path, side]) => texts.read(path, side)));
}

function quotedPlaces({ at, evidence }: Report["findings"][number], change: Change): [string, Side][] {
  const before = change.files.find((file) => file.newPath === at.path)?.oldPath;
  return [
    ...evidence.map((quote): [string, Side] => [quote.path, quote.side]),
    [at.path, at.side],
    ...(before ? [[before, "base"] as [string, Side]] : []),
  ];
}
