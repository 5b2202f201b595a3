// Not for people: the program that a server starts to read one pull request. What to read comes in by standard input.
import type { Command } from "../cli/commands/command.ts";

export const readForServerCommand: Command = {
  id: "read-for-server",
  title: "Read one pull request for a server",
  options: [],
  examples: [],
  async run(_input, outside) {
    const [{ openTeller }, { readForServer }] = await Promise.all([
      import("./tell-server.ts"),
      import("./read-for-server.ts"),
    ]);
    const tell = openTeller(outside);
    const given = JSON.parse((await outside.input()) ?? "null") as Parameters<typeof readForServer>[0];
    tell.answer(await readForServer(given, outside, tell));
    return 0;
  },
};
