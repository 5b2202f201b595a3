// Validates every document against GitHub's published schema.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { buildSchema, parse, validate, type GraphQLSchema } from "graphql";
import { beforeAll, expect, test } from "vitest";
import type { Document } from "../document.ts";

const folder = import.meta.dirname;
const files = globSync("*.ts", { cwd: folder }).filter((file) => !file.endsWith(".test.ts"));

let schema: GraphQLSchema;
beforeAll(() => {
  const sdl = new URL("schema.graphql", import.meta.resolve("@octokit/graphql-schema"));
  schema = buildSchema(readFileSync(sdl, "utf8"), { assumeValid: true, assumeValidSDL: true });
});

async function documentsOf(file: string): Promise<Document[]> {
  const exported = Object.values((await import(join(folder, file))) as Record<string, unknown>);
  return exported.filter((value): value is Document => typeof (value as Partial<Document> | null)?.text === "string");
}

test.each(files)("%s contains one document that is valid in GitHub's schema", async (file) => {
  const documents = await documentsOf(file);
  expect(documents).toHaveLength(1);
  const parsed = parse(documents[0]!.text);
  expect(validate(schema, parsed).map((error) => error.message)).toEqual([]);
  const operations = parsed.definitions.filter((definition) => definition.kind === "OperationDefinition");
  expect(operations.map(({ operation }) => operation)).toEqual([documents[0]!.kind]);
});

test("no other folder contains a document", () => {
  const others = globSync("*.ts", { cwd: join(folder, "..") }).filter((file) => !file.endsWith(".test.ts"));
  const strays = others.filter((file) =>
    /[`"]\s*(?:query|mutation|fragment)\b[^`"]*\{/.test(readFileSync(join(folder, "..", file), "utf8")),
  );
  expect(strays).toEqual([]);
});

test("the validation detects an unknown field", () => {
  const errors = validate(schema, parse("query { viewer { nickname } }"));
  expect(errors.map((error) => error.message)).toEqual([expect.stringContaining("nickname")]);
});
