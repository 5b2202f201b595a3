// Finds Deno's configs: each folder may have one, and the nearest with the setting applies.
import { folderOf, fileName } from "../../../change/paths.ts";
import type { Linter, LinterUse } from "../linter.ts";
import type { Project } from "../runner.ts";
import { configFilesOf, pickKeys } from "./config-files.ts";
import { filesNamed, jsonAt } from "./linter-places.ts";

const configs = /^deno\.jsonc?$/;

export function denoPlaces(linter: string, block: string): Linter["detect"] {
  return async (base) => {
    const found = await Promise.all(
      filesNamed(base, configs).map(async (config) =>
        Object.hasOwn(await jsonAt(base, config), block) ? [{ linter, cwd: folderOf(config), config }] : [],
      ),
    );
    return found.flat();
  };
}

/** Passed explicitly, because with file arguments Deno may use its defaults. */
export function denoConfig({ config }: LinterUse): string {
  return `--config=./${fileName(config ?? "deno.json")}`;
}

/** Only the relevant block: imports and tasks are in the same file. */
export function denoConfigs(base: Project, head: Project, block: string): Promise<readonly string[]> {
  const partOf = (text: string) => pickKeys(text, [block, "exclude", "workspace", "unstable"]);
  return configFilesOf(base, head, { names: configs, partOf, follows: ["extends"] });
}
