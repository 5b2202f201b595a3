// Defines a test as its report file states it, before a runner interprets names and paths.
export interface RawCase {
  /** Enclosing groups, joined by " > ". */
  suite: string;
  classname: string;
  name: string;
  /** As written in the report. */
  file: string | null;
  status: "passed" | "failed" | "skipped";
  message: string | null;
  /** Stack trace and output after the message. */
  detail: string | null;
  ms: number | null;
}

/** Limit of tests per report. */
export const mostCases = 100_000;
/** Longer reports are not read. */
export const mostReport = 20_000_000;
/** Text kept per test. */
export const mostDetail = 64_000;
