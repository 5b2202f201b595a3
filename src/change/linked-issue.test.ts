// Tests which issue a change's text names.
import { describe, expect, test } from "vitest";
import { isTicketKey, linkedIssue } from "./linked-issue.ts";

function link(words: { title?: string; body?: string; branch?: string; commits?: string[] }): string | null {
  const issue = linkedIssue({
    title: words.title ?? "A title",
    body: words.body ?? "",
    branch: words.branch ?? null,
    commits: (words.commits ?? []).map((message) => ({ sha: "1", message, author: "A" })),
  });
  return issue && `${issue.reference} by ${issue.by}`;
}

describe("an issue that the text closes", () => {
  test.each([
    "close #12",
    "Closes #12",
    "closed: #12",
    "fix #12",
    "Fixes #12.",
    "FIXED #12",
    "resolve #12",
    "This resolves #12, at last",
    "resolved [#12](https://github.com/o/r/issues/12)",
    "**Fixes** #12",
    "Fixes GH-12",
  ])("%j", (body) => expect(link({ body })).toBe("#12 by closing-word"));

  test("in another repository, by name or by address", () => {
    expect(link({ body: "Fixes octo-org/app.js#7" })).toBe("octo-org/app.js#7 by closing-word");
    expect(link({ body: "Fixes https://github.com/octo-org/app.js/issues/7" })).toBe(
      "octo-org/app.js#7 by closing-word",
    );
    expect(link({ body: "Fixes https://git.example.org:8443/a/b/issues/7" })).toBe(
      "https://git.example.org:8443/a/b/issues/7 by closing-word",
    );
  });

  test("the first one counts and takes precedence over ticket keys", () => {
    expect(link({ title: "ABC-1 mend", body: "Fixes #2 and closes #3" })).toBe("#2 by closing-word");
    expect(link({ title: "ABC-1 mend", commits: ["mend\n\nFixes #4"] })).toBe("#4 by closing-word");
  });

  test("is not the pull request itself, whose number ends the title of a squash merge", () => {
    expect(link({ title: "Mend the cart (#9)", body: "PR Close #9" })).toBeNull();
    expect(link({ title: "Mend the cart (#9)", body: "Fixes #4\n\nPR Close #9" })).toBe("#4 by closing-word");
    expect(link({ title: "Mend the cart (#9)", body: "PR Close #9, fixes #4" })).toBe("#4 by closing-word");
  });

  test.each([
    "see #12",
    "prefix #12",
    "hot-fix #12",
    "fix(#12): x",
    "fixes #12abc",
    "fixes 12",
    "`fixes #12`",
    "> fixes #12",
    "<!-- fixes #12 -->",
    "```\nfixes #12\n```",
    "fixes https://github.com/o/r/pull/12",
  ])("not by %j", (body) => expect(link({ body })).toBeNull());
});

describe("a ticket key", () => {
  test("is looked for in the title, the body, the branch and the commits, in this order", () => {
    const all = { title: "ABC-1 x", body: "for ABC-2", branch: "feature/ABC-3-x", commits: ["ABC-4: x"] };
    expect(link(all)).toBe("ABC-1 by key");
    expect(link({ ...all, title: "x" })).toBe("ABC-2 by key");
    expect(link({ ...all, title: "x", body: "" })).toBe("ABC-3 by key");
    expect(link({ ...all, title: "x", body: "", branch: "main" })).toBe("ABC-4 by key");
    expect(link({})).toBeNull();
  });

  test.each(["[ABC-123] x", "x (ABC-123)", "ABC-123: x", "https://jira.example/browse/ABC-123", "x ABC-123."])(
    "is read from the title %j",
    (title) => expect(link({ title })).toBe("ABC-123 by key"),
  );

  test.each(["ABC-123", "me/ABC-123-mend-it", "ABC-123_mend_it", "fix-ABC-123"])(
    "is read from the branch %j",
    (branch) => expect(link({ branch })).toBe("ABC-123 by key"),
  );

  test.each([
    "UTF-8",
    "SHA-256",
    "ISO-8601",
    "RFC-2119",
    "CVE-2024-1",
    "PEP-8",
    "ES-2020",
    "HTTP-2",
    "AES-256",
    "GPT-4",
    "abc-123",
    "A-1",
    "ABC-0",
    "ABC-12-34",
    "ABC-1.2",
    "FOO-BAR-1",
    "ABC-1x",
  ])("%s is none", (word) => {
    expect(link({ title: `Support ${word} here` })).toBeNull();
    expect(isTicketKey(word)).toBe(false);
  });

  test("is not looked for in the attributes of a tag", () =>
    expect(link({ body: '<img width="284" alt="SCR-20250729-k"\nsrc="x">\nFor <b>ABC-9</b>' })).toBe("ABC-9 by key"));

  test("a false one does not hide a true one", () =>
    expect(link({ title: "UTF-8 names, ABC-9" })).toBe("ABC-9 by key"));
});
