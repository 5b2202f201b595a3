// Runs gofmt on every Go module; it has no config.
import { folderOf } from "../../../change/paths.ts";
import type { Linter } from "../linter.ts";
import { formatCommand, readFormatted } from "./formatter.ts";
import { filesNamed, topmost } from "./linter-places.ts";

export const gofmt: Linter = {
  id: "gofmt",
  kind: "format",
  ecosystem: "go",
  standalone: true,
  async detect(base) {
    const folders = topmost(filesNamed(base, /^go\.mod$/).map(folderOf));
    return folders.map((cwd) => ({ linter: "gofmt", cwd, config: null }));
  },
  takes: (path) => path.endsWith(".go"),
  command: (used, files) => formatCommand(used, ["gofmt", "-w"], files),
  read: readFormatted,
  configFiles: async () => [],
};
