// The command `explain`: explains one finding of a review.
import { UserError } from "../../../errors.ts";
import { textOption, type Command, type Input } from "./command.ts";
import type { ProcessEnvironment } from "../../process-environment.ts";

export const explainCommand: Command = {
  id: "explain",
  title: "Explain one finding: its evidence, how it was judged, and how to silence it",
  argument: {
    name: "<finding>",
    says: "its number or letter in the last review of this repository, its location as path:line, its id, or its identity (a prefix is enough)",
  },
  options: {
    "--from <file>": "a review saved with --format json; - for standard input",
    "--range <range>":
      "review this again, as for review (default: the last review that is kept; without one, the current branch)",
    "--staged": "review staged changes again",
    "--working": "review all uncommitted changes again",
    "--repo <dir>": "the repository, bare or not (default: where you are)",
    "--profile <name>": { says: "as given to review", choices: ["strict", "balanced", "minimal"] },
    "--no-config": "ignore the repository's .crosscheck.yml",
    "--data <dir>": "where reviews are kept (default: the user's data folder)",
    "--json": "for programs",
  },
  examples: [
    [
      "crosscheck explain 1",
      "the finding with this number in the last review of this repository; advisory findings have letters",
    ],
    ["crosscheck explain src/app.ts:12", "by its location"],
    ["crosscheck explain src/app.ts:12 --range main...feature", "by its location, in a new review of that range"],
    ["crosscheck explain 3f2a9c --from review.json", "by its identity, in a saved review"],
  ],
  async run(input, outside) {
    const [{ findFindings, isPlace }, { explainJson, explainText }, { checks }, { plainJson }] = await Promise.all([
      import("../../../review/find-finding.ts"),
      import("../../../review/words/explain-texts.ts"),
      import("../../../findings/checks/index.ts"),
      import("../../../review/words/text.ts"),
    ]);
    const named = input.args[0] ?? "";
    const findings = await findingsOf(input, outside);
    const found = findFindings(named, findings);
    if (found.length === 0) throw await notFound(named, findings, outside);
    const isLabel = found.every(({ label }) => label === named.trim().toUpperCase());
    if (found.length > 1 && !isPlace(named) && !isLabel) throw await severalFound(named, found, outside);
    if (input.options["json"] === true)
      outside.print(`${plainJson(JSON.stringify(explainJson(found, checks), null, 2))}\n`);
    else if (isLabel) outside.print(await explainedGroup(found, checks, outside));
    else outside.print(found.map((one) => explainText(one, checks, outside.screen)).join("\n"));
    return 0;
  },
};

/** Findings of one cause: the gravest in full, the others in a line each. */
async function explainedGroup(
  found: readonly Explained[],
  checks: readonly Check[],
  outside: ProcessEnvironment,
): Promise<string> {
  const [{ explainText, sameCauseTitle }, { severityRank }] = await Promise.all([
    import("../../../review/words/explain-texts.ts"),
    import("../../../findings/finding.ts"),
  ]);
  const [lead, ...others] = found.toSorted((a, b) => severityRank(a.severity) - severityRank(b.severity));
  const rest = others.length === 0 ? "" : `\n${sameCauseTitle}\n${await listed(others, outside)}\n`;
  return `${explainText(lead!, checks, outside.screen)}${rest}`;
}

type Check = import("../../../findings/report.ts").Check;
type Explained = import("../../../review/explained-finding.ts").ExplainedFinding;

async function findingsOf(input: Input, outside: ProcessEnvironment): Promise<Explained[]> {
  const from = textOption(input, "from");
  const again = ["range", "profile"].some((name) => textOption(input, name) !== undefined);
  const flags = ["staged", "working"].some((name) => input.options[name] === true) || input.options["config"] === false;
  if (from !== undefined && (again || flags || textOption(input, "repo") !== undefined))
    throw new UserError(
      "--from cannot be combined with options that start a new review",
      "Pass --from alone, or leave it out and say what to review.",
    );
  if (from !== undefined) return await saved(from, outside);
  return (again || flags ? null : await lastKept(input, outside)) ?? (await reviewedAgain(input, outside));
}

/** Those of the last review of this repository; null where none is kept. */
async function lastKept(input: Input, outside: ProcessEnvironment): Promise<Explained[] | null> {
  const [{ lastReview }, { explainDraftFindings }, { lastReviewText }] = await Promise.all([
    import("../../review/last-review.ts"),
    import("../../../review/explained-finding.ts"),
    import("../../../review/words/explain-texts.ts"),
  ]);
  const last = await lastReview(textOption(input, "repo") ?? outside.cwd, input, outside);
  if (last === null) return null;
  outside.tell(lastReviewText(last.draft.change, last.savedAt, outside.now()));
  return explainDraftFindings(last.draft, outside.version);
}

async function saved(from: string, outside: ProcessEnvironment): Promise<Explained[]> {
  const [{ readInputFile }, { explainSavedFindings }] = await Promise.all([
    import("../../../world/input-file.ts"),
    import("../../../review/explained-finding.ts"),
  ]);
  const shown = from === "-" ? "Standard input" : from;
  const text = from === "-" ? ((await outside.input()) ?? "") : readInputFile(from, outside.cwd);
  const remedy = "Make one with `crosscheck review --format json --output review.json`.";
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    throw new UserError(`${shown} is not JSON`, remedy);
  }
  const result = explainSavedFindings(data);
  if ("fault" in result) throw new UserError(`${shown} is not a saved review: ${result.fault}`, remedy);
  return result.findings;
}

async function reviewedAgain(input: Input, outside: ProcessEnvironment): Promise<Explained[]> {
  const [
    { review },
    { parseLocalTarget },
    { explainDraftFindings },
    { openGitRepository: openRepository },
    { readingOf },
  ] = await Promise.all([
    import("../../../review-change.ts"),
    import("../../../change/target.ts"),
    import("../../../review/explained-finding.ts"),
    import("../../review/open-repository.ts"),
    import("../../review/review-inputs.ts"),
  ]);
  const [{ readUserConfigFile: loadUserConfig }, { progressLine }] = await Promise.all([
    import("../../user-config.ts"),
    import("../progress.ts"),
  ]);
  const target = parseLocalTarget(textOption(input, "range"), {
    staged: input.options["staged"] === true,
    working: input.options["working"] === true,
  });
  const profile = textOption(input, "profile") as "strict" | "balanced" | "minimal" | undefined;
  const user = await loadUserConfig(outside.env);
  const repository = openRepository(textOption(input, "repo") ?? outside.cwd, outside.env, outside.stop);
  const progress = progressLine(outside);
  try {
    const draft = await review(
      target,
      { ...(await readingOf(repository, user, outside)), progress: progress.show },
      { ignoreConfig: input.options["config"] === false, ...(profile && { profile }) },
    );
    return explainDraftFindings(draft, outside.version);
  } finally {
    progress.clear();
    await repository.close();
  }
}

async function notFound(
  named: string,
  findings: readonly Explained[],
  outside: ProcessEnvironment,
): Promise<UserError> {
  const { oneLine } = await import("../../../review/words/text.ts");
  const message = `There is no finding "${oneLine(named)}"`;
  if (findings.length === 0)
    return new UserError(`${message}: the review has none`, "Say what to review with --range, or give --from.");
  return new UserError(message, `The review has these:\n${await listed(findings, outside)}`);
}

async function severalFound(
  named: string,
  found: readonly Explained[],
  outside: ProcessEnvironment,
): Promise<UserError> {
  const { oneLine } = await import("../../../review/words/text.ts");
  return new UserError(
    `"${oneLine(named)}" matches ${found.length} findings`,
    `Name one of these by its id:\n${await listed(found, outside)}`,
  );
}

async function listed(findings: readonly Explained[], { screen }: ProcessEnvironment): Promise<string> {
  const { findingList } = await import("../../../review/words/explain-texts.ts");
  return findingList(findings, Math.max(40, screen.width - 4))
    .map((line) => `    ${line}`)
    .join("\n");
}
