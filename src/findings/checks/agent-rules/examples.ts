// Example changes for agent-rules, used in its docs and tests.
import type { Check } from "../../report.ts";

const lines = (...all: string[]): string => `${all.join("\n")}\n`;

const rules = {
  "AGENTS.md": lines(
    "# Working here",
    "",
    "- NEVER use `any`; use `unknown` and narrow it.",
    "- Use `clock.now()` instead of `Date.now()`.",
    "- Do not import from `lodash`.",
    "- Always use pnpm, never npm.",
    "- No default exports.",
    "- All files MUST end with a newline.",
    "- File names must be kebab-case.",
  ),
};
const price = "export const price = 1;\n";

export const examples: Check["examples"] = {
  bad: [
    {
      name: "a type that the rules forbid",
      base: { ...rules, "src/price.ts": price },
      head: { ...rules, "src/price.ts": `${price}export function read(input: any) {\n  return input;\n}\n` },
      expect: ["src/price.ts:2 forbidden-use"],
    },
    {
      name: "a call that has a replacement, and a module that may not be imported",
      base: { ...rules, "src/price.ts": price },
      head: { ...rules, "src/price.ts": `import { sum } from "lodash/sum";\n${price}export const at = Date.now();\n` },
      expect: ["src/price.ts:1 forbidden-use", "src/price.ts:3 forbidden-use"],
    },
    {
      name: "a new file with another kind of name",
      base: { ...rules, "src/price.ts": price },
      head: { ...rules, "src/price.ts": price, "src/OrderList.ts": "export const orders = [1];\n" },
      expect: ["src/OrderList.ts:1 broken-convention"],
    },
    {
      name: "another tool in a workflow",
      base: { ...rules, ".github/workflows/ci.yml": "jobs: {}\n" },
      head: { ...rules, ".github/workflows/ci.yml": "jobs: {}\n# steps\nrun: npm ci\n" },
      expect: [".github/workflows/ci.yml:3 forbidden-use"],
    },
    {
      name: "a file without its last newline",
      base: { ...rules, "src/price.ts": price },
      head: { ...rules, "src/price.ts": `${price}export const tax = 2;` },
      expect: ["src/price.ts:2 missing-newline"],
    },
  ],
  good: [
    {
      name: "what the rule asks for",
      base: { ...rules, "src/price.ts": price },
      head: {
        ...rules,
        "src/price.ts": `${price}export const at = clock.now();\nexport function read(input: unknown) {}\n`,
      },
    },
    {
      name: "the forbidden thing in a comment, a string and a document",
      base: { ...rules, "src/price.ts": price },
      head: {
        ...rules,
        "src/price.ts": `${price}// Date.now() would not do\nexport const why = "Date.now()";\n`,
        "docs/time.md": "Call `Date.now()`.\n",
      },
    },
    {
      name: "a rule with a condition is left to those who can read it",
      base: { "CLAUDE.md": "Never use `innerHTML` unless the text is escaped.\n", "src/view.ts": price },
      head: {
        "CLAUDE.md": "Never use `innerHTML` unless the text is escaped.\n",
        "src/view.ts": "box.innerHTML = text;\n",
      },
    },
    {
      name: "a rule about tests does not bind the rest",
      base: { "CLAUDE.md": "Never use `Date.now()` in tests.\n", "src/view.ts": price },
      head: { "CLAUDE.md": "Never use `Date.now()` in tests.\n", "src/view.ts": "export const at = Date.now();\n" },
    },
    {
      name: "a rule that the change itself brings",
      base: { "src/view.ts": price },
      head: { "CLAUDE.md": "Never use `Date.now()`.\n", "src/view.ts": "export const at = Date.now();\n" },
    },
  ],
};
