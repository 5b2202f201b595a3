// Tests that a task that takes long yields to others.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { getPriority } from "node:os";
import { expect, onTestFinished, test } from "vitest";
import { easeLongTask } from "./ease-long-task.ts";

test.skipIf(!existsSync("/proc/self/stat"))(
  "a process that computes for long gets a low priority, an idle one does not",
  async () => {
    const start = (script: string) => {
      const child = spawn(process.execPath, ["-e", script], { stdio: "ignore" });
      onTestFinished(() => void child.kill("SIGKILL"));
      onTestFinished(easeLongTask(child.pid, [{ cpuSeconds: 1, priority: 10 }]));
      return child.pid!;
    };
    const busy = start("for (;;);");
    const idle = start("setInterval(() => {}, 1000)");
    while (getPriority(busy) === 0) await new Promise((resolve) => setTimeout(resolve, 50));
    expect([getPriority(busy), getPriority(idle)]).toEqual([10, 0]);
  },
);
