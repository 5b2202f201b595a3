// Builds the seccomp filter of the sandbox: known system calls without the dangerous ones, and ordinary sockets only.
import { arch as thisMachine } from "node:process";

/** Numbers on x86-64 and ARM64; null where the architecture has no such call. */
type CallNumbers = readonly [x64: number, arm64: number | null];

/** Newer ones than this are refused, whatever they do: mseal, Linux 6.10. */
const newestKnownCall = 462;

/** Refused as on a kernel without them: programs fall back to older calls. `clone3` hides its flags from a filter. */
const missingCalls: Readonly<Record<string, CallNumbers>> = {
  io_uring_setup: [425, 425],
  io_uring_enter: [426, 426],
  io_uring_register: [427, 427],
  clone3: [435, 435],
  memfd_secret: [447, 447],
};

/** Refused as forbidden: they reach other processes, keys, kernel code, mounts, namespaces or the machine's settings. */
const forbiddenCalls: Readonly<Record<string, CallNumbers>> = {
  ptrace: [101, 117],
  process_vm_readv: [310, 270],
  process_vm_writev: [311, 271],
  kcmp: [312, 272],
  pidfd_getfd: [438, 438],
  process_madvise: [440, 440],
  bpf: [321, 280],
  perf_event_open: [298, 241],
  userfaultfd: [323, 282],
  lookup_dcookie: [212, 18],
  add_key: [248, 217],
  request_key: [249, 218],
  keyctl: [250, 219],
  init_module: [175, 105],
  finit_module: [313, 273],
  delete_module: [176, 106],
  create_module: [174, null],
  get_kernel_syms: [177, null],
  query_module: [178, null],
  kexec_load: [246, 104],
  kexec_file_load: [320, 294],
  mount: [165, 40],
  umount2: [166, 39],
  pivot_root: [155, 41],
  chroot: [161, 51],
  open_tree: [428, 428],
  move_mount: [429, 429],
  fsopen: [430, 430],
  fsconfig: [431, 431],
  fsmount: [432, 432],
  fspick: [433, 433],
  mount_setattr: [442, 442],
  setns: [308, 268],
  unshare: [272, 97],
  name_to_handle_at: [303, 264],
  open_by_handle_at: [304, 265],
  fanotify_init: [300, 262],
  fanotify_mark: [301, 263],
  acct: [163, 89],
  quotactl: [179, 60],
  quotactl_fd: [443, 443],
  swapon: [167, 224],
  swapoff: [168, 225],
  reboot: [169, 142],
  sethostname: [170, 161],
  setdomainname: [171, 162],
  settimeofday: [164, 170],
  clock_settime: [227, 112],
  clock_adjtime: [305, 266],
  adjtimex: [159, 171],
  syslog: [103, 116],
  vhangup: [153, 58],
  nfsservctl: [180, 42],
  iopl: [172, null],
  ioperm: [173, null],
  modify_ldt: [154, null],
  uselib: [134, null],
  ustat: [136, null],
  sysfs: [139, null],
  _sysctl: [156, null],
};

const clone: CallNumbers = [56, 220];
const socketCalls: readonly CallNumbers[] = [
  [41, 198],
  [53, 199],
];
/** CLONE_NEW* of every namespace that this call can make. */
const newNamespaces = 0x7e020000;
const unixAndInternet = [1, 2, 10];
/** Only its routing protocol, with which libraries list the network interfaces. */
const netlink = 16;
const netlinkRoute = 0;

/** AUDIT_ARCH_*: programs of another architecture would have other numbers. */
const architectures = { x64: { column: 0, audit: 0xc000003e }, arm64: { column: 1, audit: 0xc00000b7 } } as const;

const errors = { forbidden: 1, missing: 38, family: 97 };
const allow = 0x7fff0000;
const offsets = { call: 0, architecture: 4, firstArgument: 16, thirdArgument: 32 };

interface Instruction {
  code: number;
  whenTrue?: number;
  whenFalse?: number;
  value: number;
}

const load = (offset: number): Instruction => ({ code: 0x20, value: offset });
const give = (value: number): Instruction => ({ code: 0x06, value });
const refuse = (error: number): Instruction => give(0x00050000 | error);
/** Continues at the next instruction, or skips some. */
const skipUnlessEqual = (value: number, skip: number): Instruction => ({ code: 0x15, whenFalse: skip, value });
const skipIfEqual = (value: number, skip: number): Instruction => ({ code: 0x15, whenTrue: skip, value });
const skipUnlessAbove = (value: number, skip: number): Instruction => ({ code: 0x25, whenFalse: skip, value });
const skipUnlessAnyBit = (value: number, skip: number): Instruction => ({ code: 0x45, whenFalse: skip, value });

/** The program that bubblewrap gives to the kernel; null for architectures whose call numbers are not listed. */
export function systemCallFilter(architecture: string = thisMachine): Uint8Array | null {
  if (architecture !== "x64" && architecture !== "arm64") return null;
  const { column, audit } = architectures[architecture];
  const refuseAll = (calls: Readonly<Record<string, CallNumbers>>, error: number) =>
    Object.values(calls).flatMap(({ [column]: call }) =>
      call === null ? [] : [skipUnlessEqual(call, 1), refuse(error)],
    );
  return encoded([
    load(offsets.architecture),
    skipIfEqual(audit, 1),
    refuse(errors.missing),
    load(offsets.call),
    skipUnlessAbove(newestKnownCall, 1),
    refuse(errors.missing),
    ...refuseAll(missingCalls, errors.missing),
    ...refuseAll(forbiddenCalls, errors.forbidden),
    ...block(clone[column]!, [
      load(offsets.firstArgument),
      skipUnlessAnyBit(newNamespaces, 1),
      refuse(errors.forbidden),
    ]),
    ...socketCalls.flatMap((call) => block(call[column]!, socketRules)),
    give(allow),
  ]);
}

const socketRules: readonly Instruction[] = [
  load(offsets.firstArgument),
  ...unixAndInternet.flatMap((family) => [skipUnlessEqual(family, 1), give(allow)]),
  skipUnlessEqual(netlink, 3),
  load(offsets.thirdArgument),
  skipUnlessEqual(netlinkRoute, 1),
  give(allow),
  refuse(errors.family),
];

/** Instructions for one call, after which it is allowed. */
function block(call: number, rules: readonly Instruction[]): Instruction[] {
  return [skipUnlessEqual(call, rules.length + 1), ...rules, give(allow)];
}

/** As the kernel's `struct sock_filter`, in little-endian order as on both architectures. */
function encoded(program: readonly Instruction[]): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(program.length * 8));
  for (const [index, { code, whenTrue = 0, whenFalse = 0, value }] of program.entries()) {
    bytes.setUint16(index * 8, code, true);
    bytes.setUint8(index * 8 + 2, whenTrue);
    bytes.setUint8(index * 8 + 3, whenFalse);
    bytes.setUint32(index * 8 + 4, value >>> 0, true);
  }
  return new Uint8Array(bytes.buffer);
}
