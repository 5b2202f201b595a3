// Finds Deno's configs: each folder may have one, and the nearest with the setting applies.
import { folderOf, fileName } from "../../../change/paths.ts";
import type { LinterUse } from "../linter.ts";
import type { Project } from "../runner.ts";
import { configFilesOf, pickKeys } from "./config-files.ts";
import { filesNamed, jsonAt } from "./linter-places.ts";

const configs = /^deno\.jsonc?$/;

export async function denoPlaces(base: Project, linter: string, block: string): Promise<readonly LinterUse[]> {
  const found = await Promise.all(
    filesNamed(base, configs).map(async (config) =>
      Object.hasOwn(await jsonAt(base, config), block) ? [{ linter, cwd: folderOf(config), config }] : [],
    ),
  );
  return found.flat();
}

/** Given files and no config, Deno may take its defaults: it is always told. */
export function denoConfig({ config }: LinterUse): string {
  return `--config=./${fileName(config ?? "deno.json")}`;
}

/** Imports and tasks stand in it, too. */
export function denoConfigs(base: Project, head: Project, block: string): Promise<readonly string[]> {
  const partOf = (text: string) => pickKeys(text, [block, "exclude", "workspace", "unstable"]);
  return configFilesOf(base, head, { names: configs, partOf, follows: ["extends"] });
}
