import fc from "fast-check";
import { expect, test } from "vitest";
import { formatMarker, parseMarker } from "./marker.ts";

test("a marker is recognised", () => {
  const marked = { key: "github.com/acme/shop#7@abc/auto", finding: "1d" };
  expect(formatMarker(marked)).toBe("<!-- crosscheck:key=github.com/acme/shop#7@abc/auto finding=1d -->");
  expect(parseMarker(`text\n\n${formatMarker(marked)}`)).toEqual(marked);
  const asking = { key: "k", reasons: ["serious-finding", "failed-concern"] };
  expect(parseMarker(formatMarker(asking))).toEqual(asking);
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
])("a marker that is not alone on the last line is ignored: %j", (body) => {
  expect(parseMarker(body)).toBeNull();
});

test("any key fits into a marker", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", minLength: 1 }), fc.string({ minLength: 1 }), (key, finding) => {
      const line = formatMarker({ key, finding });
      expect(line).toMatch(/^<!-- crosscheck:[^<>\s]+ [^<>\s]+ -->$/);
      expect(parseMarker(`x\n\n${line}`)).toEqual({ key: key.toWellFormed(), finding: finding.toWellFormed() });
    }),
  );
});
