// Runs `deno fmt`.
import type { Linter } from "../linter.ts";
import { denoConfig, denoConfigs, denoPlaces } from "./deno-places.ts";
import { isJavaScript } from "./lint-command.ts";
import { formatCommand, readFormatted } from "./formatter.ts";

export const denoFmt: Linter = {
  id: "deno-fmt",
  kind: "format",
  ecosystem: "deno",
  detect: denoPlaces("deno-fmt", "fmt"),
  takes: isJavaScript,
  command: (used, files) => formatCommand(used, ["deno", "fmt", "--permit-no-files", denoConfig(used)], files),
  read: readFormatted,
  async configFiles(base, head) {
    const editor = /(?:^|\/)\.editorconfig$/;
    return [
      ...(await denoConfigs(base, head, "fmt")),
      ...[...base.paths, ...head.paths].filter((path) => editor.test(path)),
    ];
  },
};
