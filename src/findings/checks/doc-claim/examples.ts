// Example changes for doc-claim, used in its docs and tests.
import type { Check } from "../../report.ts";

const invoices =
  "export function totalOf(lines: Line[]) {\n  return lines.reduce((sum, line) => sum + line.price, 0);\n}\n";
const tree = { "src/billing/invoices.ts": invoices, "docs/guide.md": "# Guide\n\nHow billing works.\n" };

const withGuide = (line: string) => ({ ...tree, "docs/guide.md": `${tree["docs/guide.md"]}\n${line}\n` });
const withComment = (line: string) => ({ ...tree, "src/billing/invoices.ts": `${line}\n${invoices}` });

export const examples: Check["examples"] = {
  bad: [
    {
      name: "a path that is not there",
      base: tree,
      head: withGuide("Every total must come from `src/billing/totals.ts`."),
      expect: ["docs/guide.md:5 missing-path"],
    },
    {
      name: "a link to a document that is not there",
      base: tree,
      head: withGuide("Taxes have [a page of their own](./taxes.md)."),
      expect: ["docs/guide.md:5 missing-path"],
    },
    {
      name: "a function that the same change takes away",
      base: { ...tree, "src/billing/invoices.ts": `${invoices}export const sumOfLines = totalOf;\n` },
      head: withGuide("All reports use `sumOfLines()` for their totals."),
      expect: ["docs/guide.md:5 missing-name"],
    },
    {
      name: "a comment that sends the reader to nothing",
      base: tree,
      head: withComment("/** Sums prices only; see {@link addTaxesTo} for the rest. */"),
      expect: ["src/billing/invoices.ts:1 missing-name"],
    },
    {
      name: "a line past the end of its file",
      base: tree,
      head: withGuide("The sum is always unrounded, see `src/billing/invoices.ts:120`."),
      expect: ["docs/guide.md:5 wrong-line"],
    },
    {
      name: "a name that is somewhere else",
      base: { ...tree, "src/billing/print.ts": "export const pages = 1;\n" },
      head: {
        ...withGuide("All reports use `totalOf` from `src/billing/print.ts`."),
        "src/billing/print.ts": "export const pages = 1;\n",
      },
      expect: ["docs/guide.md:5 wrong-place"],
    },
    {
      name: "a script and a heading that do not exist",
      base: { ...tree, "package.json": '{ "scripts": { "test": "vitest" } }\n' },
      head: {
        ...withGuide("Always run `npm run typecheck`.\n\nSee [the rest](#details)."),
        "package.json": '{ "scripts": { "test": "vitest" } }\n',
      },
      expect: ["docs/guide.md:5 missing-command", "docs/guide.md:7 missing-heading"],
    },
    {
      name: "a default that the code contradicts",
      base: { ...tree, "src/retry.ts": "export const retries = 3;\n" },
      head: { ...withGuide("`retries` defaults to 5."), "src/retry.ts": "export const retries = 3;\n" },
      expect: ["docs/guide.md:5 contradicted"],
    },
    {
      name: "a commit that the repository does not have",
      base: tree,
      head: withGuide("Totals are never rounded, see commit 7f3e9a2 for the reason."),
      expect: ["docs/guide.md:5 missing-commit"],
    },
  ],
  good: [
    {
      name: "paths and names that are there, however they are written",
      base: tree,
      head: withGuide("Always use `totalOf()`, see `billing/invoices` and `./guide.md`."),
    },
    {
      name: "a plan",
      base: tree,
      head: { ...tree, "docs/plans/taxes.md": "Taxes must live in `src/billing/taxes.ts`.\n" },
    },
    {
      name: "a file that somebody is to make, and one that was there once",
      base: tree,
      head: withGuide(
        "You must create `src/billing/rates.ts` first.\n\nThis used to be all in `src/billing/sums.ts`, which was removed.",
      ),
    },
    {
      name: "placeholders, home folders, built and ignored files",
      base: { ...tree, ".gitignore": "src/billing/rates.json\n" },
      head: {
        ...withGuide(
          "Always use `path/to/file.ts`, `~/.config/billing.toml`, `dist/billing/index.js` and `src/billing/rates.json`.",
        ),
        ".gitignore": "src/billing/rates.json\n",
      },
    },
    {
      name: "a commit of another repository, and hexadecimal text that is no commit",
      base: tree,
      head: withGuide(
        "Rounding always works as in [`7f3e9a2`](https://github.com/acme/rounding/commit/7f3e9a2).\n\nThe only digest in use is `4be81d0`.",
      ),
    },
    {
      name: "a name of another program in a document",
      base: tree,
      head: withGuide("Rounding always works as in `Intl.NumberFormat`, never as in `toFixed()`."),
    },
  ],
};
