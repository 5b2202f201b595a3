import { expect, test } from "vitest";
import type { Check } from "../../findings/report.ts";
import { advisoryNote, checkList, checkPage, checksJson } from "./checks-texts.ts";

const kind = { severity: "low", category: "style", says: "it is so" } as const;
const check = (unproven?: Check["unproven"]): Check => ({
  id: "sums",
  title: "Sums",
  passes: ["diff-specific"],
  explains: "Adds up.",
  kinds: { wrong: kind, odd: kind },
  examples: { bad: [], good: [] },
  when: () => true,
  run: () => Promise.reject(new Error("not asked")),
  ...(unproven !== undefined && { unproven }),
});
const screen = { colour: false, width: 100 };

test.each<[string, Check["unproven"], string, RegExp, string[]]>([
  ["posts", undefined, "Sums", /^$/, []],
  ["advises", true, "Sums (advisory)", /^ Advisory unless/, ["wrong", "odd"]],
  ["advises with some kinds", ["odd"], "Sums (partly advisory)", /^ `odd` advise only unless/, ["odd"]],
])("a check that %s says so in every list", (_what, unproven, title, note, kinds) => {
  const one = check(unproven);
  expect(checkList([one], screen)).toContain(`sums  ${title}\n`);
  expect(advisoryNote(one)).toMatch(note);
  expect(checksJson([one])).toMatchObject([{ advisory: unproven === true, advisoryKinds: kinds }]);
});

test("each advisory kind is marked on its page", () => {
  const lines = checkPage(check(["odd"]), screen).split("\n");
  expect(lines.filter((line) => line.endsWith("it is so (advisory)")).map((line) => line.trim().split(" ")[0])).toEqual(
    ["odd"],
  );
});
