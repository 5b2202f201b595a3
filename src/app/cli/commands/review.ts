// The command `review`: reviews a local change or a pull request.
import type { ProcessEnvironment } from "../../process-environment.ts";
import { formatOptions } from "../formats.ts";
import { textOption, type Command, type Input } from "./command.ts";

export const reviewCommand: Command = {
  id: "review",
  title: "Review a pull request, a range, staged changes, or all uncommitted changes",
  argument: {
    name: "[what]",
    says: "a pull request (123, owner/name#123, its address), a branch (since it left the default branch), a commit (against its parent), or a range (a..b, or a...b since their common ancestor); nothing: the current branch's pull request where you are signed in to GitHub, else the branch since it left the default branch, else the last commit",
  },
  options: {
    "--staged": "review staged changes",
    "--working": "review all uncommitted changes, new files included",
    "--repo <dir>": "the repository, bare or not (default: where you are)",
    "--request <text>": "something to verify, in addition to what the author asks for",
    "--profile <name>": { says: "how much to report", choices: ["strict", "balanced", "minimal"] },
    "--mode <name>": {
      says: "what is posted: a summary and inline comments, or only self-contained inline comments",
      choices: ["standard", "enhanced"],
    },
    "--run-tests": "run the change's tests and linters in a sandbox even if the repository is not known to be yours",
    "--probe": "trace the change from an entry point to what it calls, regardless of its size",
    "--quick": "run no code of the repository, not even its own checks",
    "--unsafe-no-sandbox": "run it with your own permissions if there is no sandbox; only for code that you trust",
    "--full-pass": "require a verdict for every review pass, however small the change",
    "--model <model>": {
      says: "ask this model, as in anthropic/claude-sonnet-4-5 or by its name in your config; a second one gives the second opinion, a third arbitrates",
      many: true,
    },
    "--no-models": "call no models, even if your config lists some",
    "--second-opinion": "ask a second model, regardless of size",
    "--codex": "like --second-opinion, with the installed codex as the second model",
    "--no-config": "ignore the repository's .crosscheck.yml",
    "--max-tokens <n>": "stop before calling models if they would read more tokens",
    "--max-cost <dollars>": "stop before calling models if it would cost more",
    "--post <what>": {
      says: "post without confirmation: code posts the findings, all also lists advisory findings in the details comment",
      choices: ["code", "all"],
    },
    "--data <dir>": "where reviews and their posting state are stored (default: the user's data folder)",
    "--no-keep": "do not store this review of a local change for explain, dashboard and replay",
    "--open": "also open the review in the browser until Ctrl-C; a draft can be edited and posted there",
    "--port <n>": "with --open: the local port to listen on (default: any free port)",
    ...formatOptions,
    "--fail-on <severity>": {
      says: "exit with 1 if a finding of this severity or higher would be posted",
      choices: ["critical", "high", "medium", "low", "nit"],
    },
  },
  examples: [
    ["crosscheck review", "the current branch, or the last commit"],
    ["crosscheck review 123", "a pull request of the repository you are in; asks before it posts"],
    ["crosscheck review https://github.com/acme/shop/pull/123 --post code", "from any folder, for scripts"],
    ["crosscheck review feature", "a branch since it left the default branch"],
    ["crosscheck review HEAD", "the last commit; a commit id or a tag works too"],
    ["crosscheck review main...feature", "a branch since it left another one"],
    ["crosscheck review --open", "in the browser, with the diff; nothing leaves this machine"],
    ["crosscheck review --staged --fail-on high", "as a pre-commit hook"],
    ["crosscheck review --run-tests", "also run the related tests on the head and, if they fail, on the base"],
    ["crosscheck review --model anthropic/claude-sonnet-4-5 --max-cost 0.50", "with a model, up to that cost"],
    [
      "crosscheck review --model claude --codex",
      "with two installed programs: the second reviews the change without seeing the first one's findings",
    ],
    ["crosscheck review HEAD~3..HEAD --json > review.json", "for a program"],
    ["crosscheck review --format sarif --output review.sarif", "one file, for code scanning"],
    ["crosscheck review --format terminal,html,junit --output review", "printed, and as files in the folder review"],
  ],
  async run(input, outside) {
    const { parseTarget } = await import("../../../change/target.ts");
    await checkOpen(input);
    const target = parseTarget(input.args[0], {
      staged: input.options["staged"] === true,
      working: input.options["working"] === true,
    });
    if (target.kind === "pull") return await reviewNamed(target, input, outside);
    if (target.kind === "current") {
      const code = await reviewOfBranch(input, outside);
      if (code !== null) return code;
    }
    if (textOption(input, "post") !== undefined) throw await nowhereToPost();
    const { reviewLocal } = await import("../../review/review-local.ts");
    return await reviewLocal(target, input, outside);
  },
};

type PullTarget = import("../../../change/target.ts").PullTarget;

async function reviewNamed(target: PullTarget, input: Input, outside: ProcessEnvironment): Promise<number> {
  const [{ namedPull, withGit }, { openGitHub }, { reviewAndPost }, { isInRepository }] = await Promise.all([
    import("../../review/find-pull-request.ts"),
    import("../../open-github.ts"),
    import("../../review/review-and-post.ts"),
    import("../../../world/git/discover.ts"),
  ]);
  const folder = textOption(input, "repo") ?? outside.cwd;
  const localFolder = textOption(input, "repo") !== undefined || isInRepository(folder) ? folder : null;
  const pull =
    localFolder === null
      ? await namedPull(target, null)
      : await withGit(localFolder, outside.env, outside.stop, (git) => namedPull(target, git));
  const github = await openGitHub(pull.host, outside);
  return await reviewAndPost({ pull, github, localFolder }, input, outside);
}

/** The pull request of the current branch, if there is a token; null if there is none. */
async function reviewOfBranch(input: Input, outside: ProcessEnvironment): Promise<number | null> {
  const { branchPull } = await import("../../review/branch-pull-request.ts");
  const folder = textOption(input, "repo") ?? outside.cwd;
  const found = await branchPull(folder, outside);
  if (found === null) return null;
  const { reviewAndPost } = await import("../../review/review-and-post.ts");
  return await reviewAndPost({ ...found, localFolder: folder }, input, outside);
}

/** Reports invalid options before anything is reviewed. */
async function checkOpen(input: Input): Promise<void> {
  const port = textOption(input, "port");
  if (port === undefined) return;
  const [{ portOf }, { UserError }] = await Promise.all([import("../port-option.ts"), import("../../../errors.ts")]);
  portOf(port);
  if (input.options["open"] !== true)
    throw new UserError("--port works only with --open", "Add --open, or leave out --port.");
}

async function nowhereToPost() {
  const { UserError } = await import("../../../errors.ts");
  return new UserError("A local change cannot be posted", "Name a pull request, or leave out --post.");
}
