// Not for people: the program that a server starts to read one question. What to read comes in by standard input.
import type { Command } from "../cli/commands/command.ts";

export const answerForServerCommand: Command = {
  id: "answer-for-server",
  title: "Read one question for a server",
  options: [],
  examples: [],
  async run(_input, outside) {
    const [{ openTeller }, { answerForServer }] = await Promise.all([
      import("./tell-server.ts"),
      import("./answer-for-server.ts"),
    ]);
    const tell = openTeller(outside);
    const given = JSON.parse((await outside.input()) ?? "null") as Parameters<typeof answerForServer>[0];
    tell.answer(await answerForServer(given, outside, tell));
    return 0;
  },
};
