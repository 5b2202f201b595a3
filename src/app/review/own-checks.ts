// Loads a repository's own checks: TypeScript files in `.crosscheck/checks/` at the base of the change. They are code
// of the repository, so they run only in the user's own repositories, and only in a sandbox.
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { execPath } from "node:process";
import type { Change } from "../../change/change.ts";
import { isCheckId, ownCheckFiles, ownCheckFolder, ownCheckId } from "../../change/own-checks.ts";
import type { Reason } from "../../findings/reason.ts";
import type { Check } from "../../findings/report.ts";
import type { OpenGit } from "../../world/git/repository.ts";
import type { FilesToPlace } from "../../world/sandbox/place-temporary-files.ts";

export interface OwnCheckNeeds {
  git: Pick<OpenGit, "tree" | "object">;
  /** Ids of built-in checks, which own checks cannot use. */
  builtIn: readonly string[];
  env: Readonly<Record<string, string | undefined>>;
  stop: AbortSignal;
  /** The Node executable that runs them. */
  node?: string;
  /** Timeout of one check. */
  ms?: number;
}

/** Each runs in its own process. */
const atOnce = 4;
const defaultMs = 20_000;
const mostFiles = 500;
const mostBytes = 5_000_000;

/** Returns the own checks at a change's base, or one check that reports why they do not run. */
export function ownChecks(needs: OwnCheckNeeds): (change: Change) => Promise<readonly Check[]> {
  return async (change) => {
    const { git, env, stop, node = execPath } = needs;
    // A single lookup, so that repositories without own checks pay almost nothing.
    if ((await git.object(`${change.base}:${ownCheckFolder}`))?.type !== "tree") return [];
    const paths = ownCheckFiles(await git.tree(change.base).paths());
    const found = paths.flatMap((path) => ownCheckId(path) ?? []);
    if (found.length === 0) return [];
    if (change.owned.is !== "mine") return [notRun({ kind: "own-checks-not-mine", checks: found })];
    const { probeSandbox } = await import("../../world/sandbox/probe-sandbox.ts");
    const sandbox = await probeSandbox(node, env, stop);
    if (!sandbox.works) return [notRun({ kind: "own-checks-no-sandbox", checks: found, why: sandbox.why })];
    const files = await readFiles(paths, git.tree(change.base));
    if (files === null)
      return [notRun({ kind: "own-checks-too-large", checks: found, files: mostFiles, bytes: mostBytes })];
    const inTurn = turns(atOnce);
    return found.map((id) => refusal(id, needs.builtIn) ?? inSandbox(id, files, { ...needs, node }, inTurn));
  };
}

const silent = {
  title: "A check of this repository's own",
  passes: ["correctness"],
  explains: "",
  kinds: {},
  examples: { bad: [], good: [] },
} satisfies Partial<Check>;

function notRun(why: Reason, id = "own-checks"): Check {
  return { ...silent, id, when: () => why, run: () => Promise.reject(new Error("it does not run")) };
}

function refusal(id: string, builtIn: readonly string[]): Check | null {
  const file = `${ownCheckFolder}/${id}.ts`;
  if (!isCheckId(id)) return notRun({ kind: "own-check-refused", file, why: "bad-name" }, file);
  return builtIn.includes(id) ? notRun({ kind: "own-check-refused", file, why: "taken" }, file) : null;
}

type Needs = OwnCheckNeeds & { node: string };

/** Always applies: the check itself decides in the sandbox whether it has anything to do. */
function inSandbox(id: string, files: FilesToPlace, { node, env, ms = defaultMs }: Needs, inTurn: Turns): Check {
  const { name: host, text } = hostProgram();
  const all: FilesToPlace = new Map([...files, [host, text], ["package.json", '{"type":"module"}\n']]);
  return {
    ...silent,
    id,
    when: () => true,
    run: async (change, { code }, stop) => {
      const { runOwnCheck } = await import("./own-checks/run.ts");
      const run = { id, files: all, host, file: `checks/${id}.ts`, node, env, ms };
      return await inTurn(() => runOwnCheck(run, change, code, stop));
    },
  };
}

/** Source in a clone; a separate bundle in the published build. */
function hostProgram(): { name: string; text: Uint8Array } {
  const at = import.meta.url.endsWith(".ts") ? "./own-checks/host.ts" : "./own-check-host.js";
  const url = new URL(at, import.meta.url);
  return { name: basename(url.pathname), text: readFileSync(url) };
}

async function readFiles(paths: readonly string[], tree: ReturnType<OpenGit["tree"]>): Promise<FilesToPlace | null> {
  if (paths.length > mostFiles) return null;
  const files = new Map<string, Uint8Array>();
  let bytes = 0;
  for (const path of paths) {
    const content = await tree.read(path);
    bytes += content?.length ?? 0;
    if (bytes > mostBytes) return null;
    if (content) files.set(`checks/${path.slice(ownCheckFolder.length + 1)}`, content);
  }
  return files;
}

type Turns = <T>(work: () => Promise<T>) => Promise<T>;

/** Runs at most `most` at a time. */
function turns(most: number): Turns {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    else running++;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
