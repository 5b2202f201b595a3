// The ways in which things go wrong. Anything that is none of these is our own fault.
import type { ModelCost } from "./model-cost.ts";

/** Something the person at the keyboard can mend: what is wrong, where, and what to do about it. No stack is shown. */
export class UserError extends Error {
  readonly remedy: string;

  constructor(message: string, remedy: string) {
    super(message);
    this.name = "UserError";
    this.remedy = remedy;
  }
}

/** Something outside did not answer: who, and whether trying again can help. */
export class Unavailable extends Error {
  readonly who: string;

  constructor(who: string, message: string) {
    super(message);
    this.name = "Unavailable";
    this.who = who;
  }
}

/** Something outside said no, and did nothing: a write that was refused is not tried again as it is. */
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

/** The ways in which a model fails to answer. Each is a line in the review; none of them is ever taken for "clean". */
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
  "failed",
] as const;
export type ModelFaultKind = (typeof modelFaults)[number];

/** A model did not answer. The message is one line, and holds no key. */
export class ModelFault extends Error {
  readonly model: string;
  readonly fault: ModelFaultKind;
  /** When the vendor said how long to wait. */
  readonly retryAfterMs: number | null;
  /** What was spent all the same; null where that is not known here. */
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
