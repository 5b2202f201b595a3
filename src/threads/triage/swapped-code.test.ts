// Tests whether the replacement of quoted code has only the same form.
import fc from "fast-check";
import { expect, test } from "vitest";
import { addedSameKind } from "./fault-kinds.ts";
import { isSwapped } from "./swapped-code.ts";
import { codeTokens } from "./code-tokens.ts";

test.each<[boolean, string, string, string]>([
  // The same construct with another constant or member.
  [true, "rescue nil", "a = b.find(c) rescue nil", "a = (b.find(c) rescue false)"],
  [true, "utcnow", "a = datetime.utcnow()", "a = datetime.now()"],
  [true, "86400", "const a = 86400 * b;", "const a = 24 * 3600 * b;"],
  [true, "assert a > 0", "assert a > 0, 'b'", "assert a >= 0, 'b'"],
  [true, "make", "a := make([]string, 0)", "a := []string{}"],
  [true, "atoi(b)", "int a = atoi(b);", "int a = (int)atol(b);"],
  // Removed, reversed, or another condition.
  [false, ": any", "const a: any = b();", "const a = b();"],
  [false, "debug=True", "run(a, debug=True)", "run(a, debug=False)"],
  [false, "a == None", "if a == None:", "if a is None:"],
  // More of the statement changed than was quoted.
  [false, "forEach", "a.forEach(async (b) => save(b));", "await Promise.all(a.map((b) => save(b)));"],
  [false, "b.get(c)", "run(b.get(c));", "run(b.get(c));"],
])("%s: %s of %s became %s", (expected, quoted, before, now) => {
  expect(isSwapped(codeTokens(quoted), codeTokens(before), codeTokens(now))).toBe(expected);
});

test.each<[ReturnType<typeof addedSameKind>, string, string, string]>([
  ["came", ".expect(c)", "a = b.parse().expect(c);", "a = b.trim().parse().unwrap();"],
  ["gone", ".expect(c)", "a = b.parse().expect(c);", "a = b.parse()?;"],
  ["came", "md5", "a = md5(b)", "a = sha1(b)"],
  ["gone", "md5", "a = md5(b)", "a = sha256(b)"],
  ["unknown", "find(b)", "a = find(b)", "a = search(b)"],
])("%s: %s of %s became %s", (expected, quoted, before, now) => {
  expect(addedSameKind(codeTokens(quoted), codeTokens(before), codeTokens(now))).toBe(expected);
});

test("unchanged code was not swapped, whatever is quoted", () => {
  const code = fc.array(fc.constantFrom("a", "b", "(", ")", ".", "==", "1", '"', "[", "]"), { maxLength: 30 });
  fc.assert(
    fc.property(code, fc.nat(29), fc.nat(9), (all, from, length) => {
      expect(isSwapped(all.slice(from, from + length), all, all)).toBe(false);
    }),
  );
});
