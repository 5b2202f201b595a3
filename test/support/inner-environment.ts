// The process environment of a command that runs inside the test process.
import { readFileSync } from "node:fs";
import { wantsColour } from "../../src/app/cli/wants-colour.ts";
import type { ProcessEnvironment } from "../../src/app/process-environment.ts";
import { unpaced } from "./unpaced.ts";

const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {
  version: string;
};

type Given = Pick<ProcessEnvironment, "cwd" | "env" | "program" | "stop" | "print" | "tell">;

export function innerEnvironment({ input, ...given }: Given & { input: string }): ProcessEnvironment {
  return {
    ...given,
    version,
    input: async () => input,
    platform: process.platform,
    screen: { colour: wantsColour(given.env, false), width: 100, live: false, asks: false },
    now: Date.now,
    memory: () => process.memoryUsage.rss() / 1e6,
    githubPermit: unpaced(),
  };
}
