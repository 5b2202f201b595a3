// Reads the namespaces and using directives of C# files, and the global ones of their projects.
import type { Tree } from "../../change.ts";
import { folderOf, foldersUp } from "../../paths.ts";
import { oncePer } from "../once-per.ts";
import { dottedName, isSignToken, isWordToken } from "./code-tokens.ts";
import type { CodeFile } from "./language.ts";
import { typeScopes } from "./type-scopes.ts";

export interface Using {
  /** The namespace or type. */
  name: string;
  alias: string | null;
  isStatic: boolean;
  isGlobal: boolean;
  /** The index of its first and last token. */
  start: number;
  end: number;
}

export const usingsOf = oncePer(({ tokens: all }: CodeFile): readonly Using[] => {
  const usings: Using[] = [];
  for (let at = 0; at < all.length; at++) {
    if (!isWordToken(all[at], "using") || isSignToken(all[at + 1], "(")) continue;
    const isStatic = isWordToken(all[at + 1], "static");
    let from = isStatic || isWordToken(all[at + 1], "unsafe") ? at + 2 : at + 1;
    const isAlias = all[from]?.kind === "word" && isSignToken(all[from + 1], "=");
    const alias = isAlias ? all[from]!.text : null;
    if (isAlias) from += 2;
    if (isWordToken(all[from], "global") && isSignToken(all[from + 1], "::")) from += 2;
    const { parts, end } = dottedName(all, from);
    if (parts.length === 0 || !isSignToken(all[end], ";", "<")) continue;
    const isGlobal = isWordToken(all[at - 1], "global");
    usings.push({ name: parts.join("."), alias, isStatic, isGlobal, start: at, end });
  }
  return usings;
});

/** The namespaces that the file declares, without repeats; the global one if there is none. */
export const namespacesOf = oncePer((file: CodeFile): readonly string[] => {
  const written = [...file.text.matchAll(/^[ \t\uFEFF]*namespace[ \t]+([\w.]+)/gm)].map((match) => match[1]!);
  // One inside another has the name of both.
  const names = written.length < 2 ? written : typeScopes(file).namespaces.map(({ name }) => name);
  return names.length === 0 ? [""] : [...new Set(names)];
});

interface GlobalUsings {
  folder: string;
  names: readonly string[];
}

const usingsFile = /(?:^|\/)(?:\w*[Uu]sings?|GlobalUsings?\.\w+|Imports|_Imports)\.cs$/;
const buildFile = /\.(?:csproj|props|targets)$/;
const mostFiles = 400;

/** `global using` lines and `<Using Include>` items, by the folder for which they hold. */
const globalUsings = oncePer(async (tree: Tree): Promise<readonly GlobalUsings[]> => {
  const paths = await tree.paths();
  const projects = new Set(paths.filter((path) => path.endsWith(".csproj")).map(folderOf));
  const files = paths.filter((path) => usingsFile.test(path) || buildFile.test(path)).slice(0, mostFiles);
  return await Promise.all(
    files.map(async (path) => {
      const text = new TextDecoder().decode((await tree.read(path)) ?? new Uint8Array());
      const found = [
        ...text.matchAll(/^[ \t]*global[ \t]+using[ \t]+(?:static[ \t]+)?([\w.]+)[ \t]*;/gm),
        ...text.matchAll(/<Using[ \t]+Include="([\w.]+)"/g),
      ];
      const folder = folderOf(path);
      const project = path.endsWith(".cs") ? [...foldersUp(folder)].find((one) => projects.has(one)) : undefined;
      return { folder: project ?? folder, names: found.map((match) => match[1]!) };
    }),
  );
});

export async function globalUsingsFor(path: string, tree: Tree): Promise<ReadonlySet<string>> {
  const all = await globalUsings(tree);
  return new Set(all.flatMap(({ folder, names }) => (folder === "" || path.startsWith(`${folder}/`) ? names : [])));
}

/** `A.B.C`, `A.B`, `A` and the global namespace, in which the names of an inner one are looked up. */
export function enclosingNamespaces(namespace: string): string[] {
  const chain: string[] = [];
  for (let at = namespace; at !== ""; at = at.slice(0, Math.max(0, at.lastIndexOf(".")))) chain.push(at);
  return [...chain, ""];
}
