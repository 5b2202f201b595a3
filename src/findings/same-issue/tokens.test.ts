import { expect, test } from "vitest";
import { stem } from "./stem.ts";
import { issueTokens } from "./tokens.ts";
import { cases } from "../../../test/support/cases.ts";

test.each([
  ["validates validated validating validation validate"],
  ["deletes deleted deleting deletion delete"],
  ["stops stopped stopping stop"],
  ["query queries"],
  ["error errors"],
  ["concurrent"],
])("%s: one stem", (forms) => expect(new Set(forms.split(" ").map(stem)).size).toBe(1));

cases("%s", (_name, word) => stem(word), [
  ["a short word is left alone", "is", "is"],
  ["so is what an ending would eat up", "ring", "ring"],
  ["no word becomes nothing", "s", "s"],
]);

test.each<[string, string, string[]]>([
  ["identifiers in their words and whole", "parseHTTPHeader", ["pars", "http", "head", "#parsehttpheader"]],
  ["names with underscores", "max_retry_count", ["max", "retr", "count", "#max_retry_count"]],
  ["words that carry meaning alone", "it should not be used when the lock is held", ["lock", "held"]],
  ["no numbers", "line 42", ["lin"]],
  ["nothing of nothing", " ?! ", []],
])("terms are %s", (_name, text, terms) => expect([...issueTokens(text).terms.keys()]).toEqual(terms));

test("words are counted, runs of letters too, across the borders of words", () => {
  const { terms, grams, plain } = issueTokens("Lock, lock: user_id");
  expect(terms.get("lock")).toBe(2);
  expect(grams.get("lock")).toBe(2);
  expect(grams.get("k lo")).toBe(1);
  expect([...plain]).toEqual(["lock", "user", "id"]);
});
