// The command `reconcile`: compares findings of two sides.
import { UserError } from "../../../errors.ts";
import { textOption, type Command, type Input } from "./command.ts";

export const reconcileCommand: Command = {
  id: "reconcile",
  title: "Compare the findings of two groups of reviewers: agreements, findings of one side only, and contradictions",
  argument: {
    name: "[file]",
    says: "tab-separated columns: side (first, second), stance (flag, ok), fingerprint, file:line, severity, root cause, summary; omit it or use - for standard input",
  },
  options: {
    "--cap <number>": "how many findings of one side only are marked for arbitration (default: 10)",
    "--id-prefix <text>": "prefix of the ids (default: random)",
    "--json": "for programs; JSON is also read, also as gemini -o json and other programs wrap it",
  },
  examples: [
    [
      "crosscheck reconcile findings.tsv",
      "id, bucket, arbitrate, side, fingerprint, file:line, severity, root, summary",
    ],
    ["crosscheck reconcile findings.tsv --cap 5 | crosscheck arbitrate --prompt", "and what to ask a third model"],
    ["list-findings --json | crosscheck reconcile --json", "from a program, for another"],
  ],
  async run(input, outside) {
    const [{ countRows, reconcileRows }, { readRows, reconciledLines }, { namedInput }] = await Promise.all([
      import("../../../findings/reconcile.ts"),
      import("../../../findings/reconcile/rows.ts"),
      import("../named-input.ts"),
    ]);
    const options = { cap: await capOf(input), prefix: await prefixOf(input) };
    const { text, from } = await namedInput(input.args[0], outside, "rows of findings");
    const rows = reconcileRows(readRows(text, from), options);
    if (input.options["json"] !== true) outside.print(reconciledLines(rows));
    else {
      const { plainJson } = await import("../../../review/words/text.ts");
      outside.print(`${plainJson(JSON.stringify({ counts: countRows(rows), rows }, null, 2))}\n`);
    }
    return 0;
  },
};

async function capOf(input: Input): Promise<number> {
  const given = textOption(input, "cap");
  if (given === undefined) return (await import("../../../findings/reconcile.ts")).defaultCap;
  if (/^\d{1,6}$/.test(given)) return Number(given);
  throw new UserError(
    "--cap takes a whole number",
    "Give how many findings may be sent, as in --cap 10; 0 sends none.",
  );
}

/** Random, so that no text under review can name an id. */
async function prefixOf(input: Input): Promise<string> {
  const given = textOption(input, "idPrefix");
  if (given === undefined) return `${(await import("node:crypto")).randomBytes(6).toString("hex")}-`;
  if (/^[\w.-]{0,60}$/.test(given)) return given;
  throw new UserError(
    "--id-prefix takes letters, digits, dots and hyphens, at most 60",
    "Leave it out to get a random prefix.",
  );
}
