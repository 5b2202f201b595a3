import fc from "fast-check";
import { expect, test } from "vitest";
import { pathText } from "../../../path-text.ts";
import { artifactUri } from "./artifact-uri.ts";
import { cases } from "../../../../test/support/cases.ts";

cases("%s", artifactUri, [
  ["src/app.ts", "src/app.ts"],
  ["a b.ts", "a%20b.ts"],
  ["c:/windows.ts", "c%3A/windows.ts"],
  ["what?#100%.ts", "what%3F%23100%25.ts"],
  ["src/größe.ts", "src/gr%C3%B6%C3%9Fe.ts"],
  ["back\\slash.ts", "back%5Cslash.ts"],
  ['"quoted".ts', "%22quoted%22.ts"],
  ['"caf\\351.js"', "caf%E9.js"],
  ["line\nbreak", "line%0Abreak"],
]);

test("the URI encodes the exact bytes of any path in ASCII", () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 40 }), (bytes) => {
      const uri = artifactUri(pathText(bytes));
      expect(uri).toMatch(/^(?:[\w.~/-]|%[0-9A-F]{2})+$/);
      const said = (uri.match(/%..|./g) ?? []).map((one) =>
        one.length === 3 ? Number.parseInt(one.slice(1), 16) : one.charCodeAt(0),
      );
      expect(said).toEqual([...bytes]);
    }),
  );
});
