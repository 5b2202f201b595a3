// Runs the filter as the kernel would, and tries dangerous calls inside a sandbox.
import { describe, expect, test } from "vitest";
import { hasProgram } from "../../../test/support/has-program.ts";
import { skipWithoutSandbox } from "../../../test/support/sandbox.ts";
import { runInSandbox } from "./run-in-sandbox.ts";
import { systemCallFilter } from "./system-call-filter.ts";

const python = "/usr/bin/python3";
const audits = { x64: 0xc000003e, arm64: 0xc00000b7 };
type Architecture = keyof typeof audits;

/** What the kernel does with a call: allow it, or return this error. */
function verdict(architecture: Architecture, call: number, args: readonly number[] = [], audit = audits[architecture]) {
  const filter = systemCallFilter(architecture)!;
  const program = new DataView(filter.buffer);
  const data = new DataView(new ArrayBuffer(64));
  data.setUint32(0, call, true);
  data.setUint32(4, audit, true);
  for (const [index, arg] of args.entries()) data.setUint32(16 + index * 8, arg, true);
  let loaded = 0;
  for (let at = 0; at * 8 < filter.length; at++) {
    const [code, value] = [program.getUint16(at * 8, true), program.getUint32(at * 8 + 4, true)];
    const jump = (met: boolean) => (at += program.getUint8(at * 8 + (met ? 2 : 3)));
    if (code === 0x20) loaded = data.getUint32(value, true);
    else if (code === 0x15) jump(loaded === value);
    else if (code === 0x25) jump(loaded > value);
    else if (code === 0x45) jump((loaded & value) !== 0);
    else if (code === 0x06) return value === 0x7fff0000 ? "allowed" : value & 0xffff;
    else throw new Error(`unknown instruction ${code}`);
  }
  throw new Error("the program does not end");
}

describe.each<[Architecture, Record<string, number>]>([
  ["x64", { read: 0, openat: 257, ptrace: 101, keyctl: 250, bpf: 321, clone: 56, socket: 41, socketpair: 53 }],
  ["arm64", { read: 63, openat: 56, ptrace: 117, keyctl: 219, bpf: 280, clone: 220, socket: 198, socketpair: 199 }],
])("on %s", (architecture, calls) => {
  const of = (name: string, ...args: number[]) => verdict(architecture, calls[name]!, args);

  test("ordinary calls are allowed", () => {
    expect([of("read"), of("openat"), of("clone", 0x3d0f00)]).toEqual(["allowed", "allowed", "allowed"]);
  });

  test("calls that reach other processes, keys or the kernel are forbidden", () => {
    expect([of("ptrace"), of("keyctl"), of("bpf"), verdict(architecture, 438)]).toEqual([1, 1, 1, 1]);
  });

  test("newer calls, io_uring and calls of other architectures are missing", () => {
    const other = verdict(architecture, calls["read"]!, [], 0x40000003);
    expect([verdict(architecture, 463), verdict(architecture, 0x40000000 + 1), other]).toEqual([38, 38, 38]);
    expect([425, 426, 427].map((call) => verdict(architecture, call))).toEqual([38, 38, 38]);
  });

  test("no call makes a namespace", () => {
    const flags = [0x20000, 0x2000000, 0x4000000, 0x8000000, 0x10000000, 0x20000000, 0x40000000];
    expect(flags.map((flag) => of("clone", flag | 17))).toEqual(flags.map(() => 1));
    expect(verdict(architecture, 435)).toBe(38);
  });

  test("sockets are local, internet, or tell about network interfaces", () => {
    for (const name of ["socket", "socketpair"]) {
      const allowed = Array.from({ length: 64 }, (_, family) => family).filter((f) => of(name, f, 1, 0) === "allowed");
      expect(allowed).toEqual([1, 2, 10, 16]);
      expect(of(name, 16, 3, 12)).toBe(97);
    }
  });
});

test("an architecture whose calls are not listed has no filter", () => {
  expect(systemCallFilter("riscv64")).toBeNull();
});

/** Prints one line for each attempt: its name and the error, or "done". */
const attempts = `
import ctypes, errno, platform, socket
libc = ctypes.CDLL(None, use_errno=True)
arm = platform.machine() == "aarch64"
def call(name, x64, arm64, *args):
    ctypes.set_errno(0)
    result = libc.syscall(arm64 if arm else x64, *args)
    print(name, "done" if result >= 0 else errno.errorcode[ctypes.get_errno()])
call("ptrace", 101, 117, 0, 0, 0, 0)
call("keyctl", 250, 219, 0, -3, 1)
call("pidfd_getfd", 438, 438, -1, 0, 0)
call("io_uring_setup", 425, 425, 1, 0)
call("userfaultfd", 323, 282, 1)
call("unshare", 272, 97, 0x10000000)
for name, family, protocol in [("vsock", 40, 0), ("alg", 38, 0), ("packet", 17, 0), ("netfilter", 16, 12), ("route", 16, 0), ("unix", 1, 0), ("inet6", 10, 0)]:
    try:
        socket.socket(family, socket.SOCK_SEQPACKET if family == 38 else socket.SOCK_RAW if family in (16, 17) else socket.SOCK_STREAM, protocol).close()
        print(name, "done")
    except OSError as error:
        print(name, errno.errorcode[error.errno])
`;

const canRun = hasProgram(python);
if (!canRun) console.log(`Left out: system calls tried in a sandbox, for want of ${python}.`);

describe.skipIf(!canRun || (await skipWithoutSandbox()))("in a sandbox", () => {
  test("dangerous calls fail, and ordinary sockets open", async () => {
    const run = { program: python, args: ["-c", attempts], memoryMb: 512, ms: 20_000, mostOutput: 10_000 };
    const ended = await runInSandbox({ ...run, env: process.env, stop: new AbortController().signal });
    expect(ended).toMatchObject({ is: "ended", err: "" });
    expect(
      Object.fromEntries(
        ended.out
          .trim()
          .split("\n")
          .map((line) => line.split(" ")),
      ),
    ).toEqual({
      ptrace: "EPERM",
      keyctl: "EPERM",
      pidfd_getfd: "EPERM",
      io_uring_setup: "ENOSYS",
      userfaultfd: "EPERM",
      unshare: "EPERM",
      vsock: "EAFNOSUPPORT",
      alg: "EAFNOSUPPORT",
      packet: "EAFNOSUPPORT",
      netfilter: "EAFNOSUPPORT",
      route: "done",
      unix: "done",
      inet6: "done",
    });
  });

  test("folders of this machine's config are empty", async () => {
    const list = "print([n for d in ('/usr/etc', '/usr/local/etc') if os.path.isdir(d) for n in os.listdir(d)])";
    const write = "try: open('/usr/local/etc/x', 'w')\nexcept OSError: print('refused')";
    const run = { program: python, args: ["-c", `import os\n${list}\n${write}`], memoryMb: 512, ms: 20_000 };
    const ended = await runInSandbox({
      ...run,
      mostOutput: 10_000,
      env: process.env,
      stop: new AbortController().signal,
    });
    expect(ended).toMatchObject({ is: "ended", out: "[]\nrefused\n" });
  });
});
