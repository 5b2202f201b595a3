// Example changes for intent-mismatch, used in its docs and tests.
import type { Check } from "../../report.ts";

const retry = "// Tries a few times.\nexport function retry(job: Job) {\n  return attempt(job, 3);\n}\n";

export const examples: Check["examples"] = {
  bad: [
    {
      name: "documentation that also changes a default",
      title: "docs: explain retry",
      base: { "src/retry.ts": retry },
      head: {
        "src/retry.ts": [
          "// Tries several times, with a pause between.",
          "export function retry(job: Job) {",
          "  return attempt(job, 5);",
          "}",
          "",
        ].join("\n"),
      },
      expect: ["src/retry.ts:3 docs-changes-code"],
    },
    {
      name: "formatting that also changes a condition",
      title: "style: format the parser",
      base: { "src/parse.py": "def parse(text):\n    if len(text)>0 :\n        return read( text )\n" },
      head: { "src/parse.py": "def parse(text):\n    if len(text) >= 0:\n        return read(text)\n" },
      expect: ["src/parse.py:2 style-changes-code"],
    },
    {
      name: "a refactoring that also changes a number",
      title: "refactor(queue): extract the limits",
      base: { "src/queue.go": "package queue\n\nfunc size() int {\n\treturn clamp(depth, 100)\n}\n" },
      head: { "src/queue.go": "package queue\n\nfunc size() int {\n\treturn clamp(depth, 1000)\n}\n" },
      expect: ["src/queue.go:4 refactor-changes-value"],
    },
    {
      name: "a fix that brings documentation only",
      title: "fix: crash on empty input",
      base: { "README.md": "# Parser\n" },
      head: { "README.md": "# Parser\n\nInput must not be empty.\n" },
      expect: ["README.md:3 fix-without-source"],
    },
  ],
  good: [
    {
      name: "documentation in comments and docstrings, and help text",
      title: "docs: describe retry",
      base: {
        "src/retry.ts": retry,
        "src/cli.py": 'def main():\n    """Run."""\n    option("--fast", help="Fast.")\n',
      },
      head: {
        "src/retry.ts": retry.replace("a few", "three"),
        "src/cli.py": [
          "def main():",
          '    """Run the tool.',
          "",
          "    See the manual.",
          '    """',
          '    option("--fast", help="Do it fast.")',
          "",
        ].join("\n"),
      },
    },
    {
      name: "quotes, semicolons, line breaks and the order of imports",
      title: "style: run the formatter",
      base: { "src/a.js": "import b from 'b'\nimport a from 'a'\ncall(a, b)\n" },
      head: { "src/a.js": 'import a from "a";\nimport b from "b";\ncall(\n  a,\n  b,\n);\n' },
    },
    {
      name: "a key renamed everywhere, and a message reworded",
      title: "refactor: rename the event",
      base: { "src/bus.ts": 'on("saved", refresh);\nemit("saved");\nthrow new Error("No bus");\n' },
      head: { "src/bus.ts": 'on("stored", refresh);\nemit("stored");\nthrow new Error("There is no bus");\n' },
    },
    {
      name: "a fix whose scope says that documentation is fixed",
      title: "fix(docs): broken table",
      base: { "README.md": "| a |\n" },
      head: { "README.md": "| a |\n|---|\n" },
    },
  ],
};
