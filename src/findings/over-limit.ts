// The error of a unit that was ended because it exceeded a limit.
import type { Reason } from "./reason.ts";

export class OverLimit extends Error {
  readonly why: Extract<Reason, { kind: "too-slow" | "too-much-memory" }>;

  constructor(why: OverLimit["why"]) {
    super(why.kind);
    this.why = why;
  }
}
