// The command `config`: shows the effective configuration and where each value comes from.
import { textOption, type Command, type Input } from "./command.ts";
import type { ProcessEnvironment } from "../../process-environment.ts";

export const configCommand: Command = {
  id: "config",
  title: "Show the configuration in effect, and where it comes from",
  argument: {
    name: "[range]",
    says: "the change whose base is read, as for review; nothing: the current branch, else the last commit",
  },
  options: {
    "--staged": "as for reviewing staged changes",
    "--working": "as for reviewing all uncommitted changes",
    "--repo <dir>": "the repository, bare or not (default: where you are)",
    "--profile <name>": { says: "as if passed to review", choices: ["strict", "balanced", "minimal"] },
    "--no-config": "ignore the repository's .crosscheck.yml",
    "--json": "for programs",
  },
  examples: [
    ["crosscheck config", "for the branch you are on"],
    ["crosscheck config main...feature --profile strict", "for another branch, with a profile"],
    ["crosscheck config --json", "for programs"],
  ],
  async run(input, outside) {
    const [{ configJson, configText }, { plainJson }] = await Promise.all([
      import("../../../review/words/config-texts.ts"),
      import("../../../review/words/text.ts"),
    ]);
    const shown = await shownConfig(input, outside);
    if (input.options["json"] === true) outside.print(`${plainJson(JSON.stringify(configJson(shown), null, 2))}\n`);
    else outside.print(configText(shown, outside.screen));
    return 0;
  },
};

type ShownConfig = import("../../../review/words/config-texts.ts").ShownConfig;

/** Reads the change as a review would, so that the values are those of a review. */
async function shownConfig(input: Input, outside: ProcessEnvironment): Promise<ShownConfig> {
  const [
    { parseLocalTarget },
    { readChange, decodeSourceText: textOf },
    { openGit },
    { largestFile },
    { checks },
    { readUserConfigFile: loadUserConfig },
  ] = await Promise.all([
    import("../../../change/target.ts"),
    import("../../../change/read-change.ts"),
    import("../../../world/git/repository.ts"),
    import("../../../world/git/own-directory.ts"),
    import("../../../findings/checks/index.ts"),
    import("../../user-config.ts"),
  ]);
  const [{ configPath }, { readUserConfigText, userConfigPath }] = await Promise.all([
    import("../../../change/config.ts"),
    import("../../../world/user-config.ts"),
  ]);
  const target = parseLocalTarget(input.args[0], {
    staged: input.options["staged"] === true,
    working: input.options["working"] === true,
  });
  const profile = textOption(input, "profile") as "strict" | "balanced" | "minimal" | undefined;
  const ignoreConfig = input.options["config"] === false;
  const user = await loadUserConfig(outside.env);
  const userFile = readUserConfigText(outside.env);

  const git = openGit(textOption(input, "repo") ?? outside.cwd, outside.env, outside.stop);
  try {
    const change = await readChange(
      target,
      { ignoreConfig, ...(profile && { profile }) },
      { git, user, knownChecks: checks.map((check) => check.id), largestFile },
    );
    const file = await git.tree(change.base).read(configPath);
    const used = file === null || ignoreConfig ? null : textOf(file, configPath);
    return {
      shown: change.from.kind === "local" ? change.from.shown : "",
      why: change.from.kind === "local" ? change.from.why : null,
      base: change.base,
      repositoryFile: file === null ? "none" : ignoreConfig ? "left-out" : "used",
      userFile: { path: userFile?.path ?? userConfigPath(outside.env), exists: userFile !== null },
      rows: await rowsOf({ repository: used, user: userFile?.text ?? null }, { user, profile, change }),
      notUsed: change.cuts.filter((cut) => cut.kind === "config-not-used"),
      userOnly: await userOnly(),
    };
  } finally {
    git.close();
  }
}

interface Facts {
  user: import("../../../change/config.ts").UserConfig;
  profile: import("../../../change/intent.ts").Profile | undefined;
  change: import("../../../change/change.ts").Change;
}

async function rowsOf(
  texts: { repository: string | null; user: string | null },
  { user, profile, change }: Facts,
): Promise<ShownConfig["rows"]> {
  const [{ configOrigins }, { keyLines, loadRepositoryConfig }] = await Promise.all([
    import("../../../change/config-origins.ts"),
    import("../../../change/load-config.ts"),
  ]);
  // Its checks are known to exist: the change was read with it.
  const known = Object.keys(change.config.checks);
  return configOrigins({
    repository: texts.repository === null ? {} : (loadRepositoryConfig(texts.repository, known).value ?? {}),
    user,
    intent: change.intent,
    ...(profile && { profile }),
    repositoryLines: keyLines(texts.repository ?? ""),
    userLines: keyLines(texts.user ?? ""),
  });
}

async function userOnly(): Promise<ShownConfig["userOnly"]> {
  const [{ userConfigSchema, userOnlyKeys }, { toJSONSchema }] = await Promise.all([
    import("../../../change/config-schema.ts"),
    import("zod"),
  ]);
  const known = Object.keys(toJSONSchema(userConfigSchema, { io: "input" }).properties ?? {});
  const isUserOnly = (key: string) => (userOnlyKeys as readonly string[]).includes(key);
  return { now: known.filter(isUserOnly), later: userOnlyKeys.filter((key) => !known.includes(key)) };
}
