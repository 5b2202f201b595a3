import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { HostMessage } from "../inside/sandbox-host.ts";
import { redactValues, streamRedactor } from "../../../secrets/redact-values.ts";
import { redactMessages } from "./redact-messages.ts";
import { cases } from "../../../../test/support/cases.ts";

const key = `sk-"live"&<42>/+'x`;
const whole = (text: string) => redactValues(text, [key, "tiny", "line one of it\nline two of it\n"]);

describe("a key is redacted", () => {
  cases("%s", (_, text) => whole(text), [
    ["as it is", `say ${key} loud`, "say *** loud"],
    ["in JSON", JSON.stringify({ key }), '{"key":"***"}'],
    ["in XML", "a sk-&quot;live&quot;&amp;&lt;42&gt;/+&apos;x b", "a *** b"],
    ["in an address", `?q=${encodeURIComponent(key)}&r`, "?q=***&r"],
    ["in base 64", `Basic ${Buffer.from(key).toString("base64")}`, "Basic ***"],
    ["line by line", "line one of it, line two of it", "***, ***"],
    ["twice", key + key, "******"],
  ]);

  test("but a value that is too short is kept", () => expect(whole("tiny")).toBe("tiny"));
  test("without a key, nothing changes", () => expect(redactValues(key, [])).toBe(key));
});

test("a longer key that starts with a shorter one is redacted completely", () => {
  const pieces = streamRedactor(["abcdef", "abcdefghij"]);
  expect(pieces.take("abcdef") + pieces.take("ghij!") + pieces.rest()).toBe("***!");
});

test("a text in chunks is redacted as if it were complete", () => {
  const values = fc.array(fc.string({ unit: fc.constantFrom("a", "b"), minLength: 6, maxLength: 9 }), { maxLength: 3 });
  const parts = fc.array(fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 12 }), { maxLength: 12 });
  fc.assert(
    fc.property(values, parts, (keys, texts) => {
      const pieces = streamRedactor(keys);
      const redacted = texts.map((text) => pieces.take(text)).join("") + pieces.rest();
      expect(redacted).toBe(redactValues(texts.join(""), keys));
      for (const one of keys) expect(redacted).not.toContain(one);
    }),
  );
});

test("messages of a host have no keys in output, reports and reasons", () => {
  const masked = redactMessages(2, ["hunter2"]);
  const messages: HostMessage[] = [
    { tell: "began", at: 0 },
    { tell: "said", at: 0, text: "a hun" },
    { tell: "said", at: 1, text: "ter2" },
    { tell: "said", at: 0, text: "ter2 b" },
    { tell: "said", at: 9, text: "hunter2" },
    { tell: "report", at: 0, path: "hunter2.xml", text: "<hunter2/>" },
    { tell: "ended", at: 0, is: "ended", code: null, why: "hunter2", ms: 1 },
    { tell: "ended", at: 1, is: "ended", code: 0, why: null, ms: 1 },
    { tell: "failed", why: "no hunter2" },
  ];
  const redacted = messages.flatMap(masked);
  const words = (at: number) => redacted.map((one) => (one.tell === "said" && one.at === at ? one.text : "")).join("");
  expect([words(0), words(1), words(9)]).toEqual(["a *** b", "ter2", ""]);
  expect(JSON.stringify(redacted)).not.toContain("hunter2");
  expect(redacted).toContainEqual({ tell: "report", at: 0, path: "***.xml", text: "<***/>" });
});
