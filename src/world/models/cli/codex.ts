// Runs OpenAI's Codex CLI. Its read-only sandbox lets commands read the whole disk, its login included, so commands are
// disabled; it reads files with the tools of our own MCP server.
import { join } from "node:path";
import { z } from "zod";
import { fitsStrictMode } from "../answer-schema.ts";
import { noUsage } from "../cost-of.ts";
import type { Usage } from "../model.ts";
import type { FileReader, ModelProgram, Start } from "./program.ts";

/** Set by a flag that rejects unknown names: if they are renamed, nothing runs. */
const neverOn = ["shell_tool", "unified_exec"];
/** Set by a setting that ignores unknown names, because not every version has each. */
const off = [
  "apps",
  "browser_use",
  "computer_use",
  "goals",
  "hooks",
  "image_generation",
  "memories",
  "multi_agent",
  "multi_agent_v2",
  "plugins",
  "skill_search",
  "sleep_tool",
  "tool_suggest",
  "view_image",
  // It would wait for a missing network until its timeout without an error.
  "unbounded_connection_retries",
];
const settings = [
  'approval_policy="never"',
  'web_search="disabled"',
  "tools.view_image=false",
  "agents.enabled=false",
  "skills.bundled.enabled=false",
  "skills.include_instructions=false",
  "project_doc_max_bytes=0",
  "check_for_update_on_startup=false",
];

const schemaFile = "answer-schema.json";

const authFile = "auth.json";
/** Without its refresh token. */
const auth = z.object({
  auth_mode: z.string().optional(),
  tokens: z.object({ id_token: z.string(), access_token: z.string(), account_id: z.string().nullish() }),
});
const claims = z.object({ exp: z.number() });

const message = z.object({ type: z.literal("agent_message"), text: z.string() });
const completed = z.object({ type: z.literal("item.completed"), item: message });
const count = z.int().nonnegative();
const done = z.object({
  type: z.literal("turn.completed"),
  usage: z
    .object({
      input_tokens: count,
      cached_input_tokens: count.default(0),
      cache_write_input_tokens: count.default(0),
      output_tokens: count,
    })
    .optional(),
});
const failed = z.object({ type: z.literal("turn.failed"), error: z.object({ message: z.string() }) });
const toolCall = z.object({ type: z.literal("item.completed"), item: z.object({ type: z.literal("mcp_tool_call") }) });
const working = z.object({ type: z.string().startsWith("item."), item: z.object({ type: z.string() }) });

export const codex: ModelProgram = {
  id: "codex",
  vendor: "openai",
  oldest: "0.149.0",
  help: ["exec", "--help"],
  flags: [
    "--json",
    "--sandbox",
    "--skip-git-repo-check",
    "--ephemeral",
    "--ignore-user-config",
    "--ignore-rules",
    "--output-schema",
    "--disable",
    "--color",
    "--config",
    "--model",
  ],
  // It does not use OPENAI_API_KEY, so it does not get it.
  key: "CODEX_API_KEY",
  home: { variable: "CODEX_HOME", files: {}, forKey: "any" },
  hosts: ["api.openai.com"],
  login: {
    folder: ".codex",
    hosts: ["chatgpt.com"],
    copy(readJson) {
      const { data } = auth.safeParse(readJson(authFile));
      if (!data) return null;
      const { tokens } = data;
      const copy = { ...data, tokens: { ...tokens, refresh_token: "" }, last_refresh: new Date().toISOString() };
      return {
        files: { [authFile]: JSON.stringify(copy) },
        expires: tokenEnd(tokens.access_token),
        secrets: [tokens.access_token, tokens.id_token],
      };
    },
  },
  takesEffort: true,
  // It does not list the tools of servers to the model.
  fileTools: ["mcp__files__list_folder", "mcp__files__read_file", "mcp__files__search"],
  variables: ["CODEX_HOME", "CODEX_CA_CERTIFICATE"],
  start({ model, schema, effort, baseUrl, beside, reader }): Start {
    const strict = fitsStrictMode(schema);
    const set = [
      ...settings,
      ...off.map((feature) => `features.${feature}=false`),
      ...(effort === null ? [] : [`model_reasoning_effort="${effort}"`]),
      ...(baseUrl === null ? [] : [`openai_base_url=${JSON.stringify(baseUrl)}`]),
      ...(reader === null ? [] : serverSettings(reader)),
    ];
    return {
      args: [
        "exec",
        ["--json"],
        ["--sandbox", "read-only"],
        ["--skip-git-repo-check"],
        ["--ephemeral"],
        ["--ignore-user-config"],
        ["--ignore-rules"],
        ["--color", "never"],
        neverOn.flatMap((feature) => ["--disable", feature]),
        set.flatMap((setting) => ["--config", setting]),
        model === null ? [] : ["--model", model],
        strict ? ["--output-schema", join(beside, schemaFile)] : [],
        // The prompt is on standard input.
        ["-"],
      ].flat(),
      env: {},
      files: strict ? { [schemaFile]: JSON.stringify(schema) } : {},
    };
  },
  begins(line) {
    const { data } = working.safeParse(line);
    return data !== undefined && data.item.type !== "error";
  },
  read(lines) {
    const wrong = lines.map((line) => failed.safeParse(line).data).findLast((line) => line !== undefined);
    if (wrong) return { is: "fault", kind: null, message: wrong.error.message };
    const end = lines.map((line) => done.safeParse(line).data).findLast((line) => line !== undefined);
    const last = lines.map((line) => completed.safeParse(line).data).findLast((line) => line !== undefined);
    if (!end || !last) return { is: "nothing" };
    const steps = 1 + lines.filter((line) => toolCall.safeParse(line).success).length;
    return { is: "answer", text: last.item.text, usage: usageOf(end.usage), steps };
  },
};

/** In milliseconds; 0: the token does not say. */
function tokenEnd(token: string): number {
  try {
    const payload = Buffer.from(token.split(".")[1] ?? "", "base64url").toString();
    return claims.parse(JSON.parse(payload)).exp * 1000;
  } catch {
    return 0;
  }
}

/** JSON texts are TOML texts. Required: without it, it must not be told of the files. */
function serverSettings({ command, args }: FileReader): string[] {
  const server = {
    command: JSON.stringify(command),
    args: JSON.stringify(args),
    required: "true",
    startup_timeout_sec: "30",
    default_tools_approval_mode: '"approve"',
  };
  return Object.entries(server).map(([name, value]) => `mcp_servers.files.${name}=${value}`);
}

/** Its input count includes cached tokens. */
function usageOf(usage: z.infer<typeof done>["usage"]): Usage {
  if (!usage) return noUsage;
  const { input_tokens: all, cached_input_tokens: cacheReads, cache_write_input_tokens: cacheWrites } = usage;
  return { input: Math.max(0, all - cacheReads - cacheWrites), cacheReads, cacheWrites, output: usage.output_tokens };
}
