// Tests that replies are short, specific, inert, and never claim more than the facts.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { UserError } from "../errors.ts";
import { usualReplyTemplate } from "./words/reply-template.ts";
import type { ThreadFix } from "./thread-payloads.ts";
import { readTemplate, renderReply, claimsResolved, defaultTemplate } from "./render-reply.ts";
import { cases } from "../../test/support/cases.ts";

const head = "a".repeat(40);
const earlier = "c".repeat(40);
const facts = { host: "github.com", repository: "acme/shop" };
const fix: ThreadFix = {
  threadId: "T",
  classification: "valid",
  fixSummary: "The till is closed now",
  evidence: "src/till.ts no longer opens it",
  rationale: "The caller closes it",
  verification: [{ command: "npm test", result: "passed", sha: head }],
  commitSha: earlier,
};
const reply = (edit: Partial<ThreadFix> = {}, template = defaultTemplate) =>
  renderReply({ ...fix, ...edit }, head, template, facts);

test("the template that is shipped is the one that is used", () => {
  const shipped = readFileSync(new URL("../../templates/review-reply.md", import.meta.url), "utf8");
  expect(shipped).toBe(usualReplyTemplate);
  expect(readTemplate(shipped)).toEqual(defaultTemplate);
});

describe("a reply", () => {
  cases<[string, Partial<ThreadFix>, string | null]>("%s", (_, edit) => reply(edit), [
    ["valid", {}, "The till is closed now\n\nFixed in `cccccccccccc`.\nVerified by `npm test` at `aaaaaaaaaaaa`."],
    [
      "without a commit",
      { commitSha: undefined },
      "The till is closed now\n\nVerified by `npm test` at `aaaaaaaaaaaa`.",
    ],
    [
      "already fixed",
      { classification: "already_fixed" },
      "Already fixed: src/till.ts no longer opens it\n\nVerified by `npm test` at `aaaaaaaaaaaa`.",
    ],
    ["stale", { classification: "stale", verification: [] }, "No longer applies: src/till.ts no longer opens it"],
    ["invalid", { classification: "invalid" }, "The caller closes it"],
    ["a person's to decide", { classification: "needs_human", replyBody: "Hm" }, null],
    ["nothing to say", { fixSummary: " " }, null],
    ["in their own words", { classification: "invalid", replyBody: "No: *see* the caller." }, "No: *see* the caller."],
    ["several lines become one", { classification: "invalid", rationale: "One\n\ntwo" }, "One two"],
    [
      "words that look like places to fill",
      { classification: "invalid", rationale: "{{commit}} stays" },
      "{{commit}} stays",
    ],
  ]);

  test("names a few passed checks, at the head rather than at the fix", () => {
    const run = (command: string, sha: string, result: "passed" | "failed" = "passed") => ({ command, result, sha });
    const line = (verification: ThreadFix["verification"]) => /Verified.*/.exec(reply({ verification })!)?.[0];
    expect(line([run("npm test", earlier)])).toBe("Verified by `npm test` at `cccccccccccc`.");
    expect(line([run("old", earlier), run("new", head.slice(0, 8))])).toBe("Verified by `new` at `aaaaaaaaaaaa`.");
    expect(line([run("npm test", head, "failed")])).toBeUndefined();
    expect(line("abcde".split("").map((name) => run(name, head)))).toBe(
      "Verified by `a`, `b`, `c` and 2 more at `aaaaaaaaaaaa`.",
    );
    expect(line([run("x".repeat(2000), head)])!.length).toBeLessThan(120);
  });

  test("is inert, whoever wrote it", () => {
    const said = reply({
      replyBody: "@bob see #12, https://evil.example/a, <img src=x> and ![a](https://evil.example/b)",
    })!;
    expect(said.replaceAll(/`[^`]*`/g, "")).not.toMatch(/@bob|#12|https:|<img|!\[/);
    expect(reply({ replyBody: ["It needs ghp", "wq8Zr1LkT5vXnB2yHs7DfGj4KcPmQe9RtUa3"].join("_") })).not.toContain(
      "wq8Zr1Lk",
    );
    expect(reply({ replyBody: "a\u202Eb" })).not.toContain("\u202E");
  });

  test("leaves no fence open", () => {
    for (const body of ["```js\nopen(", "text\n\n~~~~\nx\n~~~", "```"]) {
      const said = reply({ classification: "invalid", replyBody: body })!;
      const fences = said.match(/^(?:`{3,}|~{3,})/gm) ?? [];
      expect(fences.length % 2).toBe(body.startsWith("text") ? 1 : 0);
      expect(said.split("\n").at(-1)).toMatch(/^(?:```|~~~~)$/);
    }
    expect(reply({ classification: "invalid", replyBody: "```js\nopen()\n```" })).toBe("```js\nopen()\n```");
    expect(reply({ classification: "invalid", replyBody: "    indented" })).not.toContain("```");
  });

  test("is short", () => {
    expect(reply({ replyBody: "word ".repeat(5000) })!.length).toBeLessThan(1400);
  });
});

cases<[string, boolean]>("whether %j claims to be resolved", claimsResolved, [
  ["This is resolved.", true],
  ["RESOLVED in abc", true],
  ["It is re**solved** now", true],
  ["> resolved", true],
  ["It stays unresolved", false],
  ["`Promise.resolved` is gone", false],
  ["```js\nresolved()\n```", false],
  ["It resolves the path", false],
]);

describe("a repository's template", () => {
  test("replaces the sections that it has", () => {
    const own = readTemplate("Why: see the wiki.\n\n## valid\r\n\r\nDone ({{ commit }}).\r\n{{summary}}\r\n");
    expect(reply({}, own)).toBe("Done (`cccccccccccc`).\nThe till is closed now");
    expect(reply({ commitSha: undefined }, own)).toBe("The till is closed now");
    expect(own.stale).toBe(defaultTemplate.stale);
    expect(readTemplate(null)).toBe(defaultTemplate);
    expect(reply({}, readTemplate("## valid\n"))).toBeNull();
  });

  test.each([
    ["## needs_human\n\nHm", /not a class of threads that is answered/],
    ["## vaild\n", /"vaild"/],
    ["## valid\n{{sumary}}", /\{\{sumary\}\}/],
    ["## valid\n{{constructor}}", /nothing can fill/],
  ])("an invalid one is reported: %j", (text, message) => {
    expect(() => readTemplate(text)).toThrow(message);
    expect(() => readTemplate(text)).toThrow(UserError);
  });

  test("is not read if too long", () => {
    expect(() => readTemplate("x".repeat(30_000))).toThrow(/too long/);
  });
});
