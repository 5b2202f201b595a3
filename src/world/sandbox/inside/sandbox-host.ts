// Runs inside the sandbox: copies the tree, runs the commands in order, and reports output and exit codes as JSON
// lines. Its output is as untrusted as that of the change's programs.
import { spawn, type ChildProcess } from "node:child_process";
import { accessSync, constants, lstatSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync } from "node:fs";
import { closeSync, fstatSync, globSync, openSync, readdirSync, realpathSync } from "node:fs";
import { dirname, isAbsolute, join, relative, resolve } from "node:path";
import own, { argv, exit, kill, stdin, stdout } from "node:process";
import { openProxyPort } from "./proxy-port.ts";

export interface HostPlan {
  /** All visible processes belong to the sandbox. */
  isolated: boolean;
  /** Paths of the source tree, its copy and the reports. */
  tree: string;
  work: string;
  reports: string;
  links: readonly { at: string; to: string }[];
  commands: readonly PlannedCommand[];
  /** Marks the environment of this run's processes, for runs without a sandbox. */
  mark: string;
  /** Keys come as the first line of stdin; hosts are reached through the socket, if any. */
  access: { socket: string | null; noProxy: string } | null;
}

export interface PlannedCommand {
  words: readonly [string, ...string[]];
  cwd: string;
  env: Readonly<Record<string, string>>;
  reports: readonly string[];
  ms: number;
  mostOutput: number;
}

export type HostMessage =
  | { tell: "began"; at: number }
  | { tell: "said"; at: number; text: string }
  | { tell: "report"; at: number; path: string; text: string }
  | {
      tell: "ended";
      at: number;
      is: CutReason | "ended" | "not-started";
      code: number | null;
      why: string | null;
      ms: number;
    }
  | { tell: "failed"; why: string };

type CutReason = "too-slow" | "too-much-output";

const largestReport = 16_000_000;
const mostReportBytes = 64_000_000;
const mostReports = 1000;
/** Wait this long for outputs that another process holds open. */
const outputsCloseMs = 1_000;

const plan = JSON.parse(readFileSync(argv[2]!, "utf8")) as HostPlan;

/** Keys and proxy variables of this run. */
const accessVariables: Record<string, string> = {};

async function main(): Promise<void> {
  const keys = plan.access === null ? null : firstLine();
  // End of stdin: our parent is gone or stopped us.
  if (plan.isolated) stdin.on("end", leave).on("error", leave).resume();
  else leaveWithParent();
  stdout.on("error", leave);
  if (keys !== null) Object.assign(accessVariables, JSON.parse(await keys), await proxyVariables());
  await copyTree();
  for (const link of plan.links) makeLink(link);
  for (const [at, command] of plan.commands.entries()) {
    send({ tell: "began", at });
    rmSync(plan.reports, { recursive: true, force: true });
    mkdirSync(plan.reports, { recursive: true });
    await runCommand(command, at);
    await flushed();
  }
  exit(0);
}

/** False if the reader is slower than we write. */
function send(what: HostMessage): boolean {
  return stdout.write(`${JSON.stringify(what)}\n`);
}

/** Waits until everything written was flushed. */
async function flushed(): Promise<void> {
  await new Promise<void>((handed) => stdout.write("\n", () => handed()));
}

function leave(): never {
  endProcesses();
  exit(1);
}

/** Without a sandbox, nothing else ends these processes. */
function leaveWithParent(): void {
  const parent = own.ppid;
  own.on("SIGTERM", leave);
  setInterval(() => own.ppid === parent || leave(), 500).unref();
}

async function firstLine(): Promise<string> {
  return await new Promise((settle) => {
    let text = "";
    stdin.setEncoding("utf8").on("data", (piece: string) => {
      if (text.includes("\n")) return;
      text += piece;
      if (text.includes("\n")) settle(text);
    });
  });
}

async function proxyVariables(): Promise<Record<string, string>> {
  const { socket, noProxy } = plan.access!;
  return socket === null ? {} : await openProxyPort(socket, noProxy);
}

/** With `cp`, which copies names that are not valid UTF-8. Links stay links. */
async function copyTree(): Promise<void> {
  mkdirSync(plan.work, { recursive: true });
  const copy = spawn("cp", ["-R", "-P", "-p", "--", `${plan.tree}/.`, plan.work], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  let complaint = "";
  copy.stderr.setEncoding("utf8").on("data", (text: string) => (complaint = (complaint + text).slice(0, 1000)));
  const code = await new Promise<number | null>((ended) => {
    copy.on("error", (error) => (complaint = error.message)).on("close", ended);
  });
  if (code === 0) return;
  send({ tell: "failed", why: `the files could not be copied: ${complaint.split("\n")[0] ?? ""}` });
  await flushed();
  exit(1);
}

/** Links of the tree on the path are replaced by folders, because they could lead elsewhere. */
function makeLink({ at, to }: { at: string; to: string }): void {
  const names = at.split("/").filter((name) => name !== "" && name !== "." && name !== "..");
  let place = plan.work;
  for (const name of names.slice(0, -1)) {
    place = join(place, name);
    if (kindOf(place) !== "folder") rmSync(place, { force: true });
    mkdirSync(place, { recursive: true });
  }
  const link = join(plan.work, ...names);
  rmSync(link, { recursive: true, force: true });
  symlinkSync(to, link);
}

function kindOf(path: string): "file" | "folder" | "other" | null {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (!stat) return null;
  return stat.isFile() ? "file" : stat.isDirectory() ? "folder" : "other";
}

async function runCommand(command: PlannedCommand, at: number): Promise<void> {
  const began = performance.now();
  const ended = (is: CutReason | "ended" | "not-started", code: number | null, why: string | null) =>
    void send({ tell: "ended", at, is, code, why, ms: Math.round(performance.now() - began) });
  const cwd = join(plan.work, command.cwd);
  const file = programFile(command, cwd);
  if (file === null) return ended("not-started", null, `${command.words[0]} is not there`);
  if (!isWithin(cwd, plan.work)) return ended("not-started", null, `there is no folder ${command.cwd}`);
  const child = start(file, command, cwd);
  const { cut, error, code, signal } = await ending(child, command, (text) => send({ tell: "said", at, text }));
  if (error !== null) return ended("not-started", null, error);
  for (const report of reportsOf(command, cwd)) if (!send({ tell: "report", at, ...report })) await flushed();
  ended(cut ?? "ended", code, signal === null ? null : `a signal ended it: ${signal}`);
}

/** Searches the PATH like a shell; a name with a slash is relative to `cwd`. */
function programFile({ words, env }: PlannedCommand, cwd: string): string | null {
  const folders = words[0].includes("/") ? [cwd] : (env["PATH"] ?? "").split(":").filter(isAbsolute);
  return folders.map((folder) => resolve(folder, words[0])).find(isRunnable) ?? null;
}

function isRunnable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/** The shell only merges the two outputs, to keep their order, and execs the program. */
function start(file: string, { words, env }: PlannedCommand, cwd: string): ChildProcess {
  const joined = ["-c", 'exec "$@" 2>&1', "sh", file, ...words.slice(1)];
  const marked = plan.isolated ? { ...env, ...accessVariables } : { ...env, CROSSCHECK_RUN: plan.mark };
  return spawn("/bin/sh", joined, {
    cwd,
    env: { ...marked, PWD: cwd },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
}

interface Ending {
  cut: CutReason | null;
  error: string | null;
  code: number | null;
  signal: string | null;
}

/** Kills everything the command started. */
async function ending(
  child: ChildProcess,
  command: PlannedCommand,
  onOutput: (text: string) => boolean,
): Promise<Ending> {
  let cut: CutReason | null = null;
  let count = 0;
  let error: string | null = null;
  const cutShort = (why: CutReason) => {
    cut ??= why;
    endProcesses();
  };
  for (const output of [child.stdout!, child.stderr!])
    output.setEncoding("utf8").on("data", (text: string) => {
      count += text.length;
      if (count > command.mostOutput) cutShort("too-much-output");
      else if (!onOutput(text)) {
        output.pause();
        void flushed().then(() => output.resume());
      }
    });
  const timer = setTimeout(() => cutShort("too-slow"), command.ms);
  const [code, signal] = await new Promise<[number | null, string | null]>((settle) => {
    child.on("error", (failure) => {
      error = failure.message;
      settle([null, null]);
    });
    child.on("exit", (status, by) => {
      endProcesses();
      const held = setTimeout(
        () => [child.stdout, child.stderr].forEach((output) => output?.destroy()),
        outputsCloseMs,
      );
      child.on("close", () => {
        clearTimeout(held);
        settle([status, by]);
      });
    });
  });
  clearTimeout(timer);
  return { cut, error, code: cut === null ? code : null, signal: cut === null ? signal : null };
}

/** Kills all processes but this one; without a sandbox only those with the mark. */
function endProcesses(): void {
  if (plan.isolated && readFileSync("/proc/1/comm", "utf8") === "bwrap\n") signalTo(-1);
  else for (const pid of markedProcesses()) signalTo(pid);
}

function signalTo(pid: number): void {
  try {
    kill(pid, "SIGKILL");
  } catch {
    // It has exited.
  }
}

function markedProcesses(): number[] {
  const mark = `CROSSCHECK_RUN=${plan.mark}`;
  const pids = kindOf("/proc") === "folder" ? readdirSync("/proc").map(Number).filter(Boolean) : [];
  return pids.filter((pid) => pid !== own.pid && environmentOf(pid).split("\0").includes(mark));
}

function environmentOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, "latin1");
  } catch {
    return "";
  }
}

/** Called after all processes have exited, so nothing changes the files. */
function reportsOf({ reports }: PlannedCommand, cwd: string): { path: string; text: string }[] {
  const files = new Set(reports.flatMap((wanted) => filesLike(wanted, cwd)));
  let left = mostReportBytes;
  return [...files].slice(0, mostReports).flatMap((file) => {
    const text = readReport(file, Math.min(left, largestReport));
    if (text === null) return [];
    left -= text.length;
    return [{ path: file.startsWith(`${plan.reports}/`) ? file : relative(plan.work, file), text }];
  });
}

/** An existing name is taken literally, before it is tried as a pattern. */
function filesLike(wanted: string, cwd: string): string[] {
  const folder = isAbsolute(wanted) ? plan.reports : cwd;
  const below = isAbsolute(wanted) ? relative(plan.reports, wanted) : wanted;
  if (below.split("/").includes("..")) return [];
  const plain = join(folder, below);
  if (kindOf(plain) !== null) return [plain];
  return globSync(below, { cwd: folder })
    .toSorted()
    .map((found) => join(folder, found));
}

/** Only regular files in the allowed folders: a link could lead anywhere. */
function readReport(file: string, most: number): string | null {
  if (kindOf(file) !== "file" || !(isWithin(dirname(file), plan.work) || isWithin(dirname(file), plan.reports)))
    return null;
  const open = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    return fstatSync(open).size > most ? null : readFileSync(open, "utf8");
  } catch {
    return null;
  } finally {
    closeSync(open);
  }
}

function isWithin(folder: string, outer: string): boolean {
  try {
    const [real, whole] = [realpathSync(folder), realpathSync(outer)];
    return statSync(real).isDirectory() && (real === whole || real.startsWith(`${whole}/`));
  } catch {
    return false;
  }
}

await main();
