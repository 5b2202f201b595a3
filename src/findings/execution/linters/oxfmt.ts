// Runs Oxfmt.
import type { Linter } from "../linter.ts";
import { configFilesOf } from "./config-files.ts";
import { isJavaScript } from "./lint-command.ts";
import { formatCommand, readFormatted } from "./formatter.ts";
import { placesOf } from "./linter-places.ts";

const configs = /^(?:\.oxfmtrc\.jsonc?|oxfmt\.config\.[cm]?[jt]s)$/;

export const oxfmt: Linter = {
  id: "oxfmt",
  kind: "format",
  ecosystem: "node",
  detect: placesOf("oxfmt", configs),
  takes: isJavaScript,
  command: (used, files) => formatCommand(used, ["oxfmt", "--no-error-on-unmatched-pattern"], files),
  read: readFormatted,
  configFiles: (base, head) =>
    configFilesOf(base, head, { names: /^(?:\.oxfmtrc\.jsonc?|oxfmt\.config\.[cm]?[jt]s|\.editorconfig)$/ }),
};
