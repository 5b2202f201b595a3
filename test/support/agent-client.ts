// A coding agent that is a script: it talks to our MCP server over the protocol, in either generation of it.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { InMemoryTransport } from "@modelcontextprotocol/server";
import { serveMcp } from "../../src/app/mcp/serve-mcp.ts";
import { childProgram } from "./child-program.ts";
import { innerEnvironment } from "./inner-environment.ts";

export type Generation = "2025" | "2026";

export interface AgentHome {
  folder: string;
  env: Record<string, string>;
  remove(): void;
}

export function agentHome(env: Record<string, string> = {}): AgentHome {
  const folder = mkdtempSync(join(tmpdir(), "crosscheck-agent-"));
  return {
    folder,
    env: {
      PATH: process.env["PATH"]!,
      HOME: folder,
      XDG_DATA_HOME: join(folder, "data"),
      XDG_CACHE_HOME: join(folder, "cache"),
      GIT_CONFIG_NOSYSTEM: "1",
      ...env,
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

export interface ToolResult {
  text: string;
  failed: boolean;
}

export interface ScriptedAgent {
  client: Client;
  call(name: string, input: Record<string, unknown>, stop?: AbortSignal): Promise<ToolResult>;
  /** Progress messages so far. */
  progress: string[];
  /** What the user was asked. */
  asked: string[];
  /** As a client does that ends: the server process ends with it. */
  close(): Promise<void>;
}

export interface AgentOptions {
  generation: Generation;
  home: AgentHome;
  readOnly?: boolean;
  /** What the user says to a form; absent: the client has none. */
  user?: "accept" | "refuse" | "decline" | "cancel";
}

const own = { "2025": { mode: "legacy" }, "2026": { mode: { pin: "2026-07-28" } } } as const;

export async function openAgent({ generation, home, readOnly = false, user }: AgentOptions): Promise<ScriptedAgent> {
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  const stopping = new AbortController();
  const environment = innerEnvironment({
    cwd: home.folder,
    env: home.env,
    input: "",
    program: childProgram,
    stop: stopping.signal,
    print: (text) => {
      throw new Error(`standard output is the protocol's: ${text}`);
    },
    tell: () => {},
  });
  const serving = serveMcp(environment, { readOnly, transport: ours });
  const asked: string[] = [];
  const progress: string[] = [];
  const client = new Client(
    { name: "scripted agent", version: "1" },
    { versionNegotiation: own[generation], capabilities: user ? { elicitation: { form: {} } } : {} },
  );
  if (user)
    client.setRequestHandler("elicitation/create", async ({ params }) => {
      asked.push(params.message);
      if (user === "decline" || user === "cancel") return { action: user };
      return { action: "accept", content: { confirm: user === "accept" } };
    });
  await client.connect(theirs);
  return {
    client,
    progress,
    asked,
    async call(name, input, stop) {
      const result = (await client.callTool(
        { name, arguments: input },
        {
          ...(stop && { signal: stop }),
          timeout: 120_000,
          onprogress: ({ message }) => void progress.push(message ?? ""),
        },
      )) as { content: { type: string; text: string }[]; isError?: boolean };
      return { text: result.content.map(({ text }) => text).join("\n"), failed: result.isError === true };
    },
    async close() {
      await client.close();
      stopping.abort(new Error("the client has ended"));
      await serving;
    },
  };
}

/** The ids of open questions, with their reviewers, as a result lists them. */
export function openIn({ text }: ToolResult): { id: string; unit: string }[] {
  return [...text.matchAll(/^- ([0-9a-f]{12}) \(([\w-]+)\)$/gm)].map(([, id, unit]) => ({ id: id!, unit: unit! }));
}

export function reviewIn({ text }: ToolResult): string {
  return /^Review ([0-9a-f]{16})/.exec(text)![1]!;
}

/** Every part of a question. */
export async function wholeQuestion(agent: ScriptedAgent, review: string, question: string): Promise<string[]> {
  const parts: string[] = [];
  for (let part = 1; ; part++) {
    const { text } = await agent.call("get_question", { review, question, part });
    parts.push(text);
    if (part >= Number(/part \d+ of (\d+)/.exec(text)![1])) return parts;
  }
}
