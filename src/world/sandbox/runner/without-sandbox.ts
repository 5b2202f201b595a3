// Runs a job without a sandbox, for users who allowed that: on a copy in a temporary folder, with the same environment.
// Paths of the sandbox are translated to that folder.
import { randomUUID } from "node:crypto";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runProgram } from "../../models/cli/run-program.ts";
import type { HostPlan } from "../inside/sandbox-host.ts";
import type { BindMount } from "../bubblewrap.ts";
import { insideProgram } from "../inside-program.ts";
import { makeTemporaryFolder } from "../temporary-folder.ts";
import { toolsFolder } from "./command-environment.ts";
import { jobTimeoutMs, maxJobOutput, maxHostOutput, type SandboxJob, type SandboxJobEnd } from "./sandbox-job.ts";
import { byLine } from "./host-listener.ts";
import { renamePaths, sandboxReportFolder, workFolder } from "./sandbox-paths.ts";

export async function runJobWithoutSandbox(job: SandboxJob): Promise<SandboxJobEnd> {
  const temporary = makeTemporaryFolder("run");
  try {
    const own = placesIn(temporary.path);
    for (const { from } of own) mkdirSync(from, { recursive: true });
    symlinkSync(job.node, join(temporary.path, "tools", "node"));
    const host = insideProgram("sandbox-host");
    const files = new Map([...host.files, ["plan.json", planText(job, own)]]);
    for (const [name, content] of files) writeFileSync(join(temporary.path, name), content);
    const ran = await runProgram({
      file: job.node,
      args: [join(temporary.path, host.name), join(temporary.path, "plan.json")],
      env: { PATH: job.env["PATH"] ?? "" },
      cwd: temporary.path,
      input: "",
      ms: jobTimeoutMs(job),
      mostOutput: maxHostOutput(job),
      hears: byLine((line) => job.onOutput(`${renamePaths(line, own, "inwards")}\n`)),
      stop: job.stop,
    });
    return ran.is === "not-started"
      ? { is: "no-sandbox", why: ran.why }
      : { is: "ran", why: "it ended before the command did" };
  } finally {
    temporary.remove();
  }
}

function placesIn(folder: string): BindMount[] {
  return [
    { from: join(folder, "work"), to: workFolder },
    { from: join(folder, "reports"), to: sandboxReportFolder },
    { from: join(folder, "tools"), to: toolsFolder },
    { from: join(folder, "tmp"), to: "/tmp" },
  ];
}

function planText({ tree, commands, links, readOnly }: SandboxJob, own: readonly BindMount[]): string {
  const places = [...own, ...readOnly];
  const outwards = (text: string) => renamePaths(text, places, "outwards");
  const plan: HostPlan = {
    isolated: false,
    tree,
    work: own[0]!.from,
    reports: own[1]!.from,
    links: links.map(({ at, to }) => ({ at, to: outwards(to) })),
    mark: randomUUID(),
    // The runner refuses outside access without a sandbox, since nothing would limit it.
    access: null,
    commands: commands.map(({ words: [program, ...args], cwd, environment, reports = [], ms }) => ({
      words: [outwards(program), ...args.map(outwards)],
      cwd,
      env: Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, outwards(value)])),
      reports: reports.map(outwards),
      ms,
      mostOutput: maxJobOutput,
    })),
  };
  return JSON.stringify(plan);
}
