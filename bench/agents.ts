// Whole reviews by real coding agents from npm, whose model is a script on loopback: each installs the plugin or the server,
// answers every question, and the finished review is in the store.
//   npm install --prefix /tmp/agents @anthropic-ai/claude-code @openai/codex @google/gemini-cli opencode-ai
//   node bench/agents.ts /tmp/agents [claude codex gemini opencode]
import { spawn } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { openData } from "../src/app/open-store.ts";
import { parseDraft } from "../src/review/parse-draft.ts";
import { openModelStandin } from "../src/standin/models/open.ts";
import type { ModelScript, ModelStandin } from "../src/standin/models/story.ts";
import { makeRepository } from "../src/world/git/make-repository.ts";
import { findingOf, nothingFound } from "../test/support/with-models.ts";
import { finish } from "./measure.ts";
import { packInto } from "./pack.ts";

const [clients = "", ...named] = process.argv.slice(2);
const plugin = fileURLToPath(new URL("../plugins/crosscheck", import.meta.url));
const longest = 150_000;
const quote = "  return sum > limit ? sum * 0.9 : sum;";

/** An agent that does what the skill says: starts, answers what is open, reads the draft. */
function agentScript(repository: string): ModelScript {
  return ({ tools, turns }) => {
    const said = turns.map(({ text }) => text).join("\n");
    const tool = (name: string) => tools.find((one) => one.endsWith(name));
    const call = (name: string, input: object) => {
      const found = tool(name);
      if (found) return { is: "calls" as const, calls: [{ name: found, input }] };
      const wait = tool("WaitForMcpServers");
      if (wait) return { is: "calls" as const, calls: [{ name: wait, input: {} }] };
      const search = tool("ToolSearch") ?? tool("tool_search");
      if (!search) return { is: "text" as const, text: `I have no tool ${name}: ${tools.join(", ")}` };
      return {
        is: "calls" as const,
        calls: [{ name: search, input: { query: `crosscheck ${name}`, max_results: 10 } }],
      };
    };
    if (!/\bcrosscheck\b/i.test(said)) return { is: "text", text: "A title" };
    const review = /Review ([0-9a-f]{16})/.exec(said)?.[1];
    if (!review) return call("review_start", { repo: repository, target: "HEAD^..HEAD" });
    if (said.includes("# feat: name the limit") && said.includes("## Details")) return { is: "text", text: "DONE" };
    if (said.includes("The review is finished")) return call("get_draft", { review });
    const lists = [...said.matchAll(/open questions?:(?:\\n|\s)*((?:- [0-9a-f]{12} \([\w-]+\)(?:\\n|\s)*)+)/g)];
    const [, id, unit] = /- ([0-9a-f]{12}) \(([\w-]+)\)/.exec(lists.at(-1)?.[1] ?? "") ?? [];
    if (!id) return { is: "text", text: "Nothing is open" };
    const found = findingOf({ path: "src/total.ts", line: 3, quote, title: "Orders of exactly 100 get no discount" });
    const answer =
      unit === "editor"
        ? { findings: [], causes: [] }
        : { ...nothingFound, findings: unit === "code-reviewer" ? [found] : [] };
    return call("submit_answer", { review, question: id, answer, separate_context: false });
  };
}

interface Setting {
  home: string;
  repository: string;
  models: ModelStandin;
  npx: string;
}

const request = "Review HEAD^..HEAD with Crosscheck. Use the crosscheck tools.";

const agents: Record<string, (setting: Setting) => { args: string[]; env: Record<string, string> }> = {
  claude: ({ models }) => ({
    args: [
      "-p",
      request,
      "--plugin-dir",
      plugin,
      "--allowedTools",
      "mcp__plugin_crosscheck_crosscheck,ToolSearch",
      "--model",
      "claude-sonnet-4-5",
    ],
    env: {
      ANTHROPIC_BASE_URL: models.url("anthropic").replace(/\/v1$/, ""),
      ANTHROPIC_API_KEY: "a-key",
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    },
  }),
  opencode({ models, repository, npx }) {
    const config = {
      provider: {
        loop: {
          npm: "@ai-sdk/openai-compatible",
          options: { baseURL: models.url("openai-chat"), apiKey: "a-key" },
          models: { m: { name: "m", tool_call: true } },
        },
      },
      mcp: { crosscheck: { type: "local", command: [npx, "-y", "crosscheck-review", "mcp"] } },
      autoupdate: false,
      share: "disabled",
    };
    writeFileSync(join(repository, "opencode.json"), JSON.stringify(config));
    return { args: ["run", "--model", "loop/m", request], env: { OPENCODE_DISABLE_MODELS_FETCH: "1" } };
  },
  codex: ({ models, npx }) => ({
    args: [
      "exec",
      "--skip-git-repo-check",
      "--dangerously-bypass-approvals-and-sandbox",
      "-c",
      `model_providers.loop={name="loop",base_url="${models.url("openai-responses")}",wire_api="responses",env_key="LOOP_KEY"}`,
      "-c",
      'model_provider="loop"',
      "-c",
      'model="gpt-5"',
      "-c",
      `mcp_servers.crosscheck={command="${npx}",args=["-y","crosscheck-review","mcp"]}`,
      request,
    ],
    env: { LOOP_KEY: "a-key" },
  }),
  gemini({ models, home, npx }) {
    mkdirSync(join(home, ".gemini"), { recursive: true });
    const settings = {
      security: { auth: { selectedType: "gemini-api-key" } },
      mcpServers: { crosscheck: { command: npx, args: ["-y", "crosscheck-review", "mcp"], trust: true } },
    };
    writeFileSync(join(home, ".gemini/settings.json"), JSON.stringify(settings));
    return {
      args: ["-p", request, "--yolo", "--skip-trust", "-m", "gemini-2.5-pro"],
      env: { GEMINI_API_KEY: "a-key", GOOGLE_GEMINI_BASE_URL: models.url("google").replace(/\/v1beta$/, "") },
    };
  },
};

const folder = mkdtempSync(join(tmpdir(), "crosscheck-agents-"));
const results: Record<string, boolean> = {};
try {
  const program = packInto(folder);
  const bin = join(folder, "bin");
  mkdirSync(bin);
  const npx = join(bin, "npx");
  // What `npx -y crosscheck-review` would have downloaded.
  writeFileSync(npx, `#!/bin/sh\nshift 2\nexec ${process.execPath} ${program} "$@"\n`);
  chmodSync(npx, 0o755);
  for (const name of named.length > 0 ? named : Object.keys(agents)) {
    const command = join(clients, "node_modules/.bin", name);
    if (!existsSync(command)) {
      console.log(`${name}: not installed`);
      continue;
    }
    results[name] = await reviewsWith(name, command, bin, npx);
  }
  finish(Object.fromEntries(Object.entries(results).map(([name, done]) => [`${name} reviews to the end`, done])));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function reviewsWith(name: string, command: string, bin: string, npx: string): Promise<boolean> {
  const home = mkdtempSync(join(folder, "home-"));
  const start = "export function total(sum: number) {\n  return sum > 100 ? sum * 0.9 : sum;\n}\n";
  const repository = await makeRepository(
    [
      { message: "feat: a discount", files: { "src/total.ts": start } },
      {
        message: "feat: name the limit",
        files: { "src/total.ts": `export function total(sum: number) {\n  const limit = 100;\n${quote}\n}\n` },
      },
    ],
    process.env,
    new AbortController().signal,
  );
  const models = await openModelStandin({ key: "a-key", script: agentScript(repository.path) });
  try {
    const { args, env } = agents[name]!({ home, repository: repository.path, models, npx });
    const path = [bin, dirname(process.execPath), process.env["PATH"]].join(delimiter);
    const started = performance.now();
    const output = await run(command, args, repository.path, { PATH: path, HOME: home, CI: "1", ...env });
    const store = await openData({ args: [], options: {} }, { env: { HOME: home }, platform: process.platform });
    const [latest] = await store.records.reviews(1);
    const draft = latest && parseDraft((await store.records.review(latest.id))!.draft);
    await store.close();
    const found = draft?.judged.some(({ finding }) => finding.title.startsWith("Orders of exactly 100")) === true;
    const seconds = ((performance.now() - started) / 1000).toFixed(0);
    console.log(
      `${name}: ${seconds} s, ${models.asked.length} requests, ${draft ? `answered by ${draft.agent?.name}, finding ${found ? "there" : "missing"}` : `no review\n${output.slice(-1500)}`}`,
    );
    return found;
  } finally {
    await models.close();
    repository.remove();
  }
}

async function run(
  command: string,
  args: readonly string[],
  cwd: string,
  env: Record<string, string>,
): Promise<string> {
  return await new Promise((resolve) => {
    const child = spawn(command, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    const timer = setTimeout(() => child.kill("SIGKILL"), longest);
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => void (output += text));
    child.on("close", () => {
      clearTimeout(timer);
      resolve(output);
    });
  });
}
