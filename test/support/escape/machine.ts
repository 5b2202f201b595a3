// A machine with something to steal and something to break, and what of it was stolen or broken.
import { spawn, type ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer, type AddressInfo, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { QuietKind, Target } from "./attempts.ts";

/** Who the sandbox is outside, when we are root: its victims belong to the same user, which is as much as it could ask for. */
const nobody = 65534;
const systemFolders = [
  "/usr",
  "/usr/bin",
  "/etc",
  "/bin",
  "/lib",
  "/var/tmp",
  "/opt",
  "/",
  "/usr/lib/python3/dist-packages",
];

export interface Machine {
  target: Target;
  /** The environment of who starts the sandbox. */
  env: Record<string, string | undefined>;
  /** The kinds that had an effect, by looking; `said` is all that came out of the sandbox. */
  harm(said: string): Promise<QuietKind[]>;
  close(): Promise<void>;
}

export async function openMachine(packages: string): Promise<Machine> {
  const folder = mkdtempSync(join(tmpdir(), "crosscheck-escape-"));
  const mark = `mark${randomBytes(6).toString("hex")}`;
  const canary = (kind: QuietKind) => `CANARY-${kind}-${mark}`;
  const place = (name: string) => join(folder, name);
  for (const name of ["home/.ssh", "outside", "clone/.git"]) mkdirSync(place(name), { recursive: true });
  writeFileSync(place("home/notes.txt"), canary("home"));
  writeFileSync(place("home/.ssh/id_ed25519"), canary("ssh-key"));
  writeFileSync(place("clone/.git/config"), `[remote "origin"]\n\turl = https://x:${canary("clone")}@example.com/\n`);
  writeFileSync(place("clone/.env"), canary("clone"));
  // Open to everyone: what keeps the sandbox out is not who it runs as.
  for (const name of ["", "home", "home/.ssh", "outside", "clone", "clone/.git"]) chmodSync(place(name), 0o777);

  const reached = new Set<QuietKind>();
  const servers = [
    await listen({ host: "127.0.0.1", port: 0 }, () => reached.add("tcp")),
    await listen({ path: place("outside/s.sock") }, () => reached.add("unix-socket")),
    await listen({ path: `\0${mark}` }, () => reached.add("abstract-socket")),
  ];
  chmodSync(place("outside/s.sock"), 0o777);
  const victim = startVictim(canary("processes"));
  const target: Target = {
    home: place("home"),
    outside: place("outside"),
    clone: place("clone"),
    victim: victim.pid!,
    port: (servers[0]!.address() as AddressInfo).port,
    socket: place("outside/s.sock"),
    abstract: mark,
    packages,
    mark,
  };
  return {
    target,
    env: { PATH: process.env["PATH"], HOME: place("home"), GITHUB_TOKEN: canary("environment") },
    harm: async (said) => {
      // What was on its way to a listener has come in.
      await new Promise((resolve) => setImmediate(resolve));
      return [...stolen(said, mark), ...broken(target, victim), ...reached];
    },
    close: async () => {
      victim.kill("SIGKILL");
      for (const server of servers) await new Promise((closed) => server.close(closed));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function listen(at: object, reached: () => void): Promise<Server> {
  const server = createServer((socket) => {
    reached();
    socket.on("error", () => {}).end("hello from outside", () => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(at, resolve));
  return server;
}

function startVictim(secret: string): ChildProcess {
  const env = { PATH: "/usr/bin:/bin", SECRET: secret };
  const as = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {};
  return spawn("sleep", ["1000"], { env, cwd: "/", stdio: "ignore", ...as });
}

function stolen(said: string, mark: string): QuietKind[] {
  const canaries = said.matchAll(new RegExp(`CANARY-([a-z-]+)-${mark}`, "g"));
  return [...new Set([...canaries].map((match) => match[1] as QuietKind))];
}

function broken(target: Target, victim: ChildProcess): QuietKind[] {
  const { outside, clone, home, packages, mark } = target;
  const has = (folders: readonly string[], name: string) => folders.some((folder) => existsSync(join(folder, name)));
  const planted = `planted-${mark}`;
  return [
    ...(victim.exitCode === null && victim.signalCode === null ? [] : (["signal"] as const)),
    ...(tracer(victim.pid!) === "0" ? [] : (["memory-of-another"] as const)),
    ...(has([outside, clone, home], planted) ? (["write-outside"] as const) : []),
    ...(has(systemFolders, planted) ? (["write-system"] as const) : []),
    ...(has([packages], planted) ? (["write-packages"] as const) : []),
    ...(has([outside], `planted-link-${mark}`) ? (["write-through-link"] as const) : []),
    ...(processesWith(mark).length > 0 ? (["left-behind"] as const) : []),
  ];
}

function tracer(pid: number): string {
  if (!existsSync(`/proc/${pid}/status`)) return "0";
  return /^TracerPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? "0";
}

/** By their command lines; what has ended and is only waiting to be noticed has none. */
export function processesWith(mark: string): number[] {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return pids.map(Number).filter((pid) => pid !== process.pid && commandOf(pid).includes(mark));
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
}
