// Adapts JSON Schemas to each vendor. Constraints that a vendor cannot express are validated by us afterwards.
import { z, type ZodType } from "zod";

type Schema = Record<string, unknown>;

/** The schema of the input, before defaults and transforms; objects are closed. */
export function jsonSchemaOf(type: ZodType): Schema {
  const { $schema: _, ...schema } = z.toJSONSchema(type, {
    io: "input",
    unrepresentable: "any",
    override({ jsonSchema }) {
      if (jsonSchema.type === "object" && jsonSchema.properties && jsonSchema.additionalProperties === undefined)
        jsonSchema.additionalProperties = false;
    },
  });
  return schema;
}

/** Keywords that OpenAI's strict mode refuses. */
const notStrict = ["minLength", "maxLength", "propertyNames", "patternProperties", "allOf", "oneOf", "not", "if"];

/** Strict mode requires every property and closed objects; otherwise the request is refused. */
export function fitsStrictMode(schema: unknown): boolean {
  if (Array.isArray(schema)) return schema.every(fitsStrictMode);
  if (typeof schema !== "object" || schema === null) return true;
  const { type, properties, required, additionalProperties, ...rest } = schema as Schema;
  if (notStrict.some((word) => word in rest)) return false;
  if (type === "object" && !closed(properties, required, additionalProperties)) return false;
  return [...Object.values(rest), ...Object.values((properties as Schema) ?? {})].every(fitsStrictMode);
}

function closed(properties: unknown, required: unknown, additional: unknown): boolean {
  const names = Object.keys((properties as Schema) ?? {});
  const needed = Array.isArray(required) ? required : [];
  return additional === false && names.every((name) => needed.includes(name));
}
