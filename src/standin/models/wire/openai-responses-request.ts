// Parses an OpenAI Responses request.
import type { PromptPiece } from "../cache.ts";
import type { ScriptedRequest } from "../story.ts";
import { openaiBody, checkTools, contentText, schemaOf } from "./openai.ts";
import { objectFields, isFields, toJson, asList, text, type Fields } from "./shape.ts";
import { Rejected, type Received, type Understood } from "./wire.ts";

const roles = new Set(["system", "developer", "user", "assistant"]);
const itemTypes = new Set(["message", "function_call", "function_call_output", "reasoning", "item_reference"]);

/** `kept`: earlier answers, by id. */
export function makeUnderstand(kept: ReadonlyMap<string, Fields>): (received: Received) => Understood {
  return (received) => {
    const body = openaiBody(received);
    if (body["previous_response_id"] !== undefined && body["previous_response_id"] !== null)
      throw new Rejected("Previous response not found.", "previous_response_id");
    const items = inputOf(body["input"]).map((item, at) => itemOf(kept, item, at));
    checkCalls(items);
    const tools = asList(body["tools"]).map(objectFields);
    checkTools(tools, "name");
    const schema = schemaOf(objectFields(objectFields(body["text"])["format"]), "text.format", () =>
      items.map(itemText).join("\n"),
    );
    const instructions = text(body["instructions"]);
    const system = items.filter(isSystem).map(itemText);
    return {
      model: body.model,
      system: [...(instructions === "" ? [] : [instructions]), ...system].join("\n"),
      turns: items.filter((item) => !isSystem(item) && item["type"] !== "reasoning").map(turnOf),
      tools: tools.map((tool) => text(tool["name"])),
      schema,
      stream: body["stream"] === true,
      pieces: piecesOf(schema, tools, instructions, items),
      answerTool: null,
      raw: body,
    };
  };
}

function inputOf(input: unknown): readonly Fields[] {
  if (typeof input === "string") return [{ type: "message", role: "user", content: input }];
  if (!Array.isArray(input)) throw new Rejected("Missing required parameter: 'input'.", "input");
  if (input.length === 0) throw new Rejected("Invalid 'input': empty array. Expected at least one item.", "input");
  return input.map(objectFields);
}

function itemOf(kept: ReadonlyMap<string, Fields>, item: Fields, at: number): Fields {
  const type = text(item["type"]) || "message";
  if (!itemTypes.has(type)) throw new Rejected(`Invalid value: '${type}'.`, `input[${at}].type`);
  if (type === "item_reference") {
    const known = kept.get(text(item["id"]));
    if (!known) throw new Rejected(`Item with id '${text(item["id"])}' not found.`, "input", 404);
    return known;
  }
  if (type === "message" && !roles.has(text(item["role"])))
    throw new Rejected(
      `Invalid value: '${text(item["role"])}'. Supported values are: 'assistant', 'system', 'developer', and 'user'.`,
      `input[${at}].role`,
    );
  return { ...item, type };
}

function checkCalls(items: readonly Fields[]): void {
  const ids = (type: string) => items.filter((item) => item["type"] === type).map((item) => text(item["call_id"]));
  const called = ids("function_call");
  const answered = ids("function_call_output");
  const stray = answered.find((id) => !called.includes(id));
  if (stray !== undefined)
    throw new Rejected(`No tool call found for function call output with call_id ${stray}.`, "input");
  const open = called.find((id) => !answered.includes(id));
  if (open !== undefined) throw new Rejected(`No tool output found for function call ${open}.`, "input");
}

function isSystem(item: Fields): boolean {
  return item["role"] === "system" || item["role"] === "developer";
}

function itemText(item: Fields): string {
  if (item["type"] === "message") return contentText(item["content"]);
  if (item["type"] === "function_call_output") return contentText(item["output"]);
  // Ids differ from call to call and are not read by the model.
  return toJson({ name: item["name"], arguments: item["arguments"] });
}

function turnOf(item: Fields): ScriptedRequest["turns"][number] {
  const said = itemText(item);
  if (item["type"] === "function_call_output") return { role: "tool", text: said };
  return { role: item["type"] === "function_call" || item["role"] === "assistant" ? "assistant" : "user", text: said };
}

function piecesOf(
  schema: unknown,
  tools: readonly Fields[],
  instructions: string,
  items: readonly Fields[],
): PromptPiece[] {
  return [
    ...(isFields(schema) ? [{ text: toJson(schema) }] : []),
    ...tools.map((tool) => ({ text: toJson(tool) })),
    { text: instructions },
    ...items.flatMap((item) => [{ text: text(item["role"]) || text(item["type"]) }, { text: itemText(item) }]),
  ];
}
