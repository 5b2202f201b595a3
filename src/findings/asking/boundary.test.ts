import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { boundary, hides, showHiddenCharacters } from "./boundary.ts";

const nonce = "k3v9q2x7m1p5";
const { fence } = boundary(nonce);

/** What a reader who trusts only the mark takes for the fenced text. */
function inside(fenced: string): string {
  const lines = fenced.split("\n");
  const end = lines.findIndex((line) => line.startsWith(`<<<${nonce} end `));
  return lines.slice(1, end).join("\n");
}

const anyText = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string({
    unit: fc.constantFrom("\n", "<", ">", nonce, nonce.toUpperCase(), " end ", "begin", "\u200b", "\r", "a"),
  }),
  fc.array(fc.integer({ min: 0, max: 0xffff })).map((codes) => String.fromCharCode(...codes)),
);

describe("a fence", () => {
  test("surrounds the text with the nonce and a label", () => {
    expect(fence("file src/a.ts", "const a = 1;\n")).toBe(
      `<<<${nonce} begin file src/a.ts>>>\nconst a = 1;\n<<<${nonce} end file src/a.ts>>>\n`,
    );
  });

  test("cannot be closed, opened or renamed by its content", () => {
    fc.assert(
      fc.property(anyText, anyText, (label, text) => {
        const lines = fence(label, text).split("\n");
        expect(lines.map((line) => line.toLowerCase().split(nonce).length - 1)).toEqual([
          1,
          ...Array<number>(lines.length - 3).fill(0),
          1,
          0,
        ]);
        expect(lines.at(-2)!.startsWith(`<<<${nonce} end `)).toBe(true);
      }),
    );
  });

  test("shows hidden characters, and changes nothing else", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const within = inside(fence("text", text));
        expect(hides(within)).toBe(false);
        if (!hides(text) && !text.includes(nonce) && !/k3v9q2x7m1p5/i.test(text))
          expect(within).toBe(text.replace(/\n$/, ""));
      }),
    );
  });

  test("leaves code of any language and script unchanged", () => {
    const code = 'if (a < b && c > d) {\n\treturn "größer 大 🙂 א";\n}\n\n# <<<begin>>>';
    expect(inside(fence("code", code))).toBe(code);
  });

  test("accepts no nonce that a replacement could rebuild", () => {
    expect(() => boundary("short")).toThrow("nonce");
    expect(() => boundary("[mark][mark]")).toThrow("nonce");
  });
});

describe("hidden characters", () => {
  const points = Array.from({ length: 0x110000 }, (_, code) => code);
  const matching = (pattern: RegExp) => points.filter((code) => pattern.test(String.fromCodePoint(code)));

  test.each([
    ["ignorable by Unicode", /\p{Default_Ignorable_Code_Point}/u],
    ["controls of direction", /\p{Bidi_Control}/u],
    ["variation selectors", /\p{Variation_Selector}/u],
    ["tags", /[\u{e0000}-\u{e007f}]/u],
    // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
    ["controls", /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/u],
    ["halves of characters", /\p{Surrogate}/u],
  ])("%s are all shown by their code point", (_name, pattern) => {
    const found = matching(pattern);
    expect(found.length).toBeGreaterThan(10);
    const wrong = found.filter((code) => {
      const number = code.toString(16).toUpperCase().padStart(4, "0");
      return showHiddenCharacters(String.fromCodePoint(code)) !== `<U+${number}>`;
    });
    expect(wrong).toEqual([]);
  });

  test("there are 405 assigned invisible characters", () => {
    expect(
      matching(/(?=\p{Assigned})\p{Default_Ignorable_Code_Point}/u).filter((code) => hides(String.fromCodePoint(code))),
    ).toHaveLength(405);
  });

  test("a carriage return is shown, because it can overwrite a line", () => {
    expect(inside(fence("text", "safe\rharm\r\n"))).toBe("safe<U+000D>harm<U+000D>");
  });
});
