// How exactly imports and exports are read, and how fast, beside the parser of rolldown 1.2.14 (oxc), which is native
// code and builds a whole tree.
//   node bench/imports.ts [FOLDER]     (default: this repository; files the peer cannot read are left out)
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseAst } from "rolldown/parseAst";
import { scanImports } from "../src/change/symbols/scan-imports.ts";
import { finish, ratioOf } from "./measure.ts";

const folder = process.argv[2] ?? ".";
const language = { ts: "ts", mts: "ts", cts: "ts", tsx: "tsx", js: "jsx", mjs: "jsx", cjs: "jsx", jsx: "jsx" } as const;

type Tree = ReturnType<typeof parseAst>;
type Statement = Tree["body"][number];

interface File {
  path: string;
  text: string;
  lang: "ts" | "tsx" | "jsx";
}

function parsed({ path, text, lang }: File): Tree | null {
  try {
    return parseAst(text, { lang }, path);
  } catch {
    return null;
  }
}

const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && !/(?:^|\/)(?:node_modules|\.git|dist)(?:\/|$)/.test(entry.parentPath))
  .flatMap((entry): File[] => {
    const lang = language[entry.name.slice(entry.name.lastIndexOf(".") + 1) as keyof typeof language];
    const path = join(entry.parentPath, entry.name);
    return lang ? [{ path, lang, text: readFileSync(path, "utf8") }] : [];
  })
  .filter((file) => file.text.length < 1_000_000 && parsed(file) !== null);

/** The statements of a module that both can be asked for: what is imported, and what is passed on. */
function theirs(file: File): string[] {
  return (parsed(file)?.body ?? []).flatMap(linksOf);
}

function linksOf(node: Statement): string[] {
  if (node.type === "ImportDeclaration") {
    const from = node.source.value;
    if (node.specifiers.length === 0) return [` <- ${from}`];
    return node.specifiers.map((one) => {
      if (one.type === "ImportDefaultSpecifier") return `default <- ${from}`;
      return one.type === "ImportNamespaceSpecifier" ? `* <- ${from}` : `${nameOf(one.imported)} <- ${from}`;
    });
  }
  if (node.type === "ExportAllDeclaration") return [`* <- ${node.source.value}`];
  if (node.type !== "ExportNamedDeclaration" || !node.source) return [];
  const from = node.source.value;
  if (node.specifiers.length === 0) return [` <- ${from}`];
  return node.specifiers.map((one) => `${nameOf(one.local)} <- ${from}`);
}

function nameOf(node: { type: string; name?: string; value?: unknown }): string {
  return node.name ?? String(node.value);
}

function ours({ path, text }: File): string[] {
  return scanImports(path, text)
    .imports.filter(({ how, line }) => (how === "import" || how === "re-export") && !isInComment(text, line))
    .map(({ name, from }) => `${name} <- ${from}`);
}

/** Types that doc comments import are none of the peer's business. */
function isInComment(text: string, line: number): boolean {
  return /\/\*\*|^\s*\*/.test(text.split("\n")[line - 1] ?? "");
}

let links = 0;
const differing: string[] = [];
for (const file of files) {
  const expected = theirs(file).toSorted();
  links += expected.length;
  if (ours(file).toSorted().join("\n") !== expected.join("\n")) differing.push(file.path);
}
console.log(`${files.length} files, ${links} links; files that are read differently: ${differing.length}`);
for (const path of differing.slice(0, 9)) console.log(`  ${path}`);

const ratio = ratioOf(
  () => files.forEach(({ path, text }) => scanImports(path, text)),
  () => files.forEach(parsed),
);
console.log(`time: ${ratio.text} of the peer's`);
finish({
  "at least 999 files of 1,000 are read alike": differing.length <= files.length / 1000,
  "at most half of the time": ratio.value <= 0.5,
});
