// Resolves a package's entry points: `exports` with conditions, subpaths and patterns, and the older fields.
import { inFolder } from "../paths.ts";
import { entryFile, moduleFile } from "./module-file.ts";
import { asObject, asStrings, type JsonObject, type RepositoryFiles } from "./repository-files.ts";

/** Maximum nesting of conditions. */
const deepest = 8;

/** The file that `subpath` (`.` or `./x`) of the package in this folder resolves to. */
export function packageFile(
  files: RepositoryFiles,
  folder: string,
  manifest: JsonObject,
  subpath: string,
): string | null {
  for (const target of targetsOf(manifest["exports"], subpath)) {
    const file = entryFile(files, folder, target);
    if (file !== null) return file;
  }
  // Bundlers can be configured to import files that `exports` does not expose.
  if (subpath !== ".") {
    const inside = subpath.slice(2);
    return entryFile(files, folder, inside) ?? moduleFile(files, inFolder(folder, `src/${inside}`));
  }
  for (const field of ["source", "types", "typings", "module", "main", "browser", "svelte"]) {
    const value = manifest[field];
    const file = typeof value === "string" ? entryFile(files, folder, value) : null;
    if (file !== null) return file;
  }
  return moduleFile(files, inFolder(folder, "index")) ?? moduleFile(files, inFolder(folder, "src/index"));
}

/** Resolves a `#` specifier by the package's `imports` to a file or to a package. */
export function ownImport(files: RepositoryFiles, folder: string, manifest: JsonObject, specifier: string) {
  const targets = targetsOf(manifest["imports"], specifier);
  for (const target of targets) {
    const file = target.startsWith(".") ? entryFile(files, folder, target) : null;
    if (file !== null) return { file, packageName: null };
  }
  return { file: null, packageName: targets.find((target) => !target.startsWith(".")) ?? null };
}

/** Every file that a manifest exposes: entries, programs, and patterns as `prefix*suffix`. */
export function publicTargets(manifest: JsonObject): string[] {
  const fields = ["source", "types", "typings", "module", "main", "browser", "svelte", "bin", "unpkg", "jsdelivr"];
  return [...fields.map((field) => manifest[field]), manifest["exports"], manifest["publishConfig"]].flatMap((value) =>
    leaves(value, 0),
  );
}

/** The targets of a subpath, most specific key first, under any condition; sources before build output. */
function targetsOf(map: unknown, subpath: string): string[] {
  const object = asObject(map);
  if (!object) return subpath === "." ? leaves(map, 0) : [];
  const isConditions = Object.keys(object).every((key) => !key.startsWith(".") && !key.startsWith("#"));
  if (isConditions) return subpath === "." ? leaves(object, 0) : [];
  if (subpath in object) return leaves(object[subpath], 0);
  const patterns = Object.keys(object)
    .flatMap((key) => ((match) => (match === null ? [] : [{ key, match }]))(starMatch(key, subpath)))
    .toSorted((a, b) => b.key.length - a.key.length);
  return patterns.flatMap(({ key, match }) =>
    leaves(object[key], 0).map((target) => target.replaceAll("*", () => match)),
  );
}

/** The text that the pattern's star matches; a key that ends in `/` maps the whole folder. */
export function starMatch(pattern: string, text: string): string | null {
  const star = pattern.indexOf("*");
  if (star < 0) return pattern.endsWith("/") && text.startsWith(pattern) ? text.slice(pattern.length) : null;
  const before = pattern.slice(0, star);
  const after = pattern.slice(star + 1);
  const fits = text.length >= before.length + after.length && text.startsWith(before) && text.endsWith(after);
  return fits ? text.slice(before.length, text.length - after.length) : null;
}

function leaves(value: unknown, depth: number): string[] {
  if (depth > deepest) return [];
  if (typeof value === "string" || Array.isArray(value))
    return asStrings(value).concat(
      Array.isArray(value) ? value.filter(asObject).flatMap((one) => leaves(one, depth + 1)) : [],
    );
  const object = asObject(value);
  if (!object) return [];
  const keys = Object.keys(object).toSorted((a, b) => rank(a) - rank(b));
  return keys.flatMap((key) => leaves(object[key], depth + 1));
}

function rank(condition: string): number {
  if (/source|development|^@/.test(condition)) return 0;
  return condition === "types" ? 1 : 2;
}
