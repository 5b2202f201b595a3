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
  /** More lines that belong to the problem. */
  alsoLines?: readonly number[];
  /** Raises the confidence if the repository follows the convention elsewhere. */
  against?: { habit: Convention; confidence: number; explanation: string };
}

export type WorkflowRule = (workflow: Workflow, facts: WorkflowFacts) => WorkflowProblem[];

export interface WorkflowFacts {
  added: boolean;
}

/** Pins actions of an owner to commits, or states permissions. */
export type Convention = { pins: string } | "permissions";
