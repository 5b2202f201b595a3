import fc from "fast-check";
import { expect, test } from "vitest";
import { redactLine, redactTokens } from "./redact-line.ts";
import { cases } from "../../test/support/cases.ts";

cases("%s", redactTokens, [
  ["the key abcdef123456 is wrong", ["abcdef123456"], "the key *** is wrong"],
  ["short ones such as abc stay", ["abc"], "short ones such as abc stay"],
  ["Incorrect key: sk-proj-AbCdEfGhIjKl0123456789", [], "Incorrect key: ***"],
  ["AIzaSyA1234567890123456789012345678901", [], "***"],
  ["Authorization: Bearer abcdefghijklmnop", [], "Authorization: Bearer ***"],
  ["one key in another: longer-key-1 longer-key", ["longer-key", "longer-key-1"], "one key in another: *** ***"],
  ["ask the task-list-of-many-words", [], "ask the task-list-of-many-words"],
]);

test("a message is one short line that no terminal obeys", () => {
  const text = `a\u001B[2Jb\r\nc\u202Ed\n${"x".repeat(1_000)}`;
  const line = redactLine(text, []);
  expect(line).toMatch(/^a \[2Jb c d x+…$/);
  expect(line.length).toBeLessThan(310);
});

test("property: no key in use remains in any text", () => {
  const key = fc.string({ minLength: 6, maxLength: 40 }).filter((text) => !/\*/.test(text) && text.trim().length >= 6);
  fc.assert(
    fc.property(key, fc.string(), fc.string(), (secret, before, after) => {
      expect(redactTokens(`${before} ${secret} ${after}`, [secret])).not.toContain(secret);
    }),
  );
});
