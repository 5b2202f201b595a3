import { UserError } from "../../errors.ts";
import type { Outside } from "../outside.ts";
import { textOption, type Command, type Input } from "./command.ts";

export const stateCommand: Command = {
  id: "state",
  title: "What is kept of pull requests' review threads: show it, or forget it",
  argument: { name: "<show|clear>", says: "show what is kept, or forget it" },
  options: [
    { flags: "--pr <pull>", says: "a number, owner/name#number or an address (default: the one last looked at)" },
    { flags: "--all", says: "every pull request that something is kept of" },
    { flags: "--yes", says: "forget without asking once more" },
    { flags: "--repo <dir>", says: "the repository (default: where you are)" },
    { flags: "--data <dir>", says: "where it is kept (default: the user's data folder)" },
    { flags: "--json", says: "for programs" },
  ],
  examples: [
    ["crosscheck state show", "what is kept of the pull request last looked at: no text of any comment"],
    ["crosscheck state show --all", "of which pull requests something is kept"],
    ["crosscheck state clear --pr 12 --yes", "forget one"],
  ],
  async run(input, outside) {
    const { openData } = await import("../open-data.ts");
    const verb = verbs.get(input.args[0] ?? "");
    if (verb === undefined)
      throw new UserError(
        `"${(input.args[0] ?? "").slice(0, 40)}" is neither show nor clear`,
        "Write crosscheck state show, or crosscheck state clear.",
      );
    if (input.options["all"] === true && textOption(input, "pr") !== undefined)
      throw new UserError("--all and --pr do not go together", "Give one of them.");
    const store = await openData(input, outside);
    try {
      return await verb(store, input, outside);
    } finally {
      await store.close();
    }
  },
};

type Store = import("../../world/store/store.ts").Store;
type Verb = (store: Store, input: Input, outside: Outside) => Promise<number>;

const verbs = new Map<string, Verb>([
  ["show", show],
  ["clear", clear],
]);

async function show(store: Store, input: Input, outside: Outside): Promise<number> {
  const [{ loadThreadState, shownPull }, { keptText, stateText }, { plainJson }] = await Promise.all([
    import("../thread-target.ts"),
    import("../../review/words/threads/state.ts"),
    import("../../review/words/text.ts"),
  ]);
  const json = input.options["json"] === true;
  const print = (value: unknown) => outside.print(`${plainJson(JSON.stringify(value, null, 2))}\n`);
  if (input.options["all"] === true) {
    const rows = await store.threads.list();
    if (json) print(rows);
    else outside.print(keptText(rows));
    return 0;
  }
  const pull = await meant(store, input, outside);
  const state = await loadThreadState(store, pull);
  if (json) print(state);
  else outside.print(stateText(shownPull(pull), state));
  return 0;
}

/** What is kept is not read: it is to go even when it cannot be. */
async function clear(store: Store, input: Input, outside: Outside): Promise<number> {
  const [{ shownPull }, { placeOf }, words] = await Promise.all([
    import("../thread-target.ts"),
    import("../../review/post-once.ts"),
    import("../../review/words/threads/state.ts"),
  ]);
  const pull = input.options["all"] === true ? null : await meant(store, input, outside);
  const json = input.options["json"] === true;
  const what = pull === null ? "every pull request" : shownPull(pull);
  if (input.options["yes"] !== true && !(await confirmed(words.forgetQuestion(what), outside, json))) {
    outside.tell(words.keptAfterAll);
    return 0;
  }
  const gone = await (pull === null ? store.threads.clear() : store.threads.clear(placeOf({ pull })));
  outside.print(json ? `${JSON.stringify({ forgotten: gone })}\n` : words.forgotten(gone));
  return 0;
}

async function confirmed(question: string, { screen, stop }: Outside, json: boolean): Promise<boolean> {
  if (!screen.asks || json)
    throw new UserError("Nobody is there to confirm it", "Give --yes to forget it without asking.");
  const { confirm } = await import("@clack/prompts");
  return (await confirm({ message: question, initialValue: false, signal: stop })) === true;
}

async function meant(store: Store, input: Input, { env, stop, cwd }: Outside) {
  const [{ threadTarget }, { openGitHub }] = await Promise.all([import("../thread-target.ts"), import("../github.ts")]);
  const folder = textOption(input, "repo") ?? cwd;
  const github = async (host: string) => await openGitHub(host, env, stop);
  return (await threadTarget({ pr: textOption(input, "pr"), folder, store, env, stop, github })).pull;
}
