// Reads a branch's commits, the lines they removed, and the commits that introduced those lines (blame).
import { discover } from "./discover.ts";
import { makeOwnDirectory } from "./own-directory.ts";
import { gitOutput, runGit, type GitRun } from "./run.ts";

export interface GitAnswer {
  sha: string;
  /** The first parent; null for a root commit. */
  parent: string | null;
  /** Commit time in milliseconds. */
  at: number;
  subject: string;
  body: string;
}

export interface History {
  /** Newest first, along first parents. */
  recent(tip: string, limit: number): Promise<GitAnswer[]>;
  one(name: string): Promise<GitAnswer | null>;
  /** The patch from the commit's first parent, without context. */
  patch(sha: string, parent: string): Promise<Uint8Array>;
  /** The commits that introduced these lines, without duplicates. */
  blame(at: string, path: string, lines: readonly number[]): Promise<string[]>;
  isAncestor(older: string, newer: string): Promise<boolean>;
  close(): void;
}

export function openHistory(
  folder: string,
  env: Readonly<Record<string, string | undefined>>,
  stop: AbortSignal,
): History {
  const own = makeOwnDirectory(discover(folder), env);
  const run: GitRun = { env: own.env, cwd: own.path, stop };
  return {
    recent: async (tip, limit) => await readLog(run, ["--first-parent", `--max-count=${limit}`], tip),
    async one(name) {
      const { code, stdout } = await runGit(run, [
        "rev-parse",
        "--verify",
        "--quiet",
        "--end-of-options",
        `${name}^{commit}`,
      ]);
      if (code !== 0) return null;
      return (await readLog(run, ["--max-count=1"], stdout.toString("utf8").trim()))[0] ?? null;
    },
    patch: async (sha, parent) =>
      await gitOutput(run, [
        "diff-tree",
        "-p",
        "-r",
        "--unified=0",
        "--full-index",
        "-M",
        "--no-ext-diff",
        "--no-textconv",
        parent,
        sha,
      ]),
    blame: async (at, path, lines) => await blame(run, at, path, lines),
    isAncestor: async (older, newer) => (await runGit(run, ["merge-base", "--is-ancestor", older, newer])).code === 0,
    close: () => own.remove(),
  };
}

async function readLog(run: GitRun, options: readonly string[], tip: string): Promise<GitAnswer[]> {
  const format = "--format=%H%x1f%P%x1f%ct%x1f%s%x1f%b";
  const output = await gitOutput(run, ["log", "-z", "--no-color", ...options, format, "--end-of-options", tip, "--"]);
  return output
    .toString("utf8")
    .split("\0")
    .filter((entry) => entry.trim() !== "")
    .map((entry) => {
      const [sha = "", parents = "", when = "0", subject = "", ...body] = entry.split("\x1f");
      return {
        sha: sha.trim(),
        parent: parents.split(" ")[0] || null,
        at: Number(when) * 1000,
        subject,
        body: body.join("\x1f"),
      };
    });
}

/** Upper bound on line ranges per blame command. */
const mostRuns = 200;

async function blame(run: GitRun, at: string, path: string, lines: readonly number[]): Promise<string[]> {
  const ranges = runsOf(lines).slice(0, mostRuns);
  if (ranges.length === 0) return [];
  const args = ["blame", "--porcelain", ...ranges.flatMap(([from, to]) => ["-L", `${from},${to}`]), at, "--", path];
  // A file that does not exist at that commit has nothing to blame.
  const { code, stdout } = await runGit(run, args);
  if (code !== 0) return [];
  const found = [...stdout.toString("utf8").matchAll(/^([0-9a-f]{40}|[0-9a-f]{64}) \d+ \d+/gm)].map(
    (match) => match[1]!,
  );
  return [...new Set(found)];
}

function runsOf(lines: readonly number[]): [number, number][] {
  const runs: [number, number][] = [];
  for (const line of [...new Set(lines)].toSorted((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last?.[1] === line - 1) last[1] = line;
    else runs.push([line, line]);
  }
  return runs;
}
