// Serves Crosscheck to coding agents: the Model Context Protocol on standard input and output.
import { acceptedContent, inputRequired, McpServer, type ServerContext } from "@modelcontextprotocol/server";
import { serveStdio, type ServeStdioOptions } from "@modelcontextprotocol/server/stdio";
import * as z from "zod";
import { redactTokens } from "../../secrets/redact-line.ts";
import type { Progress } from "../../review-change.ts";
import { explainError } from "../cli/explain-error.ts";
import { openData } from "../open-store.ts";
import type { ProcessEnvironment } from "../process-environment.ts";
import type { Store } from "../../world/store/store.ts";
import { openAgentReviews, type AgentReviews } from "./agent-reviews.ts";
import { ToolFailure, type AgentTool, type ToolContext } from "./agent-tool.ts";
import { reviewInstructions, serverInstructions } from "./agent-texts.ts";
import { agentTools } from "./tools/index.ts";

export interface ServeMcpOptions {
  /** Leaves out the tools that write to GitHub. */
  readOnly: boolean;
  /** Default: the process's standard input and output. */
  transport?: NonNullable<ServeStdioOptions["transport"]>;
}

/** Serves until the client closes the connection. */
export async function serveMcp(
  environment: ProcessEnvironment,
  { readOnly, transport }: ServeMcpOptions,
): Promise<void> {
  const reviews = openAgentReviews();
  const lookUps: ToolContext["lookUps"] = new Map();
  const { promise: closed, resolve: close } = Promise.withResolvers<void>();
  let opened: Promise<Store> | null = null;
  const handle = serveStdio(() => {
    const server = new McpServer(
      { name: "crosscheck", title: "Crosscheck", version: environment.version },
      { capabilities: { tools: {}, prompts: {} }, instructions: serverInstructions },
    );
    for (const tool of agentTools.filter(({ is }) => !readOnly || is !== "writes-to-github"))
      addTool(server, tool, {
        environment,
        reviews,
        lookUps,
        store: () => (opened ??= openData({ args: [], options: {} }, environment)),
      });
    addPrompt(server);
    Object.assign(server.server, { onclose: close });
    return server;
  }, transport && { transport });
  environment.stop.addEventListener("abort", () => close(), { once: true });
  await closed;
  await handle.close();
  await (await (opened as Promise<Store> | null)?.catch(() => null))?.close();
}

interface Served {
  environment: ProcessEnvironment;
  reviews: AgentReviews;
  lookUps: ToolContext["lookUps"];
  store(): Promise<Store>;
}

const confirmation = z.object({ confirm: z.boolean().describe("Yes, do this") });

/** A question to the user that has no answer yet. */
class Asking extends Error {}

function addTool(server: McpServer, tool: AgentTool, { environment, reviews, lookUps, store }: Served): void {
  server.registerTool(
    tool.name,
    {
      title: tool.title,
      description: tool.says,
      inputSchema: tool.input as z.ZodObject,
      annotations: {
        readOnlyHint: tool.is === "read-only",
        destructiveHint: tool.is === "writes-to-github",
        idempotentHint: tool.name !== "review_start",
        openWorldHint: tool.is === "writes-to-github" || tool.name === "list_threads" || tool.name === "review_start",
      },
    },
    async (input: unknown, context: ServerContext) => {
      const stop = AbortSignal.any([environment.stop, context.mcpReq.signal]);
      let inner: ProcessEnvironment = { ...environment, stop };
      try {
        inner = { ...inner, sharedStore: await store() };
        const text = await tool.run(input, {
          reviews,
          lookUps,
          environment: inner,
          progress: progressOf(context),
          confirm: mayAsk(server, context) ? (message) => confirmed(message, context) : null,
          client: clientName(server, context),
        });
        return { content: [{ type: "text", text: redactTokens(text, []) }] };
      } catch (error) {
        if (error instanceof Asking)
          return inputRequired({
            inputRequests: {
              confirm: inputRequired.elicit({ message: error.message, requestedSchema: confirmation }),
            },
          });
        return { isError: true, content: [{ type: "text", text: failureText(error, inner) }] };
      }
    },
  );
}

function failureText(error: unknown, environment: ProcessEnvironment): string {
  if (error instanceof ToolFailure) return error.message;
  let text = "";
  explainError(error, { stop: environment.stop, tell: (said) => void (text += said) });
  return text.trim();
}

/** Whether the client says that it can ask the user for a form. */
function mayAsk(server: McpServer, { mcpReq }: ServerContext): boolean {
  const claims = mcpReq.envelope?.["io.modelcontextprotocol/clientCapabilities" as never] as
    | { elicitation?: object }
    | undefined;
  return (claims ?? server.server.getClientCapabilities())?.elicitation !== undefined;
}

function confirmed(message: string, { mcpReq }: ServerContext): boolean {
  if (mcpReq.inputResponses?.["confirm"] === undefined) throw new Asking(message);
  return acceptedContent(mcpReq.inputResponses, "confirm", confirmation)?.confirm === true;
}

/** For the names of models: what a client calls itself is its own to choose. */
function clientName(server: McpServer, { mcpReq }: ServerContext): string {
  const claims = mcpReq.envelope?.["io.modelcontextprotocol/clientInfo" as never] as { name?: string } | undefined;
  const name = (claims ?? server.server.getClientVersion())?.name ?? "";
  return name.replaceAll(/[^\w.-]+/g, "-").slice(0, 40) || "agent";
}

function progressOf({ mcpReq }: ServerContext): (step: Progress) => void {
  const token = mcpReq._meta?.progressToken;
  let count = 0;
  return (step) => {
    const message = progressText(step);
    if (token === undefined || message === null) return;
    const params = { progressToken: token, progress: ++count, message };
    mcpReq.notify({ method: "notifications/progress", params }).catch(() => {});
  };
}

function progressText(step: Progress): string | null {
  if (step.step === "fetching") return `Fetching: ${step.percent}%`;
  if (step.step === "reading") return "Reading the change";
  if (step.step === "checked") return `Checked: ${step.report.unit}`;
  if (step.step === "running") return `Running: ${step.unit}`;
  return step.step === "judging" ? "Judging the findings" : null;
}

function addPrompt(server: McpServer): void {
  server.registerPrompt(
    "review",
    {
      title: "Review a change with Crosscheck",
      description: "Reviews a change: Crosscheck's checks, and its reviewers answered by this agent",
      argsSchema: z.object({
        repo: z.string().max(4096).optional().describe("absolute path of the repository"),
        target: z.string().max(1000).optional().describe("a range, branch, commit or pull request"),
      }),
    },
    ({ repo, target }) => ({
      messages: [{ role: "user", content: { type: "text", text: reviewInstructions(repo, target) } }],
    }),
  );
}
