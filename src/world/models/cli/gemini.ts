// Runs Google's Gemini CLI. Its plan mode still reads files and searches the web, so a policy disables every tool.
import { join } from "node:path";
import { z } from "zod";
import { noUsage } from "../cost-of.ts";
import type { Usage } from "../model.ts";
import type { ModelProgram, Start } from "./program.ts";

const policyFile = "no-tools.toml";
/** Takes precedence over all rules of the user and the program. */
const policy = `[[rule]]
toolName = "*"
decision = "deny"
priority = 999
`;

/** Its tools that read within the working folder; the rest stays denied. */
const readPolicy = `[[rule]]
toolName = ["read_file", "list_directory", "glob", "grep_search", "search_file_content"]
decision = "allow"
priority = 999

${policy.replace("999", "998")}`;

/** In its own home, because no flag disables the user's hooks and GEMINI.md. */
const settingsFor = (selectedType: string) =>
  JSON.stringify({
    security: { auth: { selectedType } },
    // Its own ten retries take longer than a call may; the caller retries.
    general: { enableAutoUpdate: false, maxAttempts: 2 },
    privacy: { usageStatisticsEnabled: false },
  });
const settingsFile = ".gemini/settings.json";

const loginFile = ".gemini/oauth_creds.json";
const withGoogle = "oauth-personal";
const userSettings = z.object({ security: z.object({ auth: z.object({ selectedType: z.literal(withGoogle) }) }) });
/** Without its refresh token. */
const credentials = z.object({
  access_token: z.string().min(1),
  expiry_date: z.number(),
  scope: z.string().optional(),
  token_type: z.string().optional(),
});

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
  // Its settings choose between key and login, so a key in the environment may not be meant.
  home: { variable: "GEMINI_CLI_HOME", files: { [settingsFile]: settingsFor("gemini-api-key") }, forKey: "named" },
  hosts: ["generativelanguage.googleapis.com"],
  login: {
    folder: "",
    // The first tells whether a token is valid.
    hosts: ["oauth2.googleapis.com", "cloudcode-pa.googleapis.com"],
    copy(readJson) {
      const { data } = credentials.safeParse(readJson(loginFile));
      if (!data || !userSettings.safeParse(readJson(settingsFile)).success) return null;
      const files = { [settingsFile]: settingsFor(withGoogle), [loginFile]: JSON.stringify(data) };
      return { files, expires: data.expiry_date, secrets: [data.access_token] };
    },
  },
  takesEffort: false,
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
  start({ model, baseUrl, beside, reader }): Start {
    return {
      args: [
        // In an untrusted folder it drops plan mode; ours is empty.
        ["--skip-trust"],
        ["--approval-mode", "plan"],
        ["--admin-policy", join(beside, policyFile)],
        ["--output-format", "stream-json"],
        // Names that match nothing, so that no server of the user's is started.
        ["--extensions", "none"],
        ["--allowed-mcp-server-names", "none"],
        model === null ? [] : ["--model", model],
      ].flat(),
      env: baseUrl === null ? {} : { GOOGLE_GEMINI_BASE_URL: baseUrl },
      files: { [policyFile]: reader ? readPolicy : policy },
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

/** Reasoning tokens are in the total only. */
function usageOf(used: z.infer<typeof stats> | undefined): Usage {
  if (!used) return noUsage;
  const { total_tokens: total, input_tokens: all, cached } = used;
  return { input: Math.max(0, all - cached), cacheReads: cached, cacheWrites: 0, output: Math.max(0, total - all) };
}
