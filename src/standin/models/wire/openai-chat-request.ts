// Parses an OpenAI Chat Completions request.
import type { PromptPiece } from "../cache.ts";
import type { ScriptedRequest } from "../story.ts";
import { openaiBody, checkTools, contentText, schemaOf } from "./openai.ts";
import { objectFields, isFields, toJson, asList, text, type Fields } from "./shape.ts";
import { Rejected, type Received, type Understood } from "./wire.ts";

const roles = new Set(["system", "developer", "user", "assistant", "tool"]);

export function parseOpenaiChatRequest(received: Received): Understood {
  const body = openaiBody(received);
  if (!Array.isArray(body["messages"])) throw new Rejected("Missing required parameter: 'messages'.", "messages");
  const messages = body["messages"].map(objectFields);
  if (messages.length === 0)
    throw new Rejected("Invalid 'messages': empty array. Expected an array with minimum length 1.", "messages");
  checkMessages(messages);
  const tools = asList(body["tools"]).map((tool) => objectFields(objectFields(tool)["function"]));
  checkTools(tools, "function.name");
  const format = objectFields(body["response_format"]);
  const schema = schemaOf({ ...objectFields(format["json_schema"]), type: format["type"] }, "response_format", () =>
    messages.map((message) => contentText(message["content"])).join("\n"),
  );
  const isSystem = (message: Fields) => message["role"] === "system" || message["role"] === "developer";
  return {
    model: body.model,
    system: messages
      .filter(isSystem)
      .map((message) => contentText(message["content"]))
      .join("\n"),
    turns: messages.filter((message) => !isSystem(message)).flatMap(turnsOf),
    tools: tools.map((tool) => text(tool["name"])),
    schema,
    stream: body["stream"] === true,
    pieces: piecesOf(schema, tools, messages),
    answerTool: null,
    raw: body,
  };
}

function checkMessages(messages: readonly Fields[]): void {
  let open: string[] = [];
  for (const [at, message] of messages.entries()) {
    const role = text(message["role"]);
    if (!roles.has(role))
      throw new Rejected(
        `Invalid value: '${role}'. Supported values are: 'system', 'assistant', 'user', 'tool', and 'developer'.`,
        `messages[${at}].role`,
      );
    if (role === "tool") {
      const id = text(message["tool_call_id"]);
      if (!open.includes(id))
        throw new Rejected(
          "Invalid parameter: messages with role 'tool' must be a response to a preceding message with 'tool_calls'.",
          `messages.[${at}].role`,
        );
      open = open.filter((one) => one !== id);
      continue;
    }
    checkNoneOpen(open, at);
    open = asList(message["tool_calls"]).map((call) => text(objectFields(call)["id"]));
    if (message["content"] === undefined && role !== "assistant")
      throw new Rejected(`Missing required parameter: 'messages[${at}].content'.`, `messages[${at}].content`);
  }
  checkNoneOpen(open, messages.length);
}

function checkNoneOpen(open: readonly string[], at: number): void {
  if (open.length === 0) return;
  throw new Rejected(
    `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${open.join(", ")}`,
    `messages.[${at}].role`,
  );
}

function turnsOf(message: Fields): ScriptedRequest["turns"][number][] {
  const said = contentText(message["content"]);
  if (message["role"] === "tool") return [{ role: "tool", text: said }];
  const calls = asList(message["tool_calls"]).map((call) => ({ role: "assistant" as const, text: toJson(call) }));
  const role = message["role"] === "assistant" ? ("assistant" as const) : ("user" as const);
  return [...(said === "" ? [] : [{ role, text: said }]), ...calls];
}

function piecesOf(schema: unknown, tools: readonly Fields[], messages: readonly Fields[]): PromptPiece[] {
  return [
    ...(isFields(schema) ? [{ text: toJson(schema) }] : []),
    ...tools.map((tool) => ({ text: toJson(tool) })),
    ...messages.flatMap((message) => [
      { text: text(message["role"]) },
      { text: contentText(message["content"]) },
      ...asList(message["tool_calls"]).map((call) => ({ text: toJson(call) })),
    ]),
  ];
}
