// Defines the schemas of triage and fix payloads. The JSON Schemas in `schemas/` are generated from these.
import * as z from "zod";
import { commentLimit } from "../review/comment-limits.ts";
import { claimsFix } from "./claims-fix.ts";
import { codeflowPayloadSchema } from "./codeflow-payload.ts";
import { payloadFields } from "./payload-fields.ts";

const mostThreads = 1000;
const longest = { sentence: 4000, path: 4096, command: 2000 };

const { classification, prNumber, sha, threadId } = payloadFields;
const result = z.enum(["passed", "failed", "skipped", "timed-out", "unknown"]);
const sentence = z.string().min(1).max(longest.sentence);
const paths = z.array(z.string().min(1).max(longest.path)).max(200);
const reply = z.string().min(1).max(commentLimit);

const threadTriage = z
  .strictObject({
    threadId,
    classification,
    confidence: z.enum(["low", "medium", "high"]).describe("How sure whoever classified it is."),
    reason: sentence.describe("Why it is of this class, in a sentence or two."),
    recommendedAction: sentence.describe("What to do next about it."),
    filesToInspect: paths.describe("Files to read before anything is decided; may be empty."),
    filesToChange: paths.describe("Files that a fix would change; may be empty."),
    checksToRun: z
      .array(z.string().min(1).max(longest.command))
      .max(50)
      .describe("Commands that would prove it; may be empty. Nothing runs them on this payload's word."),
    replyBody: reply.nullable().describe("A draft of a reply; null for none. Of a valid comment it claims no fix."),
    canResolveAfterChecks: z.boolean().describe("Whether it may be resolved once the checks have passed."),
    requiresHumanDecision: z.boolean().describe("A person has to decide: then canResolveAfterChecks is false."),
  })
  // As keywords too, so that the JSON Schema rejects the same values.
  .meta({
    not: {
      properties: { requiresHumanDecision: { const: true }, canResolveAfterChecks: { const: true } },
      required: ["requiresHumanDecision", "canResolveAfterChecks"],
    },
  })
  .refine((given) => !(given.requiresHumanDecision && given.canResolveAfterChecks), {
    path: ["canResolveAfterChecks"],
    error: "is true where requiresHumanDecision is true too: what a person has to decide is never resolved by checks",
    // Reported even if the entry has other errors.
    when: ({ value }) => typeof value === "object" && value !== null,
  });

const honestTriage = threadTriage.refine(
  ({ classification: of, replyBody }) => of !== "valid" || typeof replyBody !== "string" || !claimsFix(replyBody),
  {
    path: ["replyBody"],
    error:
      "says that it is fixed, but the comment is valid and nothing is fixed yet: claim it with fix-comments, with proof",
    // Reported even if the entry has other errors.
    when: ({ value }) => typeof value === "object" && value !== null,
  },
);

export const triagePayloadSchema = z
  .strictObject({
    prNumber,
    threads: z
      .array(honestTriage)
      .max(mostThreads)
      .describe("One entry for each thread that `crosscheck comments` selected: none twice, none left out."),
  })
  .describe("What is to be made of each selected review thread: read by `crosscheck comments --triage-payload`.");

const verification = z.strictObject({
  command: z.string().min(1).max(longest.command).describe("What was run."),
  result: result.describe("What came of it."),
  sha: sha.describe("The commit on which it was run."),
});

const threadFix = z.strictObject({
  threadId,
  classification,
  fixSummary: sentence.optional().describe("valid: what was changed."),
  evidence: sentence.optional().describe("already_fixed and stale: what shows that nothing is left to do."),
  rationale: sentence.optional().describe("invalid: why it is wrong."),
  verification: z.array(verification).max(50).describe("What was run, on which commit, and what came of it."),
  commitSha: sha.optional().describe("valid: the commit that has the fix; it must be reachable from the head."),
  whyUnchanged: sentence
    .optional()
    .describe("Why the commented lines did not have to change, where the fix is elsewhere. The reply repeats it."),
  latestComment: threadId
    .optional()
    .describe(
      "The id of the thread's latest comment when this payload was made. A later comment by a person stops the reply " +
        "and the resolution. Without it, the stored scan's is used.",
    ),
  checks: result.optional().describe("What came of the checks as a whole, where no check state is stored."),
  replyBody: reply.optional().describe("The reply to post; without it one is written from the template."),
  resolveRequested: z.boolean().optional().describe("false: the thread is only answered, whatever the flags."),
});

export const fixPayloadSchema = z
  .strictObject({
    prNumber,
    threads: z
      .array(threadFix)
      .max(mostThreads)
      .describe("One entry for each thread that is to be answered or resolved; none twice."),
    head: sha
      .optional()
      .describe(
        "The head when this payload was made: at another head nothing is resolved. Without it, the stored scan's.",
      ),
  })
  .describe("What was done about review threads, with the proof: read by `crosscheck fix-comments --payload`.");

/** Both forms that `crosscheck fix-comments` reads. */
export const anyFixPayloadSchema = z.union([fixPayloadSchema, codeflowPayloadSchema]);
