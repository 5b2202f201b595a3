// Resolves a path without extension to a file, like Node, TypeScript and bundlers.
import { inFolder } from "../paths.ts";
import type { RepositoryFiles } from "./repository-files.ts";

const endings = (
  ".ts .tsx .d.ts .mts .cts .js .jsx .mjs .cjs .json .vue .svelte .astro .svelte.ts .svelte.js .web.ts .web.tsx " +
  ".native.ts .native.tsx .ios.ts .ios.tsx .android.ts .android.tsx .d.mts .d.cts .mdx"
).split(" ");
/** Maps a compiled extension to its source extensions. */
const sources: Record<string, readonly string[]> = {
  ".js": [".ts", ".tsx", ".d.ts", ".jsx"],
  ".jsx": [".tsx", ".d.ts"],
  ".mjs": [".mts", ".d.mts", ".ts"],
  ".cjs": [".cts", ".d.cts", ".ts"],
  ".d.ts": [".ts", ".tsx", ".js"],
  ".d.mts": [".mts", ".mjs", ".ts"],
  ".d.cts": [".cts", ".cjs", ".ts"],
};
const compiled = /(?:\.d)?\.[cm]?[jt]sx?$/;
/** Where builds write what an entry names. `lib` may hold source, so this is no question for `file-kinds.ts`. */
const outputFolder = /^(?:dist|lib|build|out|output|es|esm|cjs|umd|types|typings|_?dist[-_].*|\.?generated)$/;
const formatFolder = /^(?:es|esm|cjs|umd|types|typings|node|browser|modern|legacy|src|commonjs|module)$/;

/** The file at this path with any extension, or the folder's index. */
export function moduleFile(files: RepositoryFiles, path: string): string | null {
  return sameOrSource(files, path) ?? withEnding(files, path) ?? withEnding(files, inFolder(path, "index"));
}

function sameOrSource(files: RepositoryFiles, path: string): string | null {
  if (files.has(path)) return path;
  const ending = compiled.exec(path)?.[0];
  const stem = ending === undefined ? path : path.slice(0, -ending.length);
  const source = (sources[ending ?? ""] ?? []).find((one) => files.has(stem + one));
  return source === undefined ? null : stem + source;
}

function withEnding(files: RepositoryFiles, path: string): string | null {
  const ending = endings.find((one) => files.has(path + one));
  return ending === undefined ? null : path + ending;
}

/** Like `moduleFile`, for package entries, which often name build output: `dist/a.js` for `src/a.ts`. */
export function entryFile(files: RepositoryFiles, folder: string, entry: string): string | null {
  const plain = entry.replace(/^\.\//, "").replace(/\/$/, "");
  const parts = plain.split("/");
  if (parts.includes("..")) return null;
  const written = moduleFile(files, inFolder(folder, plain));
  if (written !== null) return written;
  if (!outputFolder.test(parts[0] ?? "")) return null;
  let rest = parts.slice(1);
  for (;;) {
    for (const candidate of [["src", ...rest], rest, ["source", ...rest], ["lib", ...rest]]) {
      const file = moduleFile(files, inFolder(folder, candidate.join("/")));
      if (file !== null && candidate.length > 0) return file;
    }
    if (!formatFolder.test(rest[0] ?? "")) return null;
    rest = rest.slice(1);
  }
}
