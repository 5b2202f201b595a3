// The command `models`: lists the configured models and tests each.
import { manyOption, type Command } from "./command.ts";

export const modelsCommand: Command = {
  id: "models",
  title: "List the configured models and the reviewers that use them, and test each one",
  options: {
    "--model <model>": { says: "test this model instead of those in your config", many: true },
    "--no-try": "list the models without calling them",
    "--json": "for programs",
  },
  examples: [
    ["crosscheck models", "sends one short question to each model in your config"],
    ["crosscheck models --model codex", "checks that the installed codex works"],
    ["crosscheck models --no-try", "lists them at no cost"],
  ],
  async run(input, outside) {
    const [{ readUserConfigFile: loadUserConfig }, { modelRows, triedModel }, { modelsJson, modelsText }] =
      await Promise.all([
        import("../../user-config.ts"),
        import("../try-models.ts"),
        import("../../../review/words/models-texts.ts"),
      ]);
    const named = manyOption(input, "model");
    const user = await loadUserConfig(outside.env);
    const rows = await modelRows(named.length === 0 ? user : { models: named.map((use) => ({ use })) }, outside);
    const tried =
      input.options["try"] === false ? rows : await Promise.all(rows.map((row) => triedModel(row, outside.stop)));
    outside.print(input.options["json"] === true ? modelsJson(tried, user) : modelsText(tried, user, outside.screen));
    return exitCode(tried);
  },
};

function exitCode(rows: readonly { tried: { works: boolean } | null }[]): number {
  return rows.some(({ tried }) => tried !== null && !tried.works) ? 2 : 0;
}
