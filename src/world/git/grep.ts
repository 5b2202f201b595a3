// One search for many names on a tree. git's own grep reads a pack faster than anything that asks for its objects.
import { Unavailable } from "../../errors.ts";
import { pathText } from "../../path-text.ts";
import { streamGit, type GitRun } from "./run.ts";

export interface GrepHit {
  path: string;
  line: number;
  /** Without its end; a line that is too long to be kept is not handed on. */
  text: Buffer;
}

/** One pattern in two dialects. The second serves a git that was built without Perl's; it may match more. */
export interface GrepPattern {
  perl: string;
  extended: string;
}

/** In these files, or in all when none is named. Whether all was seen: false when `take` said that it has enough. */
export type Grep = (
  tree: string,
  pattern: GrepPattern,
  paths: readonly string[],
  take: (hit: GrepHit) => boolean,
) => Promise<boolean>;

/** Longer lines are data or minified code: nobody reads them, and one alone can be as large as the file. */
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
  // From standard input: an argument may be 128 kB long at most, on some systems less.
  return await streamGit(run, ["grep", ...options], (chunk) => hits.take(chunk), `${pattern}\n`);
}

function lacksPerl({ code, stderr }: Ended): boolean {
  return code > 1 && stderr.includes("Perl-compatible");
}

function outcome({ code, stderr, ended }: Ended): boolean {
  // 1 is grep's word for nothing found.
  if (!ended && code !== 0 && code !== 1) throw new Unavailable("git", `git grep ended with ${code}: ${stderr}`);
  return !ended;
}

/** Each hit is `<tree>:<path> NUL <line> NUL <text> LF`. */
class HitReader {
  readonly #prefix: number;
  readonly #hand: (hit: GrepHit) => boolean;
  #rest: Buffer = Buffer.alloc(0);
  /** Inside the text of a line that is too long. */
  #skipping = false;
  #path = { bytes: Buffer.alloc(0), text: "" };

  constructor(prefix: number, hand: (hit: GrepHit) => boolean) {
    this.#prefix = prefix;
    this.#hand = hand;
  }

  /** False when enough was handed on. */
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

  /** Hits of one file come together, so its name is read once. */
  #pathOf(bytes: Buffer): string {
    if (!this.#path.bytes.equals(bytes)) this.#path = { bytes: Buffer.from(bytes), text: pathText(bytes) };
    return this.#path.text;
  }
}
