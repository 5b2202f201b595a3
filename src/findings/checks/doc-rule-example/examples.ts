// Example changes for doc-rule-example, used in its docs and tests.
import type { Check } from "../../report.ts";

const guide = ["# Working here", "", "## Verify", "", "```sh", "pnpm install && pnpm test", "```", ""].join("\n");
const rooted = "There is no root package.json; pnpm commands from the repository root will fail.";

const block = (...lines: string[]) => ["```sh", ...lines, "```", ""].join("\n");

export const examples: Check["examples"] = {
  bad: [
    {
      name: "a new rule about the root, and an old example that breaks it",
      base: { "CLAUDE.md": guide },
      head: { "CLAUDE.md": `${guide}\n${rooted}\n` },
      expect: ["CLAUDE.md:6 broken-in-file"],
    },
    {
      name: "a rule and an example against it, added together",
      base: { "CONTRIBUTING.md": "# Contributing\n" },
      head: {
        "CONTRIBUTING.md": `# Contributing\n\nNever run \`npm install\`.\n\n## First steps\n\n${block("npm install", "npm test")}`,
      },
      expect: ["CONTRIBUTING.md:8 broken-by-change"],
    },
    {
      name: "an example against it in another document of the change",
      base: { "AGENTS.md": "# Rules\n" },
      head: {
        "AGENTS.md": "# Rules\n\n- Use `uv run pytest`, not `python -m pytest`.\n",
        "docs/testing.md": "To test a change, run `python -m pytest` once.\n",
      },
      expect: ["docs/testing.md:1 broken-by-change"],
    },
  ],
  good: [
    {
      name: "an example that complies",
      base: { "CLAUDE.md": guide.replace("pnpm install &&", "cd js && pnpm install &&") },
      head: { "CLAUDE.md": `${guide.replace("pnpm install &&", "cd js && pnpm install &&")}\n${rooted}\n` },
    },
    {
      name: "an example that is labelled as wrong",
      base: { "CONTRIBUTING.md": "# Contributing\n" },
      head: {
        "CONTRIBUTING.md": `# Contributing\n\nNever run \`npm install\`.\n\n${block("# Wrong:", "npm install", "# Right:", "pnpm install")}`,
      },
    },
    {
      name: "a rule with a condition",
      base: { "CONTRIBUTING.md": "# Contributing\n" },
      head: {
        "CONTRIBUTING.md": `# Contributing\n\nDuring a release, never run \`npm install\`.\n\n## First steps\n\n${block("npm install")}`,
      },
    },
    {
      name: "a word that is no command of the block",
      base: { "AGENTS.md": "# Rules\n" },
      head: { "AGENTS.md": `# Rules\n\nNever use \`any\`.\n\n${block("const any = 1")}` },
    },
  ],
};
