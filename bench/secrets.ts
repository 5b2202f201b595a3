// How often real changes raise a secret finding: each is printed with its secret redacted, for a person to judge.
//   node bench/secrets.ts [--changes 250] REPOSITORY REPOSITORY ...
// Well-kept histories hold next to no live secret, so nearly every finding there is a false alarm; the goal is at most
// one in 500 changes. How many of a corpus of made-up tokens are found is in secrets-in-file.test.ts.
import { execFileSync } from "node:child_process";
import { parseArgs } from "node:util";
import { openGitRepository } from "../src/app/review/open-repository.ts";
import { readChange } from "../src/change/read-change.ts";
import { nonCode } from "../src/findings/checks/non-code.ts";
import { largestFile } from "../src/world/git/own-directory.ts";
import { finish } from "./measure.ts";

const { values, positionals: repositories } = parseArgs({
  options: { changes: { type: "string", default: "250" } },
  allowPositionals: true,
});
if (repositories.length === 0) {
  console.log("skipped: no data (name git repositories with histories of their own)");
  process.exit(0);
}

const secretKinds = new Set(["secret", "removed-secret"]);
const stop = new AbortController().signal;
let changes = 0;
let commits = 0;
let alarms = 0;
for (const repository of repositories) {
  const before = { changes, alarms };
  await readHistory(repository);
  console.log(`${repository}: ${changes - before.changes} changes, ${alarms - before.alarms} findings`);
}
console.log(`${changes} changes, ${commits} of their commits read by themselves, ${alarms} findings`);
finish({ "at most one finding in 500 changes": alarms * 500 <= changes });

async function readHistory(repository: string): Promise<void> {
  const { git, code, close } = openGitRepository(repository, process.env, stop);
  for (const [head, base] of ends(repository)) {
    try {
      const change = await readChange(
        { kind: "range", from: base, to: head, symmetric: false },
        { ignoreConfig: true },
        { git, user: {}, knownChecks: [nonCode.id], largestFile },
      );
      const around = code.at(change.base, change.head);
      const { findings } = await nonCode.run(change, { code: around }, stop);
      changes++;
      commits += (await around.commits()).length;
      for (const { kind, at, title, evidence } of findings) {
        if (!secretKinds.has(kind)) continue;
        alarms++;
        console.log(`  ${head.slice(0, 12)} ${at.path}:${at.start} ${title}`);
        console.log(`    ${(evidence[0].masked ?? "(not redacted)").trim().slice(0, 160)}`);
      }
    } catch (error) {
      // A partial clone lacks the objects of some commits.
      console.log(`  ${head.slice(0, 12)} not read: ${(error as Error).message.slice(0, 100)}`);
    }
  }
  await close();
}

/** The last changes as they were taken in: each against its first parent. */
function ends(repository: string): [head: string, base: string][] {
  return execFileSync(
    "git",
    ["-C", repository, "log", "--first-parent", "-n", values.changes, "--format=%H %P", "HEAD"],
    { encoding: "utf8" },
  )
    .trim()
    .split("\n")
    .flatMap((line): [string, string][] => {
      const [head, base] = line.split(" ");
      return head && base ? [[head, base]] : [];
    });
}
