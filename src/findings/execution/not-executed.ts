// Defines the error of a unit that could not run anything: it is skipped with a reason and never counts as clean.
import type { NotRun } from "./sandbox-runner.ts";

export class NotExecuted extends Error {
  readonly because: NotRun;
  constructor(because: NotRun) {
    super(because.why);
    this.because = because;
  }
}
