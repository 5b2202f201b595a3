// What the sandbox and the checkout cost: the same tests in a sandbox and directly, in turn, with direct against itself
// beside it, which is what the machine's other doings come to.
//   node bench/sandbox.ts [rounds]
import { readdirSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { CommandLine } from "../src/findings/execution/sandbox-runner.ts";
import { makeRepository, type MadeRepository } from "../src/world/git/make-repository.ts";
import { openGit } from "../src/world/git/repository.ts";
import type { SandboxDependencies } from "../src/world/sandbox/sandbox-dependencies.ts";
import { openSandboxRunner } from "../src/world/sandbox/open-sandbox-runner.ts";
import { finish } from "./measure.ts";
import { run } from "./run-program.ts";

const modules = fileURLToPath(new URL("../node_modules", import.meta.url));
const stop = new AbortController().signal;
const testFiles = 60;
const factor = 1.3;
const moreMs = 500;

const projects: Record<string, { words: CommandLine["words"]; test: string }> = {
  "node:test": {
    words: ["node", "--test"],
    test: 'import { test } from "node:test";\nimport assert from "node:assert/strict";\nconst equal = assert.equal;\n',
  },
  vitest: {
    words: ["vitest", "run"],
    test: 'import { test, expect } from "vitest";\nconst equal = (a, b) => expect(a).toBe(b);\n',
  },
};

function filesOf(test: string): Record<string, string> {
  const files: Record<string, string> = {
    "package.json": '{"type":"module","private":true}\n',
    ".gitignore": "node_modules\n",
  };
  for (let index = 0; index < testFiles; index++) {
    files[`src/part${index}.js`] = `export const add = (a, b) => a + b + ${index};\n`;
    const cases = Array.from(
      { length: 20 },
      (_, n) => `test("adds ${n}", () => equal(add(${n}, 1), ${n + 1 + index}));`,
    );
    files[`src/part${index}.test.js`] = `${test}import { add } from "./part${index}.js";\n${cases.join("\n")}\n`;
  }
  return files;
}

async function directly(folder: string, [program, ...args]: CommandLine["words"]): Promise<number> {
  const path = [join(folder, "node_modules/.bin"), ...(process.env["PATH"] ?? "").split(delimiter)].join(delimiter);
  const env = { PATH: path, HOME: tmpdir(), CI: "true", NO_COLOR: "1" };
  return (await run(program, args, { env, cwd: folder })).ms;
}

/** With its opening, the checkout and the removal. */
async function inSandbox(repository: MadeRepository, words: CommandLine["words"]): Promise<number> {
  const start = performance.now();
  const git = openGit(repository.path, process.env, stop);
  const head = (await git.resolve("HEAD"))!;
  const { env, execPath: node } = process;
  const provide = () => Promise.resolve(provided);
  const sandbox = openSandboxRunner({ git, base: head, head, clone: null, env, node, cache: null, stop, provide });
  const end = await sandbox.run({ of: "head" }, ["node"], [{ words, cwd: "", ms: 120_000 }], { stop });
  await sandbox.close();
  git.close();
  const code = end.is === "ran" ? end.ends[0]?.code : null;
  if (code !== 0) throw new Error(`the tests failed in the sandbox: ${JSON.stringify(end).slice(0, 2000)}`);
  return performance.now() - start;
}

const names = readdirSync(modules).filter((name) => !name.startsWith(".") || name === ".bin");
const provided: SandboxDependencies = {
  readOnly: [{ from: modules, to: "/deps/node_modules" }],
  env: {},
  path: [],
  links: names.map((name) => ({ at: `node_modules/${name}`, to: `/deps/node_modules/${name}` })),
  did: { ecosystem: "node", from: "clone", folder: modules },
};

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!;
}

const rounds = Number(process.argv[2] ?? 7);
const goals: Record<string, boolean> = {};
for (const [name, { words, test }] of Object.entries(projects)) {
  const repository = await makeRepository([{ message: "tests", files: filesOf(test) }], process.env, stop);
  try {
    symlinkSync(modules, join(repository.path, "node_modules"));
    const times = { direct: new Array<number>(), again: new Array<number>(), sandbox: new Array<number>() };
    await inSandbox(repository, words);
    for (let round = 0; round < rounds; round++) {
      times.direct.push(await directly(repository.path, words));
      times.sandbox.push(await inSandbox(repository, words));
      times.again.push(await directly(repository.path, words));
    }
    const [direct, again, sandbox] = [median(times.direct), median(times.again), median(times.sandbox)];
    const limit = factor * direct + moreMs;
    const noise = (100 * Math.abs(again - direct)) / direct;
    console.log(
      `${name}: ${testFiles} files directly ${ms(direct)}, in a sandbox ${ms(sandbox)} (${(sandbox / direct).toFixed(2)} times, ` +
        `${ms(sandbox - direct)} more; allowed ${ms(limit)}); direct again ${ms(again)}, noise ${noise.toFixed(0)}%; medians of ${rounds}`,
    );
    goals[`${name}: at most ${factor} times and ${moreMs} ms more`] = sandbox <= limit;
  } finally {
    repository.remove();
  }
}
finish(goals);

function ms(time: number): string {
  return `${Math.round(time)} ms`;
}
