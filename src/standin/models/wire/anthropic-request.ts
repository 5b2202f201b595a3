// Parses an Anthropic Messages request as strictly as the vendor.
import type { PromptPiece } from "../cache.ts";
import type { ScriptedRequest } from "../story.ts";
import { checkMessages } from "./anthropic-turns.ts";
import { checkAnswerSchema } from "./anthropic-schema.ts";
import { objectFields, isFields, toJson, asList, repeated, text, type Fields } from "./shape.ts";
import { isAnswerTool, Rejected, type Received, type Understood } from "./wire.ts";

const known = new Set([
  "model",
  "max_tokens",
  "messages",
  "system",
  "tools",
  "tool_choice",
  "stream",
  "temperature",
  "top_k",
  "top_p",
  "stop_sequences",
  "thinking",
  "output_config",
  "metadata",
  "service_tier",
  "cache_control",
  "container",
  "context_management",
  "mcp_servers",
  "inference_geo",
  "speed",
  "fallbacks",
]);

export function parseAnthropicRequest({ headers, body }: Received): Understood {
  if (headers["anthropic-version"] === undefined) throw new Rejected("anthropic-version: header is required");
  if (!isFields(body)) throw new Rejected("The request body is not valid JSON: expected an object");
  for (const name of Object.keys(body))
    if (!known.has(name)) throw new Rejected(`${name}: Extra inputs are not permitted`);
  if (typeof body["model"] !== "string" || body["model"] === "") throw new Rejected("model: Field required");
  if (body["max_tokens"] === undefined) throw new Rejected("max_tokens: Field required");
  if (!Number.isInteger(body["max_tokens"]) || Number(body["max_tokens"]) < 1)
    throw new Rejected("max_tokens: Input should be greater than or equal to 1");
  const tools = checkTools(body);
  const messages = checkMessages(body["messages"]);
  const schema = objectFields(objectFields(body["output_config"])["format"])["schema"] ?? null;
  if (schema !== null) checkAnswerSchema(schema);
  const answerTool = answerToolOf(body, tools);
  const system = systemBlocks(body["system"]);
  const pieces = piecesOf(body, tools, system, messages, schema);
  const marks = pieces.filter((piece) => piece.breakpoint).length;
  if (marks > 4) throw new Rejected(`A maximum of 4 blocks with cache_control may be provided. Found ${marks}.`);
  return {
    model: body["model"],
    system: system.map((block) => text(block["text"])).join("\n"),
    turns: messages.flatMap(turnsOf),
    tools: tools.map((tool) => text(tool["name"])).filter((name) => name !== answerTool?.["name"]),
    schema: schema ?? answerTool?.["input_schema"] ?? null,
    stream: body["stream"] === true,
    pieces,
    answerTool: answerTool ? text(answerTool["name"]) : null,
    raw: body,
  };
}

function checkTools(body: Fields): readonly Fields[] {
  if (body["tools"] !== undefined && !Array.isArray(body["tools"]))
    throw new Rejected("tools: Input should be a valid list");
  const tools = asList(body["tools"]).map(objectFields);
  for (const [at, tool] of tools.entries()) {
    const name = text(tool["name"]);
    if (!/^[a-zA-Z0-9_-]{1,128}$/.test(name))
      throw new Rejected(`tools.${at}.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'`);
    if (tool["type"] !== undefined && tool["type"] !== "custom") continue;
    if (objectFields(tool["input_schema"])["type"] !== "object")
      throw new Rejected(`tools.${at}.custom.input_schema.type: Field required`);
  }
  if (repeated(tools.map((tool) => text(tool["name"]))) !== undefined)
    throw new Rejected("tools: Tool names must be unique.");
  return tools;
}

/** Clients without native structured output send the schema as a tool named `json` and require a tool call. */
function answerToolOf(body: Fields, tools: readonly Fields[]): Fields | undefined {
  const choice = objectFields(body["tool_choice"]);
  if (choice["type"] === "tool" && !tools.some((tool) => tool["name"] === choice["name"]))
    throw new Rejected(`tool_choice: Tool '${text(choice["name"])}' not found in provided tools`);
  return tools.find((tool) => isAnswerTool(text(tool["name"])));
}

function systemBlocks(system: unknown): readonly Fields[] {
  if (typeof system === "string") return system === "" ? [] : [{ type: "text", text: system }];
  const blocks = asList(system).map(objectFields);
  if (blocks.some((block) => text(block["text"]) === ""))
    throw new Rejected("system: text content blocks must be non-empty");
  return blocks;
}

/** Tools, then instructions, then the conversation. A change in one part invalidates the cache of all later ones. */
function piecesOf(
  body: Fields,
  tools: readonly Fields[],
  system: readonly Fields[],
  messages: readonly { role: string; content: readonly Fields[] }[],
  schema: unknown,
): PromptPiece[] {
  const pieces: PromptPiece[] = [
    ...(schema === null ? [] : [{ text: toJson(schema) }]),
    ...tools.map(pieceOf),
    ...system.map(pieceOf),
    { text: toJson([body["tool_choice"], body["thinking"]]), free: true },
    ...messages.flatMap(({ role, content }) => [{ text: role, free: true }, ...content.map(pieceOf)]),
  ];
  const last = pieces.at(-1);
  if (isFields(body["cache_control"]) && last) last.breakpoint = true;
  return pieces;
}

function pieceOf(block: Fields): PromptPiece {
  const { cache_control: mark, ...rest } = block;
  return { text: rest["type"] === "text" ? text(rest["text"]) : toJson(rest), breakpoint: isFields(mark) };
}

function turnsOf({ role, content }: { role: string; content: readonly Fields[] }): ScriptedRequest["turns"][number][] {
  return content.map((block) => {
    if (block["type"] === "tool_result") return { role: "tool", text: resultText(block["content"]) };
    const said = block["type"] === "text" ? text(block["text"]) : toJson(block);
    return { role: role === "assistant" ? "assistant" : "user", text: said };
  });
}

function resultText(content: unknown): string {
  if (typeof content === "string") return content;
  return asList(content)
    .map((part) => text(objectFields(part)["text"]) || toJson(part))
    .join("\n");
}
