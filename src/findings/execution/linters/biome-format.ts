// Runs Biome's formatter.
import type { Linter } from "../linter.ts";
import { biomeConfigs, biomePlaces } from "./biome.ts";
import { isJavaScript } from "./lint-command.ts";
import { formatCommand, readFormatted } from "./formatter.ts";

export const biomeFormat: Linter = {
  id: "biome-format",
  kind: "format",
  ecosystem: "node",
  detect: biomePlaces("biome-format", "format"),
  takes: isJavaScript,
  command: (used, files) => formatCommand(used, ["biome", "format", "--write", "--no-errors-on-unmatched"], files),
  read: readFormatted,
  async configFiles(base, head) {
    // Used with `formatter.useEditorconfig`.
    return [...(await biomeConfigs(base, head)), ...editorConfigs(base.paths), ...editorConfigs(head.paths)];
  },
};

function editorConfigs(paths: readonly string[]): string[] {
  return paths.filter((path) => /(?:^|\/)\.editorconfig$/.test(path));
}
