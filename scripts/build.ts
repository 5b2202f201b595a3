// Builds what is published: one bundle with its chunks, the library's types, and the notices of what it contains.
import { execFileSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createRequire, findPackageJSON } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { constants, zstdCompressSync } from "node:zlib";
import { rolldown, type OutputChunk } from "rolldown";
import { dts } from "rolldown-plugin-dts";
import { grammars } from "../src/change/symbols/languages.ts";
import { slimSchema } from "../src/standin/github/graphql/schema.ts";
import { loadedModules, moduleName } from "./loaded-modules.ts";
import { softwareBill, type PackageManifest } from "./software-bill.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
process.chdir(root);
rmSync("dist", { recursive: true, force: true });
mkdirSync("dist");

/** Packages that every review uses. The others are for some files or formats, and load when they are first used. */
const everyReview = new Set(["@secretlint/secretlint-rule-preset-recommend", "get-east-asian-width"]);
/** Parts of the program, and packages, that a review of a local change uses late or not at all. */
const lateParts: readonly (readonly [name: string, modules: RegExp])[] = [
  ...["ignore", "jsonc-parser", "re2js", "semver", "smol-toml", "yaml"].map(
    (name) => [name, new RegExp(`^${name}$`)] as const,
  ),
  ["store", /^(?:kysely$|src\/world\/store\/)/],
  // Without what these checks declare, and what finds out whether a change concerns them.
  ["agent-rules", /^src\/findings\/checks\/agent-rules\/(?!examples|matchers|rule-files)/],
  ["claim-gate", /^src\/findings\/gates\/claim-gate\/(?!absence|claim-text|concepts)/],
  ["stale-reference", /^src\/findings\/checks\/stale-reference\/(?!examples)/],
  [
    "supply-chain",
    /^src\/findings\/checks\/supply-chain\/(?:popular|look-alikes|disagreement|(?:lock|manifest)-changes|allowed-scripts|base-images)/,
  ],
  ["formats", /^src\/review\/publishers\/(?:html|junit|sarif|for-programs)\//],
  [
    "posting",
    /^src\/review\/(?:action-handlers|comment-limits|compare-rounds|post-once|remember-round|sanitize-outgoing|summary-validator)\b/,
  ],
];
/** What packages bring for uses that we have none of: commands that are programs, jobs on a schedule, other languages. */
const leftOut = [
  ["node:child_process", "commander"],
  ["cron-parser", "pg-boss"],
  ["rrule-temporal", "pg-boss"],
  ["../locales/index.js", "zod"],
] as const;
const leftOutModule = "export default {}; export const CronExpressionParser = null, RRuleTemporal = null;";
const tokenTable = /\/gpt-tokenizer\/.*\/bpeRanks\/\w+\.js$/;
const lateCommonJs = /^(?:ignore|yaml|semver\/.*)$/;
const loaded = await loadedModules();
const output = [
  // The process that runs checks needs almost what a review needs.
  ...(await bundle(
    { main: "src/main.ts", index: "src/index.ts", "check-host": "src/app/review/check-host.ts" },
    chunkOf,
  )),
  // Each starts in a thread or a sandbox of its own: one file, with no more in it than it needs.
  ...(await bundle({ "grammar-worker": "src/app/review/grammar-worker.ts" })),
  ...(await bundle({ "highlight-worker": "src/world/code/highlight-worker.ts" })),
  ...(await bundle({ "own-check-host": "src/app/review/own-checks/host.ts" })),
  ...(await bundle({ "sandbox-host": "src/world/sandbox/inside/sandbox-host.ts" })),
  ...(await bundle({ "run-behind-proxy": "src/world/sandbox/inside/run-behind-proxy.ts" })),
  ...(await bundle({ "read-files": "src/world/sandbox/inside/read-files.ts" })),
];
execFileSync(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-p", "scripts/tsconfig.types.json"], {
  stdio: "inherit",
});
const { resolve } = createRequire(import.meta.url);
const parser = dirname(resolve("@vscode/tree-sitter-wasm"));
const htmx = resolve("htmx.org/dist/htmx.min.js");
writeLibrary();
await rollUpTypes();
copyGrammars();
copyPrompts();
copyWeb();
// GitHub's own, as much of it as the playground's stand-in answers for.
writeFileSync("dist/github.graphql", slimSchema());
const packages = bundledPackages(output.filter((part) => part.type === "chunk"));
writeFileSync("dist/THIRD-PARTY-NOTICES.txt", packages.map(notice).join(`\n${"-".repeat(72)}\n\n`));
// Beside the package: who installs it does not need it.
writeFileSync("sbom.cdx.json", softwareBill(packages.map(manifestOf)));

/** With chunks: the commands and the library, as modules that bin/crosscheck.js can load from compiled code. */
async function bundle(input: Record<string, string>, chunk?: (id: string) => string | null) {
  const [format, ending] = chunk ? (["cjs", "cjs"] as const) : (["esm", "js"] as const);
  const made = await rolldown({
    input,
    platform: "node",
    external: /^node:/,
    preserveEntrySignatures: "allow-extension",
    resolve: { mainFields: ["module", "main"] },
    plugins: [
      {
        // The highlighter loads a language without those that it embeds.
        name: "single-languages",
        resolveId: (id, importer) => (importer?.includes("/@shikijs/langs/") && id.startsWith("./") ? "\0none" : null),
        load: (id) => (id === "\0none" ? "export default []" : null),
      },
      {
        // A CommonJS package is evaluated by whatever imports it, unless there is a module between them.
        name: "late-packages",
        resolveId: (id, importer) =>
          chunk && lateCommonJs.test(id) && !importer?.startsWith("\0") ? `\0late:${id}` : null,
        async load(id) {
          const name = /^\0late:(.*)/.exec(id)?.[1];
          if (name === undefined) return null;
          const { default: _, "module.exports": __, ...members } = (await import(name)) as Record<string, unknown>;
          return `import all from "${name}"; export default all; export const { ${Object.keys(members).join(", ")} } = all;`;
        },
      },
      {
        // The tokenizer's table is two thirds of the program if it is code, and data compresses better.
        name: "compressed-tokens",
        load: {
          filter: { id: tokenTable },
          async handler(id) {
            const { default: ranks } = (await import(id)) as { default: unknown };
            writeFileSync("dist/tokens.json.zst", compressed(Buffer.from(JSON.stringify(ranks))));
            return `import { readFileSync } from "node:fs";
import { zstdDecompressSync } from "node:zlib";
export default JSON.parse(zstdDecompressSync(readFileSync(new URL("./tokens.json.zst", import.meta.url))).toString());`;
          },
        },
      },
      {
        // The MCP server validates no results by schema: the smaller of its two validators does.
        name: "small-validator",
        resolveId: (id) => (id === "@modelcontextprotocol/server/_shims" ? "\0mcp-shims" : null),
        load: (id) =>
          id === "\0mcp-shims"
            ? `export { CfWorkerJsonSchemaValidator as DefaultJsonSchemaValidator } from "@modelcontextprotocol/server/validators/cf-worker"; export { default as process } from "node:process";`
            : null,
      },
      {
        name: "left-out",
        resolveId: (id, importer) =>
          leftOut.some(([name, by]) => id === name && importer?.includes(`/${by}/`)) ? `\0left-out:${id}` : null,
        load: (id) => (id.startsWith("\0left-out:") ? leftOutModule : null),
      },
    ],
  });
  const written = await made.write({
    dir: "dist",
    format,
    dynamicImportInCjs: false,
    entryFileNames: `[name].${ending}`,
    minify: true,
    // All in one folder: the program of the parsing thread is found beside whichever chunk starts it.
    chunkFileNames: `[name]-[hash].${ending}`,
    // One file for all that a command loads is read much faster than a hundred.
    ...(chunk && {
      codeSplitting: { includeDependenciesRecursively: false, groups: [{ name: chunk, debugName: "by command" }] },
    }),
    plugins: [
      { name: "lean-builtins", renderChunk: (code) => leanBuiltins(code) },
      { name: "load-late", renderChunk: (code) => loadLate(code) },
      {
        name: "ascii",
        generateBundle(_, files) {
          for (const part of Object.values(files)) if (part.type === "chunk") part.code = ascii(part.code);
        },
      },
    ],
  });
  await made.close();
  return written.output;
}

/** The entry stays by itself: it awaits its command, and what others import must not wait for that. */
function chunkOf(id: string): string | null {
  const name = moduleName(id.replace("\0late:", "/node_modules/"));
  if (name === "src/main.ts") return null;
  if (loaded.start.has(name)) return "start";
  if (!loaded.review.has(name)) return null;
  const late = lateParts.find(([, modules]) => modules.test(name));
  if (late) return `late-${late[0]}`;
  return name.startsWith("src/") || everyReview.has(name) ? "review" : "late-markdown";
}

/** Loads late chunks, and the built-in modules that few reviews use, at the first use of one of their members. */
function loadLate(code: string): string {
  return code.replace(
    /^(?:const|let) (\w+) = require\("(\.\/late-[^"]+|node:(?:module|v8|worker_threads|zlib))"\);$/gm,
    'const $1 = new Proxy({}, { get: (loaded, name) => (loaded.members ??= require("$2"))[name] });',
  );
}

/** An `import` of a built-in module loads even what it has only on demand; this loads what is named. */
function leanBuiltins(code: string): string {
  return code.replace(
    /^import (\w+|\* as \w+)?(?:, )?(?:\{([^}]*)\})? from "(node:[\w/]+)";$/gm,
    (_, whole: string | undefined, names: string | undefined, builtin: string) =>
      [whole?.replace("* as ", ""), names && `{${names.replaceAll(" as ", ": ")}}`]
        .flatMap((name) => (name ? `const ${name} = globalThis.process.getBuiltinModule("${builtin}");` : []))
        .join(" "),
  );
}

/** Source with other characters takes twice the memory, and much longer to read and to find in the compile cache. */
function ascii(code: string): string {
  return code.replaceAll(/\P{ASCII}/gu, (character) =>
    Array.from({ length: character.length }, (_, unit) => unit)
      .map((unit) => `\\u${character.charCodeAt(unit).toString(16).padStart(4, "0")}`)
      .join(""),
  );
}

/** What `import` finds. */
function writeLibrary(): void {
  const { exports } = output.find((part) => part.type === "chunk" && part.fileName === "index.cjs") as OutputChunk;
  writeFileSync(
    "dist/index.js",
    `import library from "./index.cjs";\nexport const { ${exports.join(", ")} } = library;\n`,
  );
}

/** The parser as it is, for it asks for its own place; and the grammars of the languages that we read. */
function copyGrammars(): void {
  mkdirSync("dist/grammars");
  copyFileSync(join(parser, "tree-sitter.js"), "dist/grammars/tree-sitter.cjs");
  copyFileSync(join(parser, "tree-sitter.wasm"), "dist/grammars/tree-sitter.wasm");
  for (const name of new Set(Object.values(grammars).flat()))
    writeFileSync(
      `dist/grammars/tree-sitter-${name}.wasm.zst`,
      compressed(readFileSync(join(parser, `tree-sitter-${name}.wasm`))),
    );
}

/** Grammars shrink to a seventeenth, and are read in milliseconds. */
function compressed(bytes: Buffer): Buffer {
  return zstdCompressSync(bytes, { params: { [constants.ZSTD_c_compressionLevel]: 19 } });
}

/** One file of types, in place of hundreds. */
async function rollUpTypes(): Promise<void> {
  const made = await rolldown({
    input: { index: "dist/types/index.d.ts" },
    external: /^[^./]/,
    plugins: [dts({ dtsInput: true })],
  });
  await made.write({ dir: "dist", format: "es" });
  await made.close();
  rmSync("dist/types", { recursive: true });
}

/** What reviewers are told: the Markdown beside them, in the same places. */
function copyPrompts(): void {
  const from = "src/findings/reviewers";
  for (const file of globSync("**/*.md", { cwd: from })) {
    mkdirSync(dirname(join("dist/reviewers", file)), { recursive: true });
    copyFileSync(join(from, file), join("dist/reviewers", file));
  }
  copyFileSync("src/threads/triage/triage-thread.md", "dist/reviewers/triage-thread.md");
}

/** What the dashboard's pages load: ours, and htmx as it is published. */
function copyWeb(): void {
  mkdirSync("dist/web");
  for (const file of readdirSync("web")) copyFileSync(join("web", file), join("dist/web", file));
  copyFileSync(htmx, "dist/web/htmx.js");
}

/** The folder of every package of which something is in the bundle, or is copied beside it. */
function bundledPackages(chunks: readonly OutputChunk[]): string[] {
  const copied = [join(parser, "tree-sitter.js"), htmx, findPackageJSON("@octokit/graphql-schema", import.meta.url)!];
  const files = [...chunks.flatMap((chunk) => chunk.moduleIds), ...copied];
  const folders = new Set(files.flatMap((file) => packageFolder(file) ?? []));
  return [...folders].toSorted();
}

function packageFolder(id: string): string | null {
  if (!id.includes("node_modules")) return null;
  for (let folder = dirname(id); folder !== dirname(folder); folder = dirname(folder)) {
    const manifest = join(folder, "package.json");
    if (existsSync(manifest) && "version" in (JSON.parse(readFileSync(manifest, "utf8")) as object)) return folder;
  }
  return null;
}

function manifestOf(folder: string): PackageManifest {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as PackageManifest;
}

function notice(folder: string): string {
  const { name, version, license } = manifestOf(folder);
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  return `${name} ${version} (${license})\n\n${file ? readFileSync(join(folder, file), "utf8").trim() : "No licence file in the package."}\n`;
}
