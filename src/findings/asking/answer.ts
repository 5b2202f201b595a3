// The schema of a reviewer's answer: one form for all reviewers, so that vendors can cache the prompt. Every key is
// asked for; null means "none".
import * as z from "zod";
import { categories, passes, severities } from "../finding.ts";

const side = z.enum(["base", "head"]).describe("head: the code after the change; base: before it, for removed lines");

const cited = {
  path: z.string(),
  side,
  line: z.number().describe("the line on which the quote begins"),
  quote: z.string().describe("that line, or up to five lines, verbatim"),
};
const citation = z.object(cited);
const evidence = z.object({ ...cited, says: z.string().describe("what the quoted line shows, in one sentence") });

const finding = z.object({
  kind: z.string().describe("the kind of defect, like-this"),
  ...cited,
  endLine: z.number().nullable().describe("the last line that it is about; null where it is one line"),
  also: z.array(citation).describe("further quotes that the claim needs"),
  claim: z.enum(["present", "absent", "unreachable", "introduced", "mismatch"]),
  severity: z.enum(severities),
  confidence: z.number().nullable().describe("1 to 10"),
  root: z.enum(["CODE", "DOC", "NEW"]),
  category: z.enum(categories),
  pass: z.enum(passes),
  title: z.string().describe("what is wrong, in one line"),
  explanation: z.string().describe("the input or sequence, what follows, the smallest fix"),
  fix: z
    .object({ startLine: z.number(), endLine: z.number(), text: z.string() })
    .nullable()
    .describe("only when exact: replaces these whole lines at head"),
});

const verdict = z.object({
  pass: z.enum(passes),
  says: z.enum(["findings", "clean", "n/a"]),
  evidence: z.string().describe("what was verified, in one line"),
});

const goal = z.object({
  what: z.array(z.string()).describe("one to three sentences: what behaves differently"),
  why: z.string().nullable().describe("the author's reason; null where none is stated"),
  goal: z.string().nullable().describe("what the author claims to achieve; null where nothing is claimed"),
  verdict: z.enum(["achieved", "partially", "not-achieved", "unverifiable", "n/a"]),
  evidence: z.array(evidence),
});

const concern = z.object({
  id: z.string().describe("as it was given, such as V1"),
  status: z.enum(["verified", "failed", "open"]),
  how: z.string().describe("how it was verified, or why it stays open"),
  evidence: z.array(evidence),
});

const advisedAnswer = z.object({
  id: z.string().describe("as it was given, such as C1"),
  verdict: z.enum(["confirmed", "refuted"]),
  ...cited,
  reason: z.string().describe("in one sentence"),
});

const wholeAnswer = z.object({
  findings: z.array(finding),
  verdicts: z.array(verdict),
  notes: z.array(z.string()).describe("what you looked at and found sound, and what you could not look at"),
  goal: goal.nullable(),
  concerns: z.array(concern),
  answers: z.array(advisedAnswer),
});

/** What most reviewers have nothing to say of: a model that leaves one of these out means none. */
const none = { notes: [], goal: null, concerns: [], answers: [] };

export const answerSchema = z.preprocess(
  (value) => (typeof value === "object" && value !== null ? { ...none, ...value } : value),
  wholeAnswer,
);

export type ReviewerAnswer = z.infer<typeof answerSchema>;
export type AnsweredFinding = ReviewerAnswer["findings"][number];
export type AnsweredEvidence = z.infer<typeof evidence>;
export type Citation = z.infer<typeof citation>;

export { toRawFindings } from "./raw-findings.ts";
