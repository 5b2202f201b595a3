import { Refused } from "../../errors.ts";

/** A write that came too early: nothing was written, and the same may be sent again after so many milliseconds. */
export class RefusedForNow extends Refused {
  readonly retryAfter: number;

  constructor(who: string, status: number, message: string, retryAfter: number) {
    super(who, status, message);
    this.name = "RefusedForNow";
    this.retryAfter = retryAfter;
  }
}
