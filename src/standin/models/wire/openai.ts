// Implements what OpenAI's two APIs share: errors, keys, and strict schemas.
import { objectFields, isFields, asList, repeated, text, type Fields } from "./shape.ts";
import { Rejected, type ErrorAnswer, type Received } from "./wire.ts";

/** A fixed creation time, because the stand-in has no clock. */
export const createdAt = 1_790_000_000;

const types: Record<number, string> = { 400: "invalid_request_error", 401: "invalid_request_error", 429: "requests" };
const codes: Record<number, string> = { 401: "invalid_api_key", 429: "rate_limit_exceeded" };

export function error(status: number, message: string, param: string | null = null): ErrorAnswer {
  const type = types[status] ?? (status < 500 ? "invalid_request_error" : "server_error");
  return { status, body: { error: { message, type, param, code: codes[status] ?? null } } };
}

export function wrongKey(): ErrorAnswer {
  return error(401, "Incorrect API key provided. You can find your API key in your account's settings.");
}

export function overload(): ErrorAnswer {
  return error(429, "Rate limit reached for requests. Please try again later.");
}

export function bearer({ headers }: Received): string | undefined {
  return headers.authorization?.replace(/^Bearer /, "");
}

export function openaiBody({ body }: Received): Fields & { model: string } {
  if (!isFields(body)) throw new Rejected("We could not parse the JSON body of your request.");
  if (typeof body["model"] !== "string" || body["model"] === "")
    throw new Rejected("you must provide a model parameter", "model");
  return { ...body, model: body["model"] };
}

/** `path`: where the API expects a function's name. */
export function checkTools(tools: readonly Fields[], path: string): void {
  for (const [at, tool] of tools.entries())
    if (!/^[a-zA-Z0-9_-]{1,64}$/.test(text(tool["name"])))
      throw new Rejected(
        `Invalid 'tools[${at}].${path}': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.`,
        `tools[${at}].${path}`,
      );
  const twice = repeated(tools.map((tool) => text(tool["name"])));
  if (twice !== undefined) throw new Rejected(`Duplicate tool name: '${twice}'.`, "tools");
}

/** The schema of an answer format, or null; `whole` returns all text of the request. */
export function schemaOf(format: Fields, param: string, whole: () => string): unknown {
  if (format["type"] === "json_object" && !/json/i.test(whole()))
    throw new Rejected(
      `The input must contain the word 'json' in some form, to use '${param}' of type 'json_object'.`,
      param,
    );
  if (format["type"] !== "json_schema") return null;
  const name = text(format["name"]);
  if (!/^[a-zA-Z0-9_-]{1,64}$/.test(name)) throw new Rejected(`Missing required parameter: '${param}.name'.`, param);
  const { schema } = format;
  if (!isFields(schema)) throw new Rejected(`Missing required parameter: '${param}.schema'.`, param);
  if (format["strict"] === true) checkStrict(schema, name, [], true);
  return schema;
}

const refused = [
  "allOf",
  "oneOf",
  "not",
  "if",
  "then",
  "else",
  "dependentRequired",
  "dependentSchemas",
  "propertyNames",
  "patternProperties",
  "uniqueItems",
];

function checkStrict(schema: unknown, name: string, where: readonly string[], isRoot: boolean): void {
  if (!isFields(schema)) return;
  const fail = (why: string): never => {
    const context = `(${where.map((part) => `'${part}'`).join(", ")})`;
    throw new Rejected(
      `Invalid schema for response_format '${name}': In context=${context}, ${why}`,
      "text.format.schema",
    );
  };
  if (isRoot && schema["type"] !== "object") fail(`schema must be a JSON Schema of 'type: "object"'.`);
  const bad = refused.find((keyword) => keyword in schema);
  if (bad !== undefined) fail(`'${bad}' is not permitted.`);
  if (schema["type"] === "object") {
    if (schema["additionalProperties"] !== false)
      fail("'additionalProperties' is required to be supplied and to be false.");
    const missing = Object.keys(objectFields(schema["properties"])).find(
      (key) => !asList(schema["required"]).includes(key),
    );
    if (missing !== undefined)
      fail(
        `'required' is required to be supplied and to be an array including every key in properties. Missing '${missing}'.`,
      );
  }
  for (const group of ["properties", "$defs", "definitions"])
    for (const [key, inner] of Object.entries(objectFields(schema[group])))
      checkStrict(inner, name, [...where, group, key], false);
  for (const [at, inner] of asList(schema["anyOf"]).entries())
    checkStrict(inner, name, [...where, "anyOf", String(at)], false);
  checkStrict(schema["items"], name, [...where, "items"], false);
}

/** The text parts of a message in either API. */
export function contentText(content: unknown): string {
  if (typeof content === "string") return content;
  return asList(content)
    .map((part) => text(objectFields(part)["text"]) || text(objectFields(part)["refusal"]))
    .join("\n");
}
