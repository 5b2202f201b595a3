// Runs Ruff's linter.
import { parse } from "smol-toml";
import { folderOf, fileName } from "../../../change/paths.ts";
import type { Linter, LinterUse, LintProblem } from "../linter.ts";
import type { Project } from "../runner.ts";
import { reportFolder } from "../sandbox-runner.ts";
import { configFilesOf } from "./config-files.ts";
import { commandIn, fileArguments } from "./lint-command.ts";
import { filesNamed, objectOf, topmost, type LintJson } from "./linter-places.ts";
import { parseLintJson, lineNumber, lintedPath, textOr, unreadableLint } from "./lint-output.ts";

const configs = /^(?:pyproject|\.?ruff)\.toml$/;
const report = `${reportFolder}/ruff.json`;

/** Ruff's table in a config file. */
function tableIn(text: string, path: string): LintJson | null {
  const config = tomlOf(text);
  if (fileName(path) !== "pyproject.toml") return config;
  const own = objectOf(config["tool"])["ruff"];
  return own === undefined ? null : objectOf(own);
}

function tomlOf(text: string): LintJson {
  try {
    return parse(text);
  } catch {
    return {};
  }
}

export async function ruffPlaces(
  base: Project,
  linter: string,
  uses: (table: LintJson) => boolean,
): Promise<readonly LinterUse[]> {
  const found = await Promise.all(
    filesNamed(base, configs).map(async (path) => {
      const table = tableIn((await base.read(path)) ?? "", path);
      return table !== null && uses(table) ? [folderOf(path)] : [];
    }),
  );
  return topmost(found.flat()).map((cwd) => ({ linter, cwd, config: null }));
}

export function ruffConfigs(base: Project, head: Project): Promise<readonly string[]> {
  return configFilesOf(base, head, { names: configs, partOf: tableIn });
}

export const ruff: Linter = {
  id: "ruff",
  kind: "lint",
  ecosystem: "python",
  standalone: true,
  detect: (base) => ruffPlaces(base, "ruff", () => true),
  takes: (path) => /\.pyi?$/.test(path),
  command: ({ cwd }, files) =>
    commandIn(
      cwd,
      [
        "ruff",
        "check",
        "--no-fix",
        "--no-cache",
        "--force-exclude",
        "--output-format=json",
        `--output-file=${report}`,
        ...fileArguments(cwd, files),
      ],
      { reports: [report] },
    ),
  read(end, { cwd }) {
    const said = parseLintJson(end.reports.find(({ path }) => path.endsWith("ruff.json"))?.text);
    if (end.is !== "ended" || (end.code !== 0 && end.code !== 1) || !Array.isArray(said)) return unreadableLint(end);
    return { is: "problems", problems: said.map(objectOf).flatMap((one) => problemOf(one, cwd)) };
  },
  configFiles: ruffConfigs,
};

function problemOf(said: LintJson, cwd: string): LintProblem[] {
  const path = lintedPath(said["filename"], cwd);
  if (path === null) return [];
  return [
    {
      path,
      line: lineNumber(objectOf(said["location"])["row"]),
      rule: textOr(said["code"], "") || null,
      message: textOr(said["message"], ""),
      severity: said["severity"] === "warning" ? "warning" : "error",
    },
  ];
}
