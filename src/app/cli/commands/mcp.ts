// The command `mcp`: serves Crosscheck to coding agents.
import type { Command } from "./command.ts";

export const mcpCommand: Command = {
  id: "mcp",
  title: "Serve reviews to a coding agent, whose own model answers the reviewers (MCP on standard input and output)",
  options: {
    "--read-only": "leave out the tools that write to GitHub",
  },
  examples: [
    ["crosscheck mcp", "as a coding agent starts it; docs/agents.md says how to set that up"],
    ["crosscheck mcp --read-only", "without posting and without replies to threads"],
  ],
  async run({ options }, outside) {
    const { serveMcp } = await import("../../mcp/serve-mcp.ts");
    await serveMcp(outside, { readOnly: options["readOnly"] === true });
    return 0;
  },
};
