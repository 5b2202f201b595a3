// The command `state`: shows, exports and deletes stored state.
import { UserError } from "../../../errors.ts";
import type { ProcessEnvironment } from "../../process-environment.ts";
import { textOption, type Command, type Input } from "./command.ts";

export const stateCommand: Command = {
  id: "state",
  title: "Show or delete the stored state of review threads, or export all stored data",
  argument: {
    name: "<show|clear|export>",
    says: "show (the stored state of review threads), clear (delete it) or export (all stored data)",
  },
  options: {
    "--pr <pull>": "a number, owner/name#number or an address (default: the one last looked at)",
    "--all": "every pull request with stored state",
    "--yes": "delete without asking for confirmation",
    "--repository <name>": "export: only this repository, as owner/name or host/owner/name (default: all)",
    "--out <file>": "export: where to write it (default: standard output)",
    "--server": "export: a server's data, from PostgreSQL if DATABASE_URL is set",
    "--repo <dir>": "the repository (default: where you are)",
    "--data <dir>": "where it is kept (default: the user's data folder)",
    "--json": "for programs",
  },
  examples: [
    ["crosscheck state show", "the stored state of the pull request last looked at; it contains no comment texts"],
    ["crosscheck state show --all", "list the pull requests with stored state"],
    ["crosscheck state clear --pr 12 --yes", "delete the state of one"],
    [
      "crosscheck state export --repository acme/shop --out shop.jsonl",
      "all stored data of a repository, one JSON object per line",
    ],
  ],
  async run(input, outside) {
    const verb = verbs.get(input.args[0] ?? "");
    if (verb === undefined)
      throw new UserError(
        `"${(input.args[0] ?? "").slice(0, 40)}" is neither show nor clear nor export`,
        "Write crosscheck state show, crosscheck state clear or crosscheck state export.",
      );
    if (input.options["all"] === true && textOption(input, "pr") !== undefined)
      throw new UserError("--all and --pr cannot be combined", "Pass one of them.");
    refuseOthersOptions(input);
    const store = await openKept(input, outside);
    try {
      return await verb(store, input, outside);
    } finally {
      await store.close();
    }
  },
};

type Store = import("../../../world/store/store.ts").Store;
type Verb = (store: Store, input: Input, outside: ProcessEnvironment) => Promise<number>;

const verbs = new Map<string, Verb>([
  ["show", show],
  ["clear", clear],
  ["export", exportAll],
]);

const ofExport = ["repository", "out", "server"] as const;
const ofThreads = ["pr", "all", "yes", "json"] as const;

/** An option without effect here is a user error. */
function refuseOthersOptions({ args, options }: Input): void {
  const isExport = args[0] === "export";
  const given = (isExport ? ofThreads : ofExport).find(
    (name) => options[name] !== undefined && options[name] !== false,
  );
  if (given !== undefined)
    throw new UserError(
      `--${given} is ${isExport ? "not for export" : "only for export"}`,
      "Leave it out, or see crosscheck state --help.",
    );
}

/**
 * On a developer's machine DATABASE_URL belongs to the project under review, so the server's database must be named
 * explicitly.
 */
async function openKept(input: Input, outside: ProcessEnvironment): Promise<Store> {
  if (input.options["server"] !== true) {
    const { openData } = await import("../../open-store.ts");
    return await openData(input, outside);
  }
  const [{ dataPlace }, { openStore }] = await Promise.all([
    import("../../../world/store/data-folder.ts"),
    import("../../../world/store/open-store.ts"),
  ]);
  const { env, platform } = outside;
  return await openStore(dataPlace({ data: textOption(input, "data"), env, platform, server: true }));
}

/** Streamed, because the data may exceed memory. */
async function exportAll(
  store: Store,
  input: Input,
  { cwd, env, stop, print, printed, tell }: ProcessEnvironment,
): Promise<number> {
  const [{ checkOutput }, { openOutputLines }, { plainJson }, words] = await Promise.all([
    import("../../../world/output-file.ts"),
    import("../../../world/output-lines.ts"),
    import("../../../review/words/text.ts"),
    import("../../../review/words/export-texts.ts"),
  ]);
  const repository = repositoryMeant(textOption(input, "repository"), env);
  const file = textOption(input, "out");
  if (file !== undefined) checkOutput(file, cwd);
  const lines = file === undefined ? null : openOutputLines(file, cwd);
  let rows = 0;
  try {
    for await (const row of store.exported(repository)) {
      stop.throwIfAborted();
      const line = plainJson(JSON.stringify(row));
      if (lines) lines.write(line);
      else {
        print(`${line}\n`);
        await printed?.();
      }
      rows += 1;
    }
    lines?.finish();
  } finally {
    lines?.abandon();
  }
  if (rows === 0) tell(words.nothingExported(repository));
  else if (file !== undefined) tell(words.exportedText(rows, file));
  return 0;
}

/** Null: all. A repository without a host is identified by its path. */
function repositoryMeant(name: string | undefined, env: ProcessEnvironment["env"]): string | null {
  if (name === undefined) return null;
  const isWithoutHost = /^[^/\s]+\/[^/\s]+$/.test(name);
  return isWithoutHost ? `${env["CROSSCHECK_GITHUB_HOST"] || "github.com"}/${name}` : name;
}

async function show(store: Store, input: Input, outside: ProcessEnvironment): Promise<number> {
  const [{ loadThreadState, shownPull }, { storedStatesText, stateText }, { plainJson }] = await Promise.all([
    import("../../threads/thread-target.ts"),
    import("../../../threads/words/stored-state-texts.ts"),
    import("../../../review/words/text.ts"),
  ]);
  const json = input.options["json"] === true;
  const print = (value: unknown) => outside.print(`${plainJson(JSON.stringify(value, null, 2))}\n`);
  if (input.options["all"] === true) {
    const rows = await store.threads.list();
    if (json) print(rows);
    else outside.print(storedStatesText(rows));
    return 0;
  }
  const pull = await chosenPull(store, input, outside);
  const state = await loadThreadState(store, pull);
  if (json) print(state);
  else outside.print(stateText(shownPull(pull), state));
  return 0;
}

/** Deletes without reading, so that unreadable state can be deleted. */
async function clear(store: Store, input: Input, outside: ProcessEnvironment): Promise<number> {
  const [{ shownPull }, { pullRequestKey }, words] = await Promise.all([
    import("../../threads/thread-target.ts"),
    import("../../../pull-request.ts"),
    import("../../../threads/words/stored-state-texts.ts"),
  ]);
  const pull = input.options["all"] === true ? null : await chosenPull(store, input, outside);
  const json = input.options["json"] === true;
  const what = pull === null ? "every pull request" : shownPull(pull);
  if (input.options["yes"] !== true && !(await confirmed(words.forgetQuestion(what), outside, json))) {
    outside.tell(words.notForgotten);
    return 0;
  }
  const gone = await (pull === null ? store.threads.clear() : store.threads.clear(pullRequestKey(pull)));
  outside.print(json ? `${JSON.stringify({ forgotten: gone })}\n` : words.forgotten(gone));
  return 0;
}

async function confirmed(question: string, { screen, stop }: ProcessEnvironment, json: boolean): Promise<boolean> {
  if (!screen.asks || json)
    throw new UserError("This needs a terminal to confirm it", "Pass --yes to delete it without asking.");
  const { confirm } = await import("@clack/prompts");
  return (await confirm({ message: question, initialValue: false, signal: stop })) === true;
}

async function chosenPull(store: Store, input: Input, { env, stop, cwd }: ProcessEnvironment) {
  const [{ threadTarget }, { openGitHub }] = await Promise.all([
    import("../../threads/thread-target.ts"),
    import("../../open-github.ts"),
  ]);
  const folder = textOption(input, "repo") ?? cwd;
  const github = async (host: string) => await openGitHub(host, { env, stop });
  return (await threadTarget({ pr: textOption(input, "pr"), folder, store, env, stop, github })).pull;
}
