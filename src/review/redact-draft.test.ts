import { describe, expect, test } from "vitest";
import { changeOf } from "../../test/support/change-of.ts";
import { draftOf, judgedOf, quoteOf } from "../../test/support/finding-of.ts";
import { publishers } from "./publishers/index.ts";
import { redactQuotedSecrets } from "./redact-draft.ts";

const hiding = (text: string, masked: string, line = 4) => judgedOf({ evidence: [{ ...quoteOf(text, line), masked }] });
const shown = (...judged: ReturnType<typeof judgedOf>[]) =>
  redactQuotedSecrets(draftOf(changeOf({}), judged))
    .judged.at(-1)!
    .finding.evidence.map((quote) => quote.masked ?? quote.text);

describe("a second finding does not reveal what the first redacts", () => {
  test("on the same line, whatever its length", () => {
    expect(shown(hiding('login("abc")', 'login("…")'), judgedOf({ line: 4, text: 'login("abc")' }))).toEqual([
      'login("…")',
    ]);
  });

  test("on lines around it", () => {
    expect(shown(hiding('login("abc")', 'login("…")'), judgedOf({ line: 3, text: 'a\nlogin("abc")\nb' }))).toEqual([
      "…",
    ]);
  });

  test("where the same value occurs again", () => {
    expect(shown(hiding("key=hunter22", "key=…"), judgedOf({ line: 90, text: "print hunter22" }))).toEqual(["print …"]);
  });

  test("other lines, files and sides are shown", () => {
    const before = quoteOf('login("abc")', 4, "src/app.ts", "base");
    const evidence = [quoteOf("a", 5), quoteOf("b", 4, "src/b.ts"), before];
    expect(
      shown(hiding('login("abc")', 'login("…")'), judgedOf({ evidence: [evidence[0]!, ...evidence.slice(1)] })),
    ).toEqual(["a", "b", 'login("abc")']);
  });
});

test.each([...publishers])("no secret is shown as $id", (publisher) => {
  const draft = draftOf(changeOf({}), [hiding("pw=abc", "pw=…"), judgedOf({ line: 4, text: "pw=abc" })]);
  const printed = publisher.render(draft, { colour: false, width: 80, version: "1" });
  expect(printed).toContain("pw=…");
  expect(printed).not.toContain("pw=abc");
});
