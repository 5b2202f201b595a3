// Turns the doctor's results on this machine into one line per part.
import type { Probes } from "../../../world/probes.ts";
import type { InstalledAgent } from "../agent-clients.ts";
import type { ActionFault, ActionWorkflow } from "../action-workflows.ts";
import { painter, type Style } from "../../../review/publishers/paint.ts";
import { pad, wrap } from "../../../review/publishers/wrap.ts";
import { count, list, oneLine } from "../../../review/words/text.ts";

type DoctorMark = "ok" | "missing" | "broken";

export interface Diagnosis {
  id: string;
  mark: DoctorMark;
  /** Whether Crosscheck cannot do what was asked without it. */
  needed: boolean;
  says: string;
  mend: string | null;
}

/** The state of a config file. */
export type ConfigState =
  | { is: "valid"; where: string }
  | { is: "none"; where: string | null }
  | { is: "invalid"; why: string; mend: string }
  | { is: "not-looked-at"; why: string };

export interface DoctorFacts extends Probes {
  userConfig: ConfigState;
  /** Names of the models in the user's config. */
  models: readonly string[];
  repositoryConfig: ConfigState;
  /** Those that use our Action. */
  workflows: readonly ActionWorkflow[];
  /** Coding agents on this machine. */
  agents: readonly InstalledAgent[];
  /** A repository was named explicitly, so it must exist. */
  repositoryNamed: boolean;
}

const oldestGit = [2, 38] as const;

export function diagnose(facts: DoctorFacts): Diagnosis[] {
  return [
    gitLine(facts.git),
    nodeLine(facts.node),
    temporaryLine(facts.temporary),
    repositoryLine(facts.repository, facts.repositoryNamed),
    configLine("repo config", facts.repositoryConfig, "`crosscheck init` writes one; until then the defaults apply"),
    configLine("your config", facts.userConfig, "optional: the defaults apply"),
    modelsLine(facts.models),
    githubLine(facts),
    ...facts.workflows.flatMap(workflowLines),
    ...facts.agents.map(agentLine),
    sandboxLine(facts.sandbox),
    storeLine(facts.store),
  ].map((line) => ({ ...line, says: oneLine(line.says), mend: line.mend === null ? null : oneLine(line.mend) }));
}

/** Whether everything that is needed works. */
export function isWell(diagnoses: readonly Diagnosis[]): boolean {
  return diagnoses.every(({ mark, needed }) => !needed || mark === "ok");
}

function ok(id: string, says: string): Diagnosis {
  return { id, mark: "ok", needed: true, says, mend: null };
}

function broken(id: string, says: string, mend: string): Diagnosis {
  return { id, mark: "broken", needed: true, says, mend };
}

/** Useful, but not needed for a local review. */
function wanted(id: string, says: string, mend: string): Diagnosis {
  return { id, mark: "missing", needed: false, says, mend };
}

const installGit = `Install git ${oldestGit.join(".")} or newer from https://git-scm.com or your system's packages.`;

export function gitLine(ran: Probes["git"]): Diagnosis {
  if (ran === null)
    return { id: "git", mark: "missing", needed: true, says: "git is not on the PATH", mend: installGit };
  if (ran.is === "too-slow") return broken("git", "`git --version` did not answer in time", installGit);
  if (ran.is === "failed") return broken("git", `git cannot be started: ${ran.why}`, installGit);
  const [, major, minor] = /^git version (\d+)\.(\d+)/.exec(ran.out) ?? [];
  if (ran.code !== 0 || major === undefined)
    return broken("git", `\`git --version\` says "${ran.out.split("\n")[0]}"`, installGit);
  const version = ran.out.split("\n")[0]!.replace("git version ", "");
  const old = Number(major) < oldestGit[0] || (Number(major) === oldestGit[0] && Number(minor) < oldestGit[1]);
  return old ? broken("git", `${version} is older than ${oldestGit.join(".")}`, installGit) : ok("git", version);
}

export function nodeLine(version: string): Diagnosis {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major >= 24 || (major === 22 && minor >= 18)
    ? ok("Node", version)
    : broken(
        "Node",
        `${version} is neither 22.18 or a later 22, nor 24 or newer`,
        "Install Node 24 or newer from https://nodejs.org.",
      );
}

export function temporaryLine(temporary: Probes["temporary"]): Diagnosis {
  return temporary.works
    ? ok("temp folder", `${temporary.path} can be written to`)
    : broken(
        "temp folder",
        `${temporary.path} cannot be written to: ${temporary.why}`,
        "Free space there or fix its permissions, or set TMPDIR to another folder.",
      );
}

function repositoryLine(repository: Probes["repository"], named: boolean): Diagnosis {
  const id = "repository";
  if (repository.is === "broken") return broken(id, repository.why, repository.mend);
  if (repository.is === "none")
    return {
      id,
      mark: "missing",
      needed: named,
      says: repository.why,
      mend: "Run this inside a repository, or name one with --repo DIR; `crosscheck demo` needs none.",
    };
  const bare = repository.bare ? ", bare: it has no staged and no working files to review" : "";
  if (!repository.shallow) return ok(id, `${repository.path}${bare}`);
  return {
    id,
    mark: "missing",
    needed: false,
    says: `${repository.path}${bare} is a shallow clone: older history is missing`,
    mend: "Fetch it with `git fetch --unshallow`; in GitHub Actions, check out with fetch-depth: 0.",
  };
}

function configLine(id: string, state: ConfigState, none: string): Diagnosis {
  switch (state.is) {
    case "valid":
      return ok(id, `${state.where} is valid`);
    case "none":
      return ok(id, `${state.where === null ? "no file" : `no ${state.where}`}; ${none}`);
    case "invalid":
      return broken(id, state.why, state.mend);
    case "not-looked-at":
      return { id, mark: "missing", needed: false, says: state.why, mend: null };
  }
}

function modelsLine(models: readonly string[]): Diagnosis {
  return models.length === 0
    ? wanted("models", "none: reviews run with checks alone", "Run `crosscheck models` to see how to configure them.")
    : ok("models", `${list(models)}; \`crosscheck models\` tries ${models.length === 1 ? "it" : "them"}`);
}

function githubLine({ tokens, gh }: DoctorFacts): Diagnosis {
  const token = tokens.length === 0 ? "no token in GITHUB_TOKEN or GH_TOKEN" : `a token in ${list(tokens)}`;
  const tool = gh ? "gh is installed" : "gh is not installed, or does not run";
  const says = `${token}; ${tool}`;
  if (tokens.length > 0 || gh) return ok("GitHub", says);
  return wanted("GitHub", says, "For pull requests, set GITHUB_TOKEN or sign in with gh auth login.");
}

function agentLine({ program, hasCrosscheck, add }: InstalledAgent): Diagnosis {
  return hasCrosscheck
    ? { ...ok("agent", `${program} is set up for Crosscheck`), needed: false }
    : wanted("agent", `${program} is not set up for Crosscheck (optional)`, `For all repositories: ${add}`);
}

function workflowLines({ path, faults }: ActionWorkflow): Diagnosis[] {
  if (faults.length === 0) return [{ ...ok("Action", `${path} has no known mistake`), needed: false }];
  return faults.map(({ fault, line }) => {
    const [says, mend] = faultTexts[fault];
    return { ...broken("Action", `${path}:${line} ${says}`, mend), needed: false };
  });
}

const faultTexts: Record<ActionFault, readonly [says: string, mend: string]> = {
  "runs-change": [
    "sets run-tests in a run that can write, where the Action refuses it",
    "Run the tests in a workflow of their own, on pull_request.",
  ],
  "checks-out-change": [
    "checks out the change in a run that can write, so that its code can take the token",
    "Remove the checkout: the Action needs none.",
  ],
  "no-event": [
    "starts on no event that belongs to a pull request",
    "Start it on pull_request_target, pull_request, push or workflow_run.",
  ],
  "no-permission": [
    "does not let the Action post",
    "Give the job permissions: contents: read, pull-requests: write, checks: write.",
  ],
  "reads-no-artifacts": [
    "cannot read the artifact of the other workflow",
    "Add actions: read to the job's permissions.",
  ],
  "forks-unposted": [
    "posts nothing for pull requests from forks, whose runs on pull_request cannot write",
    "Start it on pull_request_target, and check out nothing.",
  ],
  "label-starts-nothing": ["waits for a label that starts no run", "Add labeled to the types of pull_request_target."],
};

export function sandboxLine(ran: Probes["sandbox"]): Diagnosis {
  if (ran === null)
    return wanted(
      "sandbox",
      "bubblewrap is not on the PATH",
      "To run a repository's own checks, install bubblewrap (Linux).",
    );
  if (ran.is === "ended" && ran.code === 0) return ok("sandbox", "bubblewrap works");
  const why =
    ran.is === "ended" ? (ran.out.split("\n")[0] ?? "") : ran.is === "failed" ? ran.why : "it did not end in time";
  return wanted(
    "sandbox",
    `bubblewrap is installed, but a test run failed: ${why}`,
    "To run a repository's own checks, allow unprivileged user namespaces on this machine.",
  );
}

function storeLine(store: Probes["store"]): Diagnosis {
  return store.works
    ? ok("store", `SQLite ${store.says}, as part of Node, can be opened`)
    : wanted("store", `Node's SQLite cannot be opened: ${store.why}`, "For pull requests, use Node's own builds.");
}

const styles: Record<DoctorMark, Style[]> = {
  ok: ["green"],
  missing: ["yellow"],
  broken: ["bold", "red"],
};

/** One line of either doctor. */
export interface DoctorLine<Mark extends string> {
  id: string;
  mark: Mark;
  says: string;
  mend: string | null;
}

export function doctorText(diagnoses: readonly Diagnosis[], screen: { colour: boolean; width: number }): string {
  const paint = painter(screen.colour);
  const wrong = diagnoses.filter(({ mark, needed }) => needed && mark !== "ok");
  const verdict = isWell(diagnoses)
    ? paint("Everything that this version needs works.", "bold", "green")
    : paint(`${count(wrong.length, "thing")} to fix: ${list(wrong.map(({ id }) => id))}.`, "bold", "red");
  return linesText(diagnoses, styles, verdict, screen);
}

/** Renders the lines in columns, then the verdict. */
export function linesText<Mark extends string>(
  all: readonly DoctorLine<Mark>[],
  marked: Readonly<Record<Mark, readonly Style[]>>,
  verdict: string,
  { colour, width }: { colour: boolean; width: number },
): string {
  const paint = painter(colour);
  const names = Math.max(...all.map(({ id }) => id.length)) + 2;
  const marks = Math.max(...Object.keys(marked).map((mark) => mark.length)) + 2;
  const room = Math.max(30, Math.min(width, 120) - names - marks);
  const lines = all.flatMap(({ id, mark, says, mend }) => [
    ...wrap(says, room).map(
      (line, index) =>
        `${paint(pad(index === 0 ? mark : "", marks), ...marked[mark])}${paint(pad(index === 0 ? id : "", names), "bold")}${line}`,
    ),
    ...(mend === null
      ? []
      : wrap(`→ ${mend}`, room).map((line) => `${" ".repeat(marks + names)}${paint(line, "cyan")}`)),
  ]);
  return `${[...lines, "", verdict].join("\n")}\n`;
}

export function doctorJson(diagnoses: readonly Diagnosis[]) {
  return { version: 1, well: isWell(diagnoses), lines: diagnoses };
}
