// The command `arbitrate`: asks an arbiter about disputed findings.
import { UserError } from "../../../errors.ts";
import { textOption, type Command, type Input } from "./command.ts";
import type { ProcessEnvironment } from "../../process-environment.ts";

export const arbitrateCommand: Command = {
  id: "arbitrate",
  title: "Ask a third model to decide the findings that two groups of reviewers disagree on",
  argument: { name: "[file]", says: "rows as reconcile prints them, or its JSON; nothing or - for standard input" },
  options: {
    "--answers <file>": "read the verdicts from this file with a model's answer; - for standard input",
    "--prompt": "print the prompt without calling a model",
    "--repo <dir>": "the repository with the quoted code, bare or not (default: where you are)",
    "--at <revision>": "the revision to quote code from (default: HEAD)",
    "--data <dir>": "folder for the records of model calls (default: the user's data folder)",
    "--json": "for programs",
  },
  examples: [
    ["crosscheck reconcile findings.tsv | crosscheck arbitrate", "ask the model that your config sets for the arbiter"],
    ["crosscheck arbitrate rows.tsv --prompt > prompt.txt", "for a model that Crosscheck does not know"],
    [
      "crosscheck arbitrate rows.tsv --answers answer.txt",
      "id, bucket, verdict, effect, side, fingerprint, file:line, …",
    ],
  ],
  async run(input, outside) {
    if (textOption(input, "answers") !== undefined && input.options["prompt"] === true)
      throw new UserError("--prompt and --answers cannot be combined", "Pass one of them.");
    const [{ readReconciledRows }, { disputesIn, verdictsOn }, { namedInput }] = await Promise.all([
      import("../../../findings/reconcile/rows.ts"),
      import("../../../findings/reconcile/disputes.ts"),
      import("../named-input.ts"),
    ]);
    const { text, from } = await namedInput(input.args[0], outside, "what `crosscheck reconcile` prints");
    const disputes = disputesIn(readReconciledRows(text, from));
    const isSent = disputes.some(({ arbitrate }) => arbitrate === "yes");
    if (input.options["prompt"] === true) return await printPrompt(isSent ? disputes : [], input, outside);
    const asked = isSent ? await answerTo(disputes, input, outside) : nothing;
    const verdicts = verdictsOn(disputes, asked);
    await printVerdicts(verdicts, "by" in asked ? asked.by : null, input, outside);
    return isSent ? await exitCode(verdicts, outside) : 0;
  },
};

type Asked = import("../../../findings/arbitrate.ts").ArbiterReply;
type Disputes = readonly import("../../../findings/reconcile/disputes.ts").RowDispute[];
type Verdicts = readonly import("../../../findings/reconcile/disputes.ts").RowVerdict[];

const nothing: Asked = { why: { kind: "no-verdict" } };

async function printPrompt(disputes: Disputes, input: Input, outside: ProcessEnvironment): Promise<number> {
  if (disputes.length === 0) {
    outside.tell("crosscheck: there is nothing to arbitrate\n");
    return 0;
  }
  const [{ arbiterPrompt }, { boundary }, { promptText }, { randomBytes }] = await Promise.all([
    import("../../../findings/arbitrate.ts"),
    import("../../../findings/asking/boundary.ts"),
    import("../../../world/models/prompt-texts.ts"),
    import("node:crypto"),
  ]);
  const { contested } = await withCode(disputes, input, outside);
  const { instructions, own } = arbiterPrompt(
    contested,
    boundary(randomBytes(8).toString("hex")).fence,
    promptText("arbiter"),
  );
  outside.print(`${instructions}\n${own}`);
  return 0;
}

/** Quoted from git only: a path in a row never names a file on this machine. */
async function withCode(disputes: Disputes, input: Input, outside: ProcessEnvironment) {
  const [{ openGitRepository: openRepository }, { snippetAround }, { quotedFile }, { contestedOf }] = await Promise.all(
    [
      import("../../review/open-repository.ts"),
      import("../../../findings/arbitrate.ts"),
      import("../../../findings/quote.ts"),
      import("../../../findings/reconcile/disputes.ts"),
    ],
  );
  const at = textOption(input, "at") ?? "HEAD";
  const repository = openRepository(textOption(input, "repo") ?? outside.cwd, outside.env, outside.stop);
  try {
    const oid = /[\n\0]/.test(at) ? null : await repository.git.resolve(at);
    if (oid === null)
      throw new UserError(
        `${repository.git.shown} has no revision ${JSON.stringify(at)}`,
        "Name with --at the commit that the findings are about.",
      );
    const tree = repository.git.tree(oid);
    const paths = new Set(await tree.paths());
    const contested = await contestedOf(disputes, async ({ path, line }) => {
      const bytes = paths.has(path) ? await tree.read(path) : null;
      return bytes && snippetAround(path, quotedFile(bytes), line);
    });
    return { contested, repository: repository.git.shown };
  } finally {
    await repository.close();
  }
}

async function answerTo(disputes: Disputes, input: Input, outside: ProcessEnvironment): Promise<Asked> {
  const answers = textOption(input, "answers");
  if (answers === undefined) return await askConfigured(disputes, input, outside);
  if (answers === "-" && (input.args[0] ?? "-") === "-")
    throw new UserError("Rows and answers cannot both come from standard input", "Name a file for one of them.");
  const { namedInput } = await import("../named-input.ts");
  const { text, from } = await namedInput(answers, outside, "a model's answer");
  return { by: from, text };
}

async function askConfigured(disputes: Disputes, input: Input, outside: ProcessEnvironment): Promise<Asked> {
  const [{ arbitrateInChild }, { openData }, { readUserConfigFile: loadUserConfig }] = await Promise.all([
    import("../../child/ask-in-child.ts"),
    import("../../open-store.ts"),
    import("../../user-config.ts"),
  ]);
  const user = await loadUserConfig(outside.env);
  if ((user.models ?? []).length === 0) return { why: { kind: "no-arbiter" } };
  const { contested, repository } = await withCode(disputes, input, outside);
  const store = await openData(input, outside);
  try {
    return await arbitrateInChild(contested, { user, store, repository, limits: {}, asking: () => {} }, outside);
  } finally {
    await store.close();
  }
}

async function printVerdicts(
  verdicts: Verdicts,
  by: string | null,
  input: Input,
  outside: ProcessEnvironment,
): Promise<void> {
  const [{ tabLines }, { notArbitratedText }, { plainJson }] = await Promise.all([
    import("../../../findings/reconcile/rows.ts"),
    import("../../../review/words/reasons.ts"),
    import("../../../review/words/text.ts"),
  ]);
  const rows = verdicts.map(({ arbitrate: _arbitrate, why, ...rest }) => ({
    ...rest,
    reason: why === null ? rest.reason : `not arbitrated (${notArbitratedText(why)})`,
  }));
  if (input.options["json"] === true)
    return outside.print(`${plainJson(JSON.stringify({ arbiter: by, disputes: rows }, null, 2))}\n`);
  const columns = [
    "id",
    "bucket",
    "verdict",
    "effect",
    "flaggedBy",
    "fingerprint",
    "place",
    "severity",
    "root",
    "reason",
  ] as const;
  const cells = rows.map((one) => columns.map((column) => [one[column]].flat().join(",")));
  outside.print(tabLines(cells));
}

/** 1: nothing was decided, and every finding stays as it was. */
async function exitCode(verdicts: Verdicts, outside: ProcessEnvironment): Promise<number> {
  const why = verdicts.find((one) => one.why?.kind === "failed" || one.why?.kind === "no-arbiter")?.why;
  if (why == null) return 0;
  const { notArbitratedText } = await import("../../../review/words/reasons.ts");
  const remedy = why.kind === "no-arbiter" ? "\n  Set reviewers: arbiter: in your own config, or give --answers." : "";
  outside.tell(`crosscheck: nothing was arbitrated: ${notArbitratedText(why)}${remedy}\n`);
  return 1;
}
