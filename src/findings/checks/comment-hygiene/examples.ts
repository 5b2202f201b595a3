// Example changes for comment-hygiene, used in its docs and tests; hidden characters are written as escapes.
import type { Check } from "../../report.ts";

const sum = "export function sum(a: number, b: number) {\n  return a + b;\n}\n";
const sumTest = 'import { sum } from "./sum";\n\ntest("adds", () => {\n  expect(sum(1, 2)).toBe(3);\n});\n';

export const examples: Check["examples"] = {
  bad: [
    {
      name: "a merge conflict committed unresolved",
      base: { "src/limit.ts": "export const limit = 10;\n" },
      head: {
        "src/limit.ts": "<<<<<<< HEAD\nexport const limit = 20;\n=======\nexport const limit = 30;\n>>>>>>> feature\n",
      },
      expect: ["src/limit.ts:1 conflict-marker"],
    },
    {
      name: "a right-to-left override that turns code into what looks like a comment",
      base: { "src/access.js": "export function check(user) {\n}\n" },
      head: {
        "src/access.js": [
          "export function check(user) {",
          "  /*\u202E } \u2066if (user.admin)\u2069 \u2066 begin admins only */",
          "    grant(user);",
          "}",
          "",
        ].join("\n"),
      },
      expect: ["src/access.js:2 bidi-character"],
    },
    {
      name: "a zero width space inside a string that code compares",
      base: { "src/role.py": "role = current_role()\n" },
      head: { "src/role.py": 'role = current_role()\nif role == "ad\u200Bmin":\n    grant()\n' },
      expect: ["src/role.py:2 invisible-character"],
    },
    {
      name: "a test left focused",
      base: { "src/sum.test.ts": sumTest },
      head: { "src/sum.test.ts": sumTest.replace("test(", "test.only(") },
      expect: ["src/sum.test.ts:3 focused-test"],
    },
    {
      name: "a test switched off without a word",
      base: { "src/sum.test.ts": sumTest },
      head: { "src/sum.test.ts": sumTest.replace("test(", "test.skip(") },
      expect: ["src/sum.test.ts:3 skipped-test"],
    },
    {
      name: "a value printed while looking for a bug",
      base: { "src/sum.ts": sum },
      head: { "src/sum.ts": sum.replace("  return", "  console.log('a', a);\n  return") },
      expect: ["src/sum.ts:2 debug-leftover"],
    },
    {
      name: "code commented out instead of removed",
      base: {
        "src/send.ts":
          "export function send(mail: Mail) {\n  const id = queue.add(mail);\n  audit.record(id);\n  return id;\n}\n",
      },
      head: {
        "src/send.ts": [
          "export function send(mail: Mail) {",
          "  // const id = queue.add(mail);",
          "  // audit.record(id);",
          "  return null;",
          "}",
          "",
        ].join("\n"),
      },
      expect: ["src/send.ts:2 commented-out-code"],
    },
    {
      name: "the author's own note that it must not stay",
      base: { "app/cache.py": "TTL = 600\n" },
      head: { "app/cache.py": "TTL = 0  # remove this before merging\n" },
      expect: ["app/cache.py:1 unfinished-note"],
    },
    {
      name: "a TODO that waits for the issue which the change closes",
      title: "Retry failed uploads (fixes #41)",
      base: { "src/upload.ts": "// TODO(#41): retry\nexport const tries = 1;\n" },
      head: { "src/upload.ts": "// TODO(#41): retry\nexport const tries = 3;\n" },
      expect: ["src/upload.ts:1 stale-todo"],
    },
    {
      name: "a TODO that waits for the file which the change deletes, and one for a version that is past",
      base: {
        "package.json": '{ "version": "4.1.0" }\n',
        "src/legacy-api.ts": "export {};\n",
        "src/api.ts": "export {};\n",
      },
      head: {
        "package.json": '{ "version": "4.1.0" }\n',
        "src/api.ts": [
          "export {};",
          "// TODO: inline this once legacy-api.ts is gone",
          "// TODO: remove the alias in v4.0",
          "",
        ].join("\n"),
      },
      expect: ["src/api.ts:2 stale-todo", "src/api.ts:3 stale-todo"],
    },
  ],
  good: [
    {
      name: "documentation that shows a conflict, and a heading's underline",
      base: { "docs/merging.md": "# Merging\n" },
      head: {
        "docs/merging.md":
          "# Merging\n\nSummary\n=======\n\n```text\n<<<<<<< HEAD\na\n=======\nb\n>>>>>>> topic\n```\n",
      },
    },
    {
      name: "joiners in emoji and Persian, a byte order mark, and a translation",
      base: { "src/app.ts": "export {};\n", "locales/he.json": "{}\n" },
      head: {
        "src/app.ts": [
          '\uFEFFexport const family = "\u{1F468}\u200D\u{1F469}\u200D\u{1F467}";',
          'export const want = "\u0645\u06CC\u200C\u062E\u0648\u0627\u0647\u0645";',
          "",
        ].join("\n"),
        "locales/he.json": '{ "name": "\u2067\u05E9\u05DC\u05D5\u05DD\u2069" }\n',
      },
    },
    {
      name: "a focused test inside a string, and a skip with its reason",
      base: { "src/rule.test.ts": "\n" },
      head: {
        "src/rule.test.ts": [
          "const code = `",
          'test.only("x", () => {});',
          "`;",
          "// Needs a real printer, see #12.",
          'test.skip("prints", () => {});',
          "",
        ].join("\n"),
      },
    },
    {
      name: "printing in a script, and in a file that prints anyway",
      base: { "scripts/release.mjs": "run();\n", "src/server.ts": 'console.log("listening", port);\n' },
      head: {
        "scripts/release.mjs": "run();\nconsole.log(version);\n",
        "src/server.ts": 'console.log("listening", port);\nconsole.log("host", host);\n',
      },
    },
    {
      name: "comments that explain with code",
      base: { "src/parse.ts": "export {};\n" },
      head: { "src/parse.ts": "export {};\n// For example:\n// parse(input);\n// print(output);\n" },
    },
    {
      name: "a TODO for another issue, a version to come, and one that only points at the issue",
      title: "Retry failed uploads (fixes #41)",
      base: { "package.json": '{ "version": "4.1.0" }\n', "src/upload.ts": "export {};\n" },
      head: {
        "package.json": '{ "version": "4.1.0" }\n',
        "src/upload.ts": [
          "export {};",
          "// TODO(#410): measure",
          "// TODO: jitter, see #41 for the reasons",
          "// TODO: remove in v4.1",
          "",
        ].join("\n"),
      },
    },
    {
      name: "a plain TODO, and a sentence with the same words",
      base: { "src/grid.ts": "export {};\n" },
      head: { "src/grid.ts": "export {};\n// TODO: support columns\n// Do not merge cells that are empty.\n" },
    },
  ],
};
