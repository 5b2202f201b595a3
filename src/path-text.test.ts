import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { pathText } from "./path-text.ts";
import { cases } from "../test/support/cases.ts";

const utf8 = (text: string) => new TextEncoder().encode(text);

describe("the bytes of a path", () => {
  test.each([
    "src/a.ts",
    "日本/ü 🎉",
    'with "quotes"',
    '"quoted"',
    "back\\slash",
    "new\nline",
    "\ufeffmarked",
    "\ufffd",
    "",
  ])("that are UTF-8 are that text: %j", (text) => expect(pathText(utf8(text))).toBe(text));

  cases("that are not are written as git writes them: %j is %s", (bytes) => pathText(Uint8Array.from(bytes)), [
    [[0x63, 0x61, 0x66, 0xe9], '"caf\\351"'],
    [[0xff], '"\\377"'],
    [[0x22, 0x5c, 0x0a, 0xff], '"\\"\\\\\\012\\377"'],
    [[0xed, 0xa0, 0x80], '"\\355\\240\\200"'],
    [[0xc3], '"\\303"'],
  ]);

  test("a name that only looks like an encoded path is distinguished", () => {
    expect(pathText(utf8('"\\377"'))).not.toBe(pathText(Uint8Array.from([0xff])));
  });

  test("no two paths fall together", () => {
    // Bytes that are likely to meet: quotes, backslashes, octal digits, and what is not UTF-8.
    const byte = fc.constantFrom(0x22, 0x5c, 0x33, 0x37, 0x61, 0xc3, 0xa9, 0xff);
    const path = fc.oneof(
      fc.array(byte, { maxLength: 6 }).map((bytes) => Uint8Array.from(bytes)),
      fc.array(byte, { maxLength: 3 }).map((bytes) => utf8(pathText(Uint8Array.from(bytes)))),
    );
    fc.assert(
      fc.property(path, path, (one, other) => {
        expect(pathText(one) === pathText(other)).toBe(Buffer.compare(one, other) === 0);
      }),
      { numRuns: 3000 },
    );
  });
});
