import { UserError } from "../../errors.ts";
import { textOption, type Command, type Input } from "./command.ts";
import { chosenFormats, formatOptions, type Chosen } from "../formats.ts";
import type { Outside } from "../outside.ts";

export const reviewCommand: Command = {
  id: "review",
  title: "Review a range, what is staged, or the working files",
  argument: {
    name: "[range]",
    says: "a..b, or a...b since their common ancestor; nothing: the current branch since it left the default branch, else the last commit",
  },
  options: [
    { flags: "--staged", says: "review what is staged" },
    { flags: "--working", says: "review all uncommitted changes, new files included" },
    { flags: "--repo <dir>", says: "the repository, bare or not (default: where you are)" },
    { flags: "--request <text>", says: "something to verify, beside what the author asks for" },
    { flags: "--profile <name>", says: "how much to say", choices: ["strict", "balanced", "minimal"] },
    { flags: "--full-pass", says: "every pass needs a verdict, whatever the size" },
    { flags: "--no-config", says: "leave the repository's .crosscheck.yml out" },
    { flags: "--max-tokens <n>", says: "stop before asking models when more would be read" },
    { flags: "--max-cost <dollars>", says: "stop before asking models when it would cost more" },
    ...formatOptions,
    {
      flags: "--fail-on <severity>",
      says: "exit with 1 when a finding at or above it would be posted",
      choices: ["critical", "high", "medium", "low", "nit"],
    },
  ],
  examples: [
    ["crosscheck review", "the current branch, or the last commit"],
    ["crosscheck review main...feature", "a branch since it left main"],
    ["crosscheck review --staged --fail-on high", "as a pre-commit hook"],
    ["crosscheck review HEAD~3..HEAD --json > review.json", "for a program"],
    ["crosscheck review --format sarif --output review.sarif", "one file, for code scanning"],
    ["crosscheck review --format terminal,html,junit --output review", "printed, and as files in the folder review"],
  ],
  async run(input, outside) {
    const { parseTarget } = await import("../../change/target.ts");
    const target = parseTarget(input.args[0], {
      staged: input.options["staged"] === true,
      working: input.options["working"] === true,
    });
    return await reviewAndPrint(target, input, outside);
  },
};

type Target = import("../../change/target.ts").Target;

export async function reviewAndPrint(target: Target, input: Input, outside: Outside): Promise<number> {
  const { formats, output } = await chosenFormats(input);
  const [
    { review },
    { checks },
    { publishers },
    { openRepository },
    { largestFile },
    { loadUserConfig },
    { checkOutput, checkOutputFolder },
    { progressLine },
  ] = await Promise.all([
    import("../../review-change.ts"),
    import("../../findings/checks/index.ts"),
    import("../../review/publishers/index.ts"),
    import("../open-repository.ts"),
    import("../../world/git/own-directory.ts"),
    import("../user-config.ts"),
    import("../../world/output-file.ts"),
    import("../progress.ts"),
  ]);
  if (output && "file" in output) checkOutput(output.file, outside.cwd);
  if (output && "folder" in output) checkOutputFolder(output.folder, outside.cwd);
  const options = reviewOptions(input);
  const chosen = formats.flatMap((format) => publishers.filter((publisher) => publisher.id === format));
  const user = await loadUserConfig(outside.env);

  const repository = openRepository(textOption(input, "repo") ?? outside.cwd, outside.env, outside.stop);
  const progress = progressLine(outside);
  try {
    const draft = await review(
      target,
      {
        ...repository,
        checks,
        user,
        largestFile,
        clock: { now: outside.now, today: () => new Date(outside.now()).toISOString().slice(0, 10) },
        stop: outside.stop,
        progress: progress.show,
      },
      options,
    );
    progress.clear();
    await show(draft, chosen, output, outside);
    return exitCode(draft, textOption(input, "failOn"));
  } finally {
    progress.clear();
    await repository.close();
  }
}

type Draft = import("../../review/draft.ts").Draft;
type Publisher = import("../../review/publishers/publisher.ts").Publisher;

/** Everything is rendered before anything is written or printed. Beside files, the terminal's form is for the screen. */
async function show(draft: Draft, chosen: readonly Publisher[], output: Chosen["output"], outside: Outside) {
  const { writeOutput, writeOutputs } = await import("../../world/output-file.ts");
  const isPrinted = ({ id }: Publisher) => output === null || ("folder" in output && id === "terminal");
  const rendered = chosen.map((publisher) => ({
    name: `review.${publisher.extension}`,
    printed: isPrinted(publisher),
    text: publisher.render(draft, {
      colour: outside.screen.colour && isPrinted(publisher),
      width: outside.screen.width,
      version: outside.version,
      models: 0,
    }),
  }));
  const written = rendered.filter(({ printed }) => !printed);
  if (output && "file" in output) for (const { text } of written) writeOutput(output.file, outside.cwd, text);
  if (output && "folder" in output) writeOutputs(output.folder, outside.cwd, written);
  for (const { printed, text } of rendered) if (printed) outside.print(text);
}

const severities = ["critical", "high", "medium", "low", "nit"];

function exitCode(draft: Draft, failOn: string | undefined): number {
  if (failOn === undefined) return 0;
  const floor = severities.indexOf(failOn);
  return draft.judged.some((one) => one.fate === "posted" && severities.indexOf(one.severity) <= floor) ? 1 : 0;
}

function reviewOptions(input: Input): import("../../review-change.ts").ReviewOptions {
  const request = textOption(input, "request");
  const profile = textOption(input, "profile") as "strict" | "balanced" | "minimal" | undefined;
  const maxTokens = numberOption(input, "maxTokens", "--max-tokens");
  const maxCost = numberOption(input, "maxCost", "--max-cost");
  return {
    ...(request !== undefined && { request }),
    ...(profile !== undefined && { profile }),
    fullPass: input.options["fullPass"] === true,
    ignoreConfig: input.options["config"] === false,
    ...(maxTokens !== undefined && { maxTokens }),
    ...(maxCost !== undefined && { maxCost }),
  };
}

function numberOption(input: Input, name: string, flag: string): number | undefined {
  const text = textOption(input, name);
  if (text === undefined) return undefined;
  const number = Number(text);
  if (text.trim() === "" || !Number.isFinite(number) || number < 0)
    throw new UserError(`${flag} takes a number, not "${text}"`, `Give it as in ${flag} 100000.`);
  return number;
}
