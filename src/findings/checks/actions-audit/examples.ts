// Example changes for actions-audit, used in its docs and tests.
import type { Check, Example } from "../../report.ts";

const path = ".github/workflows/one.yml";
const lines = (...text: readonly string[]) => `${text.join("\n")}\n`;
const pinned = "0123456789abcdef0123456789abcdef01234567";

/** A workflow with one job, built from its events and step lines. */
function job(events: string, ...steps: readonly string[]): string {
  return lines(
    `on: ${events}`,
    "permissions: {}",
    "jobs:",
    "  one:",
    "    runs-on: ubuntu-latest",
    "    steps:",
    ...steps.map((step) => `      ${step}`),
  );
}

const hello = job("push", "- run: echo hello");

/** Five actions that are pinned to a commit. */
const habit = {
  ".github/workflows/two.yml": job(
    "push",
    ...["a", "b", "c", "d", "e"].map((name) => `- uses: other/${name}@${pinned}`),
  ),
};

/** A bad example: a new workflow with a finding on the given line. */
function bad(name: string, kind: string, line: number, head: string): Example {
  return { name, base: {}, head: { [path]: head }, expect: [`${path}:${line} ${kind}`] };
}

function good(name: string, head: string): Example {
  return { name, base: {}, head: { [path]: head } };
}

export const examples: Check["examples"] = {
  bad: [
    bad(
      "an issue's title filled into a script",
      "script-injection",
      7,
      job("issues", '- run: echo "${{ github.event.issue.title }}"'),
    ),
    bad(
      "the same by way of a variable that is filled in all the same",
      "script-injection",
      9,
      job("issues", "- env:", "    TITLE: ${{ github.event.issue.title }}", '  run: echo "${{ env.TITLE }}"'),
    ),
    bad(
      "a branch's name filled into a script of a run without rights",
      "pull-request-injection",
      7,
      job("pull_request", "- run: git push origin ${{ github.head_ref }}"),
    ),
    bad(
      "a called workflow's input filled into a script",
      "expression-in-script",
      7,
      job("workflow_call", "- run: ./deploy --to ${{ inputs.target }}"),
    ),
    bad(
      "a comment written into the environment of later steps",
      "env-file-injection",
      9,
      job(
        "issue_comment",
        "- env:",
        "    NAME: ${{ github.event.comment.body }}",
        '  run: echo "NAME=$NAME" >> "$GITHUB_ENV"',
      ),
    ),
    {
      name: "an event with rights is added, and an old checkout of the pull request becomes dangerous",
      base: { [path]: checkoutOn("pull_request") },
      head: { [path]: checkoutOn("pull_request_target") },
      expect: [`${path}:10 untrusted-checkout`],
    },
    bad(
      "another run's artifact unpacked beside the scripts that are then run",
      "artifact-poisoning",
      8,
      job(
        "{ workflow_run: { workflows: [ci] } }",
        `- uses: actions/checkout@${pinned}`,
        `- uses: actions/download-artifact@${pinned}`,
        "  with:",
        "    run-id: ${{ github.event.workflow_run.id }}",
        "- run: ./scripts/publish.sh",
      ),
    ),
    bad(
      "a model with a token that may write, given any issue's text",
      "agent-untrusted-input",
      13,
      agent("prompt: Sort this issue in. ${{ github.event.issue.body }}"),
    ),
    bad("a model that acts for anybody", "agent-open-to-all", 13, agent('allowed_non_write_users: "*"')),
    bad(
      "a model that may run anything, on what anybody wrote",
      "agent-without-limits",
      13,
      agent("claude_args: --dangerously-skip-permissions"),
    ),
    bad(
      "a condition with a line's end behind the expression",
      "always-true-condition",
      8,
      job("push", "- run: ./deploy", "  if: |", "    ${{ github.ref == 'refs/heads/main' }}"),
    ),
    bad(
      "a bot told by who acted last",
      "spoofable-bot-check",
      8,
      job("pull_request_target", "- run: gh pr merge --auto", "  if: github.actor == 'dependabot[bot]'"),
    ),
    bad(
      "all secrets in one variable",
      "all-secrets",
      9,
      job("push", "- run: ./deploy", "  env:", "    ALL: ${{ toJSON(secrets) }}"),
    ),
    bad(
      "all secrets to a workflow of another repository",
      "inherited-secrets",
      5,
      lines(
        "on: push",
        "permissions: {}",
        "jobs:",
        "  one:",
        `    uses: elsewhere/shared/.github/workflows/deploy.yml@${pinned}`,
        "    secrets: inherit",
      ),
    ),
    bad(
      "a field of a secret, which logs show",
      "unmasked-secret",
      9,
      job("push", "- run: ./deploy", "  env:", "    TOKEN: ${{ fromJSON(secrets.CLOUD).token }}"),
    ),
    bad(
      "a registry's password in the file",
      "written-password",
      10,
      lines(
        "on: push",
        "permissions: {}",
        "jobs:",
        "  one:",
        "    runs-on: ubuntu-latest",
        "    container:",
        "      image: registry.example/tools",
        "      credentials:",
        "        username: ci",
        "        password: letmein",
        "    steps: []",
      ),
    ),
    bad(
      "an app's token with all its rights",
      "wide-app-token",
      7,
      job("push", `- uses: actions/create-github-app-token@${pinned}`, "  with:", "    app-id: 1"),
    ),
    bad(
      "commands switched on that any output can give",
      "insecure-commands",
      9,
      job("push", "- run: ./build", "  env:", "    ACTIONS_ALLOW_UNSECURE_COMMANDS: true"),
    ),
    bad("an action of somebody else", "lookalike-action", 7, job("push", `- uses: action/checkout@${pinned}`)),
    {
      name: "a tag where the repository names commits",
      base: { [path]: hello, ...habit },
      head: { [path]: job("push", "- uses: somebody/tool@v1"), ...habit },
      expect: [`${path}:7 unpinned-action`],
    },
    {
      name: "a token that may write everything",
      base: { [path]: hello },
      head: { [path]: hello.replace("permissions: {}", "permissions: write-all") },
      expect: [`${path}:2 all-permissions`],
    },
    {
      name: "a right for all jobs that one of them needs",
      base: { [path]: twoJobs("contents: read") },
      head: { [path]: twoJobs("contents: write") },
      expect: [`${path}:3 broad-permissions`],
    },
    bad(
      "a new workflow that leaves its rights to the settings",
      "default-permissions",
      1,
      hello.replace("permissions: {}\n", ""),
    ),
    bad(
      "a cache restored where a release is built",
      "cache-poisoning",
      7,
      job("release", `- uses: actions/cache@${pinned}`, "  with: { path: out, key: out }"),
    ),
    bad(
      "a machine of one's own for pull requests",
      "self-hosted-runner",
      5,
      job("pull_request", "- run: make").replace("ubuntu-latest", "[self-hosted, linux]"),
    ),
  ],
  good: [
    good(
      "the title in a variable that the script reads",
      job("issues", "- env:", "    TITLE: ${{ github.event.issue.title }}", '  run: echo "$TITLE"'),
    ),
    good("what nobody can choose", job("issues", "- run: echo ${{ github.event.issue.number }} ${{ github.sha }}")),
    good(
      "a title that is only compared",
      job("issues", "- run: echo ${{ github.event.issue.title == 'x' && 'a' || 'b' }}"),
    ),
    good(
      "the base's own code on an event with rights",
      checkoutOn("pull_request_target").replace(/ {8}with:\n.*\n/, ""),
    ),
    good(
      "a condition without a fence over two lines",
      job("push", "- run: ./deploy", "  if: |", "    github.ref == 'refs/heads/main'", "    && success()"),
    ),
    {
      name: "an old weakness that the change does not touch",
      base: { [path]: job("issues", '- run: echo "${{ github.event.issue.title }}"') },
      head: { [path]: job("issues", "- run: echo hello", '- run: echo "${{ github.event.issue.title }}"') },
    },
    {
      name: "a weakness that moves to another file with its job",
      base: { ".github/workflows/old.yml": job("issues", "- run: echo ${{ github.event.issue.title }}") },
      head: { [path]: job("issues", "- run: date", "- run: echo ${{ github.event.issue.title }}") },
    },
  ],
};

function checkoutOn(event: string): string {
  return lines(
    `on: ${event}`,
    "permissions:",
    "  contents: write",
    "jobs:",
    "  one:",
    "    runs-on: ubuntu-latest",
    "    steps:",
    `      - uses: actions/checkout@${pinned}`,
    "        with:",
    "          ref: ${{ github.event.pull_request.head.sha }}",
    "      - run: npm ci && npm test",
  );
}

function agent(input: string): string {
  return lines(
    "on:",
    "  issues:",
    "    types: [opened]",
    "jobs:",
    "  sort:",
    "    runs-on: ubuntu-latest",
    "    permissions:",
    "      issues: write",
    "    steps:",
    `      - uses: anthropics/claude-code-action@${pinned}`,
    "        with:",
    "          anthropic_api_key: ${{ secrets.ANTHROPIC_API_KEY }}",
    `          ${input}`,
  );
}

function twoJobs(permission: string): string {
  const one = (name: string) => [`  ${name}:`, "    runs-on: ubuntu-latest", "    steps: [{ run: make }]"];
  return lines("on: push", "permissions:", `  ${permission}`, "jobs:", ...one("build"), ...one("release"));
}
