import { piecesOf } from "../../../../test/support/pieces.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { openManualBoxes } from "./manual-boxes.ts";
import { cases } from "../../../../test/support/cases.ts";

const inBody = (body: string) => openManualBoxes({ body, issues: [] });

cases<[string, string, string[]]>("%s", (_, body) => inBody(body), [
  ["manual verification", "- [ ] Manual verification", ["Manual verification"]],
  ["said as done", "- [ ] Manually verified on staging", ["Manually verified on staging"]],
  ["tested by hand", "* [ ] Tested the login by hand", ["Tested the login by hand"]],
  ["QA", "1. [ ] QA sign-off", ["QA sign-off"]],
  ["UAT", "- [] UAT passed", ["UAT passed"]],
  ["user acceptance", "- [ ] User acceptance testing", ["User acceptance testing"]],
  ["a smoke test", "+ [ ] Smoke test in production", ["Smoke test in production"]],
  ["an environment", "- [ ] Verified in a browser", ["Verified in a browser"]],
  ["code in it", "- [ ] Manually tested `npm start`", ["Manually tested `npm start`"]],
  ["nested", "- steps\n  - [ ] manual QA", ["manual QA"]],
  ["below a heading", "## Manual verification\n\n- [ ] Log in\n- [x] Log out\n\n## Other\n- [ ] Docs", ["Log in"]],
  ["below bold words", "**QA:**\n- [ ] Open the page", ["Open the page"]],
  ["below bold words with the colon outside", "**QA**:\n- [ ] Open the page", ["Open the page"]],
  ["the same twice", "- [ ] QA\n- [ ] QA", ["QA"]],
  ["ticked", "- [x] Manually verified\n- [X] QA", []],
  ["another box", "- [ ] Documentation updated\n- [ ] Unit tests added", []],
  ["a word that only begins so", "- [ ] Update the manual\n- [ ] quack", []],
  ["in a fence", "```\n- [ ] Manual verification\n```", []],
  ["in a fence of tildes", "~~~md\n- [ ] QA\n~~~", []],
  ["in a comment", "<!--\n- [ ] Manual verification\n-->", []],
  ["quoted", "> - [ ] QA", []],
  ["no box", "Manually verified. QA is done.", []],
  ["a link", "- [QA](https://x.example)", []],
]);

test("in an issue too", () => {
  const issues = [{ reference: "#1", title: "", body: "- [ ] UAT by support" }];
  expect(openManualBoxes({ body: "", issues })).toEqual(["UAT by support"]);
});

test("any text gives a limited number of one-line items", () => {
  const piece = piecesOf("- [ ] ¦QA ¦manual ¦test ¦\n¦```¦<!--¦-->¦x ¦`¦# ¦**¦\r\n");
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 200 }), (pieces) => {
      const found = inBody(pieces.join(""));
      expect(found.length).toBeLessThanOrEqual(10);
      for (const one of found) expect(one).not.toMatch(/\n|^$/);
    }),
  );
});
