// The command `backtest`: replays the checks over merged changes and judges samples.
import { UserError } from "../../../errors.ts";
import { manyOption, textOption, type Command, type Input } from "./command.ts";
import type { ProcessEnvironment } from "../../process-environment.ts";

type Backtest = import("../../../review/backtest/backtest-result.ts").Backtest;

export const backtestCommand: Command = {
  id: "backtest",
  title: "Run the checks on merged changes, to see what they would have reported",
  argument: { name: "[repo]", says: "the repository, bare or not (default: where you are)" },
  options: {
    "--last <n>": "how many merged changes (default: 200)",
    "--branch <name>": "the branch they were merged into (default: HEAD)",
    "--name <text>": "the repository's name in the output (default: its path)",
    "--touching <glob>": { says: "only changes to matching paths; may be given several times", many: true },
    "--check <id>": { says: "only this check; may be given several times", many: true },
    "--from <file>": { says: "read the output of an earlier --json instead of running the checks", many: true },
    "--page <file>": "write a page on which samples can be judged",
    "--samples <n>": "how many findings of each check the page shows (default: 30)",
    "--judged <file>": { says: "summarise the judgements saved from the page", many: true },
    "--json": "for programs, and for --from",
  },
  examples: [
    ["crosscheck backtest --last 100", "the last 100 changes of the repository you are in"],
    ["crosscheck backtest ../shop.git --check stale-reference", "one check, on any repository"],
    ["crosscheck backtest --check actions-audit --touching '.github/**'", "only changes of workflows"],
    ["crosscheck backtest --json > shop.json", "keep the result"],
    ["crosscheck backtest --from shop.json --page judge.html", "then judge 30 findings of each check in a browser"],
    ["crosscheck backtest --from shop.json --judged judgements.json", "and see how many were wrong"],
  ],
  async run(input, outside) {
    const samples = wholeNumber(input, "samples", 30);
    const page = textOption(input, "page");
    const { checkOutput, writeOutput } = await import("../../../world/output-file.ts");
    if (page !== undefined) checkOutput(page, outside.cwd);
    const judgements = await judged(input, outside);
    const saved = manyOption(input, "from");
    const backtests = saved.length > 0 ? await fromFiles(saved, outside) : [await replayed(input, outside)];

    if (page !== undefined) {
      const { judgePage } = await import("../../../review/backtest/judge-page.ts");
      writeOutput(page, outside.cwd, judgePage(backtests, samples, outside.version));
    }
    if (input.options["json"] === true)
      outside.print(`${JSON.stringify(backtests.length === 1 ? backtests[0] : backtests)}\n`);
    else await show(backtests, judgements, outside);
    if (page !== undefined) outside.tell(`Wrote ${page}\n`);
    return 0;
  },
};

function wholeNumber(input: Input, name: string, standard: number): number {
  const text = textOption(input, name);
  if (text === undefined) return standard;
  const number = Number(text);
  if (Number.isSafeInteger(number) && number > 0 && /^\d+$/.test(text)) return number;
  throw new UserError(`--${name} takes a whole number above 0, not "${text}"`, `Give it as in --${name} ${standard}.`);
}

async function judged(input: Input, outside: ProcessEnvironment) {
  const files = manyOption(input, "judged");
  if (files.length === 0) return null;
  const [{ readJudgements }, { readInputFile }] = await Promise.all([
    import("../../../review/backtest/judgements.ts"),
    import("../../../world/input-file.ts"),
  ]);
  return Object.assign(
    {},
    ...files.map((file) => readJudgements(readInputFile(file, outside.cwd), file)),
  ) as ReturnType<typeof readJudgements>;
}

async function fromFiles(files: readonly string[], outside: ProcessEnvironment): Promise<Backtest[]> {
  const [{ readBacktests }, { readInputFile }] = await Promise.all([
    import("../../../review/backtest/read-backtests.ts"),
    import("../../../world/input-file.ts"),
  ]);
  return files.flatMap((file) => readBacktests(readInputFile(file, outside.cwd), file));
}

async function replayed(input: Input, outside: ProcessEnvironment): Promise<Backtest> {
  const last = wholeNumber(input, "last", 200);
  const [{ replay }, { openGitRepository: openRepository }] = await Promise.all([
    import("../../review/run-backtest.ts"),
    import("../../review/open-repository.ts"),
  ]);
  const checks = await chosenChecks(manyOption(input, "check"));
  const repository = openRepository(input.args[0] ?? outside.cwd, outside.env, outside.stop);
  try {
    const branch = textOption(input, "branch") ?? "HEAD";
    const tip = await repository.git.resolve(branch);
    if (tip === null)
      throw new UserError(`There is no commit "${branch}" here`, "Name a branch, a tag or a commit with --branch.");
    return await replay(repository, {
      checks,
      name: textOption(input, "name") ?? repository.git.shown,
      tip,
      last,
      touching: manyOption(input, "touching"),
      stop: outside.stop,
      now: () => performance.now(),
      memory: outside.memory,
      progress: (done, of, { subject }) => tellProgress(outside, `${done + 1} of ${of} ${subject}`),
    });
  } finally {
    tellProgress(outside, "");
    await repository.close();
  }
}

async function chosenChecks(ids: readonly string[]) {
  const { checks } = await import("../../../findings/checks/index.ts");
  const unknown = ids.find((id) => !checks.some((check) => check.id === id));
  if (unknown !== undefined)
    throw new UserError(`There is no check "${unknown}"`, "List them with `crosscheck checks`.");
  return ids.length === 0 ? checks : checks.filter(({ id }) => ids.includes(id));
}

function tellProgress({ screen, tell }: ProcessEnvironment, text: string): void {
  if (!screen.live) return;
  // oxlint-disable-next-line no-control-regex -- a subject is anyone's text, and must not steer the terminal
  const safe = text.replaceAll(/[\u0000-\u001f\u007f-\u009f]/g, " ").slice(0, Math.max(20, screen.width - 1));
  tell(`\r\u001b[K${safe}`);
}

async function show(
  backtests: readonly Backtest[],
  judgements: Awaited<ReturnType<typeof judged>>,
  outside: ProcessEnvironment,
) {
  const { backtestTable, precisionTable } = await import("../../../review/words/backtest-texts.ts");
  outside.print(backtestTable(backtests, outside.screen));
  if (judgements === null) return;
  const { checkPrecisions } = await import("../../../review/backtest/judgements.ts");
  outside.print(`\n${precisionTable(checkPrecisions(backtests, judgements), outside.screen)}`);
}
