// Runs Prettier.
import { folderOf, foldersUp, inFolder } from "../../../change/paths.ts";
import { fileSet } from "../../../change/symbols/once-per.ts";
import type { Linter } from "../linter.ts";
import { configFilesOf } from "./config-files.ts";
import { formatCommand, readFormatted } from "./formatter.ts";
import { filesNamed, foldersOfScripts, manifestsWith, withPinning, topmost } from "./linter-places.ts";

const configs = /^(?:\.prettierrc(?:\.(?:json5?|ya?ml|toml|[cm]?[jt]s))?|prettier\.config\.[cm]?[jt]s)$/;
const takes = /\.(?:[cm]?[jt]sx?|css|scss|less|vue|graphql)$/;

export const prettier: Linter = {
  id: "prettier",
  kind: "format",
  ecosystem: "node",
  async detect(base) {
    const configured = [...filesNamed(base, configs), ...(await manifestsWith(base, ["prettier"]))].map(folderOf);
    const scripted = await foldersOfScripts(base, "prettier", "prettier");
    const files = fileSet(base.paths);
    // .prettierignore is read only in the working directory.
    const listed = (folder: string) =>
      [...foldersUp(folder)].findLast((up) => files.has(inFolder(up, ".prettierignore"))) ?? folder;
    const folders = topmost([...configured, ...scripted].map(listed));
    return await withPinning(
      base,
      "prettier",
      folders.map((cwd) => ({ linter: "prettier", cwd, config: null })),
    );
  },
  takes: (path) => takes.test(path),
  command: (used, files) => formatCommand(used, ["prettier", "--write"], files),
  read: readFormatted,
  configFiles: (base, head) =>
    configFilesOf(base, head, {
      names: /^(?:\.prettierrc(?:\..+)?|prettier\.config\.[cm]?[jt]s|\.editorconfig)$/,
      keys: ["prettier"],
    }),
};
