// Not for people: the program that a server starts to look at the threads of one pull request. What to look at comes in by
// standard input.
import type { Command } from "../cli/commands/command.ts";

export const boardForServerCommand: Command = {
  id: "board-for-server",
  title: "Look at one pull request's threads for a server",
  options: [],
  examples: [],
  async run(_input, outside) {
    const [{ openTeller }, { boardForServer }] = await Promise.all([
      import("./tell-server.ts"),
      import("./board-for-server.ts"),
    ]);
    const tell = openTeller(outside);
    const given = JSON.parse((await outside.input()) ?? "null") as Parameters<typeof boardForServer>[0];
    tell.answer(await boardForServer(given, outside));
    return 0;
  },
};
