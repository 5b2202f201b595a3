// Google's Gemini CLI. Its plan mode still reads files and searches the web, so a policy takes every tool from it.
import { join } from "node:path";
import { z } from "zod";
import { noUsage } from "../cost-of.ts";
import type { Usage } from "../model.ts";
import type { ModelProgram, Start } from "./program.ts";

const policyFile = "no-tools.toml";
/** Above all rules of the user and of the program itself. */
const policy = `[[rule]]
toolName = "*"
decision = "deny"
priority = 999
`;

/** In a home of its own. In the user's, hooks and GEMINI.md are the user's: no flag turns them off. */
const settings = {
  security: { auth: { selectedType: "gemini-api-key" } },
  // Its own ten attempts take longer than a call may; who asks tries again when it pays.
  general: { enableAutoUpdate: false, maxAttempts: 2 },
  privacy: { usageStatisticsEnabled: false },
};

const piece = z.object({ type: z.literal("message"), role: z.literal("assistant"), content: z.string() });
const count = z.int().nonnegative();
const stats = z.object({
  total_tokens: count,
  input_tokens: count,
  cached: count.default(0),
  tool_calls: count.default(0),
});
const result = z.discriminatedUnion("status", [
  z.object({ type: z.literal("result"), status: z.literal("success"), stats: stats.optional() }),
  z.object({ type: z.literal("result"), status: z.literal("error"), error: z.object({ message: z.string() }) }),
]);

export const gemini: ModelProgram = {
  id: "gemini",
  vendor: "google",
  oldest: "0.47.0",
  help: ["--help"],
  flags: [
    "--approval-mode",
    "--skip-trust",
    "--admin-policy",
    "--output-format",
    "--extensions",
    "--allowed-mcp-server-names",
    "--model",
  ],
  key: "GEMINI_API_KEY",
  // Its settings choose between a key and a login, so a key that happens to be there may not be meant.
  home: { variable: "GEMINI_CLI_HOME", files: { ".gemini/settings.json": JSON.stringify(settings) }, forKey: "named" },
  variables: [
    "GOOGLE_API_KEY",
    "GOOGLE_APPLICATION_CREDENTIALS",
    "GOOGLE_CLOUD_LOCATION",
    "GOOGLE_CLOUD_PROJECT",
    "GOOGLE_GEMINI_BASE_URL",
    "GOOGLE_GENAI_USE_GCA",
    "GOOGLE_GENAI_USE_VERTEXAI",
    "GOOGLE_VERTEX_BASE_URL",
    "GEMINI_CLI_HOME",
  ],
  start({ model, baseUrl, beside }): Start {
    return {
      args: [
        // In a folder that it does not trust, it drops the plan mode; ours is empty.
        ["--skip-trust"],
        ["--approval-mode", "plan"],
        ["--admin-policy", join(beside, policyFile)],
        ["--output-format", "stream-json"],
        // Names that nothing has: none of the user's is started.
        ["--extensions", "none"],
        ["--allowed-mcp-server-names", "none"],
        model === null ? [] : ["--model", model],
      ].flat(),
      env: baseUrl === null ? {} : { GOOGLE_GEMINI_BASE_URL: baseUrl },
      files: { [policyFile]: policy },
    };
  },
  begins: (line) => piece.safeParse(line).success,
  read(lines) {
    const end = lines.map((line) => result.safeParse(line).data).findLast((line) => line !== undefined);
    if (!end) return { is: "nothing" };
    if (end.status === "error") return { is: "fault", kind: null, message: end.error.message };
    const text = lines.map((line) => piece.safeParse(line).data?.content ?? "").join("");
    return { is: "answer", text, usage: usageOf(end.stats), steps: 1 + (end.stats?.tool_calls ?? 0) };
  },
};

/** Thinking is in the total alone. */
function usageOf(used: z.infer<typeof stats> | undefined): Usage {
  if (!used) return noUsage;
  const { total_tokens: total, input_tokens: all, cached } = used;
  return { input: Math.max(0, all - cached), cacheReads: cached, cacheWrites: 0, output: Math.max(0, total - all) };
}
