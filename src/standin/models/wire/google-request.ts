// Parses a Gemini request.
import type { PromptPiece } from "../cache.ts";
import type { ScriptedRequest } from "../story.ts";
import { objectFields, isFields, toJson, asList, repeated, text, type Fields } from "./shape.ts";
import { isAnswerTool, Rejected, type Received, type Understood } from "./wire.ts";

const known = new Set([
  "contents",
  "systemInstruction",
  "tools",
  "toolConfig",
  "generationConfig",
  "safetySettings",
  "cachedContent",
  "labels",
  "serviceTier",
]);

interface Content {
  role: string;
  parts: readonly Fields[];
}

export function parseGoogleRequest({ path, query, body }: Received): Understood {
  const [model = "", verb = ""] = path.slice("/v1beta/models/".length).split(":");
  const stream = verb === "streamGenerateContent";
  if (stream && query.get("alt") !== "sse") throw new Rejected("only alt=sse is imitated here");
  if (!isFields(body)) throw new Rejected("Invalid JSON payload received. Expected an object.");
  for (const name of Object.keys(body))
    if (!known.has(name))
      throw new Rejected(`Invalid JSON payload received. Unknown name "${name}": Cannot find field.`);
  const contents = contentsOf(body["contents"]);
  checkCalls(contents);
  if (/^gemini-[3-9]/.test(model)) checkSignatures(contents);
  const functions = asList(body["tools"]).flatMap((tool) =>
    asList(objectFields(tool)["functionDeclarations"]).map(objectFields),
  );
  checkFunctions(functions);
  const format = objectFields(body["generationConfig"]);
  const isJson = format["responseMimeType"] === "application/json";
  if (isJson && functions.length > 0 && /^gemini-[12]/.test(model))
    throw new Rejected("Function calling with a response mime type: 'application/json' is unsupported");
  const answerTool = functions.find((one) => isAnswerTool(text(one["name"])));
  const schema = format["responseJsonSchema"] ?? format["responseSchema"] ?? null;
  if (schema !== null && !isJson)
    throw new Rejected("For controlled generation, a JSON schema needs the response mime type 'application/json'.");
  const system = asList(objectFields(body["systemInstruction"])["parts"]).map((part) =>
    text(objectFields(part)["text"]),
  );
  return {
    model,
    system: system.join("\n"),
    turns: contents.flatMap(turnsOf),
    tools: functions.filter((one) => one !== answerTool).map((one) => text(one["name"])),
    schema: schema ?? parametersOf(answerTool) ?? null,
    stream,
    pieces: piecesOf(schema, functions, system, contents),
    answerTool: answerTool ? text(answerTool["name"]) : null,
    raw: body,
  };
}

function parametersOf(declared: Fields | undefined): unknown {
  return declared?.["parametersJsonSchema"] ?? declared?.["parameters"];
}

function contentsOf(value: unknown): Content[] {
  if (!Array.isArray(value) || value.length === 0)
    throw new Rejected("* GenerateContentRequest.contents: contents is not specified\n");
  return value.map((content: unknown, at) => {
    const { role, parts } = objectFields(content);
    if (role !== "user" && role !== "model") throw new Rejected("Please use a valid role: user, model.");
    if (!Array.isArray(parts) || parts.length === 0)
      throw new Rejected(`* GenerateContentRequest.contents[${at}].parts: contents.parts must not be empty.\n`);
    return { role, parts: parts.map(objectFields) };
  });
}

/** Every call must have a response in the next turn, and there are no other responses. */
function checkCalls(contents: readonly Content[]): void {
  const count = (content: Content | undefined, field: string) =>
    content?.parts.filter((part) => isFields(part[field])).length ?? 0;
  for (const [at, content] of contents.entries()) {
    const calls = count(content, "functionCall");
    if (count(contents[at + 1], "functionResponse") !== calls)
      throw new Rejected(
        "Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.",
      );
    if (at === 0 && count(content, "functionResponse") > 0)
      throw new Rejected("Please ensure that function response turn comes immediately after a function call turn.");
    if (calls > 0 && contents[at - 1]?.role !== "user")
      throw new Rejected(
        "Please ensure that function call turn comes immediately after a user turn or after a function response turn.",
      );
  }
}

function checkSignatures(contents: readonly Content[]): void {
  for (const [at, content] of contents.entries()) {
    const first = content.parts.find((part) => isFields(part["functionCall"]));
    if (first && typeof first["thoughtSignature"] !== "string")
      throw new Rejected(
        `Function call \`${text(objectFields(first["functionCall"])["name"])}\` in the ${at + 1}. content block is missing a \`thought_signature\`.`,
      );
  }
}

function checkFunctions(functions: readonly Fields[]): void {
  const names = functions.map((one) => text(one["name"]));
  if (names.some((name) => !/^[a-zA-Z_][a-zA-Z0-9_.:-]{0,127}$/.test(name)))
    throw new Rejected("* GenerateContentRequest.tools[0].function_declarations[0].name: Invalid function name.\n");
  const twice = repeated(names);
  if (twice !== undefined) throw new Rejected(`Duplicate function declaration found: ${twice}`);
}

function partText(part: Fields): string {
  if (typeof part["text"] === "string") return part["text"];
  const { response } = objectFields(part["functionResponse"]);
  if (response !== undefined) return text(objectFields(response)["content"]) || toJson(response);
  const { name, args } = objectFields(part["functionCall"]);
  return toJson(name === undefined ? part : { name, args });
}

function turnsOf({ role, parts }: Content): ScriptedRequest["turns"][number][] {
  return parts.map((part) => {
    if (isFields(part["functionResponse"])) return { role: "tool", text: partText(part) };
    return { role: role === "model" ? "assistant" : "user", text: partText(part) };
  });
}

function piecesOf(
  schema: unknown,
  functions: readonly Fields[],
  system: readonly string[],
  contents: readonly Content[],
): PromptPiece[] {
  return [
    ...(schema === null ? [] : [{ text: toJson(schema) }]),
    ...system.map((part) => ({ text: part })),
    ...functions.map((one) => ({ text: toJson(one) })),
    ...contents.flatMap(({ role, parts }) => [{ text: role }, ...parts.map((part) => ({ text: partText(part) }))]),
  ];
}
