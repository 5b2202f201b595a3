// Tests the confidence and the limits of actions-audit findings, beyond its examples.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { changeOf, codeOf } from "../../../test/support/change-of.ts";
import { actionsAudit } from "./actions-audit.ts";
import { contextAuthor } from "./actions-audit/context-author.ts";
import { expressionsIn, expressionFences } from "./actions-audit/expressions.ts";
import { readWorkflow, textsIn, type YamlText } from "./actions-audit/workflow.ts";
import { findAgent } from "./actions-audit/agent-steps.ts";
import { cases } from "../../../test/support/cases.ts";

type Files = Record<string, string>;
const path = ".github/workflows/one.yml";
const pinned = "0123456789abcdef0123456789abcdef01234567";
const lines = (...text: readonly string[]) => `${text.join("\n")}\n`;

async function run(base: Files, head: Files) {
  const change = changeOf({ base, head });
  if (actionsAudit.when(change) !== true) return [];
  const { findings } = await actionsAudit.run(change, { code: codeOf({ base, head }) }, AbortSignal.timeout(20_000));
  for (const { evidence } of findings)
    for (const quote of evidence) expect(head[quote.path]?.split("\n")[quote.start - 1]).toBe(quote.text);
  return findings;
}

async function report(base: Files, head: Files): Promise<string[]> {
  return (await run(base, head)).map(({ at, kind }) => `${at.path}:${at.start} ${kind}`);
}

async function confidences(head: string): Promise<Record<string, number>> {
  return Object.fromEntries((await run({}, { [path]: head })).map(({ kind, confidence }) => [kind, confidence]));
}

const withSteps = (events: string, ...steps: readonly string[]) =>
  lines(`on: ${events}`, "permissions: {}", "jobs:", "  one:", "    runs-on: ubuntu-latest", "    steps:", ...steps);

describe("which problems are new", () => {
  const steps = ["      - run: |", "          make", "          echo ${{ github.head_ref }}"];

  test("a moved line with the same problem is not new", async () => {
    const head = withSteps("pull_request", "      - run: date", ...steps);
    expect(await report({ [path]: withSteps("pull_request", ...steps) }, { [path]: head })).toEqual([]);
  });

  test("an old line that a new event makes dangerous is reported at that line", async () => {
    const base = { [path]: withSteps("pull_request", ...steps) };
    const head = { [path]: withSteps("pull_request_target", ...steps) };
    expect(await report(base, head)).toEqual([`${path}:9 script-injection`]);
  });

  test("of two equal lines, the added one is reported", async () => {
    const one = "      - run: echo ${{ github.head_ref }}";
    const base = { [path]: withSteps("issue_comment", "      - run: date", one) };
    const head = { [path]: withSteps("issue_comment", one, "      - run: date", one) };
    expect(await report(base, head)).toEqual([`${path}:7 script-injection`]);
  });

  test("a renamed workflow adds no problems, a copied one does", async () => {
    const text = withSteps("issue_comment", ...steps);
    const other = ".github/workflows/two.yml";
    expect(await report({ [path]: text }, { [other]: text })).toEqual([]);
    expect(await report({ [path]: text }, { [path]: text, [other]: text })).toEqual([`${other}:9 script-injection`]);
  });

  test("sample actions and files that are not workflows are skipped", async () => {
    const text = withSteps("issue_comment", ...steps);
    expect(await report({}, { "docs/one.yml": text, ".github/dependabot.yml": text })).toEqual([]);
    const action = lines("runs:", "  using: composite", "  steps:", "    - run: echo ${{ github.head_ref }}");
    expect(await report({}, { "test/fixtures/action.yml": action })).toEqual([]);
    expect(await report({}, { ".github/actions/test/action.yml": action })).toEqual([
      ".github/actions/test/action.yml:4 script-injection",
    ]);
  });

  test("problems with a zizmor ignore comment are listed but not posted", async () => {
    const step = "      - run: echo ${{ github.event.issue.title }}";
    expect(await confidences(withSteps("issues", step))).toEqual({ "script-injection": 8 });
    expect(await confidences(withSteps("issues", `${step} # zizmor: ignore[artipacked, template-injection]`))).toEqual({
      "script-injection": 4,
    });
  });

  test("a tag is reported only in a repository that pins actions of that owner to commits", async () => {
    const other = (...uses: readonly string[]) => ({
      ".github/workflows/two.yml": withSteps("push", ...uses.map((one) => `      - uses: ${one}`)),
    });
    const head = (owner: string) => ({ [path]: withSteps("push", `      - uses: ${owner}/tool@v1`) });
    const weigh = async (base: Files, owner: string) =>
      (await run(base, { ...base, ...head(owner) })).map(({ confidence }) => confidence);
    const many = Array.from({ length: 20 }, (_, index) => `some/a${index}@${pinned}`);
    expect(await weigh(other(...many), "new")).toEqual([7]);
    expect(await weigh(other(...many, "own/x@v2"), "own")).toEqual([3]);
    expect(await weigh(other("some/a@v1", "some/b@v1"), "new")).toEqual([3]);
  });
});

describe("a pull request's code", () => {
  const checkout = (...more: readonly string[]) =>
    lines(
      "on: pull_request_target",
      "permissions:",
      "  contents: write",
      "jobs:",
      "  one:",
      "    runs-on: ubuntu-latest",
      ...more,
      "    steps:",
      `      - uses: actions/checkout@${pinned}`,
      "        with:",
      "          ref: ${{ github.event.pull_request.head.sha }}",
    );

  test.each([
    ["run", "      - run: make test", 8],
    ["run by a local action", "      - uses: ./tools/build", 8],
    ["only read", "      - run: git log --oneline", 4],
  ])("%s", async (_name, step, confidence) => {
    expect(await confidences(checkout() + lines(step))).toEqual({ "untrusted-checkout": confidence });
  });

  test.each([
    ["a label that a maintainer gives", "    if: contains(github.event.pull_request.labels.*.name, 'safe')", 4],
    ["an environment that asks", "    environment: approval", 4],
  ])("behind %s", async (_name, guard, confidence) => {
    expect(await confidences(checkout(guard) + lines("      - run: make test"))).toEqual({
      "untrusted-checkout": confidence,
    });
  });

  test.each([
    ["own branches", "    if: github.event.pull_request.head.repo.full_name == github.repository"],
    ["another event", "    if: github.event_name == 'push'"],
  ])("is nobody else's behind a condition for %s", async (_name, guard) => {
    expect(await confidences(checkout(guard) + lines("      - run: make test"))).toEqual({});
  });

  test("a checkout in its own folder counts if code there is run", async () => {
    const apart = `${checkout()}          path: theirs\n`;
    expect(await confidences(apart + lines("      - run: make test"))).toEqual({ "untrusted-checkout": 4 });
    expect(await confidences(apart + lines("      - run: make -C theirs test"))).toEqual({ "untrusted-checkout": 8 });
  });
});

describe("models", () => {
  const agent = (event: string, permission: string, ...step: readonly string[]) =>
    lines(
      `on: ${event}`,
      `permissions: { issues: ${permission} }`,
      "jobs:",
      "  sort:",
      "    runs-on: ubuntu-latest",
      "    steps:",
      ...step.map((line) => `      ${line}`),
    );

  test.each([
    ["uses", "openai/codex-action@v1", "Codex"],
    ["uses", "actions/checkout@v4", undefined],
    ["run", "npx -y @anthropic-ai/claude-code@latest -p 'fix it'", "claude"],
    ["run", "cat log | codex exec --full-auto 'why?'", "codex"],
    ["run", "gemini --yolo", "gemini"],
    ["run", "npm install -g @google/gemini-cli", undefined],
    ["run", "echo claude was here", undefined],
    ["run", "# claude -p 'no'", undefined],
  ])("a step that %s `%s`", (key, value, name) => {
    const workflow = readWorkflow(
      path,
      lines("jobs:", "  a:", "    steps:", `      - ${key}: ${JSON.stringify(value)}`),
    );
    expect(findAgent(workflow!.jobs[0]!.steps[0]!)?.name).toBe(name);
  });

  test("an environment variable protects a shell but not a model", async () => {
    const step = [
      `- run: 'gemini -p "Sort in: $BODY"'`,
      "  env:",
      "    BODY: ${{ github.event.issue.body }}",
      "    KEY: ${{ secrets.GEMINI_API_KEY }}",
    ];
    expect(await confidences(agent("issues", "write", ...step))).toEqual({ "agent-untrusted-input": 7 });
    // Nothing to gain: no write permission, and no secret except the model's own key.
    expect(await confidences(agent("issues", "read", ...step))).toEqual({});
    expect(await confidences(agent("schedule", "write", ...step))).toEqual({});
  });

  test("an agent that checks its user is not open, and a tool list limits it", async () => {
    const step = (...inputs: readonly string[]) => [
      `- uses: anthropics/claude-code-action@${pinned}`,
      "  with:",
      "    prompt: ${{ github.event.issue.body }}",
      ...inputs.map((input) => `    ${input}`),
    ];
    const open = 'allowed_non_write_users: "*"';
    const tools = (list: string) => `claude_args: --allowedTools "${list}"`;
    const weigh = (...inputs: readonly string[]) => confidences(agent("issues", "write", ...step(...inputs)));
    expect(await weigh()).toEqual({ "agent-untrusted-input": 4 });
    expect(await weigh(open)).toEqual({ "agent-untrusted-input": 7, "agent-open-to-all": 8 });
    expect(await weigh(open, tools("Bash(gh issue view:*)"))).toEqual({
      "agent-untrusted-input": 4,
      "agent-open-to-all": 6,
    });
    expect(await weigh(open, tools("Bash(*)"))).toEqual({
      "agent-untrusted-input": 7,
      "agent-open-to-all": 8,
      "agent-without-limits": 7,
    });
  });
});

cases("%s is chosen by %s", contextAuthor, [
  ["github.event.issue.title", "outsider"],
  ["github.event.pull_request.head.ref", "outsider"],
  ["github.event.pull_request.head.repo.default_branch", "outsider"],
  ["github.event.commits.0.author.email", "outsider"],
  ["github.event.head_commit.message", "outsider"],
  ["github.event.workflow_run.head_branch", "outsider"],
  ["github.event.pages.0.page_name", "outsider"],
  ["github.event", "outsider"],
  ["github", "outsider"],
  ["github.head_ref", "outsider"],
  ["github.ref_name", "insider"],
  ["github.event.label.name", "insider"],
  ["github.event.release.tag_name", "insider"],
  ["github.event.inputs.version", "insider"],
  ["github.event.client_payload.body", "insider"],
  ["steps.a.outputs.b", "insider"],
  ["github.event.pull_request.number", "nobody"],
  ["github.event.pull_request.head.sha", "nobody"],
  ["github.event.pull_request.commits", "nobody"],
  ["github.event.repository.default_branch", "insider"],
  ["github.event.pull_request.head.repo.full_name", "nobody"],
  ["github.actor", "nobody"],
  ["steps.a.outcome", "nobody"],
  ["needs.a.result", "nobody"],
  ["secrets.token", "nobody"],
]);

describe("expressions", () => {
  const pathsIn = (value: string) => {
    const text: YamlText = { value, raw: value, line: 1, block: false, lineAt: () => 1 };
    return expressionsIn(text).flatMap(({ flows }) => flows.map(({ path: read }) => read));
  };

  cases("%s fills in %j", pathsIn, [
    ["${{ a.b }}", ["a.b"]],
    ["${{ a['b-c'].*.d[0] }}", ["a.b-c.*.d.0"]],
    ["${{ a[b.c] }}", ["a.?"]],
    ["${{ a.b && c.d || e.f }}", ["c.d", "e.f"]],
    ["${{ a.b == 'x' }} ${{ !a.b }} ${{ contains(a.b, 'x') }}", []],
    ["${{ format('{0}}}', a.b) }}", ["a.b"]],
    ["${{ fromJSON(a.b).c }}", ["a.b"]],
    ["${{ case(a.b, c.d, e.f) }}", ["a.b", "c.d", "e.f"]],
    ["${{ it's broken }} ${{ a.b }}", ["a.b"]],
    ["${{ no end", []],
  ]);

  test("parses any text, and the fences are in order", () => {
    const part = fc.constantFrom("${{", "}}", "'", "a.b", "(", ")", "[", "]", "&&", "\n", "!", "*", " ");
    fc.assert(
      fc.property(fc.array(part, { maxLength: 60 }), (parts) => {
        const text = parts.join("");
        pathsIn(text);
        const ends = [...expressionFences(text)].flatMap(({ start, end }) => [start, end]);
        expect(ends).toEqual(ends.toSorted((a, b) => a - b));
      }),
    );
  });
});

test("hostile YAML ends: aliases of aliases, deep lists, a thousand jobs", () => {
  const bomb = lines(
    "a: &a [x, x, x, x, x, x, x, x, x]",
    ..."bcdefghij".split("").map((name, index) => {
      const before = "abcdefghi"[index];
      return `${name}: &${name} [${Array.from({ length: 9 }, () => `*${before}`).join(", ")}]`;
    }),
    "jobs: { one: { steps: *j } }",
  );
  const workflow = readWorkflow(path, bomb);
  expect(workflow?.jobs).toHaveLength(1);
  expect([...textsIn(workflow!.node)].length).toBeLessThanOrEqual(20_000);
  expect(readWorkflow(path, "jobs: [".repeat(50))).toBeNull();
});

describe("its own examples", () => {
  test.each(actionsAudit.examples.bad)("reports: $name", async ({ base, head, expect: expected }) => {
    expect(await report(base, head)).toEqual(expected);
  });
  test.each(actionsAudit.examples.good)("does not report: $name", async ({ base, head }) => {
    expect(await report(base, head)).toEqual([]);
  });
  test("cover every kind", () => {
    const kinds = actionsAudit.examples.bad.flatMap((one) => one.expect ?? []).map((one) => one.split(" ").at(-1));
    expect(new Set(kinds)).toEqual(new Set(Object.keys(actionsAudit.kinds)));
  });
});
