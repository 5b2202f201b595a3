// A workflow run on a simulated GitHub: a repository with a flawed pull request, the runner's variables and its event file.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { zipSync, type Zippable } from "fflate";
import { parse } from "yaml";
import { openStandin } from "../../../src/standin/github/standin.ts";
import type { Permissions, Pull } from "../../../src/standin/github/state.ts";
import { payloadOf } from "../../../src/standin/github/webhooks/payloads.ts";
import { crosscheck, type Ran } from "../run-cli.ts";

const ci = ".github/workflows/ci.yml";
const workflow = (needs: string) =>
  `on: push\njobs:\n  build:\n    runs-on: ubuntu-latest\n    steps:\n      - run: make\n  test:\n    needs: ${needs}\n    runs-on: ubuntu-latest\n    steps:\n      - run: make test\n`;
const before = { [ci]: workflow("build"), "src/sum.js": "export const sum = (a, b) => a + b;\n" };
const test = `import test from "node:test";\nimport assert from "node:assert";\nimport { sum } from "../src/sum.js";\ntest("adds", () => assert.equal(sum(1, 2), 3));\n`;
/** A check finds the job that is not there; a test finds the sum that is a difference. */
const flawed = {
  [ci]: workflow("compile"),
  "src/sum.js": "export const sum = (a, b) => a - b;\n",
  "test/sum.test.js": test,
  "package.json": '{"type":"module","scripts":{"test":"node --test"}}\n',
};

const writes: Permissions = { contents: "read", pull_requests: "write", checks: "write", actions: "read" };
const reads: Permissions = { contents: "read", pull_requests: "read", actions: "read" };

interface ActionFile {
  inputs: Record<string, { default: string }>;
}
const { inputs: declared } = parse(
  readFileSync(new URL("../../../action/action.yml", import.meta.url), "utf8"),
) as ActionFile;

export interface RunGiven {
  event: string;
  payload: object;
  token?: string;
  actor?: string;
  inputs?: Record<string, string>;
  env?: Record<string, string>;
  /** Instead of the source. */
  program?: string;
}

export interface ActionRan extends Ran {
  outputs: Record<string, string>;
  summary: string;
}

export async function openWorkflow() {
  const folder = mkdtempSync(join(tmpdir(), "crosscheck-action-"));
  const path = process.env["PATH"] ?? "";
  const github = await openStandin({ folder: join(folder, "hub"), clock: { now: Date.now }, path });
  for (const login of ["ada", "kim", "mal"]) github.user(login);
  github.organization("acme", [{ login: "kim", role: "admin" }]);
  const shop = await github.repository("acme", "shop", [{ message: "feat: a shop", files: before }]);
  const tokens = {
    write: github.appToken(shop, "github-actions", writes),
    read: github.appToken(shop, "github-actions", reads),
  };
  let runs = 0;

  async function ownPull(given: { draft?: boolean; labels?: string[]; by?: string } = {}): Promise<Pull> {
    const { by = "ada", ...more } = given;
    await github.push(shop, "side", [{ message: "feat: sums", files: flawed }], { from: "main", by });
    return await github.openPull(shop, by, { title: "feat: sums", body: "It sums.", head: "side", ...more });
  }

  async function forkPull(by = "ada", branch = "side", files: Record<string, string> = flawed): Promise<Pull> {
    const known = github.state.repositories.find((one) => one.owner === by);
    const fork = known ?? (await github.fork(shop, by));
    await github.push(fork, branch, [{ message: "feat: sums", files }], { from: "main", by });
    return await github.openPull(shop, by, { title: "feat: sums", body: "It sums.", head: branch, from: fork });
  }

  const pullEvent = (pull: Pull): object =>
    payloadOf(github.hub, {
      event: "pull_request",
      action: "opened",
      pull,
      repository: shop,
      sender: pull.author,
      at: Date.now(),
    })!;

  /** As GitHub writes it, with the fields that are read. */
  function workflowRunEvent(pull: Pull, id: number, given: object = {}): object {
    const from = github.state.repositories.find((one) => one.id === pull.head.repository)!;
    const [head_sha, head_branch] = [pull.head.oid, pull.head.ref];
    const head_repository = { full_name: `${from.owner}/${from.name}` };
    const workflow_run = { id, event: "pull_request", head_sha, head_branch, head_repository, ...given };
    return { action: "completed", workflow_run };
  }

  function upload(
    workflowRun: number,
    files: Zippable | Uint8Array,
    given: Partial<(typeof github.state.artifacts)[number]> = {},
  ) {
    const archive = files instanceof Uint8Array ? files : zipSync(files);
    const common = { id: github.state.nextId++, repository: shop.id, run: workflowRun, name: "crosscheck-tests" };
    github.state.artifacts.push({ ...common, archive, expired: false, createdAt: Date.now(), ...given });
  }

  async function run({
    event,
    payload,
    token = tokens.write,
    actor = "ada",
    inputs = {},
    env = {},
    program,
  }: RunGiven): Promise<ActionRan> {
    const temp = mkdtempSync(join(folder, `run-${++runs}-`));
    const file = (name: string, text: string) => {
      writeFileSync(join(temp, name), text);
      return join(temp, name);
    };
    const given = Object.entries(declared).map(([name, one]): [string, string] => [
      `INPUT_${name.toUpperCase()}`,
      name === "token" ? token : (inputs[name] ?? one.default),
    ]);
    const outputs = file("outputs", "");
    const summary = file("summary", "");
    const ran = await crosscheck(["run-action"], {
      cwd: temp,
      ...(program !== undefined && { program }),
      env: {
        CI: "true",
        GITHUB_ACTIONS: "true",
        GITHUB_ACTOR: actor,
        GITHUB_EVENT_NAME: event,
        GITHUB_EVENT_PATH: file("event.json", JSON.stringify(payload)),
        GITHUB_OUTPUT: outputs,
        GITHUB_REPOSITORY: "acme/shop",
        GITHUB_SERVER_URL: github.url,
        GITHUB_API_URL: `${github.url}/api/v3`,
        GITHUB_STEP_SUMMARY: summary,
        GITHUB_WORKSPACE: join(temp, "workspace"),
        RUNNER_TEMP: temp,
        HOME: folder,
        ...Object.fromEntries(given),
        ...env,
      },
    });
    const lines = readFileSync(outputs, "utf8").split("\n").filter(Boolean);
    return {
      ...ran,
      outputs: Object.fromEntries(
        lines.map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]),
      ),
      summary: readFileSync(summary, "utf8"),
    };
  }

  return {
    github,
    folder,
    shop,
    tokens,
    ownPull,
    forkPull,
    pullEvent,
    workflowRunEvent,
    upload,
    run,
    /** What was written to GitHub. */
    written: () => github.ledger.wire().map(({ what }) => what),
    close: async () => {
      await github.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type Workflow = Awaited<ReturnType<typeof openWorkflow>>;
