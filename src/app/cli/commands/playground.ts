// The command `playground`: opens the simulated review loop in a browser.
import { textOption, type Command } from "./command.ts";

export const playgroundCommand: Command = {
  id: "playground",
  title: "Try Crosscheck in the browser on sample repositories, without an account or a key",
  options: {
    "--port <n>": "where to listen on this machine (default: any free port)",
    "--no-open": "only print the address",
    "--verbose": "print what the server logs",
  },
  examples: [
    ["crosscheck playground", "opens the browser; Ctrl-C ends it and removes everything"],
    ["crosscheck playground --no-open --port 8179", "prints the address, for a browser of your choice"],
  ],
  async run(input, outside) {
    const { portOf } = await import("../port-option.ts");
    const port = portOf(textOption(input, "port") ?? "0");
    const { showPlayground } = await import("../../playground/show.ts");
    return await showPlayground(
      { port, open: input.options["open"] !== false, verbose: input.options["verbose"] === true },
      outside,
    );
  },
};
