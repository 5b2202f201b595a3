import fc from "fast-check";
import { expect, test } from "vitest";
import { encodings, haystackOf } from "../../test/support/canaries/encodings.ts";
import { canaryKinds, canaryOf } from "../../test/support/canaries/kinds.ts";
import { replaceSecrets } from "./quoted-secrets.ts";
import { redactValues, streamRedactor } from "./redact-values.ts";

test("every kind of secret is redacted in every encoding", () => {
  for (const kind of canaryKinds)
    for (const encoding of encodings) {
      const canary = canaryOf(kind, "forms");
      for (const piece of canary.pieces)
        for (const around of ["", "x", "user:", "Authorization: Basic "]) {
          const text = `said: ${encoding.write(`${around}${piece}`)} and more`;
          expect(haystackOf([text]).has(canary, encoding)).toBe(true);
          const safe = redactValues(text, canary.pieces);
          expect(encodings.filter((one) => haystackOf([safe]).has(canary, one))).toEqual([]);
          expect(safe).toMatch(/^said: .* and more$/);
        }
    }
});

test("nested escapes are redacted too", () => {
  const secret = 'pa"ss\\wo rd/1+2';
  const once = JSON.stringify({ why: secret });
  for (const text of [once, JSON.stringify(once), JSON.stringify(JSON.stringify(once))])
    expect(redactValues(text, [secret])).not.toContain("rd/1");
});

test("values too short to be secrets stay", () => {
  expect(redactValues("abc and the rest", ["abc", ""])).toBe("abc and the rest");
});

test("one secret within another: the longer goes first", () => {
  expect(redactValues("longer-key-1 longer-key", ["longer-key", "longer-key-1"])).toBe("*** ***");
});

test("property: no secret remains in any text, in any encoding", () => {
  const secret = fc.string({ minLength: 9, maxLength: 40 }).filter((text) => !text.includes("*"));
  fc.assert(
    fc.property(secret, fc.string(), fc.constantFrom(...encodings), (value, before, encoding) => {
      expect(redactValues(`${before}${value}${before}`, [value])).not.toContain(value);
      const text = encoding.write(`${before}${value}`);
      expect(encoding.needles(value).filter((needle) => redactValues(text, [value]).includes(needle))).toEqual([]);
    }),
  );
});

/** A run of letters and digits, two secrets that overlap in it or of which one holds the other, and pieces of a text. */
const overlapping = fc
  .tuple(
    fc.string({ unit: fc.constantFrom("a", "b", "C", "D", "0", "9"), minLength: 16, maxLength: 40 }),
    fc.nat({ max: 8 }),
    fc.nat({ max: 8 }),
    fc.boolean(),
  )
  .map(([run, first, second, contained]) => ({
    run,
    values: contained ? [run, run.slice(first, -second || undefined)] : [run.slice(0, 8 + first), run.slice(first)],
  }));

test("law: of secrets that overlap, nothing is left, in whatever order they are known", () => {
  fc.assert(
    fc.property(overlapping, fc.boolean(), ({ run, values }, turned) => {
      const known = turned ? values.toReversed() : values;
      expect(redactValues(`<${run}>`, known)).toBe("<***>");
      expect(replaceSecrets(`<${run}>`, known)).toBe("<…>");
    }),
  );
});

test("law: a text in pieces is redacted like the whole, also where secrets overlap", () => {
  fc.assert(
    fc.property(fc.array(overlapping, { minLength: 1, maxLength: 3 }), fc.array(fc.nat({ max: 50 })), (all, cuts) => {
      const values = all.flatMap((one) => one.values);
      const text = all.map(({ run }) => `<${run}>${run}`).join("-");
      const redactor = streamRedactor(values);
      let [at, done] = [0, ""];
      for (const length of cuts) done += redactor.take(text.slice(at, (at += length)));
      expect(`${done}${redactor.take(text.slice(at))}${redactor.rest()}`).toBe(redactValues(text, values));
    }),
  );
});
