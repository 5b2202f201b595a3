// Defines a test as its report file states it, before a runner interprets names and paths.
/** One test as a report file has it, before a runner makes sense of its names and paths. */
export interface RawCase {
  /** The groups that it stands in, joined by " > ". */
  suite: string;
  classname: string;
  name: string;
  /** As the report writes it. */
  file: string | null;
  status: "passed" | "failed" | "skipped";
  message: string | null;
  /** What follows the message: a trace, what was printed. */
  detail: string | null;
  ms: number | null;
}

/** Further tests of one report are not read. */
export const mostCases = 100_000;
/** A longer report is not read at all. */
export const mostReport = 20_000_000;
/** Further text of one test is not kept. */
export const mostDetail = 64_000;
