// Faults that reviewers point out, in several languages: the line, what they write, and what authors then make of it.
// `$a`, `$b`, `$c` are names, `$n` a number: drawn anew each time. The sets of them are in `sets/`.

export interface Review {
  file: string;
  bad: readonly string[];
  fixed: readonly string[];
  /** Mended in another way than anybody wrote. */
  otherwise?: readonly string[];
  /** One of two faults mended. */
  half: readonly string[];
  /** The same line edited for another reason. */
  unrelated: readonly string[];
  /** In backticks what is wrong. */
  quoting: readonly string[];
  /** Without any code. */
  prose: readonly string[];
}
