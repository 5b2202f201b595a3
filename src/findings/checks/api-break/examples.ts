// Example changes for api-break, used in its docs and tests.
import type { Check } from "../../report.ts";

const manifest = (more: Record<string, unknown> = {}) =>
  `${JSON.stringify({ name: "shop", version: "2.1.0", main: "./src/index.ts", ...more })}\n`;
const index = 'export * from "./price.ts";\n';
const gross = "export function gross(net: number) {\n  return net * 1.2;\n}\n";
const net = "export function net(value: number) {\n  return value / 1.2;\n}\n";

export const examples: Check["examples"] = {
  bad: [
    {
      name: "a public function is removed under a plain fix",
      title: "fix: tidy the prices",
      base: { "package.json": manifest(), "src/index.ts": index, "src/price.ts": gross + net },
      head: { "package.json": manifest(), "src/index.ts": index, "src/price.ts": net },
      expect: ["src/price.ts:1 removed-without-marker"],
    },
    {
      name: "a public function needs one more argument",
      title: "feat: tax by country",
      base: { "package.json": manifest(), "src/index.ts": index, "src/price.ts": gross },
      head: {
        "package.json": manifest(),
        "src/index.ts": index,
        "src/price.ts": gross.replace("net: number", "net: number, country: string"),
      },
      expect: ["src/price.ts:1 signature-without-marker"],
    },
    {
      name: "a breaking marker on a change of the docs",
      title: "docs!: say it better",
      base: { "README.md": "# Shop\n" },
      head: { "README.md": "# The shop\n" },
      expect: ["README.md:1 marker-without-break"],
    },
  ],
  good: [
    {
      name: "the same removal, marked",
      title: "feat!: drop gross",
      base: { "package.json": manifest(), "src/index.ts": index, "src/price.ts": gross + net },
      head: { "package.json": manifest(), "src/index.ts": index, "src/price.ts": net },
    },
    {
      name: "a new argument that may be left out",
      title: "feat: tax by country",
      base: { "package.json": manifest(), "src/index.ts": index, "src/price.ts": gross },
      head: {
        "package.json": manifest(),
        "src/index.ts": index,
        "src/price.ts": gross.replace("net: number", 'net: number, country = "de"'),
      },
    },
    {
      name: "a function moves to another file and is still passed on",
      title: "refactor: a file of its own",
      base: { "package.json": manifest(), "src/index.ts": index, "src/price.ts": gross + net },
      head: {
        "package.json": manifest(),
        "src/index.ts": `${index}export { gross } from "./gross.ts";\n`,
        "src/price.ts": net,
        "src/gross.ts": gross,
      },
    },
    {
      name: "the package is private",
      title: "fix: tidy the prices",
      base: { "package.json": manifest({ private: true }), "src/index.ts": index, "src/price.ts": gross + net },
      head: { "package.json": manifest({ private: true }), "src/index.ts": index, "src/price.ts": net },
    },
  ],
};
