import { UserError } from "../../errors.ts";
import type { Command } from "./command.ts";

export const checksCommand: Command = {
  id: "checks",
  title: "List the checks, or explain one with its examples",
  argument: { name: "[id]", says: "the check to explain" },
  options: [{ flags: "--json", says: "for programs" }],
  examples: [
    ["crosscheck checks", "all of them, with what they find"],
    ["crosscheck checks dependency-chain", "one, with examples of what it reports and what it leaves alone"],
  ],
  async run({ args, options }, outside) {
    const [{ checks }, { checkList, checkPage, checksJson }] = await Promise.all([
      import("../../findings/checks/index.ts"),
      import("../../review/words/checks.ts"),
    ]);
    const id = args[0];
    const chosen = id === undefined ? checks : checks.filter((check) => check.id === id);
    if (chosen.length === 0) {
      const { nearest } = await import("../../change/edit-distance.ts");
      const close = nearest(
        id ?? "",
        checks.map((check) => check.id),
        4,
      );
      throw new UserError(
        `There is no check "${id}"`,
        close === null ? "List them with `crosscheck checks`." : `Did you mean ${close}?`,
      );
    }
    if (options["json"] === true) outside.print(`${JSON.stringify(checksJson(chosen), null, 2)}\n`);
    else outside.print(id === undefined ? checkList(chosen, outside.screen) : checkPage(chosen[0]!, outside.screen));
    return 0;
  },
};
