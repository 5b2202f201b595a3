// Builds what is published: one bundle with its chunks, the library's types, and the notices of what it contains.
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown, type OutputChunk } from "rolldown";

const root = fileURLToPath(new URL("..", import.meta.url));
process.chdir(root);
rmSync("dist", { recursive: true, force: true });

const bundle = await rolldown({
  input: { main: "src/main.ts", index: "src/index.ts" },
  platform: "node",
  external: /^node:/,
  resolve: { mainFields: ["module", "main"] },
});
const { output } = await bundle.write({
  dir: "dist",
  format: "esm",
  minify: true,
  chunkFileNames: "chunks/[name]-[hash].js",
});
await bundle.close();
execFileSync(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-p", "scripts/tsconfig.types.json"], {
  stdio: "inherit",
});
writeFileSync("dist/THIRD-PARTY-NOTICES.txt", notices(output.filter((part) => part.type === "chunk")));

/** The licence of every package of which something is in the bundle. */
function notices(chunks: readonly OutputChunk[]): string {
  const folders = new Set(chunks.flatMap((chunk) => chunk.moduleIds.flatMap((id) => packageFolder(id) ?? [])));
  return [...folders]
    .toSorted()
    .map(notice)
    .join(`\n${"-".repeat(72)}\n\n`);
}

function packageFolder(id: string): string | null {
  if (!id.includes("node_modules")) return null;
  for (let folder = dirname(id); folder !== dirname(folder); folder = dirname(folder)) {
    const manifest = join(folder, "package.json");
    if (existsSync(manifest) && "version" in (JSON.parse(readFileSync(manifest, "utf8")) as object)) return folder;
  }
  return null;
}

function notice(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Record<
    string,
    string
  >;
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  return `${name} ${version} (${license})\n\n${file ? readFileSync(join(folder, file), "utf8").trim() : "No licence file in the package."}\n`;
}
