// Resolves `#include` lines of C and C++ to files by file layout, because the compiler's list of folders is unknown.
import type { Tree } from "../../change.ts";
import { fileName, folderOf, foldersUp, inFolder, resolveFrom } from "../../paths.ts";
import { fileSet, oncePer } from "../once-per.ts";

export interface CInclude {
  written: string;
  /** `<a.h>`: not looked for beside the file. */
  isSystem: boolean;
  line: number;
}

const directive = /^[ \t]*#[ \t]*(?:include|include_next|import)[ \t]*(?:"([^"\n]{1,300})"|<([^>\n]{1,300})>)/gm;
/** Headers of the language and of systems, which a repository may have its own files of. */
const systemHeader =
  /^(?:(?:assert|complex|ctype|errno|fenv|float|inttypes|iso646|limits|locale|math|setjmp|signal|stdalign|stdarg|stdatomic|stdbit|stdbool|stdckdint|stddef|stdint|stdio|stdlib|stdnoreturn|string|strings|tgmath|threads|time|uchar|wchar|wctype|unistd|fcntl|pthread|dirent|dlfcn|getopt|glob|grp|netdb|poll|pwd|regex|sched|search|semaphore|syslog|termios|utime|alloca|malloc|memory|windows|winsock2|config|version)\.h|(?:sys|net|netinet|arpa|linux|mach)\/.*|[a-z_\d]+)$/;
/** Folders that builds search for headers. */
const rootName = /^(?:includes?|inc|src|lib|libs|sources?|headers?|public|api)$/i;

export function includesIn(text: string): CInclude[] {
  const includes: CInclude[] = [];
  let line = 1;
  let counted = 0;
  for (const match of text.matchAll(directive)) {
    for (let next = text.indexOf("\n", counted); next >= 0 && next < match.index; next = text.indexOf("\n", counted)) {
      line++;
      counted = next + 1;
    }
    includes.push({ written: match[1] ?? match[2]!, isSystem: match[1] === undefined, line });
  }
  return includes;
}

/** A folder from which an include can lead to a file. */
interface IncludeRoot {
  root: string;
  path: string;
}

const filesByName = oncePer((paths: readonly string[]) => Map.groupBy(paths, fileName));

/** The file that the line includes; null if it is outside the repository or unclear. */
export function resolveInclude(
  { written, isSystem }: CInclude,
  importer: string,
  paths: readonly string[],
): string | null {
  const beside = isSystem ? null : resolveFrom(folderOf(importer), written);
  if (beside !== null && fileSet(paths).has(beside)) return beside;
  if (isSystem && systemHeader.test(written)) return null;
  const roots = includeRoots(written, paths);
  const above = new Set(foldersUp(folderOf(importer)));
  for (const folder of above) {
    const near = roots.filter(({ root }) => root === folder || (isRootName(root) && folderOf(root) === folder));
    if (near.length > 0)
      return near.length === 1 ? near[0]!.path : (near.find(({ root }) => root === folder)?.path ?? null);
  }
  if (roots.length !== 1) return null;
  const [{ root, path }] = roots as [IncludeRoot];
  // A bare name can as well be a library's.
  return written.includes("/") || isRootName(root) || (!isSystem && sharesFolder(root, importer)) ? path : null;
}

function isRootName(root: string): boolean {
  return rootName.test(fileName(root));
}

function sharesFolder(root: string, importer: string): boolean {
  return root.split("/")[0] === importer.split("/")[0];
}

function includeRoots(written: string, paths: readonly string[]): IncludeRoot[] {
  const inside = written.replace(/^(?:\.\/)+/, "");
  if (/(?:^|\/)\.\.?(?:\/|$)/.test(inside)) return [];
  return (filesByName(paths).get(fileName(inside)) ?? [])
    .filter((path) => path === inside || path.endsWith(`/${inside}`))
    .map((path) => ({ path, root: path.slice(0, Math.max(0, path.length - inside.length - 1)) }));
}

/** Whether the line leads to some file, as far as layout and build files tell. */
export async function mayResolveInclude(include: CInclude, importer: string, tree: Tree): Promise<boolean> {
  const paths = await tree.paths();
  const beside = include.isSystem ? null : resolveFrom(folderOf(importer), include.written);
  if (beside !== null && fileSet(paths).has(beside)) return true;
  const above = new Set(foldersUp(folderOf(importer)));
  const roots = includeRoots(include.written, paths).map(({ root }) => root);
  if (roots.some((root) => above.has(root) || isRootName(root))) return true;
  const named = await foldersInBuilds(tree);
  if (roots.some((root) => named.has(fileName(root)))) return true;
  // A build can make the file from a template.
  return ["in", "cmake", "in.h", "tmpl"].some((end) =>
    paths.some((path) => path === inFolder(folderOf(beside ?? ""), `${fileName(include.written)}.${end}`)),
  );
}

const buildFile =
  /(?:^|\/)(?:CMakeLists\.txt|(?:GNU)?[Mm]akefile[\w.-]*|configure(?:\.ac|\.in)?|meson\.build|BUILD(?:\.bazel|\.gn)?|SConstruct|SConscript|wscript|xmake\.lua|build\.(?:zig|rs)|setup\.py|Package\.swift|[^/]+\.(?:cmake|mk|mak|am|pro|pri|gypi?|gn|vcxproj|props|podspec|bzl|premake|ninja))$/;
const mostBuildFiles = 200;

/** Every word of the build files, any of which may be a folder of headers. */
const foldersInBuilds = oncePer(async (tree: Tree): Promise<ReadonlySet<string>> => {
  const words = new Set<string>();
  const files = (await tree.paths()).filter((path) => buildFile.test(path)).slice(0, mostBuildFiles);
  for (const bytes of await Promise.all(files.map((path) => tree.read(path))))
    for (const [word] of new TextDecoder().decode(bytes ?? new Uint8Array()).matchAll(/[\w.+-]+/g)) words.add(word);
  return words;
});
