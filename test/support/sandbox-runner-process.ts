// A process that runs a sandbox until it is killed, for tests of what is left of it. Says a line when its command runs.
//   node test/support/sandbox-runner-process.ts MARKER REPOSITORY [once]     (once: it ends by itself, as soon as that can be)
import { openGit } from "../../src/world/git/repository.ts";
import { openSandboxRunner } from "../../src/world/sandbox/open-sandbox-runner.ts";

const marker = process.argv[2]!;
const stop = new AbortController().signal;
const git = openGit(process.argv[3]!, process.env, stop);
const head = (await git.resolve("HEAD"))!;
const did = { ecosystem: "node", from: "machine", folder: "" } as const;
const sandbox = openSandboxRunner({
  git,
  base: head,
  head,
  clone: null,
  env: process.env,
  node: process.execPath,
  cache: null,
  stop,
  provide: () => Promise.resolve({ readOnly: [], env: {}, path: [], links: [], did }),
});
const once = process.argv[4] === "once";
const stays = `require("child_process").spawn("sleep", ["1000"], { detached: true, argv0: "${marker}" });
  console.log("runs"); setInterval(() => {}, 1000);`;
const code = once ? 'console.log("runs")' : stays;
const onOutput = (text: string) => void process.stdout.write(text);
const command = { words: ["node", "-e", code, marker] as const, cwd: "", ms: 60_000 };
await sandbox.run({ of: "head" }, ["node"], [command], { stop, onOutput });
await sandbox.close();
git.close();
