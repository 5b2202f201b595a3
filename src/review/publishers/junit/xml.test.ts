import { XMLParser, XMLValidator } from "fast-xml-parser";
import fc from "fast-check";
import { expect, test } from "vitest";
import { plain } from "../../words/text.ts";
import { element } from "./xml.ts";

const parser = new XMLParser({ ignoreAttributes: false, trimValues: false, parseTagValue: false, htmlEntities: true });

test("nested elements are indented, empty ones closed, text unchanged", () => {
  expect(
    element({
      name: "a",
      attributes: { n: 1, t: "x" },
      children: [
        { name: "b", attributes: {} },
        { name: "c", attributes: {}, text: "one\n two" },
      ],
    }),
  ).toBe('<a n="1" t="x">\n  <b/>\n  <c>one\n two</c>\n</a>');
});

test.each([
  ["markup", `<b a="'">&amp;]]>`, "&lt;b a=&quot;'&quot;&gt;&amp;amp;]]&gt;"],
  ["a control character", "a\u0000b\u001b", "a&lt;U+0000&gt;b&lt;U+001B&gt;"],
  ["half a pair", "a\ud800b", "a&lt;U+D800&gt;b"],
  ["a whole pair", "\u{1f600}", "\u{1f600}"],
  ["what XML forbids by name", "\ufffe\uffff", "&lt;U+FFFE&gt;&lt;U+FFFF&gt;"],
])("%s", (_name, text, written) => {
  expect(element({ name: "a", attributes: {}, text })).toBe(`<a>${written}</a>`);
});

test("a newline in an attribute survives", () => {
  expect(element({ name: "a", attributes: { t: "one\ntwo" } })).toBe('<a t="one&#10;two"/>');
});

test("any text is parsed back as shown", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const written = element({ name: "a", attributes: { t: text }, text });
      expect(XMLValidator.validate(written)).toBe(true);
      const read = parser.parse(written) as { a: string | { "@_t": string; "#text"?: string } };
      const shown = plain(text).replaceAll(
        /[\ufffe\uffff]/g,
        (one) => `<U+${one.charCodeAt(0).toString(16).toUpperCase()}>`,
      );
      expect(read.a).toMatchObject({ "@_t": shown, ...(shown !== "" && { "#text": shown }) });
    }),
  );
});
