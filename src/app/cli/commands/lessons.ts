// The command `lessons`: lists, approves, edits and writes lessons.
import { UserError } from "../../../errors.ts";
import type { Deciding } from "../../threads/lessons/decide.ts";
import type { LessonsPlace } from "../../threads/lessons/repository.ts";
import type { ProcessEnvironment } from "../../process-environment.ts";
import { textOption, type Command, type Input } from "./command.ts";

export const lessonsCommand: Command = {
  id: "lessons",
  title: "List, approve, edit, remove and export the lessons learned from reviews",
  argument: {
    name: "[verb]",
    says: "list (the default), approve, add, edit, remove, promote, export, write, feedback, escaped or reset",
  },
  options: {
    "--id <id>": "the id of the lesson or pattern, as listed",
    "--rule <text>": "the lesson's words: a place, a pattern or a command, and what to do",
    "--unit <id>": "the check or reviewer to reset",
    "--branch <name>": "the branch that `write` makes (default: one named after the pull requests)",
    "--last <number>": "how many commits `escaped` looks at (default: 200)",
    "--pr <pull>": "the pull request for `feedback`: a number, owner/name#number or URL",
    "--yes": "do it without asking for confirmation",
    "--repo <dir>": "the repository (default: where you are)",
    "--data <dir>": "where it is kept (default: the user's data folder)",
    "--json": "for programs",
  },
  examples: [
    ["crosscheck lessons", "lessons, pending approvals, and feedback on findings"],
    ["crosscheck lessons approve --id 3f2a9c01", "approve a lesson that a review proposed"],
    ["crosscheck lessons add --rule 'Run `npm run generate` after changing `schemas/`.'", "add a lesson of your own"],
    ["crosscheck lessons write", "write approved lessons to the file, in one commit on a new branch"],
    ["crosscheck lessons feedback --pr 12", "read the feedback on a pull request's findings from GitHub"],
    [
      "crosscheck lessons escaped",
      "list reverts and fixes of reviewed pull requests, and which checks and reviewers missed the problem",
    ],
    ["crosscheck lessons reset --unit silent-failure", "stop counting earlier dismissals of its findings here"],
    ["crosscheck lessons export --json", "export everything as JSON"],
  ],
  async run(input, outside) {
    const name = input.args[0] ?? "list";
    const verb = verbs.get(name);
    if (verb === undefined)
      throw new UserError(
        `"${name.slice(0, 40)}" is not a subcommand of crosscheck lessons`,
        `Use one of ${[...verbs.keys()].join(", ")}.`,
      );
    const [{ openData }, { inLessonsPlace }] = await Promise.all([
      import("../../open-store.ts"),
      import("../../threads/lessons/repository.ts"),
    ]);
    return await inLessonsPlace(input, outside, async (place) => {
      const store = await openData(input, outside);
      try {
        return await verb({ store, place, input, outside });
      } finally {
        await store.close();
      }
    });
  },
};

interface Given {
  store: import("../../../world/store/store.ts").Store;
  place: LessonsPlace;
  input: Input;
  outside: ProcessEnvironment;
}
type Verb = (given: Given) => Promise<number>;

const verbs = new Map<string, Verb>([
  [
    "list",
    async ({ store, place, input, outside }) => (await shows()).showLessons(store, place, asJson(input), outside),
  ],
  [
    "export",
    async ({ store, place, input, outside }) => (await shows()).exportLessons(store, place, asJson(input), outside),
  ],
  [
    "approve",
    async (given) =>
      (await decides()).approve(needed(given, "id"), textOption(given.input, "rule") ?? null, deciding(given)),
  ],
  ["add", async (given) => (await decides()).add(needed(given, "rule"), deciding(given))],
  [
    "edit",
    async (given) => {
      const [id, rule] = [needed(given, "id"), needed(given, "rule")];
      if (isInFile(id, given)) return await rewrite(id, rule, given);
      return await (await decides()).edit(id, rule, deciding(given));
    },
  ],
  [
    "remove",
    async (given) => {
      const id = needed(given, "id");
      return isInFile(id, given)
        ? await rewrite(id, null, given)
        : await (await decides()).removeLesson(id, deciding(given));
    },
  ],
  ["promote", async (given) => (await decides()).promote(needed(given, "id"), deciding(given))],
  [
    "write",
    async ({ store, place, input, outside }) => {
      const { writeLessons } = await import("../../threads/lessons/write.ts");
      return await writeLessons(store, place, writeOptions(input, outside), outside);
    },
  ],
  ["feedback", readPullFeedback],
  ["escaped", showEscaped],
  ["reset", async (given) => (await decides()).reset(needed(given, "unit"), deciding(given))],
]);

function isInFile(id: string, { place }: Given): boolean {
  return place.lessons.some((one) => one.id === id);
}

async function rewrite(id: string, rule: string | null, { store, place, input, outside }: Given): Promise<number> {
  const { rewriteLesson } = await import("../../threads/lessons/write.ts");
  return await rewriteLesson(id, rule, store, place, writeOptions(input, outside), outside);
}

function writeOptions(input: Input, outside: ProcessEnvironment) {
  return { branch: textOption(input, "branch") ?? null, confirm: confirming(input, outside) };
}

async function readPullFeedback({ store, place, input, outside }: Given): Promise<number> {
  const pr = needed({ input }, "pr");
  const [
    { collectFeedback },
    { openFeedbackReads },
    { parsePull },
    { namedPull },
    { requestOptions },
    { feedbackText },
  ] = await Promise.all([
    import("../../threads/lessons/collect-feedback.ts"),
    import("../../../world/github/feedback-reads.ts"),
    import("../../../change/target-pull.ts"),
    import("../../review/find-pull-request.ts"),
    import("../../request-options.ts"),
    import("../../../threads/words/lessons-command.ts"),
  ]);
  const named = parsePull(pr);
  if (named === null)
    throw new UserError(
      `${JSON.stringify(pr.slice(0, 200))} does not name a pull request`,
      "Give --pr a number, owner/name#number, or the address of one.",
    );
  const pull = await namedPull(named, place.git);
  const reads = openFeedbackReads(await requestOptions(pull.host, outside.env, outside.stop));
  const feedback = await collectFeedback(pull, reads, store, outside.now());
  outside.print(
    asJson(input).json ? `${JSON.stringify(feedback, null, 2)}\n` : feedbackText(feedback.reactions, feedback),
  );
  return 0;
}

async function showEscaped({ store, place: { git, head, repository }, input, outside }: Given): Promise<number> {
  const [{ findEscaped }, { openHistory }, { escapeLedger }, { escapedText }, { plainJson }] = await Promise.all([
    import("../../threads/lessons/escaped.ts"),
    import("../../../world/git/history.ts"),
    import("../../../threads/learn/escaped-defects.ts"),
    import("../../../threads/words/lessons-command.ts"),
    import("../../../review/words/text.ts"),
  ]);
  const last = lastOf(input);
  if (head === null) throw new UserError("The repository has no commit yet", "Commit something first.");
  const history = openHistory(git.shown, outside.env, outside.stop);
  try {
    const found = await findEscaped(repository, history, head, { last, store });
    const rows = await store.feedback.escaped(repository);
    const ledger = escapeLedger(rows);
    const json = () => `${plainJson(JSON.stringify({ ...found, rows, ledger }, null, 2))}\n`;
    outside.print(asJson(input).json ? json() : escapedText(rows, ledger, { ...found, last }));
    return 0;
  } finally {
    history.close();
  }
}

function lastOf(input: Input): number {
  const given = textOption(input, "last") ?? "200";
  const last = /^\d{1,6}$/.test(given) ? Number(given) : 0;
  if (last > 0) return last;
  throw new UserError(`"${given.slice(0, 40)}" is not a number of commits`, "Give --last a number, as in --last 200.");
}

async function shows() {
  return await import("../../threads/lessons/show.ts");
}

async function decides() {
  return await import("../../threads/lessons/decide.ts");
}

function asJson({ options }: Input) {
  return { json: options["json"] === true };
}

function needed({ input }: Pick<Given, "input">, option: "id" | "rule" | "unit" | "pr"): string {
  const value = textOption(input, option);
  if (value !== undefined && value !== "") return value;
  throw new UserError(
    `crosscheck lessons ${input.args[0]} needs --${option}`,
    "List what there is: crosscheck lessons",
  );
}

function deciding({ store, place: { repository }, input, outside }: Given): Deciding {
  return {
    store,
    repository,
    by: outside.env["USER"] ?? outside.env["USERNAME"] ?? "you",
    now: outside.now(),
    print: outside.print,
    confirm: confirming(input, outside),
  };
}

function confirming(input: Input, outside: ProcessEnvironment): (question: string) => Promise<boolean> {
  return async (question) => input.options["yes"] === true || (await asked(question, outside));
}

async function asked(question: string, { screen, stop }: ProcessEnvironment): Promise<boolean> {
  if (!screen.asks) throw new UserError("This needs a terminal to confirm it", "Pass --yes to do it without asking.");
  const { confirm } = await import("@clack/prompts");
  return (await confirm({ message: question, initialValue: false, signal: stop })) === true;
}
