// Every error class: user error, unavailable, refused, refused for now, model fault. Any other error is a bug of ours.
import type { ModelCost } from "./model-cost.ts";

/** Something the user can fix: what is wrong, where, and what to do. No stack is shown. */
export class UserError extends Error {
  readonly remedy: string;

  constructor(message: string, remedy: string) {
    super(message);
    this.name = "UserError";
    this.remedy = remedy;
  }
}

/** An external service did not answer; says which, and whether a retry can help. */
export class Unavailable extends Error {
  readonly who: string;

  constructor(who: string, message: string) {
    super(message);
    this.name = "Unavailable";
    this.who = who;
  }
}

/** An external service refused and did nothing: a refused write is not retried. */
export class Refused extends Error {
  readonly who: string;
  readonly status: number;

  constructor(who: string, status: number, message: string) {
    super(message);
    this.name = "Refused";
    this.who = who;
    this.status = status;
  }
}

/** Something outside refused a request that came too early: nothing was done, and the same request may be sent later. */
export class RefusedForNow extends Refused {
  /** Milliseconds to wait before the next attempt. */
  readonly retryAfter: number;

  constructor(who: string, status: number, message: string, retryAfter: number) {
    super(who, status, message);
    this.name = "RefusedForNow";
    this.retryAfter = retryAfter;
  }
}

/** Whether the same request may succeed later. */
export function mayRetry(error: unknown): boolean {
  return error instanceof Unavailable || error instanceof RefusedForNow;
}

/** The kinds of model failures. Each is a line in the review; none counts as "clean". */
export const modelFaults = [
  "no-key",
  "not-installed",
  "wrong-version",
  "unauthorised",
  "overloaded",
  "unreachable",
  "timeout",
  "refused",
  "cut-off",
  "bad-json",
  "wrong-shape",
  "too-many-steps",
  "too-long",
  "over-budget",
  "not-recorded",
  "unanswered",
  "failed",
] as const;
export type ModelFaultKind = (typeof modelFaults)[number];

/** A model did not answer. The message is one line without keys. */
export class ModelFault extends Error {
  readonly model: string;
  readonly fault: ModelFaultKind;
  /** The vendor's retry time, if given. */
  readonly retryAfterMs: number | null;
  /** The cost despite the failure; null if unknown. */
  readonly cost: ModelCost | null;

  constructor(
    model: string,
    fault: ModelFaultKind,
    message: string,
    retryAfterMs: number | null = null,
    cost: ModelCost | null = null,
  ) {
    super(message);
    this.name = "ModelFault";
    this.model = model;
    this.fault = fault;
    this.retryAfterMs = retryAfterMs;
    this.cost = cost;
  }
}
