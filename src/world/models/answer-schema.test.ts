import { describe, expect, test } from "vitest";
import { z } from "zod";
import { fitsStrictMode, jsonSchemaOf } from "./answer-schema.ts";
import { cases } from "../../../test/support/cases.ts";

describe("a schema for vendors", () => {
  test("closes its objects and describes the input type, not the output type", () => {
    const type = z.object({ line: z.int(), note: z.string().default("none"), at: z.string().transform(Number) });
    const schema = jsonSchemaOf(type);
    expect(schema).toMatchObject({ type: "object", additionalProperties: false, required: ["line", "at"] });
    expect(schema).not.toHaveProperty("$schema");
  });

  test("keeps open objects open", () => {
    expect(jsonSchemaOf(z.record(z.string(), z.int()))).toMatchObject({ additionalProperties: { type: "integer" } });
  });
});

cases("OpenAI's strict mode for %s", (_, type) => fitsStrictMode(jsonSchemaOf(type)), [
  ["all required, nested", z.object({ a: z.array(z.object({ b: z.string().nullable() })) }), true],
  ["an enum and a union", z.object({ a: z.enum(["x", "y"]), b: z.union([z.string(), z.int()]) }), true],
  ["something optional", z.object({ a: z.string().optional() }), false],
  ["something optional, deep down", z.object({ a: z.array(z.object({ b: z.int().optional() })) }), false],
  ["an open object", z.object({ a: z.record(z.string(), z.string()) }), false],
  ["a length", z.object({ a: z.string().max(10) }), false],
  ["a property with the name of a keyword", z.object({ not: z.string(), if: z.string() }), true],
]);
