// an added or deleted file says so
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readByElement } from "./json-by-element.ts";

const list = ["data", "nodes"];

async function* cut(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text, "utf8");
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function read(text: string, size = 7, each: (element: unknown) => unknown = (element) => element) {
  return await readByElement(cut(text, size), { list, begin: () => each });
}

describe("JSON with a long list in it", () => {
  test("is parsed like JSON.parse, with any layout and chunks", async () => {
    const value = fc.record({
      data: fc.oneof(fc.record({ nodes: fc.array(fc.jsonValue()), after: fc.jsonValue() }), fc.jsonValue()),
      errors: fc.jsonValue(),
    });
    await fc.assert(
      fc.asyncProperty(
        value,
        fc.integer({ min: 1, max: 40 }),
        fc.constantFrom(undefined, 1, "\t"),
        async (any, size, space) => {
          const text = JSON.stringify(any, null, space);
          expect(await read(text, size)).toEqual(JSON.parse(text));
        },
      ),
    );
  });

  test("passes each element once, in order, and keeps the result", async () => {
    const elements: unknown[] = [];
    const each = (element: unknown) => elements.push(element);
    const text = '{"data":{"x":["no"],"nodes":[{"a":"],[\\"}"}, null ,["–"]],"nodes2":["no"]}}';
    expect(await read(text, 3, each)).toEqual({ data: { x: ["no"], nodes: [1, 2, 3], nodes2: ["no"] } });
    expect(elements).toEqual([{ a: '],["}' }, null, ["–"]]);
  });

  test("ignores other lists of the same name", async () => {
    const text = '{"nodes":[1],"data":[{"nodes":[2]}],"other":{"data":{"nodes":[3]}}}';
    const each = () => expect.unreachable();
    expect(await read(text, 5, each)).toEqual(JSON.parse(text));
  });

  test.each(["", "{", '{"data":{"nodes":[{"a":1]}}', '{"data":{"nodes":[1,2', "<html>"])(
    "that is invalid is an error: %j",
    async (text) => {
      await expect(read(text)).rejects.toBeInstanceOf(SyntaxError);
    },
  );
});
