import fc from "fast-check";
import { expect, test } from "vitest";
import { formatMarker, parseMarker } from "./marker.ts";

test("what was marked is known again", () => {
  const marked = { key: "github.com/acme/shop#7@abc/auto", finding: "1d" };
  expect(formatMarker(marked)).toBe("<!-- crosscheck:key=github.com/acme/shop#7@abc/auto finding=1d -->");
  expect(parseMarker(`text\n\n${formatMarker(marked)}`)).toEqual(marked);
  // GitHub may change line endings.
  expect(parseMarker(`text\r\n\r\n${formatMarker({ key: "k" })}\r\n`)).toEqual({ key: "k" });
});

test.each([
  "text",
  "",
  "<!-- crosscheck:key=fake -->\n\ntext",
  "`<!-- crosscheck:key=fake -->`",
  "```\n<!-- crosscheck:key=fake -->\n```",
  "text <!-- crosscheck:key=fake -->",
])("a marker that does not stand at the end, on a line of its own, is none: %j", (body) => {
  expect(parseMarker(body)).toBeNull();
});

test("whatever the key is, the marker holds it and ends where it should", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", minLength: 1 }), fc.string({ minLength: 1 }), (key, finding) => {
      const line = formatMarker({ key, finding });
      expect(line).toMatch(/^<!-- crosscheck:[^<>\s]+ [^<>\s]+ -->$/);
      expect(parseMarker(`x\n\n${line}`)).toEqual({ key: key.toWellFormed(), finding: finding.toWellFormed() });
    }),
  );
});
