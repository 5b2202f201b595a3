// Searches a tree for many names with one `git grep`, which reads packs faster than reading objects one by one.
import { Unavailable } from "../../errors.ts";
import { pathText } from "../../path-text.ts";
import { streamGit, type GitRun } from "./run.ts";

interface GrepHit {
  path: string;
  line: number;
  /** Without the line ending; overlong lines are skipped. */
  text: Buffer;
}

/** The same pattern in two dialects; the second is for a git built without PCRE and may match more. */
export interface GrepPattern {
  perl: string;
  extended: string;
}

/** Searches the given files, or all. Returns false if `take` stopped the search. */
export type Grep = (
  tree: string,
  pattern: GrepPattern,
  paths: readonly string[],
  take: (hit: GrepHit) => boolean,
) => Promise<boolean>;

/** Longer lines are data or minified code, and a single one can be as large as the file. */
export const maxGrepLine = 2000;

export function grep(run: GitRun): Grep {
  let perl = true;
  return async (tree, pattern, paths, take) => {
    const where: [string, ...string[]] = [tree, "--", ...paths.map((path) => `:(literal)${path}`)];
    const first = perl ? await search(run, where, ["-P", pattern.perl], take) : null;
    if (first && !lacksPerl(first)) return outcome(first);
    perl = false;
    return outcome(await search(run, where, ["-E", pattern.extended], take));
  };
}

interface Ended {
  code: number;
  stderr: string;
  ended: boolean;
}

async function search(
  run: GitRun,
  where: readonly [tree: string, ...rest: string[]],
  [dialect, pattern]: [dialect: string, pattern: string],
  take: (hit: GrepHit) => boolean,
): Promise<Ended> {
  const options = ["-n", "-z", "-I", "--no-color", "--full-name", dialect, "-f", "-", ...where];
  const hits = new HitReader(where[0].length + 1, take);
  // Passed on standard input, because an argument can be at most 128 kB long, on some systems less.
  return await streamGit(run, ["grep", ...options], (chunk) => hits.take(chunk), `${pattern}\n`);
}

function lacksPerl({ code, stderr }: Ended): boolean {
  return code > 1 && stderr.includes("Perl-compatible");
}

function outcome({ code, stderr, ended }: Ended): boolean {
  // git grep exits with 1 if nothing matches.
  if (!ended && code !== 0 && code !== 1) throw new Unavailable("git", `git grep ended with ${code}: ${stderr}`);
  return !ended;
}

/** Each hit is `<tree>:<path> NUL <line> NUL <text> LF`. */
class HitReader {
  readonly #prefix: number;
  readonly #hand: (hit: GrepHit) => boolean;
  #rest: Buffer = Buffer.alloc(0);
  /** True while inside an overlong line. */
  #skipping = false;
  #path = { bytes: Buffer.alloc(0), text: "" };

  constructor(prefix: number, hand: (hit: GrepHit) => boolean) {
    this.#prefix = prefix;
    this.#hand = hand;
  }

  /** False once `take` has stopped the search. */
  take(chunk: Buffer): boolean {
    const data = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    let at = this.#skipping ? data.indexOf(10) + 1 : 0;
    if (this.#skipping && at === 0) return true;
    this.#skipping = false;
    while (at < data.length) {
      const pathEnd = data.indexOf(0, at);
      const lineEnd = pathEnd < 0 ? -1 : data.indexOf(0, pathEnd + 1);
      if (lineEnd < 0) break;
      const textEnd = data.indexOf(10, lineEnd + 1);
      const length = (textEnd < 0 ? data.length : textEnd) - lineEnd - 1;
      if (textEnd < 0 && length <= maxGrepLine) break;
      if (length <= maxGrepLine) {
        const path = this.#pathOf(data.subarray(at + this.#prefix, pathEnd));
        const line = Number(data.toString("latin1", pathEnd + 1, lineEnd));
        if (!this.#hand({ path, line, text: data.subarray(lineEnd + 1, textEnd) })) return false;
      }
      this.#skipping = textEnd < 0;
      at = textEnd < 0 ? data.length : textEnd + 1;
    }
    this.#rest = data.subarray(at);
    return true;
  }

  /** Hits of one file are adjacent, so its name is decoded once. */
  #pathOf(bytes: Buffer): string {
    if (!this.#path.bytes.equals(bytes)) this.#path = { bytes: Buffer.from(bytes), text: pathText(bytes) };
    return this.#path.text;
  }
}
