// Tests packing of delivery bodies.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { packed, unpacked } from "./packed-bodies.ts";

const bodies = fc.array(fc.oneof(fc.string({ unit: "binary", maxLength: 300 }), fc.json()), { maxLength: 40 });

test("each body is found at its offset, in any number and of any kind", () => {
  fc.assert(
    fc.property(bodies, fc.boolean(), (texts, asBytes) => {
      const { bytes, parts } = packed(texts.map((text) => (asBytes ? Buffer.from(text) : text)));
      expect(parts.map(unpacked(bytes))).toEqual(texts.map((text) => Buffer.from(text).toString("utf8")));
    }),
  );
});

test("earlier bodies stay unchanged after larger ones are added", () => {
  const first = packed(["a".repeat(1000), "b"]);
  const large = "c".repeat(9 * 1024 * 1024);
  const then = packed([large, "d".repeat(5000)]);
  expect(first.parts.map(unpacked(first.bytes))).toEqual(["a".repeat(1000), "b"]);
  expect(then.parts.map(unpacked(then.bytes))).toEqual([large, "d".repeat(5000)]);
});
