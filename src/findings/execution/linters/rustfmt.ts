// Runs rustfmt through `cargo fmt`, which knows the edition of a crate, where the project configures it.
import { folderOf, foldersUp, inFolder } from "../../../change/paths.ts";
import { fileSet } from "../../../change/symbols/once-per.ts";
import type { Linter } from "../linter.ts";
import { configFilesOf } from "./config-files.ts";
import { commandIn } from "./lint-command.ts";
import { readFormatted, formattedFiles } from "./formatter.ts";
import { filesNamed } from "./linter-places.ts";

const configs = /^\.?rustfmt\.toml$/;

export const rustfmt: Linter = {
  id: "rustfmt",
  kind: "format",
  ecosystem: "rust",
  standalone: true,
  async detect(base) {
    const files = fileSet(base.paths);
    const configured = (folder: string) =>
      [...foldersUp(folder)].some(
        (up) => files.has(inFolder(up, "rustfmt.toml")) || files.has(inFolder(up, ".rustfmt.toml")),
      );
    const crates = await Promise.all(
      filesNamed(base, /^Cargo\.toml$/).map(async (path) =>
        /^\s*\[package\]/m.test((await base.read(path)) ?? "") ? [folderOf(path)] : [],
      ),
    );
    return crates
      .flat()
      .filter(configured)
      .map((cwd) => ({ linter: "rustfmt", cwd, config: null }));
  },
  takes: (path) => path.endsWith(".rs"),
  command: ({ cwd }, files) => commandIn(cwd, ["cargo", "fmt"], { reports: formattedFiles(cwd, files) }),
  read(end, used) {
    // The stable release ignores nightly options and would format differently.
    if (/unstable features are only available in nightly/.test(end.output))
      return { is: "unreadable", why: "its config needs the nightly release" };
    return readFormatted(end, used);
  },
  configFiles: (base, head) => configFilesOf(base, head, { names: configs }),
};
