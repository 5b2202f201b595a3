// Which canary may be seen where. Everything that is not named here must be nowhere.
import type { Placed } from "./change.ts";
import { encodings, type Encoding } from "./encodings.ts";
import type { Canary } from "./kinds.ts";
import { findNeedles } from "./search.ts";
import { seenPlaces, type Seen, type SeenPlace } from "./story.ts";

/** The server's own. Each line has its reason. */
function mayHaveOwn(place: SeenPlace, { kind }: Canary): boolean {
  // The process that asks models is given their keys, and no other secret.
  if (place === "reader's environment") return /^(?:Anthropic|OpenAI|Google) key$/.test(kind);
  // Git is told the token that reads by its environment, since a command line can be read by anyone on the machine.
  return place === "other children's environment" && kind === "GitHub App's installation token";
}

/** What is part of a change. Who reads the repository has it; where we take it from there is counted. */
function mayHavePlaced(seen: SeenPlace, { canary, encoding, place }: Placed): boolean {
  // A delivery is kept until it is dealt with, word for word, or it could be lost; and in the log of changes for a while longer.
  const isDelivered = place === "comment" || place === "title" || place === "description";
  if (seen === "database while it runs" && isDelivered) return true;
  if (!["prompts", "sent to GitHub", "database", "database while it runs"].includes(seen)) return false;
  // A comment stands on a file, and names it.
  if (place === "file name" && seen !== "prompts") return true;
  return !hasForm(canary.kind, encoding.name, place);
}

/** Whether anybody could tell that it is a secret: a password and a half of a pair are told by the name they are given. */
function hasForm(kind: Canary["kind"], encoding: string, place: Placed["place"]): boolean {
  if (kind.startsWith("unfriendly: ")) return true;
  // In the open it has a name, or stands in an address, which is encoded with it; a file's name has no room for either.
  if (kind === "webhook secret") return encoding === "as is";
  if (kind === "database password") return place !== "file name";
  return !(kind === "AWS key pair" && place === "file name" && encoding === "as is");
}

export interface Leak {
  seen: SeenPlace;
  /** Where it came from. */
  from: string;
  kind: string;
  /** As it was put there, and as it was seen. */
  put: string;
  as: string;
}

export interface Matrix {
  cells: number;
  leaks: readonly Leak[];
  /** Seen where it may be. */
  allowed: number;
}

export function matrixOf({ texts, own, placed }: Seen): Matrix {
  const canaries = [
    ...own.map(({ from, canary }) => ({
      canary,
      from,
      put: "as is",
      may: (place: SeenPlace) => mayHaveOwn(place, canary),
    })),
    ...placed.map((one) => ({
      canary: one.canary,
      from: one.place as string,
      put: one.encoding.name,
      may: (place: SeenPlace) => mayHavePlaced(place, one),
    })),
  ];
  const needles = {
    exact: allNeedles(
      canaries,
      encodings.filter(({ anyCase }) => !anyCase),
    ),
    anyCase: allNeedles(
      canaries,
      encodings.filter(({ anyCase }) => anyCase),
    ),
  };
  const leaks: Leak[] = [];
  let [cells, allowed] = [0, 0];
  for (const seen of seenPlaces) {
    const found = findNeedles(texts[seen], needles);
    for (const { canary, from, put, may } of canaries)
      for (const encoding of encodings) {
        cells++;
        if (!isSeen(canary, encoding, found)) continue;
        if (may(seen)) allowed++;
        else leaks.push({ seen, from, kind: canary.kind, put, as: encoding.name });
      }
  }
  return { cells, leaks, allowed };
}

function allNeedles(canaries: readonly { canary: Canary }[], some: readonly Encoding[]): string[] {
  return canaries.flatMap(({ canary }) => canary.pieces.flatMap((piece) => some.flatMap((one) => one.needles(piece))));
}

function isSeen(canary: Canary, encoding: Encoding, found: ReturnType<typeof findNeedles>): boolean {
  return canary.pieces.some((piece) =>
    encoding
      .needles(piece)
      .some((needle) => (encoding.anyCase ? found.anyCase.has(needle.toLowerCase()) : found.exact.has(needle))),
  );
}

/** How many leaks there are of each source to each place, most first. */
export function summed(leaks: readonly Leak[]): string[] {
  const counts = Map.groupBy(leaks, ({ seen, from, put }) => `${from} (${put}) in ${seen}`);
  return [...counts]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .map(
      ([what, some]) =>
        `${some.length} ${what}: ${[...new Set(some.map(({ kind, as }) => `${kind} as ${as}`))].slice(0, 4).join("; ")}`,
    );
}
