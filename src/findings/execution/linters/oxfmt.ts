// Runs Oxfmt.
import { folderOf } from "../../../change/paths.ts";
import type { Linter } from "../linter.ts";
import { configFilesOf } from "./config-files.ts";
import { isJavaScript } from "./lint-command.ts";
import { formatCommand, readFormatted } from "./formatter.ts";
import { filesNamed, foldersOfScripts, withPinning, topmost } from "./linter-places.ts";

const configs = /^(?:\.oxfmtrc\.jsonc?|oxfmt\.config\.[cm]?[jt]s)$/;

export const oxfmt: Linter = {
  id: "oxfmt",
  kind: "format",
  ecosystem: "node",
  async detect(base) {
    const configured = filesNamed(base, configs).map(folderOf);
    const folders = topmost([...configured, ...(await foldersOfScripts(base, "oxfmt", "oxfmt"))]);
    return await withPinning(
      base,
      "oxfmt",
      folders.map((cwd) => ({ linter: "oxfmt", cwd, config: null })),
    );
  },
  takes: isJavaScript,
  command: (used, files) => formatCommand(used, ["oxfmt", "--no-error-on-unmatched-pattern"], files),
  read: readFormatted,
  configFiles: (base, head) =>
    configFilesOf(base, head, { names: /^(?:\.oxfmtrc\.jsonc?|oxfmt\.config\.[cm]?[jt]s|\.editorconfig)$/ }),
};
