// The command `init`: writes a commented `.crosscheck.yml`, or the files of integrations.
import type { IntegrationFile } from "../../setup/integrations.ts";
import type { ProcessEnvironment } from "../../process-environment.ts";
import { UserError } from "../../../errors.ts";
import { textOption, type Command, type Input } from "./command.ts";

export const initCommand: Command = {
  id: "init",
  title: "Write a .crosscheck.yml with every key explained, or the files of an integration",
  options: {
    "--action [repository]":
      "write a GitHub Actions workflow instead; OWNER/NAME is the repository that publishes the Action",
    "--pre-commit": "write a commit hook instead: for lefthook or husky if the repository uses it, else for pre-commit",
    "--agents":
      "set up coding agents for this repository instead: adds the server to .mcp.json, and to the settings of Gemini CLI and opencode where they are used",
    "--gh": "write an extension of GitHub's command line instead, for `gh crosscheck`",
    "--repo <dir>": "the repository (default: where you are)",
    "--force": "replace an existing file without asking",
    "--print": "print it, and write nothing",
    "--json": "for programs: the files that were written; asks nothing",
  },
  examples: [
    ["crosscheck init", "at the top of the working tree"],
    ["crosscheck init --print | less", "only look at it"],
    ["crosscheck init --action --pre-commit", "a workflow and a commit hook"],
  ],
  async run(input, outside) {
    const { options } = input;
    const [{ dirname }, { mkdirSync, chmodSync }, { writeNewFile }, { refuseLinks }, words] = await Promise.all([
      import("node:path"),
      import("node:fs"),
      import("../../../world/new-file.ts"),
      import("../../setup/integrations.ts"),
      import("../../setup/words/integration-files.ts"),
    ]);
    const files = await filesOf(input, outside);
    if (options["print"] === true) {
      for (const { text } of files) outside.print(text);
      return 0;
    }
    const written: string[] = [];
    const isJson = options["json"] === true;
    for (const file of files) {
      const { path, text, isProgram, advice } = file;
      refuseLinks(file);
      const replace = options["force"] === true || file.merged === true || (await mayReplace(path, isJson, outside));
      if (replace === null) {
        outside.print(words.keptText(path));
        continue;
      }
      mkdirSync(dirname(path), { recursive: true });
      if (!writeNewFile(path, text, replace))
        throw new UserError(`${path} already exists`, "Replace it with --force, or look at a new one with --print.");
      if (isProgram) chmodSync(path, 0o755);
      written.push(path);
      if (!isJson) outside.print(`${await wroteText(path, options)}${advice ?? ""}`);
    }
    if (isJson) outside.print(`${JSON.stringify({ written }, null, 2)}\n`);
    return 0;
  },
};

/** False: only if it is not there. Null: the user said no. */
async function mayReplace(path: string, isJson: boolean, outside: ProcessEnvironment): Promise<boolean | null> {
  const { lstatSync } = await import("node:fs");
  if (isJson || !outside.screen.asks || !lstatSync(path, { throwIfNoEntry: false })) return false;
  const [{ confirmOnTerminal }, { replaceQuestion }] = await Promise.all([
    import("../terminal-prompts.ts"),
    import("../../setup/words/integration-files.ts"),
  ]);
  return (await confirmOnTerminal(replaceQuestion(path), outside)) ? true : null;
}

async function wroteText(path: string, options: Input["options"]): Promise<string> {
  if (isIntegration(options)) return (await import("../../setup/words/integration-files.ts")).wroteFileText(path);
  return (await import("../../../review/words/config-file.ts")).wroteConfigLine(path);
}

function isIntegration(options: Input["options"]): boolean {
  return ["action", "agents", "preCommit", "gh"].some((name) => options[name] !== undefined);
}

async function filesOf(input: Input, outside: ProcessEnvironment): Promise<IntegrationFile[]> {
  const { options } = input;
  const [{ actionFile, ghFile, hookFile }, { join }] = await Promise.all([
    import("../../setup/integrations.ts"),
    import("node:path"),
  ]);
  if (!isIntegration(options)) {
    const [{ checks }, { configFile }, { configPath }] = await Promise.all([
      import("../../../findings/checks/index.ts"),
      import("../../../review/words/config-file.ts"),
      import("../../../change/config.ts"),
    ]);
    const text = configFile(checks);
    return [
      { path: options["print"] === true ? configPath : join(await workTreeOf(input, outside), configPath), text },
    ];
  }
  const isInRepository = ["action", "agents", "preCommit"].some((name) => options[name] !== undefined);
  const workTree = isInRepository ? await workTreeOf(input, outside) : "";
  return [
    ...(options["action"] === undefined ? [] : [actionFile(workTree, textOption(input, "action") ?? null, outside)]),
    ...(options["agents"] === true
      ? (await import("../../setup/agent-clients.ts")).agentFiles(workTree, outside.env)
      : []),
    ...(options["preCommit"] === true ? [hookFile(workTree, outside)] : []),
    ...(options["gh"] === true ? [ghFile(outside)] : []),
  ];
}

async function workTreeOf(input: Input, outside: ProcessEnvironment): Promise<string> {
  const { discover } = await import("../../../world/git/discover.ts");
  const { workTree, gitDir } = discover(textOption(input, "repo") ?? outside.cwd);
  if (workTree !== null) return workTree;
  throw new UserError(
    `${gitDir} is a bare repository: it has no working tree to write to`,
    "Run this in a clone, or print the file with --print.",
  );
}
