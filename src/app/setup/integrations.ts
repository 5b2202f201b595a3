// Finds out which files an integration needs in this repository or on this machine.
import { existsSync, lstatSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, isAbsolute, join } from "node:path";
import { UserError } from "../../errors.ts";
import type { ProcessEnvironment } from "../process-environment.ts";
import {
  actionReference,
  actionWorkflow,
  addDependencyText,
  ghExtension,
  huskyHook,
  lefthookConfig,
  preCommitConfig,
} from "./words/integration-files.ts";

export interface IntegrationFile {
  path: string;
  text: string;
  isProgram?: true;
  /** The working tree that it belongs to: no link there may lead elsewhere. */
  within?: string;
  /** It keeps what the file had before, so that replacing it loses nothing. */
  merged?: boolean;
  /** What to do besides. */
  advice?: string;
}

export function actionFile(
  workTree: string,
  named: string | null,
  { repository, version }: Pick<ProcessEnvironment, "repository" | "version">,
): IntegrationFile {
  const from = named ?? repository ?? null;
  if (from === null)
    throw new UserError(
      "This Crosscheck was not released from a repository, so it does not know where its Action is",
      "Name the repository: crosscheck init --action OWNER/NAME.",
    );
  if (!/^[\w.-]{1,100}\/[\w.-]{1,100}$/.test(from))
    throw new UserError(`${JSON.stringify(from)} is not a repository`, "Give it as in --action OWNER/NAME.");
  const text = actionWorkflow(actionReference(from, version));
  return { path: join(workTree, ".github/workflows/crosscheck.yml"), text, within: workTree };
}

const lefthookNames = ["lefthook.yml", "lefthook.yaml", ".lefthook.yml", ".lefthook.yaml"];

/** By the tool that the repository uses already; pre-commit where it uses none. */
export function hookFile(workTree: string, { version }: Pick<ProcessEnvironment, "version">): IntegrationFile {
  const there = (name: string) => existsSync(join(workTree, name));
  const lefthook = lefthookNames.find(there);
  const at = (name: string) => ({ path: join(workTree, name), within: workTree });
  if (lefthook !== undefined) return { ...at(lefthook), text: lefthookConfig, advice: addDependencyText };
  if (there(".husky"))
    return { ...at(".husky/pre-commit"), text: huskyHook, isProgram: true, advice: addDependencyText };
  return { ...at(".pre-commit-config.yaml"), text: preCommitConfig(version) };
}

/** Where the GitHub CLI looks for extensions. */
export function ghFile({ env, version }: Pick<ProcessEnvironment, "env" | "version">): IntegrationFile {
  const named = env["XDG_DATA_HOME"];
  const data = named !== undefined && isAbsolute(named) ? named : join(env["HOME"] ?? homedir(), ".local/share");
  const path = join(data, "gh/extensions/gh-crosscheck/gh-crosscheck");
  return { path, text: ghExtension(version), isProgram: true };
}

/** A repository may have links in place of folders. */
export function refuseLinks({ path, within }: IntegrationFile): void {
  if (within === undefined) return;
  for (let folder = dirname(path); folder.length > within.length; folder = dirname(folder))
    if (lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink())
      throw new UserError(`${folder} is a link`, "Replace it with a folder, or print the file with --print.");
}
