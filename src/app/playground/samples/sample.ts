// Types of the playground's samples: small repositories and deliberately flawed changes.
import type { AnsweredFinding } from "../../../findings/asking/answer.ts";

export type SampleFiles = Readonly<Record<string, string>>;

export interface SampleRepository {
  owner: string;
  name: string;
  /** In one line, for people. */
  about: string;
  /** A person decides on each review before it is posted. */
  confirms: boolean;
  files: SampleFiles;
}

/** Whole files; null takes one away. */
export type Edits = Readonly<Record<string, string | null>>;

export interface SampleChange {
  id: string;
  /** The name of its repository. */
  repository: string;
  title: string;
  body: string;
  /** What is wrong with it, in one line; or that nothing is. */
  flaw: string;
  /** Who notices: rules that need no model, or the scripted model alone. */
  seenBy: "checks" | "model" | "nobody";
  files: Edits;
  /** Its workflows cannot even be read. */
  breaksCi?: true;
  /** What mends it; null where there is nothing to mend. */
  fix: SampleFix | null;
}

interface SampleFix {
  title: string;
  files: Edits;
  /** What must not even stay in the history: the branch is written anew. */
  rewrites?: true;
}

/** What the scripted model says where a changed line says so. */
export interface ScriptedSighting {
  /** Which of the reviewers sees it. */
  units: readonly string[];
  path: string;
  /** A changed line, as it stands there. */
  line: string;
  finding: Pick<AnsweredFinding, "kind" | "severity" | "confidence" | "category" | "pass" | "title" | "explanation"> & {
    side?: "base" | "head";
    /** What the line should say. */
    instead?: string;
  };
  /** What it answers when somebody asks about it. */
  answer: string;
  /** What the arbiter says of it, where only one side does; absent: that it is right. */
  arbiter?: { verdict: "REAL_BUG" | "FALSE_POSITIVE" | "UNCERTAIN"; why: string };
}
