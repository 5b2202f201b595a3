// What hostile code does to take a machine down, by the runner that runs it. Each process of it carries the mark.

const floodKinds = ["processes", "memory", "disk", "signals"] as const;
export type FloodKind = (typeof floodKinds)[number];

export interface Flooding {
  name: string;
  words: readonly [string, ...string[]];
  needs: string | null;
  files(kind: FloodKind, mark: string): Record<string, string>;
}

/** Each becomes three, and stays a while; where it cannot, others take its place. */
const bomb = "sleep 2 & b() { (b; :) & (b; :) & sleep 2; :; }; (b; :) & wait $!; wait %1";
const eats =
  "const all = []; for (let i = 0; i < 30; i++) all.push(Buffer.alloc(10_000_000, 1)); setTimeout(() => {}, 3000)";

const javascript: Record<FloodKind, (mark: string) => string> = {
  processes: (mark) =>
    `require("child_process").spawnSync("sh", ["-c", ${JSON.stringify(bomb)}, "${mark}"], { stdio: "ignore" });`,
  memory: (mark) => `const { spawn } = require("child_process");
    const all = Array.from({ length: 10 }, () => spawn(process.execPath, ["-e", ${JSON.stringify(eats)}, "${mark}"]));
    return Promise.all(all.map((one) => new Promise((done) => one.on("close", done))));`,
  disk: () => `const fs = require("fs"), some = Buffer.alloc(8_000_000, 1);
    for (const at of ["/work/all", "/tmp/all", "/dev/shm/all", "/tree/all", "/var/tmp/all", "/crosscheck/all", "/usr/all"])
      try { for (let i = 0; i < 300; i++) fs.appendFileSync(at, some); } catch {}`,
  signals: () => `for (const to of [process.ppid, 1, 2, 0, -1]) try { process.kill(to, "SIGKILL"); } catch {}`,
};

const python: Record<FloodKind, (mark: string) => string> = {
  processes: (mark) => `import subprocess; subprocess.run(["sh", "-c", ${JSON.stringify(bomb)}, "${mark}"])`,
  memory: (mark) => `import subprocess, sys
    eats = "import time; all = b'x' * 300_000_000; time.sleep(3)"
    for one in [subprocess.Popen([sys.executable, "-c", eats, "${mark}"]) for _ in range(10)]: one.wait()`,
  disk: () => `for at in ("/work/all", "/tmp/all", "/dev/shm/all", "/tree/all", "/var/tmp/all", "/crosscheck/all", "/usr/all"):
        try:
            for i in range(300): open(at, "ab").write(b"x" * 8_000_000)
        except OSError: pass`,
  signals: () => `import os
    for to in (os.getppid(), 1, 2, 0, -1):
        try: os.kill(to, 9)
        except OSError: pass`,
};

export const floodings: readonly Flooding[] = [
  {
    name: "node:test",
    words: ["node", "--test"],
    needs: null,
    files: (kind, mark) => ({
      "a.test.cjs": `require("node:test").test("flood", () => { ${javascript[kind](mark)} });`,
    }),
  },
  {
    name: "pytest",
    words: ["pytest-3", "-q", "-p", "no:cacheprovider"],
    needs: "pytest-3",
    files: (kind, mark) => ({ "test_flood.py": `def test_flood():\n    ${python[kind](mark)}\n` }),
  },
];
