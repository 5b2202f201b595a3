// Tests which triggers count as open to outsiders.
import { describe, expect, test } from "vitest";
import { changeOf, codeOf } from "../../../../test/support/change-of.ts";
import { actionsAudit } from "../actions-audit.ts";

type Files = Record<string, string>;
const pinned = "0123456789abcdef0123456789abcdef01234567";
const path = ".github/workflows/after.yml";
const lines = (...text: readonly string[]) => `${text.join("\n")}\n`;

async function findings(base: Files, head: Files) {
  const change = changeOf({ base, head });
  if (actionsAudit.when(change) !== true) return [];
  return (await actionsAudit.run(change, { code: codeOf({ base, head }) }, AbortSignal.timeout(20_000))).findings;
}

const kinds = async (head: Files, base: Files = {}) => (await findings(base, head)).map(({ kind }) => kind);

const checkout = (event: string, ...inputs: readonly string[]) =>
  lines(
    `on: ${event}`,
    "permissions: { contents: write }",
    "jobs:",
    "  test:",
    "    runs-on: ubuntu-latest",
    "    steps:",
    `      - uses: actions/checkout@${pinned}`,
    "        with:",
    ...inputs.map((input) => `          ${input}`),
    "      - run: make test",
  );
const sha = "ref: ${{ github.event.workflow_run.head_sha }}";
const named = (name: string, on: string) =>
  lines(
    `name: ${name}`,
    `on: ${on}`,
    "permissions: {}",
    "jobs:",
    "  a:",
    "    runs-on: x",
    "    steps:",
    "      - run: date",
  );

describe("a run that follows another", () => {
  const after = { [path]: checkout("{ workflow_run: { workflows: [Build] } }", sha) };
  const build = (on: string) => ({ ".github/workflows/build.yml": named("Build", on) });

  test.each(["pull_request", "pull_request_target", "issue_comment", "[push, pull_request]"])(
    "is open where that starts on %s",
    async (on) => {
      expect(await kinds({ ...after, ...build(on) }, build(on))).toEqual(["untrusted-checkout"]);
    },
  );

  test.each(["workflow_dispatch", "push", "[schedule, workflow_dispatch]"])(
    "is closed where that starts on %s alone",
    async (on) => {
      expect(await kinds({ ...after, ...build(on) }, build(on))).toEqual([]);
    },
  );

  test("is open if one of several is open or cannot be found", async () => {
    const two = { [path]: checkout("{ workflow_run: { workflows: [Build, Other] } }", sha) };
    expect(await kinds({ ...two, ...build("push") })).toEqual(["untrusted-checkout"]);
    const other = { ".github/workflows/other.yml": named('"Other"', "push") };
    expect(await kinds({ ...two, ...build("push"), ...other })).toEqual([]);
  });

  test("is new if the change opens a workflow that it follows", async () => {
    const touched = { [path]: `${after[path]}      - run: date\n` };
    expect(await kinds({ ...touched, ...build("pull_request") }, { ...after, ...build("push") })).toEqual([
      "untrusted-checkout",
    ]);
  });
});

describe("a branch's name alone is the base repository's branch", () => {
  test.each<[string, string]>([
    ["{ workflow_run: { workflows: [ci] } }", "ref: ${{ github.event.workflow_run.head_branch }}"],
    ["pull_request_target", "ref: ${{ github.head_ref }}"],
    ["pull_request_target", "ref: ${{ github.event.pull_request.head.ref }}"],
  ])("on %s, %s", async (event, ref) => {
    expect(await kinds({ [path]: checkout(event, ref) })).toEqual([]);
    const theirs = "repository: ${{ github.event.pull_request.head.repo.full_name }}";
    expect(await kinds({ [path]: checkout(event, ref, theirs) })).toEqual(["untrusted-checkout"]);
  });
});

test("workflows and actions below another folder's .github are not run", async () => {
  const text = checkout("pull_request_target", "ref: ${{ github.event.pull_request.head.sha }}");
  expect(await kinds({ "taken-in/.github/workflows/a.yml": text })).toEqual([]);
  const action = lines("runs:", "  using: composite", "  steps:", "    - run: echo ${{ github.head_ref }}");
  expect(await kinds({ "taken-in/.github/actions/a/action.yml": action })).toEqual([]);
  expect(await kinds({ "actions/a/action.yml": action })).toEqual(["script-injection"]);
});

test("a tool in a list is named without surrounding characters", async () => {
  const text = lines(
    "on: issues",
    "permissions: {}",
    "jobs:",
    "  a:",
    "    runs-on: x",
    "    steps:",
    `      - uses: anthropics/claude-code-action@${pinned}`,
    "        with:",
    "          prompt: Sort the issue in.",
    '          claude_args: --allowedTools "Bash,Read"',
  );
  const [finding] = await findings({}, { [path]: text });
  expect(finding?.title).toBe("`Bash` lets Claude Code run any command without approval");
  expect(finding?.at.start).toBe(10);
});
