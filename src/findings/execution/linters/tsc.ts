// Runs the TypeScript compiler as a type checker.
import { folderOf, inFolder, fileName, resolveFrom } from "../../../change/paths.ts";
import { fileSet } from "../../../change/symbols/once-per.ts";
import { plainText } from "../runners/reports/plain-text.ts";
import type { Linter, LinterUse, LintProblem } from "../linter.ts";
import type { Project } from "../runner.ts";
import { configFilesOf } from "./config-files.ts";
import { commandIn } from "./lint-command.ts";
import { filesNamed, jsonAt, objectOf, withPinning } from "./linter-places.ts";
import { lintedPath, unreadableLint } from "./lint-output.ts";

const error = /^([^\n]{1,1000}?)\((\d{1,9}),\d{1,9}\): error (TS\d{1,6}): ([^\n]*)$/gm;
/** An error without a file: an invalid config, or nothing to check. */
const globalError = /^error (TS\d{1,6}): ([^\n]{0,300})/m;
const noInputs = "TS18003";
/** Referenced projects are not built. */
const notBuilt = new Set(["TS6305", "TS6053"]);

export const tsc: Linter = {
  id: "tsc",
  kind: "types",
  ecosystem: "node",
  async detect(base) {
    const places = await Promise.all(filesNamed(base, /^tsconfig\.json$/).map((path) => checkedProjects(base, path)));
    return await withPinning(base, "typescript", places.flat());
  },
  takes: (path) => /\.[cm]?tsx?$/.test(path),
  command: ({ cwd, config }) =>
    commandIn(cwd, ["tsc", "--noEmit", "--pretty", "false", "--project", `./${fileName(config ?? "tsconfig.json")}`]),
  read(end, { cwd }) {
    if (end.is !== "ended") return unreadableLint(end);
    const output = plainText(end.output);
    const problems = [...output.matchAll(error)].flatMap(([, said, line, rule, message]): LintProblem[] => {
      const path = lintedPath(said, cwd);
      return path === null ? [] : [{ path, line: Number(line), rule: rule!, message: message!, severity: "error" }];
    });
    const whole = globalError.exec(output);
    if (whole && whole[1] !== noInputs) return { is: "unreadable", why: `${whole[1]}: ${whole[2]}` };
    if (problems.some(({ rule }) => notBuilt.has(rule!)))
      return { is: "unreadable", why: "the projects that it refers to are not built" };
    if (end.code !== 0 && problems.length === 0 && !whole) return unreadableLint(end);
    return { is: "problems", problems };
  },
  configFiles: (base, head) =>
    configFilesOf(base, head, { names: /^[tj]sconfig(?:[.-].*)?\.json$/, follows: ["extends"] }),
};

/** A config that only has references checks nothing itself. */
async function checkedProjects(base: Project, path: string): Promise<LinterUse[]> {
  const cwd = folderOf(path);
  const itself = { linter: "tsc", cwd, config: path };
  const config = await jsonAt(base, path);
  const { references, files } = config;
  const empty = Array.isArray(files) && files.length === 0 && config["include"] === undefined;
  if (!Array.isArray(references) || !empty) return [itself];
  const all = fileSet(base.paths);
  return references.flatMap((one): LinterUse[] => {
    const said = objectOf(one)["path"];
    const to = typeof said === "string" ? resolveFrom(cwd, said) : null;
    const referred = to === null ? undefined : [to, inFolder(to, "tsconfig.json")].find((file) => all.has(file));
    // Configs of other folders are found there.
    if (referred === undefined || fileName(referred) === "tsconfig.json" || folderOf(referred) !== cwd) return [];
    return [{ linter: "tsc", cwd, config: referred }];
  });
}
