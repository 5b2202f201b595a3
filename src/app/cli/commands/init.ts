// The command `init`: writes a commented `.crosscheck.yml`.
import { UserError } from "../../../errors.ts";
import { textOption, type Command } from "./command.ts";

export const initCommand: Command = {
  id: "init",
  title: "Write a .crosscheck.yml with every key explained",
  options: {
    "--repo <dir>": "the repository (default: where you are)",
    "--force": "replace an existing file",
    "--print": "print it, and write nothing",
  },
  examples: [
    ["crosscheck init", "at the top of the working tree"],
    ["crosscheck init --print | less", "only look at it"],
  ],
  async run(input, outside) {
    const [
      { checks },
      { configFile, wroteConfigLine: wroteLine },
      { configPath },
      { discover },
      { writeNewFile },
      { join },
    ] = await Promise.all([
      import("../../../findings/checks/index.ts"),
      import("../../../review/words/config-file.ts"),
      import("../../../change/config.ts"),
      import("../../../world/git/discover.ts"),
      import("../../../world/new-file.ts"),
      import("node:path"),
    ]);
    const text = configFile(checks);
    if (input.options["print"] === true) {
      outside.print(text);
      return 0;
    }
    const { workTree, gitDir } = discover(textOption(input, "repo") ?? outside.cwd);
    if (workTree === null)
      throw new UserError(
        `${gitDir} is a bare repository: it has no working tree to write to`,
        "Run this in a clone, or print the file with --print.",
      );
    const path = join(workTree, configPath);
    if (!writeNewFile(path, text, input.options["force"] === true))
      throw new UserError(`${path} already exists`, "Replace it with --force, or look at a new one with --print.");
    outside.print(wroteLine(path));
    return 0;
  },
};
