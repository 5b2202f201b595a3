// Parses the arbiter's answer line by line. It may quote text with verdict-like lines: only unindented lines for known
// ids count.
import type { ArbiterVerdict } from "../cross-model.ts";

type ArbiterAnswer = { verdict: ArbiterVerdict; reason: string } | "UNCHANGED";

export interface Parsed {
  /** Every id that was asked about, in its order. */
  answers: ReadonlyMap<string, ArbiterAnswer>;
  /** Why the whole answer counts for nothing; null where it counts. */
  failed: string | null;
}

/** At the very start of a line: what is indented, listed or quoted is not the arbiter's own verdict. */
const named = /^ARB[ \t]+(\S+)/;
const verdictLine = /^ARB[ \t]+\S+[ \t]+(REAL_BUG|FALSE_POSITIVE|UNCERTAIN)(?:[ \t]+[-–—](?:[ \t]+(.*))?)?$/su;

/** The first line that names an id decides; one that cannot be read leaves its finding as it is. */
export function parseArbitration(text: string, ids: readonly string[]): Parsed {
  const answers = new Map<string, ArbiterAnswer>(ids.map((id) => [id, "UNCHANGED"]));
  const met = new Set<string>();
  for (const line of ownLines(text)) {
    const id = named.exec(line)?.[1];
    if (id === undefined || !answers.has(id) || met.has(id)) continue;
    met.add(id);
    answers.set(id, answerIn(line));
  }
  const parsed = [...answers.values()].filter((one) => one !== "UNCHANGED").length;
  if (parsed * 2 >= answers.size) return { answers, failed: null };
  const failed = `it gave a verdict on ${parsed} of ${answers.size}, fewer than half`;
  return { answers: new Map([...answers.keys()].map((id) => [id, "UNCHANGED"])), failed };
}

function answerIn(line: string): ArbiterAnswer {
  const [, verdict, given = ""] = verdictLine.exec(line) ?? [];
  if (verdict === undefined) return "UNCHANGED";
  const reason = plainReason(given);
  // The one verdict that can take something away must say why.
  if (verdict === "FALSE_POSITIVE" && reason === "") return "UNCHANGED";
  return { verdict: verdict as ArbiterVerdict, reason };
}

const opening = /^(?:[ \t]|>|[-*+][ \t]|\d{1,9}[.)][ \t])*(`{3,}(?=[^`]*$)|~{3,})/;
const closing = /^[ \t>]*(`{3,}|~{3,})[ \t]*$/;

/** The lines outside of code fences; one that is never closed holds all that follows. */
function* ownLines(text: string): Generator<string> {
  let fence: string | null = null;
  for (const raw of text.split("\n")) {
    const line = raw.trimEnd();
    if (fence === null) {
      fence = opening.exec(line)?.[1] ?? null;
      if (fence === null) yield line;
    } else if (closing.exec(line)?.[1]?.startsWith(fence)) fence = null;
  }
}

const longestReason = 300;
const unseen =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{Noncharacter_Code_Point}]/gu;

/** One line that hides nothing and is not too long; empty where nothing in it is a word. */
export function plainReason(given: string): string {
  const seen = given
    // However long the answer, no more than this is looked at.
    .slice(0, 20 * longestReason)
    .replaceAll(/\s/gu, " ")
    .replaceAll(unseen, "")
    .replaceAll(/ {2,}/g, " ")
    .trim();
  if (!/[\p{L}\p{N}]/u.test(seen)) return "";
  const characters = Array.from(seen);
  return characters.length <= longestReason
    ? seen
    : `${characters
        .slice(0, longestReason - 1)
        .join("")
        .trimEnd()}…`;
}
