// Validates answer schemas by Anthropic's subset of JSON Schema.
import { objectFields, isFields, asList } from "./shape.ts";
import { Rejected } from "./wire.ts";

const refused = [
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "minLength",
  "maxLength",
  "maxItems",
  "uniqueItems",
  "minProperties",
  "maxProperties",
  "oneOf",
  "not",
  "if",
  "patternProperties",
];

/** Limits of the vendor's grammar compiler. */
const mostUnions = 16;
const mostOptional = 24;

export function checkAnswerSchema(schema: unknown): void {
  checkPart(schema);
  const unions = countIn(schema, (one) => (Array.isArray(one["anyOf"]) || Array.isArray(one["type"]) ? 1 : 0));
  if (unions > mostUnions)
    throw new Rejected(
      `Schemas contains too many parameters with union types (${unions} parameters with type arrays or anyOf). This causes exponential compilation cost. Reduce the number of nullable or union-typed parameters (limit: ${mostUnions}).`,
    );
  const optional = countIn(
    schema,
    (one) =>
      Object.keys(objectFields(one["properties"])).filter((key) => !asList(one["required"]).includes(key)).length,
  );
  if (optional > mostOptional)
    throw new Rejected(
      `Schemas contains too many optional parameters (${optional}), which would make grammar compilation inefficient. Reduce the number of optional parameters (limit: ${mostOptional}).`,
    );
}

function countIn(schema: unknown, count: (one: Record<string, unknown>) => number): number {
  if (!isFields(schema)) return 0;
  return innerSchemas(schema).reduce<number>((sum, inner) => sum + countIn(inner, count), count(schema));
}

function checkPart(schema: unknown): void {
  if (!isFields(schema)) throw new Rejected("output_config.format.schema: Input should be a valid dictionary");
  const bad = refused.find((keyword) => keyword in schema);
  if (bad !== undefined)
    throw new Rejected(
      `output_config.format.schema: For '${String(schema["type"])}' type, property '${bad}' is not supported`,
    );
  if (schema["type"] === "object" && schema["additionalProperties"] !== false)
    throw new Rejected(
      "output_config.format.schema: For 'object' type, 'additionalProperties' must be explicitly set to false",
    );
  for (const inner of innerSchemas(schema)) checkPart(inner);
}

function innerSchemas(schema: Record<string, unknown>): unknown[] {
  const named = ["properties", "$defs", "definitions"].flatMap((name) => Object.values(objectFields(schema[name])));
  const listed = ["anyOf", "allOf"].flatMap((name) => asList(schema[name]));
  return [...named, ...listed, ...(schema["items"] === undefined ? [] : [schema["items"]])];
}
