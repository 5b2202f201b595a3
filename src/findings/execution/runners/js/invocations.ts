// Finds how the scripts of a package start a test runner.
import type { JsonObject } from "../../../../change/symbols/repository-files.ts";
import { asObject } from "../../../../change/symbols/repository-files.ts";
import { commandsIn, type ScriptCommand } from "./script-words.ts";

export type JsTestProgram = "vitest" | "jest" | "mocha" | "node-test";

export interface Invocation {
  program: JsTestProgram;
  /** Name of the script. */
  script: string;
  /** Arguments of the program; for node, its flags and files. */
  words: readonly string[];
  env: Readonly<Record<string, string>>;
}

const mostScripts = 300;
/** Programs that start another one. */
const wrappers = new Set(
  "npm pnpm yarn bun npx c8 nyc dotenv dotenvx env-cmd start-server-and-test wireit corepack vp with-env doppler infisical".split(
    " ",
  ),
);
/** Programs that run Jest with a config of their own. */
const hidesJest =
  /^(?:react-scripts|craco|react-app-rewired|ng|vue-cli-service|umi-test|razzle|tsdx|kcd-scripts|wp-scripts)$/;

/** Likeliest unit test script first. */
export function invocationsIn(manifest: JsonObject): Invocation[] {
  return scriptsOf(manifest)
    .flatMap(({ name, text }) => commandsIn(text).flatMap((command) => invocationsOf(name, command, 0)))
    .toSorted((a, b) => rank(a.script) - rank(b.script));
}

export function runsHiddenJest(manifest: JsonObject): boolean {
  return scriptsOf(manifest).some(({ text }) =>
    commandsIn(text).some(
      ({ words }) => hidesJest.test(words[0] ?? "") && words.slice(1).some((word) => /^test/.test(word)),
    ),
  );
}

function scriptsOf(manifest: JsonObject): { name: string; text: string }[] {
  return Object.entries(asObject(manifest["scripts"]) ?? {})
    .slice(0, mostScripts)
    .flatMap(([name, text]) => (typeof text === "string" ? [{ name, text }] : []));
}

function rank(script: string): number {
  if (script === "test") return 0;
  if (/e2e|integration|browser|bench|watch|debug|update|types?\b|ui\b|perf|smoke|live|eval/i.test(script)) return 4;
  if (/^(?:test[:.-]?)?(?:units?|unit-tests?|ci|run|node|jest|vitest|mocha|only|all)$/.test(script)) return 1;
  return script.startsWith("test") ? 2 : 3;
}

function invocationsOf(script: string, { words, env }: ScriptCommand, depth: number): Invocation[] {
  const [first = "", ...rest] = words;
  const made = (program: JsTestProgram, after: readonly string[], more: Readonly<Record<string, string>> = {}) =>
    isOtherUse(program, after) ? [] : [{ program, script, words: after, env: { ...env, ...more } }];
  const direct = programOf(first);
  if (direct !== null) return made(direct, rest);
  if (first === "node") return byNode(rest, made);
  if (first === "tsx" && rest.includes("--test")) return made("node-test", ["--import", "tsx", ...withoutTsx(rest)]);
  // `glob -c "node --test" "test/**/*.js"`
  const quoted = first === "glob" ? rest[rest.findIndex((word) => /^(?:-c|--cmd)$/.test(word)) + 1] : undefined;
  if (quoted !== undefined && depth < 2)
    return commandsIn(quoted).flatMap((command) =>
      invocationsOf(script, { ...command, env: { ...env, ...command.env } }, depth + 1),
    );
  return wrappers.has(first) && depth < 3 ? wrappedInvocations(script, { words, env }, depth) : [];
}

type Make = (program: JsTestProgram, after: readonly string[], more?: Readonly<Record<string, string>>) => Invocation[];

function wrappedInvocations(script: string, { words, env }: ScriptCommand, depth: number): Invocation[] {
  // Other scripts are read by themselves; `yarn run -T jest` is a program of the root.
  if (/^(?:run|run-script|test|t|workspaces?|--filter|-r|-F)$/.test(words[1] ?? "") && words[2] !== "-T") return [];
  const at = words.findIndex(
    (word, index) => index > 0 && (programOf(word) !== null || /^(?:node|tsx|glob)$/.test(word)),
  );
  return at < 0 ? [] : invocationsOf(script, { words: words.slice(at), env }, depth + 1);
}

function programOf(word: string): JsTestProgram | null {
  const name = /^(?:(?:\.\.?\/)*node_modules\/)?(?:\.bin\/)?(_?mocha|jest|vitest)$/.exec(word)?.[1];
  if (name === undefined) return null;
  return name === "_mocha" ? "mocha" : (name as JsTestProgram);
}

/** `node --test …`, or a runner's own file: `node --experimental-vm-modules node_modules/jest/bin/jest.js …`. */
function byNode(words: readonly string[], made: Make): Invocation[] {
  const runner = /(?:^|\/)node_modules\/(?:\.bin\/)?(jest|jest-cli|mocha|vitest)(?:\/(?:bin\/)?_?[\w.]+)?$/;
  const at = words.findIndex((word) => runner.test(word));
  if (at >= 0) {
    const name = runner.exec(words[at]!)![1]!.replace("-cli", "") as JsTestProgram;
    const flags = keptFlags(words.slice(0, at), nodeFlags).join(" ");
    return made(name, words.slice(at + 1), flags === "" ? {} : { NODE_OPTIONS: flags });
  }
  return words.some((word) => word === "--test") ? made("node-test", words) : [];
}

function withoutTsx(words: readonly string[]): string[] {
  return words.filter((word) => word !== "watch");
}

function isOtherUse(program: JsTestProgram, words: readonly string[]): boolean {
  return program === "vitest" && /^(?:bench|init|list|typecheck|--version|-v|doctor)$/.test(words[0] ?? "");
}

/** Flags to keep: without and with a value. */
export interface KeptFlags {
  bare: RegExp;
  valued: RegExp;
}

export const nodeFlags: KeptFlags = {
  bare: /^--(?:experimental-[\w-]+|no-experimental-[\w-]+|no-warnings|enable-source-maps|expose-gc|preserve-symlinks|trace-[\w-]+|test-force-exit|harmony[\w-]*)$/,
  valued:
    /^(?:--import|--loader|--experimental-loader|--require|-r|--conditions|-C|--max-old-space-size|--stack-trace-limit|--disable-warning|--env-file-if-exists|--test-concurrency|--test-timeout|--test-isolation|--experimental-test-isolation|--unhandled-rejections)$/,
};

/** Separate arguments; no shell parses them. */
export function keptFlags(words: readonly string[], { bare, valued }: KeptFlags): string[] {
  const kept: string[] = [];
  for (let at = 0; at < words.length && words[at] !== "--"; at++) {
    const word = words[at]!;
    const equals = word.indexOf("=");
    const name = equals < 0 ? word : word.slice(0, equals);
    const next = words[at + 1];
    if (word.length > 300 || !word.startsWith("-")) continue;
    if (valued.test(name) && equals > 0) kept.push(word);
    else if (valued.test(name) && next !== undefined && next.length < 300 && !next.startsWith("-")) {
      kept.push(word, next);
      at++;
    } else if (bare.test(name)) kept.push(word);
  }
  return kept;
}
