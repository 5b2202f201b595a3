// The command `checks`: lists checks and explains one.
import { UserError } from "../../../errors.ts";
import type { ProcessEnvironment } from "../../process-environment.ts";
import type { Command } from "./command.ts";

export const checksCommand: Command = {
  id: "checks",
  title: "List the checks, or explain one with its examples",
  argument: { name: "[id]", says: "the check to explain" },
  options: { "--json": "for programs" },
  examples: [
    ["crosscheck checks", "list every check and what it reports"],
    ["crosscheck checks dependency-chain", "one, with examples of what it reports and what it does not"],
  ],
  async run({ args, options }, outside) {
    const [{ checks }, { checkList, checkPage, checksJson }, { ownCheckPage, ownChecksLine }] = await Promise.all([
      import("../../../findings/checks/index.ts"),
      import("../../../review/words/checks-texts.ts"),
      import("../../../review/words/own-checks-texts.ts"),
    ]);
    const asJson = options["json"] === true;
    const id = args[0];
    const chosen = id === undefined ? checks : checks.filter((check) => check.id === id);
    const own = asJson || (id !== undefined && chosen.length > 0) ? [] : await ownIds(outside);
    if (id !== undefined && own.includes(id)) {
      outside.print(ownCheckPage(id));
      return 0;
    }
    if (chosen.length === 0) {
      const { nearestWord: nearest } = await import("../../../change/edit-distance.ts");
      const close = nearest(id ?? "", [...checks.map((check) => check.id), ...own], 4);
      throw new UserError(
        `There is no check "${id}"`,
        close === null ? "List them with `crosscheck checks`." : `Did you mean ${close}?`,
      );
    }
    if (asJson) outside.print(`${JSON.stringify(checksJson(chosen), null, 2)}\n`);
    else if (id === undefined) outside.print(checkList(chosen, outside.screen) + ownChecksLine(own));
    else outside.print(checkPage(chosen[0]!, outside.screen));
    return 0;
  },
};

/** The own checks of the current repository, if there is one. */
async function ownIds(outside: ProcessEnvironment): Promise<string[]> {
  const [{ openGit }, { ownCheckFolder, ownCheckIds }] = await Promise.all([
    import("../../../world/git/repository.ts"),
    import("../../../change/own-checks.ts"),
  ]);
  let git: ReturnType<typeof openGit>;
  try {
    git = openGit(outside.cwd, outside.env, outside.stop);
  } catch {
    // Not in a repository, or it cannot be read.
    return [];
  }
  try {
    const head = await git.resolve("HEAD");
    if (head === null || (await git.object(`${head}:${ownCheckFolder}`))?.type !== "tree") return [];
    return ownCheckIds(await git.tree(head).paths());
  } catch {
    outside.stop.throwIfAborted();
    return [];
  } finally {
    git.close();
  }
}
