// Builds the arbiter's prompt: the disputes with their quoted code, never more of the change.
import { startOfText } from "../../secrets/cut-text.ts";
import type { OpenDispute } from "../reconcile.ts";
import type { Prompt } from "../asking/asking.ts";

/** One dispute as the arbiter sees it. */
export interface Contested extends Pick<OpenDispute, "id" | "flaggedBy" | "place" | "severity" | "claim"> {
  /** What the side that calls it sound says of it. */
  defence?: string;
  /** What a program read in the code that speaks against it. */
  doubt?: string;
  /** The code as it stands at the place; null where nothing stands there. */
  snippet: string | null;
}

/** Between lines that text of a change cannot forge (`asking/boundary.ts`). */
export type Fence = (label: string, text: string) => string;

/** Longer claims are cut for the arbiter, not for people. */
const longestClaim = 4000;

/** `instructions` is `reviewers/arbiter.md`. */
export function arbiterPrompt(disputes: readonly Contested[], fence: Fence, instructions: string): Prompt {
  return { instructions, shared: "", own: disputes.map((one) => disputeText(one, fence)).join("\n") };
}

function disputeText(
  { id, severity, flaggedBy, place, claim, defence, doubt, snippet }: Contested,
  fence: Fence,
): string {
  return [
    `## Dispute ${id}\n\nSeverity: ${severity}\nFlagged by: ${flaggedBy.map(plainName).join(", ")}\n\n`,
    fence("the place and the claim", `${place}\n${cutClaim(claim)}`),
    defence === undefined ? "" : `\nThe other side calls it sound:\n${fence("its defence", cutClaim(defence))}`,
    doubt === undefined
      ? ""
      : `\nA program, which may be mistaken, found this against it:\n${fence("its objection", cutClaim(doubt))}`,
    snippet === null ? "\nNothing stands at that place.\n" : `\n${fence("the code at that place", snippet)}`,
  ].join("");
}

export function cutClaim(text: string): string {
  return text.length <= longestClaim ? text : `${startOfText(text, longestClaim)} … (cut)`;
}

/** A repository names its own checks: what is not a name's character would be text of ours. */
export function plainName(name: string): string {
  return name.replaceAll(/[^\w:./-]/g, "?").slice(0, 60);
}
