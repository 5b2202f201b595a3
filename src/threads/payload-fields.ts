// Defines the fields that the payloads of threads share.
import * as z from "zod";
import { classifications } from "./thread-payloads.ts";

/** GitHub's node id syntax. */
const threadId = z
  .string()
  .regex(/^[\w=+/-]{1,300}$/, "is no thread id")
  .describe("The thread's node id, as `crosscheck comments --json` prints it; not a comment's id.");
const prNumber = z.int().min(1).describe("The pull request that the threads are of.");
const sha = z
  .string()
  .regex(/^[0-9a-fA-F]{7,64}$/, "is no commit id")
  .describe("A commit, by its id or the first seven or more digits of it.");
const classification = z
  .enum(classifications)
  .describe(
    "valid: it names a real fault, which has to be fixed. already_fixed: the code at the head no longer has it. stale: the " +
      "code that it is about is gone. invalid: it is wrong. needs_human: a person has to decide; never resolved.",
  );

export const payloadFields = { classification, prNumber, sha, threadId } as const;
