// Tests which sentences count as concerns.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findConcerns } from "./concerns.ts";

function inBody(body: string): string[] {
  return findConcerns({ body, issues: [], request: null }).map((concern) => concern.text);
}

describe("explicit concerns", () => {
  test("is numbered, open, and has its source", () => {
    const concerns = findConcerns({
      request: "Please check the retry path. Old clients must not break.",
      body: "Adds a cache.\n\n- [ ] Existing sessions should be unaffected\n",
      issues: [{ reference: "#7", title: "Slow", body: "It is slow.\nThe export must still work offline!" }],
    });
    expect(concerns).toEqual([
      { id: "V1", text: "Please check the retry path.", source: "request", status: "open", how: null },
      { id: "V2", text: "Old clients must not break.", source: "request", status: "open", how: null },
      { id: "V3", text: "Existing sessions should be unaffected", source: "body", status: "open", how: null },
      { id: "V4", text: "The export must still work offline!", source: "issue", status: "open", how: null },
    ]);
  });

  test.each([
    "The public API must not break.",
    "This shouldn't change the wire format",
    "Login must never be affected or leak a token",
    "Existing users should be completely unaffected",
    "The old format must remain readable and unchanged",
    "The schema has to stay compatible",
    "Tests should continue to pass",
    "There should be no regression, and callers should see no changes",
    "Split the module without breaking imports",
    "Please verify the Windows path",
    "Could you please double-check the lock order?",
    "Verify that the retry stops",
    "This needs to be verified on ARM",
    "We need to make sure old tokens work",
    "Make sure this doesn't slow the start",
    "Don't break the importer",
    "We can't break v1",
    "I am worried about the cache",
    "SHOP-17 must not be affected",
    "Stored carts must never be lost",
    "Invoices that were sent shouldn't ever be silently changed",
    "Old links should still work",
    "The file format needs to stay backwards compatible",
    "Old exports have to remain readable",
    "The upload still needs to be tested on Windows",
  ])("%j is a concern", (line) => expect(inBody(line)).toEqual([line]));

  test.each([
    "Adds a cache and tests.",
    "This does not break anything.",
    "We do not change the API.",
    "You should read the docs.",
    "Ensures that the socket is closed",
    "Please review",
    "Please check out our docs",
    "These should be compatible with the old format",
    "Should still be usable.",
    "The store has a check that any later write must be identical",
    "Please check that your PR follows CONTRIBUTING.md",
    "I have verified that it works",
    "The tests verify that it works",
    "This is done to make sure we don't leak it",
    "These changes do not affect the client",
    "A file with keys that must not be changed",
    "The header does not need to be verified",
    "We were worried that it fails",
    "This makes it easier to change the parser without affecting the printer",
    "The tests should not be affected by the settings, so ignore the settings",
    "The text should be preserved, but it is trimmed",
    "This is an append, which would mean that you shouldn't touch it afterwards",
    "This simplifies the parser without changing the printer",
    "`must not break`",
    "> old clients must not break",
    "<!-- please verify the list -->",
    "```\nmust not break\n```",
    "",
  ])("%j is none, and none is invented", (line) => expect(inBody(line)).toEqual([]));

  test("one for each sentence, item and line, without the marks of lists", () => {
    expect(
      inBody(
        "1. A must not break. B is new. C must not break, e.g. never.\n* [x] D must not break\n### E must not break\nF",
      ),
    ).toEqual(["A must not break.", "C must not break, e.g. never.", "D must not break", "E must not break"]);
  });

  test("a wrapped sentence is one", () => {
    expect(inBody("The old clients must\nnot break here.\nNew ones may.")).toEqual([
      "The old clients must not break here.",
    ]);
  });

  test("the names in code are shown, comments are not", () => {
    expect(inBody("`load()` <!-- hidden --> must not break")).toEqual(["`load()` must not break"]);
  });

  test.each([
    "It is hard to attach a cart without changing the shop.",
    "N/A - only names, the tests should continue to pass",
    "I was worried about the size of the carts, so I split them.",
    "Can you confirm, @ada?",
    "Can you confirm `@ada`?",
    "Could someone please check this?",
  ])("none in %s", (body) => expect(inBody(body)).toEqual([]));

  test("duplicates count once", () => {
    const body = "Old clients must not break.\n- old clients must not break";
    const issues = [{ reference: "#1", title: "", body: "Old clients must not break!" }];
    expect(findConcerns({ body, issues, request: null })).toHaveLength(1);
  });
});

describe("a request", () => {
  test("without an explicit concern is one itself", () => {
    expect(findConcerns({ body: "", issues: [], request: " Does the\n retry stop? " })).toEqual([
      { id: "V1", text: "Does the retry stop?", source: "request", status: "open", how: null },
    ]);
  });
  test("of blanks is none", () => expect(findConcerns({ body: "", issues: [], request: " \n" })).toEqual([]));
});

describe("a very long wish list", () => {
  test("is cut to twenty, the request's kept", () => {
    const body = Array.from({ length: 50 }, (_, index) => `Part ${index} must not break`).join("\n");
    const concerns = findConcerns({ body, issues: [], request: "Look at the cache" });
    expect(concerns).toHaveLength(20);
    expect(concerns[0]!.text).toBe("Look at the cache");
    expect(concerns.at(-1)!.id).toBe("V20");
  });

  test("has items of at most 300 characters, whole ones", () => {
    const text = fc.string({ unit: fc.constantFrom("😀", "x", " "), minLength: 290, maxLength: 310 });
    fc.assert(
      fc.property(text, (rest) => {
        const [concern] = findConcerns({ body: `It must not break ${rest}`, issues: [], request: null });
        expect(concern!.text.length).toBeLessThanOrEqual(300);
        expect(concern!.text.isWellFormed()).toBe(true);
      }),
    );
  });
});
