// The command `dashboard`: serves the dashboard on this machine.
import { textOption, type Command } from "./command.ts";

export const dashboardCommand: Command = {
  id: "dashboard",
  title: "Show reviews, lessons and metrics in the browser",
  options: {
    "--port <n>": "where to listen on this machine (default: any free port)",
    "--no-open": "only print the address",
    "--data <dir>": "where data is stored (default: the user's data folder)",
  },
  examples: [
    ["crosscheck dashboard", "opens the browser; Ctrl-C ends it"],
    ["crosscheck dashboard --no-open --port 8178", "prints the address, for a browser of your choice"],
  ],
  async run(input, outside) {
    const [{ openData }, { showSite }, { portOf }] = await Promise.all([
      import("../../open-store.ts"),
      import("../../dashboard/show-dashboard.ts"),
      import("../port-option.ts"),
    ]);
    const port = portOf(textOption(input, "port") ?? "0");
    const store = await openData(input, outside);
    try {
      return await showSite({ path: "/overview", store, port, open: input.options["open"] !== false }, outside);
    } finally {
      await store.close();
    }
  },
};
