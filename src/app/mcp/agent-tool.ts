// Defines a tool of the MCP server.
import type * as z from "zod";
import type { ProcessEnvironment } from "../process-environment.ts";
import type { AgentCall, AgentReviews } from "./agent-reviews.ts";

export interface ToolContext extends AgentCall {
  reviews: AgentReviews;
  /** Lookups so far, by review and question. */
  lookUps: Map<string, { calls: number; characters: number }>;
  /** Asks the user; null: the client cannot ask. Throws `Asking` until they have answered. */
  confirm: ((message: string) => boolean) | null;
  /** The name that the client gives itself. */
  client: string;
}

export interface AgentTool<Input = unknown> {
  name: string;
  title: string;
  /** What it does, for the agent. */
  says: string;
  input: z.ZodType<Input>;
  is: "read-only" | "keeps-state" | "writes-to-github";
  run(input: Input, context: ToolContext): Promise<string>;
}

/** Keeps the types of a tool's input together. */
export function agentTool<Input>(tool: AgentTool<Input>): AgentTool {
  return tool;
}

/** Runs one of our commands, and returns what it prints, errors included. */
export async function commandOutput(
  run: (environment: ProcessEnvironment) => Promise<number>,
  environment: ProcessEnvironment,
  input = "",
): Promise<string> {
  const { explainError } = await import("../cli/explain-error.ts");
  let text = "";
  const captured: ProcessEnvironment = {
    ...environment,
    screen: { colour: false, width: 100, live: false, asks: false },
    input: async () => input,
    print: (out) => void (text += out),
    tell: (err) => void (text += err),
  };
  try {
    await run(captured);
  } catch (error) {
    explainError(error, captured);
    throw new ToolFailure(text.trim());
  }
  return text;
}

/** A result that is an error, in the words of its message. */
export class ToolFailure extends Error {}
