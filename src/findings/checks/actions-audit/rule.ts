// One rule looks at one workflow and says where something is wrong; what of that is news is decided elsewhere.
import type { KindName } from "./kinds.ts";
import type { Workflow } from "./read.ts";

export interface Spot {
  kind: KindName;
  /** What it is about, in words that are the same at base and head wherever the line has moved. */
  key: string;
  line: number;
  title: string;
  explanation: string;
  confidence: number;
  /** Further lines that belong to it. */
  alsoLines?: readonly number[];
  /** Worth more where the repository does otherwise everywhere else. */
  against?: { habit: Habit; confidence: number; says: string };
}

export type Rule = (workflow: Workflow, facts: Facts) => Spot[];

export interface Facts {
  /** Whether the file is new as a whole. */
  added: boolean;
}

/** What this repository's own workflows do nearly always: name actions of an owner by commit, say their permissions. */
export type Habit = { pins: string } | "permissions";
