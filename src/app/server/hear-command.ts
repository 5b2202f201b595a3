// Not for people: the program that a server starts to read how findings were taken. What to read comes in by standard input.
import type { Command } from "../cli/commands/command.ts";

export const hearForServerCommand: Command = {
  id: "hear-for-server",
  title: "Read how findings were taken, for a server",
  options: [],
  examples: [],
  async run(_input, outside) {
    const [{ openTeller }, { hearForServer }] = await Promise.all([
      import("./tell-server.ts"),
      import("./hear-for-server.ts"),
    ]);
    const tell = openTeller(outside);
    const given = JSON.parse((await outside.input()) ?? "null") as Parameters<typeof hearForServer>[0];
    tell.answer(await hearForServer(given, outside));
    return 0;
  },
};
