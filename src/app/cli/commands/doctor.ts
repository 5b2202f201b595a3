// The command `doctor`: reports what works and what is missing.
import { UserError } from "../../../errors.ts";
import { textOption, type Command, type Input } from "./command.ts";
import type { ConfigState } from "../../setup/words/doctor.ts";
import type { ProcessEnvironment } from "../../process-environment.ts";

export const doctorCommand: Command = {
  id: "doctor",
  title: "Check what works on this machine, what is missing, and how to fix it",
  options: {
    "--repo <dir>": "the repository, bare or not (default: where you are)",
    "--server": "check what `crosscheck serve` needs instead: the App, its webhook, the store, the clock",
    "--data <dir>": "with --server: where its data is kept (default: the user's data folder)",
    "--json": "for programs",
  },
  examples: [
    ["crosscheck doctor", "everything that Crosscheck needs or can use"],
    ["crosscheck doctor --json", "for programs; the exit code is 2 when something needed does not work"],
    ["crosscheck doctor --server", "asks GitHub too; the exit code is 1 when the server cannot work"],
  ],
  async run(input, outside) {
    if (input.options["server"] === true) return await lookAtServer(input, outside);
    const [{ runProbes: probe }, { diagnose, doctorJson, doctorText, isWell }, { plainJson }] = await Promise.all([
      import("../../../world/probes.ts"),
      import("../../setup/words/doctor.ts"),
      import("../../../review/words/text.ts"),
    ]);
    const repo = textOption(input, "repo");
    const folder = repo ?? outside.cwd;
    const probes = await probe(folder, outside.env, outside.stop);
    outside.stop.throwIfAborted();
    const diagnoses = diagnose({
      ...probes,
      models: await modelNames(outside),
      userConfig: await userConfig(outside),
      repositoryConfig:
        probes.repository.is !== "found"
          ? { is: "not-looked-at", why: "not checked: there is no repository" }
          : probes.git === null || !probes.temporary.works
            ? { is: "not-looked-at", why: "not checked: this needs git and a temporary folder" }
            : await repositoryConfig(folder, outside),
      workflows: await workflowsOf(probes.repository, folder),
      agents: await agentsOf(probes.repository, folder, outside),
      repositoryNamed: repo !== undefined,
    });
    if (input.options["json"] === true) outside.print(`${plainJson(JSON.stringify(doctorJson(diagnoses), null, 2))}\n`);
    else outside.print(doctorText(diagnoses, outside.screen));
    return isWell(diagnoses) ? 0 : 2;
  },
};

async function lookAtServer(input: Input, outside: ProcessEnvironment): Promise<number> {
  const [{ serverFacts }, { diagnoseServer, isServerWell, serverDoctorJson, serverDoctorText }, { plainJson }] =
    await Promise.all([
      import("../../setup/server-facts.ts"),
      import("../../setup/words/server-doctor.ts"),
      import("../../../review/words/text.ts"),
    ]);
  const lines = diagnoseServer(await serverFacts(textOption(input, "data"), outside));
  if (input.options["json"] === true) outside.print(`${plainJson(JSON.stringify(serverDoctorJson(lines), null, 2))}\n`);
  else outside.print(serverDoctorText(lines, outside.screen));
  return isServerWell(lines) ? 0 : 1;
}

async function workflowsOf({ is }: { is: string }, folder: string) {
  if (is !== "found") return [];
  const [{ discover }, { actionWorkflows }] = await Promise.all([
    import("../../../world/git/discover.ts"),
    import("../../setup/action-workflows.ts"),
  ]);
  const { workTree } = discover(folder);
  return workTree === null ? [] : actionWorkflows(workTree);
}

async function agentsOf({ is }: { is: string }, folder: string, { env }: ProcessEnvironment) {
  const [{ discover }, { installedAgents }] = await Promise.all([
    import("../../../world/git/discover.ts"),
    import("../../setup/agent-clients.ts"),
  ]);
  return installedAgents(env, is === "found" ? discover(folder).workTree : null);
}

async function userConfig(outside: ProcessEnvironment): Promise<ConfigState> {
  const [{ readUserConfigFile: loadUserConfig }, { readUserConfigText, userConfigPath }] = await Promise.all([
    import("../../user-config.ts"),
    import("../../../world/user-config.ts"),
  ]);
  return await stateOf(outside, async () => {
    const file = readUserConfigText(outside.env);
    if (file === null) return { is: "none", where: userConfigPath(outside.env) };
    await loadUserConfig(outside.env);
    return { is: "valid", where: file.path };
  });
}

/** None if the config cannot be read, which has its own line. */
async function modelNames(outside: ProcessEnvironment): Promise<string[]> {
  const { readUserConfigFile: loadUserConfig } = await import("../../user-config.ts");
  try {
    return ((await loadUserConfig(outside.env)).models ?? []).map(({ name, use }) => name ?? use);
  } catch (error) {
    if (error instanceof UserError) return [];
    throw error;
  }
}

async function repositoryConfig(folder: string, outside: ProcessEnvironment): Promise<ConfigState> {
  const [{ configPath }, { openGit }, { decodeSourceText: textOf }, { loadRepositoryConfig, configError }, { checks }] =
    await Promise.all([
      import("../../../change/config.ts"),
      import("../../../world/git/repository.ts"),
      import("../../../change/read-change.ts"),
      import("../../../change/load-config.ts"),
      import("../../../findings/checks/index.ts"),
    ]);
  return await stateOf(outside, async () => {
    const git = openGit(folder, outside.env, outside.stop);
    try {
      const head = await git.resolve("HEAD");
      const file = head === null ? null : await git.tree(head).read(configPath);
      if (file === null) return { is: "none", where: `${configPath} at HEAD` };
      const where = `${configPath} at HEAD`;
      const { faults } = loadRepositoryConfig(
        textOf(file, where),
        checks.map((check) => check.id),
      );
      if (faults.length > 0) throw configError(where, faults, "Mend the file and commit it.");
      return { is: "valid", where };
    } finally {
      git.close();
    }
  });
}

/** Every failure is a line of the report. */
async function stateOf(outside: ProcessEnvironment, look: () => Promise<ConfigState>): Promise<ConfigState> {
  try {
    return await look();
  } catch (error) {
    outside.stop.throwIfAborted();
    if (error instanceof UserError)
      return { is: "invalid", why: error.message.split("\n").join("; "), mend: error.remedy };
    return { is: "invalid", why: `it cannot be read: ${(error as Error).message}`, mend: "Check its permissions." };
  }
}
