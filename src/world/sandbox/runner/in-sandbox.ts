// Runs a job in bubblewrap. The tree is mounted read-only; commands work on a copy in memory.
import { readdirSync, statSync } from "node:fs";
import { getuid } from "node:process";
import type { HostPlan } from "../inside/sandbox-host.ts";
import { sandboxOwner, type BindMount } from "../bubblewrap.ts";
import { insideProgram } from "../inside-program.ts";
import { placeTemporaryFiles } from "../place-temporary-files.ts";
import { runInSandbox, type SandboxResult } from "../run-in-sandbox.ts";
import { toolsFolder } from "./command-environment.ts";
import { jobTimeoutMs, maxJobOutput, maxHostOutput, type SandboxJob, type SandboxJobEnd } from "./sandbox-job.ts";
import { sandboxHostFolder, sandboxReportFolder, sandboxTreeFolder, proxySocket, workFolder } from "./sandbox-paths.ts";

/** User id inside, with matching files in /etc. */
const user = 1000;
const ownEtc = new Map([
  ["passwd", `user:x:${user}:${user}:user:/tmp:/bin/sh\n`],
  ["group", `user:x:${user}:\n`],
  ["hosts", "127.0.0.1 localhost\n::1 localhost\n"],
  ["nsswitch.conf", "passwd: files\ngroup: files\nhosts: files\n"],
]);
/** Files in /etc that programs in /usr link to; none holds a secret. */
const systemEtc = ["alternatives", "localtime", "ssl/certs", "ssl/openssl.cnf", "ca-certificates", "maven/m2.conf"];
const environment = { PATH: "/usr/local/bin:/usr/bin:/bin", HOME: "/tmp", LANG: "C.UTF-8" };
const sharedMemoryMb = 64;

export async function runJobInSandbox(job: SandboxJob): Promise<SandboxJobEnd> {
  const host = insideProgram("sandbox-host");
  const files = new Map<string, string | Uint8Array>([
    ...host.files,
    ["plan.json", JSON.stringify(planOf(job))],
    ...[...ownEtc].map(([name, text]) => [`etc/${name}`, text] as const),
  ]);
  const placed = placeTemporaryFiles(files, getuid?.() === 0 ? sandboxOwner : null);
  const { totalMb } = job.limits;
  try {
    const ran = await runInSandbox({
      program: job.node,
      args: [`${sandboxHostFolder}/${host.name}`, `${sandboxHostFolder}/plan.json`],
      readOnly: [
        { from: job.tree, to: sandboxTreeFolder },
        { from: placed.path, to: sandboxHostFolder },
        { from: job.node, to: `${toolsFolder}/node` },
        ...[...ownEtc.keys()].map((name) => ({ from: `${placed.path}/etc/${name}`, to: `/etc/${name}` })),
        ...systemFiles(job.readOnly),
        ...proxyMounts(job),
        ...job.readOnly,
      ],
      memoryMb: totalMb,
      tmpMb: Math.ceil(totalMb / 4),
      writable: [
        { at: workFolder, mb: Math.ceil(totalMb / 2) },
        { at: "/dev/shm", mb: sharedMemoryMb },
      ],
      environment,
      user,
      limits: job.limits,
      ms: jobTimeoutMs(job),
      mostOutput: maxHostOutput(job),
      // Keys go through stdin: others could read a command line or a file.
      stdio: { onOutput: job.onOutput, ...(job.access && { input: `${JSON.stringify(job.access.keys)}\n` }) },
      env: job.env,
      stop: job.stop,
    });
    return ran.is === "not-started" ? { is: "no-sandbox", why: ran.why } : { is: "ran", why: endReason(ran) };
  } finally {
    placed.remove();
  }
}

function proxyMounts({ access }: SandboxJob): BindMount[] {
  return access === null || access.socket === null ? [] : [{ from: access.socket, to: proxySocket }];
}

function planOf({ commands, links, access }: SandboxJob): HostPlan {
  return {
    isolated: true,
    tree: sandboxTreeFolder,
    work: workFolder,
    reports: sandboxReportFolder,
    links,
    mark: "",
    access: access && { socket: access.socket === null ? null : proxySocket, noProxy: access.noProxy },
    commands: commands.map(({ words, cwd, environment: env, reports = [], ms }) => ({
      words,
      cwd,
      env,
      reports,
      ms,
      mostOutput: maxJobOutput,
    })),
  };
}

function systemFiles(provided: readonly BindMount[]): BindMount[] {
  const java = readdirSync("/etc").filter((name) => /^java-[\w-]+$/.test(name));
  return [...systemEtc, ...java]
    .map((name) => `/etc/${name}`)
    .filter((path) => statSync(path, { throwIfNoEntry: false }) && !provided.some(({ to }) => to === path))
    .map((path) => ({ from: path, to: path }));
}

function endReason(ran: Exclude<SandboxResult, { is: "not-started" }>): string {
  if (ran.is === "too-slow") return "it took too long";
  if (ran.is === "too-much-output") return "it printed too much";
  if (ran.excess) return ran.excess === "memory" ? "it took too much memory" : "it started too many processes";
  return "the sandbox ended before the command did";
}
