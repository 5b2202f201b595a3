// Reads Mocha's config. Mocha runs the files of its config in addition to its arguments, so a config that names files
// is replaced by its other options as flags. A config in JavaScript cannot be read without running it, so it stays and
// more may run than was selected.
import { parse as parseJson } from "jsonc-parser";
import { parseDocument } from "yaml";
import { resolveFrom } from "../../../../change/paths.ts";
import { asObject, asStrings, type JsonObject } from "../../../../change/symbols/repository-files.ts";
import type { Project } from "../../runner.ts";
import { nearestFile, jsPackageAt } from "./js-packages.ts";

export const mochaConfig = /^\.mocharc(?:\.(?:[cm]?js|jsonc?|ya?ml))?$/;

const largestConfig = 100_000;
/** Options that we set ourselves. */
const ours = new Set([
  "spec",
  "reporter",
  "R",
  "reporter-option",
  "reporter-options",
  "reporterOption",
  "O",
  "config",
  "package",
  "watch",
  "w",
  "watch-files",
  "watchFiles",
  "color",
  "c",
  "exit",
  "_",
  "sort",
  "list-interfaces",
]);

export interface MochaOptions {
  /** Flags of the script, or a replacement for a config that names files. */
  flags: readonly string[];
  specs: readonly string[];
}

export async function mochaOptions(project: Project, cwd: string, flags: readonly string[]): Promise<MochaOptions> {
  const sources = await configsOf(project, cwd, flags);
  const specs = sources.flatMap((source) => asStrings(source?.["spec"]));
  if (specs.length === 0) return { flags, specs };
  if (sources.some((source) => source === null || source["extends"] !== undefined)) return { flags, specs };
  const options = Object.assign({}, ...sources.toReversed()) as JsonObject;
  const instead = ["--no-config", "--no-package", ...Object.entries(options).flatMap(asFlags), ...withoutConfig(flags)];
  return { flags: instead, specs };
}

/** Highest precedence first; null for an unreadable config. */
async function configsOf(project: Project, cwd: string, flags: readonly string[]): Promise<(JsonObject | null)[]> {
  const at = flags.findIndex((flag) => /^--config(?:=|$)/.test(flag));
  const said = at < 0 ? null : (/=(.*)$/s.exec(flags[at]!)?.[1] ?? flags[at + 1] ?? "");
  const path = said === null ? nearestFile(project, cwd, mochaConfig) : resolveFrom(cwd, said);
  const text = path === null ? null : await project.read(path);
  const own = asObject((await jsPackageAt(project, cwd))?.manifest["mocha"]);
  return [...(path === null || text === null ? [] : [parsed(path, text)]), ...(own === null ? [] : [own])];
}

function parsed(path: string, text: string): JsonObject | null {
  if (/\.[cm]?js$/.test(path) || text.length > largestConfig) return null;
  // Without an extension it is JSON or YAML; reject deep nesting.
  if (/[[{]{50}/.test(text.replaceAll(/[^[\]{}]/g, ""))) return null;
  try {
    return /\.jsonc?$/.test(path)
      ? asObject(parseJson(text, [], { allowTrailingComma: true }))
      : asObject(parseDocument(text).toJS({ maxAliasCount: 20 }) as unknown);
  } catch {
    return null;
  }
}

function asFlags([name, value]: [string, unknown]): string[] {
  if (ours.has(name) || !/^[\w-]{1,60}$/.test(name)) return [];
  const flag = name.length === 1 ? `-${name}` : `--${name}`;
  if (typeof value === "boolean") return name.length === 1 ? (value ? [flag] : []) : [value ? flag : `--no-${name}`];
  const values = Array.isArray(value) ? value.slice(0, 100) : [value];
  return values.flatMap((one: unknown) =>
    typeof one === "string" || typeof one === "number"
      ? name.length === 1
        ? [flag, String(one)]
        : [`${flag}=${one}`]
      : [],
  );
}

function withoutConfig(flags: readonly string[]): string[] {
  return flags.filter(
    (flag, at) => !/^--(?:config|package)(?:=|$)/.test(flag) && !/^--(?:config|package)$/.test(flags[at - 1] ?? ""),
  );
}
