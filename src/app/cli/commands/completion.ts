// The command `completion`: prints a shell completion script.
import { UserError } from "../../../errors.ts";
import type { Command } from "./command.ts";

export const completionCommand: Command = {
  id: "completion",
  title: "Print a completion script for bash, zsh or fish",
  argument: { name: "<shell>", says: "bash, zsh or fish" },
  options: {},
  examples: [
    ['eval "$(crosscheck completion bash)"', "bash: for this shell; put the line into ~/.bashrc for every one"],
    [
      'crosscheck completion zsh > "${fpath[1]}/_crosscheck"',
      "zsh: from the next shell on; compinit must be loaded in ~/.zshrc",
    ],
    ["crosscheck completion fish > ~/.config/fish/completions/crosscheck.fish", "fish: from the next shell on"],
  ],
  async run({ args }, outside) {
    const [{ commands }, { checks }, { completedCommands, shells }, { bashScript }, { zshScript }, { fishScript }] =
      await Promise.all([
        import("./index.ts"),
        import("../../../findings/checks/index.ts"),
        import("../completion/words.ts"),
        import("../completion/bash.ts"),
        import("../completion/zsh.ts"),
        import("../completion/fish.ts"),
      ]);
    const shell = shells.find((one) => one === args[0]);
    if (shell === undefined)
      throw new UserError(`There is no completion for "${args[0]}"`, `Give one of ${shells.join(", ")}.`);
    const write = { bash: bashScript, zsh: zshScript, fish: fishScript }[shell];
    outside.print(
      write(
        completedCommands(
          commands,
          checks.map((check) => check.id),
        ),
      ),
    );
    return 0;
  },
};
