// Example changes for data-shape, used in its docs and tests.
import type { Check } from "../../report.ts";

const fence = "```";
const strip = "export const rest = (answer: string) => answer.replace(/```json[\\s\\S]*?```/g, '');\n";
const heading = `## Findings\n\n${fence}json\n[]\n${fence}\n`;

const whole = (title: string, items = "items") =>
  `export function report(items: string[]) {\n  return [\n    "${title}",\n    ...${items},\n  ].join("\\n");\n}\n`;
const caller = (title: string) => `import { section } from "./section.ts";\n${whole(title, "section(items)")}`;
const section = 'export function section(items: string[]) {\n  return ["## Findings", ...items];\n}\n';

export const examples: Check["examples"] = {
  bad: [
    {
      name: "a block cut out of a text that no test shows",
      base: {},
      head: { "src/answer.ts": strip },
      expect: ["src/answer.ts:1 shape-unknown"],
    },
    {
      name: "a block cut out, and the heading in front of it left behind",
      base: { "test/fixtures/answer.md": heading },
      head: { "test/fixtures/answer.md": heading, "src/answer.ts": strip },
      expect: ["src/answer.ts:1 orphaned-heading"],
    },
    {
      name: "a section with its heading moves to a function, and the heading stays as well",
      base: { "src/report.ts": whole("## Findings") },
      head: { "src/report.ts": caller("## Findings"), "src/section.ts": section },
      expect: ["src/report.ts:4 rendered-twice"],
    },
  ],
  good: [
    {
      name: "a heading that only the new function writes",
      base: { "src/report.ts": whole("## Findings") },
      head: { "src/report.ts": caller("# Report"), "src/section.ts": section },
    },
    {
      name: "a text that a test shows, with nothing in front of the block",
      base: {},
      head: {
        "src/answer.ts": strip,
        "test/answer.test.ts": `const whole = \`Here it is.\n${fence.replaceAll("`", "\\`")}json\n{}\n\`;\n// ${fence}json\n`,
      },
    },
    {
      name: "only the marks of the block are taken off",
      base: {},
      head: { "src/answer.ts": "export const json = (answer: string) => answer.replace(/```json/g, '');\n" },
    },
  ],
};
