// Parses commands that run package scripts and tells which package they mean.
import { folderOf, foldersUp, resolveFrom } from "../../../change/paths.ts";

export interface ScriptRun {
  script: string;
  /** The package that the command selects by name or folder; null for the current one. */
  package: string | null;
  /** Runs in every package that has the script. */
  everywhere: boolean;
  /** Without such a script, the runner tries an installed program of that name. */
  mayBeProgram: boolean;
}

const command = /\b(npm|pnpm|yarn|bun)((?: +[-@\w:.=/*{}^!]+){1,10})/g;
const runAllCommand = /\b(?:npm-run-all2?|run-[sp])((?: +[-@\w:.=/*]+){1,10})/g;
/** Flags that take a package name or folder. pnpm's `-w` takes no value. */
const packageFlag = /^(?:--filter|-F|--workspace|-C|--dir|--cwd|--prefix)$/;

export function findScriptRuns(line: string): ScriptRun[] {
  if (line.length > 5000) return [];
  const runs = [...line.matchAll(command)].flatMap(
    ([, runner, words]) => parseCommand(runner!, splitWords(words!)) ?? [],
  );
  const lists = [...line.matchAll(runAllCommand)].flatMap(([, words]) =>
    splitWords(words!)
      .filter((word) => !word.startsWith("-"))
      .map((script) => ({ script, package: null, everywhere: false, mayBeProgram: false })),
  );
  return [...runs, ...lists];
}

function splitWords(text: string): string[] {
  return text.trim().split(/ +/);
}

function parseCommand(runner: string, words: readonly string[]): ScriptRun | null {
  const plain: string[] = [];
  let of: string | null = null;
  let everywhere = false;
  for (let at = 0; at < words.length && words[at] !== "--"; at++) {
    const [flag = "", value] = words[at]!.split("=", 2);
    if (packageFlag.test(flag) || (flag === "-w" && runner === "npm")) of = value ?? words[++at] ?? null;
    else if (/^(?:-r|--recursive|--workspaces|-ws)$/.test(flag)) everywhere = true;
    else if (!flag.startsWith("-")) plain.push(words[at]!);
  }
  if (runner === "yarn" && plain[0] === "workspace") [, of = null] = plain.splice(0, 2);
  const run = /^run(?:-script)?$/.test(plain[0] ?? "");
  if (run) plain.shift();
  else if (runner === "npm" || runner === "bun") return null;
  const [script] = plain;
  if (script === undefined) return null;
  return { script, package: of, everywhere, mayBeProgram: runner !== "npm" && !(runner === "pnpm" && run) };
}

/** The package folder in which a line of `path` runs its commands: a `cd` on the line, else the nearest above. */
export function packageFolderAt(path: string, line: string, folders: ReadonlySet<string>): string | null {
  const nearest = (folder: string) => [...foldersUp(folder)].find((one) => folders.has(one)) ?? null;
  const entered = /\bcd +["']?([\w./@-]+)["']? *(?:&&|;)/.exec(line)?.[1];
  if (entered === undefined) return nearest(folderOf(path));
  const places = [folderOf(path), ""].map((folder) => resolveFrom(folder, entered));
  return places.find((place) => place !== null && folders.has(place)) ?? null;
}

/** Whether a package has the name or folder that a command selects. */
export function picksPackage(of: string, { name, folder }: { name: string | null; folder: string }): boolean {
  const picked = of.replaceAll(/^[.{!^]+|[}.^]+$/g, "").replace(/^\/|\/$/g, "");
  const last = folder.slice(folder.lastIndexOf("/") + 1);
  return picked === name || picked === folder || picked === last || name?.split("/").at(-1) === picked;
}

/** Programs that packages install under other names, and programs that every machine has. */
const programs =
  /^(?:tsc|tsx|ts-node|eslint|oxlint|prettier|oxfmt|biome|vite|vitest|vue-tsc|svelte-check|jest|mocha|ava|nyc|c8|webpack|rollup|esbuild|swc|babel|parcel|turbo|nx|lerna|next|nuxt|nuxi|astro|gatsby|remix|ng|storybook|playwright|cypress|prisma|drizzle-kit|changeset|changesets|husky|lint-staged|commitlint|semantic-release|rimraf|cross-env|concurrently|nodemon|serve|http-server|typedoc|knip|madge|depcheck|publint|attw|tsup|tsdown|unbuild|wrangler|vercel|netlify|expo|electron|electron-builder|tauri|cap|docusaurus|vitepress|stylelint|size-limit|patch-package|node|npm|npx|yarn|pnpm|bun)$/;

export function mayBeProgram(script: string, body: string, dependencies: readonly string[]): boolean {
  if (script.includes(":")) return false;
  if (programs.test(script) || body.trim().split(/\s+/)[0] === script) return true;
  return dependencies.some((name) => {
    const last = name.split("/").at(-1)!;
    return last === script || last === `${script}-cli` || name === `@${script}/cli` || name.startsWith(`@${script}/`);
  });
}
