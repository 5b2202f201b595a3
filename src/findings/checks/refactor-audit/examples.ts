// Example changes for refactor-audit, used in its docs and tests.
import type { Check } from "../../report.ts";

const body = (limit: string) => `export function retry(job: () => boolean) {
  let tries = 0;
  while (tries < ${limit}) {
    if (job()) return true;
    tries += 1;
  }
  return false;
}
`;
const rest = "export const waitMs = 100;\n";
const manifest = `${JSON.stringify({ name: "shop", version: "1.0.0", main: "./src/index.ts" })}\n`;
const parse = "function parse(text: string) {\n  return text.split(',');\n}\n";
const read = "export function read(text: string) {\n  return parse(text).length;\n}\n";

export const examples: Check["examples"] = {
  bad: [
    {
      name: "a function is moved, and its limit is another afterwards",
      title: "refactor: a file for retries",
      base: { "src/jobs.ts": body("3") + rest },
      head: { "src/jobs.ts": rest, "src/retry.ts": body("5") },
      expect: ["src/retry.ts:3 changed-in-move"],
    },
    {
      name: "a function is moved, and compares in another way afterwards",
      title: "refactor: a file for retries",
      base: { "src/jobs.ts": body("3") + rest },
      head: { "src/jobs.ts": rest, "src/retry.ts": body("3").replace("tries <", "tries <=") },
      expect: ["src/retry.ts:3 changed-in-move"],
    },
    {
      name: "a function is moved, and its check of the limit is gone",
      title: "refactor: a file for retries",
      base: {
        "src/jobs.ts": body("3").replace("  let tries", "  if (stopped) {\n    return false;\n  }\n  let tries") + rest,
      },
      head: { "src/jobs.ts": rest, "src/retry.ts": body("3") },
      expect: ["src/retry.ts:1 changed-in-move"],
    },
    {
      name: "a helper that was private is moved to a file that the entry passes on",
      title: "refactor: split the reader",
      base: { "package.json": manifest, "src/index.ts": 'export * from "./read.ts";\n', "src/read.ts": parse + read },
      head: {
        "package.json": manifest,
        "src/index.ts": 'export * from "./read.ts";\nexport * from "./parse.ts";\n',
        "src/read.ts": `import { parse } from "./parse.ts";\n${read}`,
        "src/parse.ts": `export ${parse}`,
      },
      expect: ["src/parse.ts:1 newly-public"],
    },
  ],
  good: [
    {
      name: "a check that became another one",
      title: "refactor: a file for retries",
      base: { "src/jobs.ts": body("3").replace("  let tries", "  if (stopped) return false;\n  let tries") + rest },
      head: {
        "src/jobs.ts": rest,
        "src/retry.ts": body("3").replace("  let tries", "  if (queue.isStopped()) return false;\n  let tries"),
      },
    },
    {
      name: "the same code in another place",
      title: "refactor: a file for retries",
      base: { "src/jobs.ts": body("3") + rest },
      head: { "src/jobs.ts": rest, "src/retry.ts": body("3") },
    },
    {
      name: "a change that does not call itself a refactoring",
      title: "feat: try more often",
      base: { "src/jobs.ts": body("3") + rest },
      head: { "src/jobs.ts": rest, "src/retry.ts": body("5") },
    },
    {
      name: "a helper that others of the program import now",
      title: "refactor: split the reader",
      base: { "src/read.ts": parse + read },
      head: { "src/read.ts": `import { parse } from "./parse.ts";\n${read}`, "src/parse.ts": `export ${parse}` },
    },
  ],
};
