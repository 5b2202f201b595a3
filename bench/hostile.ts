// Changes made to hurt: deep nesting, a line of 5 MB, 10,000 exports, and a repository of 50,000 files. Each review must
// end, say what it left out, and stay under 500 MB.
//   node bench/hostile.ts
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { fastImport } from "../test/support/fast-import.ts";
import { finish } from "./measure.ts";

const main = fileURLToPath(new URL("../src/main.ts", import.meta.url));
const saysMemory = `data:text/javascript,process.on("exit",()=>process.stderr.write("maxrss="+process.resourceUsage().maxRSS+";"))`;
const limit = 500;

const exports = (name: string) =>
  Array.from({ length: 10_000 }, (_, at) => `export const ${name}${at} = ${at};`).join("\n");
const many = (word: string) =>
  Object.fromEntries(
    Array.from({ length: 50_000 }, (_, at) => [
      `src/folder${at % 500}/file${at}.ts`,
      `import { shared } from "../shared.js";\nexport const ${word}${at} = shared;\n`,
    ]),
  );

type Files = Record<string, string>;
const cases: Record<string, { base: Files; head: Files }> = {
  "100,000 nested parentheses, in nine languages": {
    base: {},
    head: Object.fromEntries(
      ["ts", "py", "go", "rs", "java", "cs", "rb", "php", "cpp"].map((ending) => [
        `src/deep.${ending}`,
        `x = ${"(".repeat(100_000)}1${")".repeat(100_000)}\n`,
      ]),
    ),
  },
  "a line of 5 MB": {
    base: { "src/a.js": "export const a = 1;\n" },
    head: {
      "src/a.js": `export const a = "${"ab ".repeat(1_700_000)}";\n`,
      "docs/a.md": `${"word ".repeat(1_000_000)}\n`,
    },
  },
  "10,000 exports are renamed": {
    base: { "src/all.ts": exports("oldValueName"), "docs/api.md": "Use `oldValueName77`.\n" },
    head: { "src/all.ts": exports("newValueName"), "docs/api.md": "Use `oldValueName77`.\n" },
  },
  "50,000 files, one of them gone": {
    base: { ...many("value"), "src/shared.ts": "export const shared = 1;\n", "docs/guide.md": "See src/shared.ts\n" },
    head: { ...many("value"), "docs/guide.md": "See src/shared.ts\n" },
  },
};

const goals: Record<string, boolean> = {};
for (const [name, { base, head }] of Object.entries(cases)) {
  const folder = mkdtempSync(join(tmpdir(), "crosscheck-hostile-"));
  try {
    execFileSync("git", ["init", "--quiet", "--initial-branch=main", folder]);
    const [before, after] = [
      fastImport(folder, { "README.md": "# a\n", ...base }),
      fastImport(folder, { "README.md": "# a\n", ...head }, "next"),
    ];
    const started = performance.now();
    const args = ["--import", saysMemory, main, "review", `${before}..${after}`, "--repo", folder, "--json"];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8", maxBuffer: 1e9 });
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    const memory = Math.max(...[...stderr.matchAll(/maxrss=(\d+);/g)].map((match) => Number(match[1]) / 1024));
    const draft = status === 0 ? (JSON.parse(stdout) as { reports: { unit: string; status: string }[] }) : null;
    const failed = draft?.reports.filter((report) => report.status === "failed").map(({ unit }) => unit) ?? [];
    const says = failed.length > 0 ? `; said to have failed: ${failed.join(", ")}` : "";
    console.log(`${name}: ended with ${status} in ${seconds} s, ${Math.round(memory)} MB${says}`);
    goals[`${name}: ends`] = status === 0;
    goals[`${name}: under ${limit} MB`] = memory < limit;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
finish(goals);
