// Tells whether a script, workflow or bundler config of the repository writes a file.
import type { Tree } from "../../../change/change.ts";
import { folderOf, fileName } from "../../../change/paths.ts";
import { filesRunByScript } from "./script-commands.ts";
import { objectEntries, parseJsonDocument, getProperty } from "./json-document.ts";

interface BuildSteps {
  /** Whether a step names the file as its output or copies files into its folder. */
  writesFile(path: string, packageFolder: string): Promise<boolean>;
}

const mostFiles = 300;
const largest = 300_000;
const longestLine = 1000;

export function findBuildSteps(tree: Tree, paths: readonly string[]): BuildSteps {
  const texts = new Map<string, Promise<string>>();
  const textOf = (path: string) => {
    const known = texts.get(path) ?? tree.read(path).then((bytes) => decodeText(bytes));
    texts.set(path, known);
    return known;
  };
  let all: readonly string[] | undefined;
  return {
    async writesFile(path, packageFolder) {
      all ??= paths.filter(isStepFile);
      const near = all.filter((one) => isAbove(stepRoot(one), packageFolder) || isAbove(packageFolder, stepRoot(one)));
      for (const one of near.slice(0, mostFiles))
        if (stepWrites(one, await textOf(one), path, packageFolder)) return true;
      return false;
    },
  };
}

function decodeText(bytes: Uint8Array | null): string {
  return bytes === null || bytes.length > largest ? "" : new TextDecoder().decode(bytes);
}

const stepFolder = /(?:^|\/)(?:\.github|scripts?|tools?|ci|build|release|packaging)\//;
const shell = /(?:^|\/)(?:Makefile|justfile|[\w.-]+\.(?:sh|bash|ps1|mk|ya?ml))$/i;
const program =
  /(?:^|\/)(?:(?:rollup|webpack|vite|esbuild|tsup|tsdown|gulpfile|gruntfile|codegen|orval|build|bundle|package|generate|prepare|release)[\w.-]*\.[cm]?[jt]s|[\w.-]+\.prisma)$/i;
const anyProgram = /\.(?:[cm]?[jt]s|py|rb|go|rs)$/;

function isStepFile(path: string): boolean {
  if (fileName(path) === "package.json") return true;
  if (/\.ya?ml$/.test(path))
    return /^\.github\/(?:workflows|actions)\/|^\.gitlab-ci\.yml$|(?:^|\/)Taskfile\.ya?ml$/.test(path);
  return shell.test(path) || program.test(path) || (anyProgram.test(path) && stepFolder.test(path));
}

/** The folder that a step belongs to: the parent of its scripts folder. */
function stepRoot(path: string): string {
  const folder = stepFolder.exec(path);
  return folder ? path.slice(0, folder.index) : folderOf(path);
}

function isAbove(folder: string, other: string): boolean {
  return folder === "" || folder === other || other.startsWith(`${folder}/`);
}

function stepWrites(file: string, text: string, path: string, packageFolder: string): boolean {
  const own = packageFolder === "" ? path : path.slice(packageFolder.length + 1);
  const isOwn = isAbove(packageFolder, folderOf(file)) && packageFolder !== "";
  // Outside the package, the same relative name may belong to another package, so the step must name this one too.
  const namesPackage = isOwn || packageFolder === "" || isNamedIn(text, fileName(packageFolder), /[^\w-]$/);
  const names: FileNames = { path, own: namesPackage ? own : null };
  if (fileName(file) === "package.json") {
    // Names in a script are relative to its own package.
    const ownNames = folderOf(file) === packageFolder ? { path, own } : { path, own: null };
    return scriptCommands(text).some((command) => commandWrites(command, ownNames));
  }
  const lines = text.split("\n");
  if (shell.test(file))
    return lines.some((line, at) => commandWrites(line, names) || unpacksArtifactInto(lines, at, path));
  return lines.some(
    (line, at) => isMention(line, names) && writeCommand.test(lines.slice(Math.max(0, at - 3), at + 4).join("\n")),
  );
}

const writeCommand =
  /\b(?:cp|mv|rsync|tee|touch|writeFile\w*|writeTextFile\w*|copyFile\w*|copySync|cpSync|fs\.copy|Bun\.write|outfile|out-?dir|output\w*|dest(?:ination)?|rename\w*|write_text|shutil)\b|--out\b|(?<![=-])>{1,2}\s/i;
const copyCommand = /(?:^|[\s;&|"'(])(?:cp|mv|rsync|install|copy|cpy|cpx|copyfiles|ncp|tar|unzip)\s/;

function scriptCommands(manifest: string): string[] {
  const json = parseJsonDocument(manifest);
  return objectEntries(json ? getProperty(json.root, "scripts") : undefined).flatMap(([, node]) =>
    node.type === "string" ? String(node.value).split(/&&|\|\||[;\n]/) : [],
  );
}

function commandWrites(line: string, names: FileNames): boolean {
  if (line.length > longestLine) return false;
  if (copyCommand.test(line) && targetFolders(names).includes(lastWord(line))) return true;
  // A file that is passed to a runner is an input, regardless of where the output goes.
  const isRun = filesRunByScript(line.replace(/^\s*(?:-\s+)?run:\s+/, "")).some((file) => isMention(file, names));
  return !isRun && writeCommand.test(line) && isMention(line, names);
}

/** The file's folder as a command may name it, except the package's own: `.` can be any folder. */
function targetFolders({ path, own }: FileNames): string[] {
  const inPackage = own === null ? "" : folderOf(own);
  return inPackage === "" ? [folderOf(path)] : [folderOf(path), inPackage];
}

/** An artifact of an earlier job is unpacked into the file's folder. */
function unpacksArtifactInto(lines: readonly string[], at: number, path: string): boolean {
  const line = lines[at] ?? "";
  return (
    /^\s*path:\s/.test(line) &&
    lastWord(line) === folderOf(path) &&
    lines.slice(Math.max(0, at - 6), at + 6).some((one) => one.includes("download-artifact"))
  );
}

function lastWord(line: string): string {
  const word = line.slice(0, longestLine).trim().split(/\s+/).at(-1) ?? "";
  return word.replace(/^["']?(?:\.\/)?|\/?["']?$/g, "");
}

interface FileNames {
  /** Relative to the repository's root; a prefix such as a variable for the root is allowed. */
  path: string;
  /** Relative to the package, if the step may use that form; else null. */
  own: string | null;
}

function isMention(line: string, { path, own }: FileNames): boolean {
  if (line.length > longestLine) return false;
  return isNamedIn(line, path, /[^\w.@-]$/) || (own !== null && isNamedIn(line, own, /(?:[^\w./@-]|(?<![\w.])\.\/)$/));
}

/** Matches the name as a whole word, after text that matches `after` or at the start. */
function isNamedIn(text: string, name: string, after: RegExp): boolean {
  if (name === "") return false;
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1))
    if ((at === 0 || after.test(text.slice(Math.max(0, at - 3), at))) && !/[\w-]/.test(text[at + name.length] ?? ""))
      return true;
  return false;
}
