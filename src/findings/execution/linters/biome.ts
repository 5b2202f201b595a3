// Runs Biome's linter.
import { folderOf, foldersUp, inFolder } from "../../../change/paths.ts";
import type { Linter, LinterUse } from "../linter.ts";
import type { Project } from "../runner.ts";
import { configFilesOf } from "./config-files.ts";
import { commandIn, fileArguments, isJavaScript } from "./lint-command.ts";
import { filesNamed, foldersOfScripts, jsonAt, objectOf, withPinning, topmost } from "./linter-places.ts";
import { githubAnnotations, unreadableLint } from "./lint-output.ts";

const configs = /^\.?biome\.jsonc?$/;
const biomePackage = "@biomejs/biome";

/** Biome runs from the topmost config and finds nested ones itself. */
export function biomePlaces(linter: string, verb: string): Linter["detect"] {
  return async (base) => {
    const configured = filesNamed(base, configs).map(folderOf);
    const folders = topmost([...configured, ...(await foldersOfScripts(base, biomePackage, "biome"))]);
    const used: LinterUse[] = [];
    for (const cwd of folders) if (await isUsedFor(base, cwd, verb)) used.push({ linter, cwd, config: null });
    return await withPinning(base, biomePackage, used);
  };
}

/** Linter and formatter are on by default; if scripts only run the other one, this one is unused. */
async function isUsedFor(base: Project, folder: string, verb: string): Promise<boolean> {
  const verbs: string[] = [];
  for (const up of foldersUp(folder)) {
    const scripts = Object.values(objectOf((await jsonAt(base, inFolder(up, "package.json")))["scripts"]));
    verbs.push(
      ...scripts.flatMap((script) => [...String(script).matchAll(/\bbiome\s+([a-z]+)/g)].map((match) => match[1]!)),
    );
  }
  return verbs.length === 0 || verbs.some((one) => [verb, "check", "ci"].includes(one));
}

export function biomeConfigs(base: Project, head: Project): Promise<readonly string[]> {
  return configFilesOf(base, head, { names: configs });
}

export const biome: Linter = {
  id: "biome",
  kind: "lint",
  ecosystem: "node",
  detect: biomePlaces("biome", "lint"),
  takes: isJavaScript,
  command: ({ cwd }, files) =>
    commandIn(cwd, [
      "biome",
      "lint",
      "--reporter=github",
      "--max-diagnostics=none",
      "--no-errors-on-unmatched",
      ...fileArguments(cwd, files),
    ]),
  read(end, { cwd }) {
    if (end.is !== "ended") return unreadableLint(end);
    const said = githubAnnotations(end.output, cwd);
    // An invalid config is reported as an annotation.
    if (said.some(({ title }) => title === "configuration")) return unreadableLint(end);
    if (end.code !== 0 && said.length === 0) return unreadableLint(end);
    return {
      is: "problems",
      problems: said.map(({ title, ...problem }) => ({ ...problem, rule: title.split("/").at(-1) || null })),
    };
  },
  configFiles: biomeConfigs,
};
