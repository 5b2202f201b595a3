// Validates the turns of an Anthropic conversation: roles, and answers to every tool call.
import { objectFields, isFields, asList, text, type Fields } from "./shape.ts";
import { Rejected } from "./wire.ts";

export interface Message {
  role: string;
  content: readonly Fields[];
}

export function checkMessages(value: unknown): Message[] {
  if (!Array.isArray(value)) throw new Rejected("messages: Field required");
  if (value.length === 0) throw new Rejected("messages: at least one message is required");
  const messages = value.map(messageOf);
  if (messages[0]?.role !== "user") throw new Rejected('messages: first message must use the "user" role');
  for (const [at, message] of messages.entries()) checkAnswered(at, message, messages[at + 1], messages[at - 1]);
  return messages;
}

function messageOf(value: unknown, at: number): Message {
  const { role, content } = objectFields(value);
  if (role !== "user" && role !== "assistant")
    throw new Rejected(`messages.${at}.role: Input should be 'user' or 'assistant'`);
  if (typeof content === "string") {
    if (content === "") throw new Rejected(`messages.${at}: user messages must have non-empty content`);
    return { role, content: [{ type: "text", text: content }] };
  }
  if (!Array.isArray(content)) throw new Rejected(`messages.${at}.content: Field required`);
  for (const [part, block] of content.entries()) checkBlock(block, `messages.${at}.content.${part}`);
  return { role, content: content as Fields[] };
}

const blockTypes = new Set(["text", "image", "document", "tool_use", "tool_result", "thinking", "redacted_thinking"]);

function checkBlock(block: unknown, where: string): void {
  if (!isFields(block) || !blockTypes.has(text(block["type"])))
    throw new Rejected(`${where}: Input tag '${text(objectFields(block)["type"])}' found using 'type' is not expected`);
  if (block["type"] === "text" && text(block["text"]) === "")
    throw new Rejected("messages: text content blocks must be non-empty");
}

function checkAnswered(at: number, message: Message, next: Message | undefined, before: Message | undefined): void {
  const called = idsOf(message, "tool_use", "id");
  const answered = next ? idsOf(next, "tool_result", "tool_use_id") : [];
  const missing = called.filter((id) => !answered.includes(id));
  if (missing.length > 0)
    throw new Rejected(
      `messages.${at}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${missing.join(", ")}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`,
    );
  const known = before ? idsOf(before, "tool_use", "id") : [];
  const stray = idsOf(message, "tool_result", "tool_use_id").find((id) => !known.includes(id));
  if (stray !== undefined)
    throw new Rejected(
      `messages.${at}.content.0: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${stray}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`,
    );
}

function idsOf(message: Message, type: string, field: string): string[] {
  return asList(message.content)
    .map(objectFields)
    .filter((block) => block["type"] === type)
    .map((block) => text(block[field]));
}
