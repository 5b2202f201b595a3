// Reads the inputs of the GitHub Action, and what the runner says of the run.
import { isAbsolute } from "node:path";
import { UserError } from "../../errors.ts";
import { parseRepositoryKey, type RepositoryRef } from "../../pull-request.ts";
import type { ProcessEnvironment } from "../process-environment.ts";

type Env = ProcessEnvironment["env"];

export interface ActionInputs {
  token: string;
  /** Null: nothing is posted. */
  post: "code" | "all" | null;
  failOn: string | null;
  models: readonly string[];
  /** Whose changes the models may be paid for. */
  allow: { everybody: boolean; labels: readonly string[] };
  profile: string | null;
  runTests: boolean;
}

const choices = {
  post: ["code", "all", "none"],
  "fail-on": ["critical", "high", "medium", "low", "nit", "none"],
  profile: ["strict", "balanced", "minimal", ""],
  "run-tests": ["true", "false"],
} as const;

export function readInputs(env: Env): ActionInputs {
  const post = oneOf("post", env);
  const failOn = oneOf("fail-on", env);
  const profile = oneOf("profile", env);
  return {
    token: inputText("token", env),
    post: post === "none" ? null : post,
    failOn: failOn === "none" ? null : failOn,
    models: listed("models", env),
    allow: allowed(listed("allow", env)),
    profile: profile === "" ? null : profile,
    runTests: oneOf("run-tests", env) === "true",
  };
}

/** As the runner passes it: in capitals, with its hyphens. */
function inputText(name: string, env: Env): string {
  return env[`INPUT_${name.toUpperCase()}`]?.trim() ?? "";
}

function oneOf<Name extends keyof typeof choices>(name: Name, env: Env): (typeof choices)[Name][number] {
  const value = inputText(name, env);
  const found = choices[name].find((one) => one === value);
  if (found !== undefined) return found;
  const known = choices[name].filter((one) => one !== "").join(", ");
  throw new UserError(`The input ${name} cannot be ${JSON.stringify(value)}`, `Use one of ${known}.`);
}

function listed(name: string, env: Env): string[] {
  return inputText(name, env)
    .split(/[\n,]/)
    .map((one) => one.trim())
    .filter((one) => one !== "");
}

function allowed(entries: readonly string[]): ActionInputs["allow"] {
  const wrong = entries.find((one) => !/^(?:writers|everybody|label:.+)$/.test(one));
  if (wrong !== undefined)
    throw new UserError(
      `The input allow cannot contain ${JSON.stringify(wrong)}`,
      "Use writers, everybody or label:NAME, separated by commas.",
    );
  const labels = entries.flatMap((one) => (one.startsWith("label:") ? [one.slice("label:".length)] : []));
  return { everybody: entries.includes("everybody"), labels };
}

export interface WorkflowRunner {
  repository: RepositoryRef;
  event: { name: string; path: string };
  /** Emptied after the job. */
  temporaryFolder: string;
  outputFile: string;
  summaryFile: string;
  /** Who started the run. */
  actor: string;
}

export function readRunner(env: Env): WorkflowRunner {
  const value = (name: string) => {
    const text = env[name];
    if (text === undefined || text === "")
      throw new UserError(`${name} is not set`, "Run this as a GitHub Action; on your machine, use crosscheck review.");
    return text;
  };
  const file = (name: string) => {
    const path = value(name);
    if (!isAbsolute(path)) throw new UserError(`${name} is not an absolute path`, "Let the runner set it.");
    return path;
  };
  const { host } = new URL(value("GITHUB_SERVER_URL"));
  const repository = parseRepositoryKey(`${host}/${value("GITHUB_REPOSITORY")}`);
  if (repository === null)
    throw new UserError("GITHUB_REPOSITORY does not name a repository", "Let the runner set it.");
  return {
    repository,
    event: { name: value("GITHUB_EVENT_NAME"), path: file("GITHUB_EVENT_PATH") },
    temporaryFolder: file("RUNNER_TEMP"),
    outputFile: file("GITHUB_OUTPUT"),
    summaryFile: file("GITHUB_STEP_SUMMARY"),
    actor: value("GITHUB_ACTOR"),
  };
}
