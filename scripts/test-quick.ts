// `npm run test:quick`: types, and the tests that start no server, browser, sandbox or database.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { globSync } from "node:fs";
import { fileURLToPath } from "node:url";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));

const folders = "src/{change,findings,review,threads,secrets}";
/** Programs of this machine, long texts and real repositories: each takes several seconds. */
const left = [
  "src/findings/execution/**",
  "src/review/summary-validator.test.ts",
  "src/review/post-once.test.ts",
  "src/threads/triage/read-code-facts.test.ts",
];
const files = globSync(`${folders}/**/*.test.ts`, { exclude: left });
const started = [
  spawn("tsc", ["--noEmit"], { stdio: "inherit" }),
  spawn("vitest", ["run", ...files], { stdio: "inherit" }),
];
const codes = await Promise.all(started.map(async (child) => (await once(child, "exit"))[0] as number | null));
process.exitCode = codes.every((code) => code === 0) ? 0 : 1;
