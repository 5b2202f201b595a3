// The coding agents that Crosscheck can be set up for: where each keeps its servers, and whether ours is among them.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { applyEdits, modify, parse } from "jsonc-parser";
import { UserError } from "../../errors.ts";
import { findProgram } from "../../world/models/cli/find-program.ts";
import type { IntegrationFile } from "./integrations.ts";

type Env = Readonly<Record<string, string | undefined>>;

const command = ["npx", "-y", "crosscheck-review", "mcp"] as const;
const [program, ...args] = command;

interface AgentClient {
  program: string;
  /** In the repository; our server's place in it and its entry. */
  project: { file: string; place: readonly string[]; entry: object } | null;
  /** In the home folder. */
  user: readonly string[];
  /** How a user adds it for all repositories. */
  add: string;
}

const clients: readonly AgentClient[] = [
  {
    program: "claude",
    project: { file: ".mcp.json", place: ["mcpServers", "crosscheck"], entry: { command: program, args } },
    user: [".claude.json", ".claude/settings.json"],
    add: `claude mcp add --scope user crosscheck -- ${command.join(" ")}`,
  },
  {
    program: "codex",
    project: null,
    user: [".codex/config.toml"],
    add: `codex mcp add crosscheck -- ${command.join(" ")}`,
  },
  {
    program: "gemini",
    project: { file: ".gemini/settings.json", place: ["mcpServers", "crosscheck"], entry: { command: program, args } },
    user: [".gemini/settings.json", ".gemini/extensions/crosscheck/gemini-extension.json"],
    add: `gemini mcp add --scope user crosscheck ${command.join(" ")}`,
  },
  {
    program: "opencode",
    project: { file: "opencode.json", place: ["mcp", "crosscheck"], entry: { type: "local", command } },
    user: [".config/opencode/opencode.json"],
    add: "run `crosscheck init --agents` in the repository",
  },
];

export interface InstalledAgent {
  program: string;
  hasCrosscheck: boolean;
  add: string;
}

/** Those on the PATH. A config is only searched for our name: what else it says is the agent's. */
export function installedAgents(env: Env, workTree: string | null): InstalledAgent[] {
  const home = env["HOME"];
  return clients.flatMap(({ program: name, project, user, add }) => {
    if (findProgram(name, env["PATH"] ?? "") === null) return [];
    const files = [
      ...(home === undefined ? [] : user.map((file) => join(home, file))),
      ...(workTree === null || project === null ? [] : [join(workTree, project.file)]),
    ];
    return [{ program: name, hasCrosscheck: files.some((file) => /\bcrosscheck\b/.test(textAt(file) ?? "")), add }];
  });
}

/** Project files of the agents that are installed or used here, and Claude Code's, which others read too. */
export function agentFiles(workTree: string, env: Env): IntegrationFile[] {
  return clients.flatMap(({ program: name, project }): IntegrationFile[] => {
    if (project === null) return [];
    const { file, place, entry } = project;
    const path = join(workTree, file);
    const before = textAt(path);
    if (name !== "claude" && before === null && findProgram(name, env["PATH"] ?? "") === null) return [];
    return [{ path, text: withEntry(path, before, place, entry), within: workTree, merged: before !== null }];
  });
}

/** What is there stays as it is, comments included. */
function withEntry(path: string, before: string | null, place: readonly string[], entry: object): string {
  if (before !== null) {
    const value: unknown = parse(before, [], { allowTrailingComma: true });
    if (typeof value !== "object" || value === null || Array.isArray(value))
      throw new UserError(`${path} is not a JSON object`, "Mend it, or add the server by hand as docs/agents.md says.");
  }
  const text = before ?? "{}\n";
  return applyEdits(
    text,
    modify(text, [...place], entry, { formattingOptions: { insertSpaces: true, tabSize: 2, eol: "\n" } }),
  );
}

function textAt(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return null;
  }
}
