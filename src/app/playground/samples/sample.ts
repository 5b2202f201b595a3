// Defines the types of the playground's samples: small repositories and deliberately flawed changes.
import type { AnsweredFinding } from "../../../findings/asking/answer.ts";

export type SampleFiles = Readonly<Record<string, string>>;

export interface SampleRepository {
  owner: string;
  name: string;
  /** A one-line description. */
  about: string;
  /** Reviews must be confirmed before they are posted. */
  confirms: boolean;
  files: SampleFiles;
}

/** Whole files; null deletes one. */
export type Edits = Readonly<Record<string, string | null>>;

export interface SampleChange {
  id: string;
  /** The name of its repository. */
  repository: string;
  title: string;
  body: string;
  /** The flaw in one line, or that there is none. */
  flaw: string;
  /** Whether checks find it, only the scripted model does, or nothing does. */
  seenBy: "checks" | "model" | "nobody";
  files: Edits;
  /** Its workflow files cannot be parsed. */
  breaksCi?: true;
  /** The prepared fix; null if nothing is wrong. */
  fix: SampleFix | null;
}

interface SampleFix {
  title: string;
  files: Edits;
  /** The branch is rewritten, because the fault must not stay in the history. */
  rewrites?: true;
}

/** A finding that the scripted model reports if a certain line was changed. */
export interface ScriptedSighting {
  /** The reviewers that report it. */
  units: readonly string[];
  path: string;
  /** The exact text of the changed line. */
  line: string;
  finding: Pick<AnsweredFinding, "kind" | "severity" | "confidence" | "category" | "pass" | "title" | "explanation"> & {
    side?: "base" | "head";
    /** The suggested replacement of the line. */
    instead?: string;
  };
  /** The answer to questions about it. */
  answer: string;
  /** The arbiter's verdict if only one reviewer reports it; absent: that it is a real bug. */
  arbiter?: { verdict: "REAL_BUG" | "FALSE_POSITIVE" | "UNCERTAIN"; why: string };
}
