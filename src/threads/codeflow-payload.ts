// Reads fix payloads in the form of pi-codeflow: `items`, with what was run as sentences. A sentence counts as passed
// only if it says so and nothing else.
import * as z from "zod";
import { commentLimit } from "../review/comment-limits.ts";
import type { GivenFixPayload, ThreadFix, Verification } from "./thread-payloads.ts";
import { payloadFields } from "./payload-fields.ts";

const { classification, prNumber, sha, threadId } = payloadFields;

const sentences = z.union([z.string().min(1).max(1000), z.array(z.string().min(1).max(1000)).max(50)]);

const item = z.strictObject({
  threadId,
  classification,
  fixSummary: z.string().min(1).max(4000).optional().describe("What was done, or why nothing had to be."),
  verification: sentences.describe("What was run and what came of it, as in `npm test passed`."),
  checksRun: sentences.describe("The commands that were run."),
  commitSha: sha.optional().describe("valid: the commit that has the fix."),
  whyUnchanged: z.string().min(1).max(4000).optional(),
  replyBody: z.string().min(1).max(commentLimit).optional(),
  resolveRequested: z.boolean().describe("false: the thread is only answered."),
  humanDecision: z.string().min(1).max(4000).optional().describe("What a person decided about it."),
});

export const codeflowPayloadSchema = z
  .strictObject({
    prNumber: prNumber.optional(),
    items: z.array(item).min(1).max(1000).describe("One entry for each thread; none twice."),
  })
  .describe("The same in the form of pi-codeflow.");

type CodeflowPayload = z.infer<typeof codeflowPayloadSchema>;

export function fromCodeflowPayload(given: CodeflowPayload): GivenFixPayload {
  return { prNumber: given.prNumber ?? null, threads: given.items.map(fixOf) };
}

function fixOf(given: CodeflowPayload["items"][number]): ThreadFix {
  const { threadId: id, classification: of, fixSummary, commitSha, whyUnchanged, replyBody, resolveRequested } = given;
  const verification = listed(given.verification).map((sentence) => verificationOf(sentence, commitSha));
  const hasPassed = verification.length > 0 && verification.every(({ result }) => result === "passed");
  const summary = fixSummary ?? given.humanDecision ?? replyBody;
  return {
    threadId: id,
    classification: of,
    ...(summary !== undefined && { [summaryField[of]]: summary }),
    verification,
    commitSha,
    whyUnchanged,
    replyBody,
    resolveRequested,
    ...(hasPassed && listed(given.checksRun).length > 0 && { checks: "passed" as const }),
  };
}

const summaryField = {
  valid: "fixSummary",
  already_fixed: "evidence",
  stale: "evidence",
  invalid: "rationale",
  needs_human: "rationale",
} as const;

function listed(given: string | readonly string[]): readonly string[] {
  return typeof given === "string" ? [given] : given;
}

/** The commit that the sentence names, else that of the fix; null: the head at which the threads were read. */
function verificationOf(sentence: string, commitSha: string | undefined): Verification {
  const named = /\b(?=[0-9a-f]*\d)(?=\d*[a-f])[0-9a-f]{7,40}\b/i.exec(sentence)?.[0];
  const command = sentence.replace(verdict, "").trim() || sentence;
  return { command, result: resultIn(sentence), sha: named ?? commitSha ?? null };
}

/** At the end of a sentence, as in `npm test: passed`. */
const verdict = /[\s:–—(-]+(?:has |have )?(?:passed|passes|pass|succeeded|ok|green)\)?[.!]?\s*$/i;

const harmless =
  /\b(?:0|no|zero|without(?: any)?)\s+(?:failed|failures?|failing|errors?|skipped|problems?|warnings?)\b/gi;
const outcomes: readonly [pattern: RegExp, result: Verification["result"]][] = [
  [/\b(?:fail\w*|errors?|errored|broken?|red)\b/i, "failed"],
  [/\btim(?:ed|es) ?-?out\b|\btimeout\b/i, "timed-out"],
  [/\bskipp?\w*\b/i, "skipped"],
  [
    /\b(?:not|never|\w+n't|cannot|pending|running|unknown|should|would|will|expected|0 (?:passed|tests?))\b/i,
    "unknown",
  ],
  [/\b(?:pass(?:ed|es|ing)?|succe(?:ss|ssful|ssfully|eds?|eded)|green|ok)\b/i, "passed"],
];

function resultIn(sentence: string): Verification["result"] {
  const text = sentence.replaceAll(harmless, "");
  return outcomes.find(([pattern]) => pattern.test(text))?.[1] ?? "unknown";
}
