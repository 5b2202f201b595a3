// Defines the interface of a workflow rule and of the problems it reports.
import type { AuditKindName } from "./audit-kinds.ts";
import type { Workflow } from "./workflow.ts";

export interface WorkflowProblem {
  kind: AuditKindName;
  /** Identifies the problem at base and head, independent of its line. */
  key: string;
  line: number;
  title: string;
  explanation: string;
  confidence: number;
  /** Further lines that belong to it. */
  alsoLines?: readonly number[];
  /** Raises the confidence if the repository follows the convention elsewhere. */
  against?: { habit: Convention; confidence: number; says: string };
}

export type WorkflowRule = (workflow: Workflow, facts: WorkflowFacts) => WorkflowProblem[];

export interface WorkflowFacts {
  /** Whether the file is new as a whole. */
  added: boolean;
}

/** Pinning actions of an owner to commits, or stating permissions. */
export type Convention = { pins: string } | "permissions";
