// Defines the interface of a workflow rule and of the problems it reports.
import type { AuditKindName } from "./audit-kinds.ts";
import type { Workflow } from "./workflow.ts";

export interface WorkflowProblem {
  kind: AuditKindName;
  /** What it is about, in words that are the same at base and head wherever the line has moved. */
  key: string;
  line: number;
  title: string;
  explanation: string;
  confidence: number;
  /** Further lines that belong to it. */
  alsoLines?: readonly number[];
  /** Worth more where the repository does otherwise everywhere else. */
  against?: { habit: Convention; confidence: number; says: string };
}

export type WorkflowRule = (workflow: Workflow, facts: WorkflowFacts) => WorkflowProblem[];

export interface WorkflowFacts {
  /** Whether the file is new as a whole. */
  added: boolean;
}

/** What this repository's own workflows do nearly always: name actions of an owner by commit, say their permissions. */
export type Convention = { pins: string } | "permissions";
