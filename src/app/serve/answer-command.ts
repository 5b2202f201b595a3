// Not for people: the program that a server starts to read one question. What to read comes in by standard input.
import type { Command } from "../commands/command.ts";

export const answerForServerCommand: Command = {
  id: "answer-for-server",
  title: "Read one question for a server",
  options: [],
  examples: [],
  async run(_input, outside) {
    const { answerForServer } = await import("./answer-for-server.ts");
    const given = JSON.parse((await outside.input()) ?? "null") as Parameters<typeof answerForServer>[0];
    outside.print(JSON.stringify(await answerForServer(given, outside)));
    return 0;
  },
};
