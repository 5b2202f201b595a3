// Runs ESLint, with a flat or a legacy config.
import { folderOf, fileName } from "../../../change/paths.ts";
import type { Linter, LinterUse, LintProblem } from "../linter.ts";
import { reportFolder } from "../sandbox-runner.ts";
import { configFilesOf } from "./config-files.ts";
import { commandIn, fileArguments, isJavaScript } from "./lint-command.ts";
import { filesNamed, manifestsWith, objectOf, withPinning, topmost } from "./linter-places.ts";
import { parseLintJson, lineNumber, lintedPath, textOr, unreadableLint } from "./lint-output.ts";

const flat = /^eslint\.config\.[cm]?[jt]s$/;
const legacy = /^\.eslintrc(?:\.(?:[cm]?js|ya?ml|json))?$/;
const report = `${reportFolder}/eslint.json`;

export const eslint: Linter = {
  id: "eslint",
  kind: "lint",
  ecosystem: "node",
  async detect(base) {
    const place = (config: string): LinterUse => ({ linter: "eslint", cwd: folderOf(config), config });
    const flats = filesNamed(base, flat).map(place);
    const olds = [...filesNamed(base, legacy), ...(await manifestsWith(base, ["eslintConfig"]))];
    // Legacy configs inherit from parents, and ignore files apply only in the working directory.
    const tops = topmost(olds.map(folderOf));
    const below = (folder: string) => flats.some(({ cwd }) => cwd === "" || `${folder}/`.startsWith(`${cwd}/`));
    const old = tops.filter((folder) => !below(folder)).map((cwd) => olds.find((path) => folderOf(path) === cwd)!);
    return await withPinning(base, "eslint", [...flats, ...old.map(place)]);
  },
  takes: isJavaScript,
  command: ({ cwd, config }, files) =>
    commandIn(cwd, ["eslint", "--format=json", `--output-file=${report}`, ...fileArguments(cwd, files)], {
      reports: [report],
      // ESLint 9 reads legacy configs only with this variable.
      ...(config !== null && !flat.test(fileName(config)) && { env: { ESLINT_USE_FLAT_CONFIG: "false" } }),
    }),
  read(end, { cwd }) {
    const files = parseLintJson(end.reports.find(({ path }) => path.endsWith("eslint.json"))?.text);
    if (end.is !== "ended" || (end.code !== 0 && end.code !== 1) || !Array.isArray(files)) return unreadableLint(end);
    return { is: "problems", problems: files.flatMap((file) => problemsOf(objectOf(file), cwd)) };
  },
  configFiles: (base, head) =>
    configFilesOf(base, head, {
      names: /^(?:eslint\.config\.[cm]?[jt]s|\.eslintrc(?:\..+)?)$/,
      keys: ["eslintConfig", "eslintIgnore"],
    }),
};

/**
 * Messages that are not about the code: ignored files, and rules that the config of base does not have. Parse errors
 * (`fatal`) are skipped too, because parsers report every file of another language.
 */
const notAboutCode = /^(?:File ignored |Definition for rule )/;

function problemsOf(file: Record<string, unknown>, cwd: string): LintProblem[] {
  const path = lintedPath(file["filePath"], cwd);
  if (path === null || !Array.isArray(file["messages"])) return [];
  return file["messages"].map(objectOf).flatMap((said): LintProblem[] => {
    const message = textOr(said["message"], "");
    if (notAboutCode.test(message) || said["fatal"] === true) return [];
    return [
      {
        path,
        line: lineNumber(said["line"]),
        rule: textOr(said["ruleId"], "") || null,
        message,
        severity: said["severity"] === 2 ? "error" : "warning",
      },
    ];
  });
}
