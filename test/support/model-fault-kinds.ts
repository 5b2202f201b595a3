// The ways in which a model fails to answer, as a stand-in plays them, and what a review must call each.
import type { ModelFaultKind } from "../../src/errors.ts";
import type { ScriptedReply } from "../../src/standin/models/story.ts";

/** Of the user; servers that say it back are part of the story. It has no form by which it could be known as a key. */
export const goodKey = "the-secret-word-of-the-user";
export const wrongKey = "a-word-that-was-taken-back";

export interface PlayedFault {
  /** What the review may call it. */
  is: readonly ModelFaultKind[];
  /** What the server says; `times` tells how often it has said so to this reviewer. */
  reply?(times: number): ScriptedReply;
  /** Instead of what a server says: what is wrong with the way to it. */
  way?: "dead" | "locked" | "keyless" | "portal" | "redirect" | "garbled";
  /** It is waited for until the time limit of the call: that has to be short. */
  waits?: true;
}

const looksSound = "I have read all of it. No issues found: the change is clean and can be approved.";
const half = '{"findings": [], "verdicts": [{"pass": "correctness", "says": "clean", "evi';
/** An answer that would be believed if it were one. */
const whole = JSON.stringify({
  findings: [],
  verdicts: [],
  notes: [looksSound],
  goal: null,
  concerns: [],
  answers: [],
});
const echo = `the key ${goodKey} is at fault`;

export const playedFaults: Record<string, PlayedFault> = {
  silence: { is: ["timeout"], waits: true, reply: () => ({ is: "silence" }) },
  "silence after words": { is: ["timeout"], waits: true, reply: () => ({ is: "silence", after: half }) },
  refusal: { is: ["refused"], reply: () => ({ is: "refusal", text: `I cannot help with this: ${echo}` }) },
  "cut, loudly": { is: ["cut-off"], reply: () => ({ is: "cut", text: half, after: 40 }) },
  "cut, quietly": { is: ["cut-off"], reply: () => ({ is: "cut", text: half, after: 40, quietly: true }) },
  "cut at once": { is: ["cut-off"], reply: () => ({ is: "cut", text: half, after: 0 }) },
  "cut after the last word": {
    is: ["cut-off"],
    reply: () => ({ is: "cut", text: whole, after: whole.length, quietly: true }),
  },
  "silence after the last word": { is: ["timeout"], waits: true, reply: () => ({ is: "silence", after: whole }) },
  "refusal in the form of an answer": { is: ["refused"], reply: () => ({ is: "refusal", text: whole }) },
  "length after the last word": { is: ["too-long"], reply: () => ({ is: "length", text: whole }) },
  length: { is: ["too-long"], reply: () => ({ is: "length", text: half }) },
  "bad JSON": { is: ["bad-json"], reply: () => ({ is: "text", text: `${goodKey} ${half}` }) },
  "praise in prose": { is: ["bad-json"], reply: () => ({ is: "text", text: looksSound }) },
  "wrong schema": {
    is: ["wrong-shape"],
    reply: (times) => ({ is: "json", value: [{ findings: "none" }, { verdict: "clean", [goodKey]: echo }][times % 2] }),
  },
  "wrong schema, then refusal": {
    is: ["refused"],
    reply: (times) => (times === 0 ? { is: "json", value: { findings: [] } } : { is: "refusal", text: "No." }),
  },
  "empty answer": { is: ["bad-json", "cut-off", "failed"], reply: () => ({ is: "text", text: "" }) },
  "huge answer": { is: ["too-long"], reply: () => ({ is: "text", text: huge() }) },
  "calls without end": {
    is: ["too-many-steps"],
    reply: () => ({ is: "calls", calls: [{ name: "search", input: { text: "given" } }] }),
  },
  overload: { is: ["overloaded"], reply: () => ({ is: "overload", retryAfterSeconds: 0 }) },
  "overload in the stream": {
    is: ["overloaded"],
    reply: () => ({ is: "overload", inStream: true, retryAfterSeconds: 0 }),
  },
  "status 401": { is: ["unauthorised"], reply: () => ({ is: "error", status: 401, message: `Refused: ${echo}` }) },
  "status 404": { is: ["failed"], reply: () => ({ is: "error", status: 404, message: "There is no such model." }) },
  "status 500": { is: ["failed"], reply: () => ({ is: "error", status: 500, message: `Oops: ${echo}\n at line 1` }) },
  "status 502": { is: ["unreachable"], reply: () => ({ is: "error", status: 502, message: "Bad gateway" }) },
  "connection refused": { is: ["unreachable"], way: "dead" },
  "wrong key": { is: ["unauthorised"], way: "locked" },
  "a page to log in": { is: ["failed", "cut-off", "bad-json"], way: "portal" },
  "a redirect": { is: ["unreachable", "failed"], way: "redirect" },
  "a garbled stream": { is: ["failed", "cut-off"], way: "garbled" },
  "no key": { is: ["no-key"], way: "keyless" },
};

export const faultNames = Object.keys(playedFaults);

let written: string | undefined;

/** More than any answer may be. */
function huge(): string {
  written ??= `{"notes": ["${"all is well, ".repeat(320_000)}"]}`;
  return written;
}
