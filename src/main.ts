// The process entry point: the only code that touches arguments, environment, streams, signals and the exit code.
import { readFileSync } from "node:fs";
import { enableCompileCache } from "node:module";
import { fileURLToPath } from "node:url";
import type { ProcessEnvironment } from "./app/process-environment.ts";

// From source, every process strips types and compiles; the compile cache halves that time. It is stored next to the
// packages, whose trust it shares. Static imports would be compiled before it is enabled.
if (import.meta.url.endsWith(".ts"))
  enableCompileCache(fileURLToPath(new URL("../node_modules/.cache/compiled", import.meta.url)));

class Stopped extends Error {}

// Overwritten at the end: a promise that nothing settles must not look like success.
process.exitCode = 13;
void start();

async function start(): Promise<void> {
  const [{ keepHeapSmall }, { explainError }, { runCli }, { wantsColour }] = await Promise.all([
    import("./world/small-heap.ts"),
    import("./app/cli/explain-error.ts"),
    import("./app/cli/run-cli.ts"),
    import("./app/cli/wants-colour.ts"),
  ]);

  keepHeapSmall();
  const stopping = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.on(signal, () => {
      // A second signal ends the process at once.
      if (stopping.signal.aborted) process.exit(130);
      stopping.abort(new Stopped(signal));
    });
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    // The reader of a pipe, such as `head`, has closed it.
    if (error.code === "EPIPE") process.exit(0);
    throw error;
  });

  const { stdin, stdout, stderr, env } = process;
  // A terminal that does not know its size reports 0, which would wrap questions at every letter.
  if (stdout.isTTY && stdout.columns === 0) Object.assign(stdout, { columns: 80, rows: 24 });
  const outside: ProcessEnvironment = {
    cwd: process.cwd(),
    env,
    ...releaseOf(readFileSync(new URL("../package.json", import.meta.url), "utf8")),
    program: [process.execPath, fileURLToPath(import.meta.url)],
    input: async () => (stdin.isTTY ? null : Buffer.concat(await stdin.toArray()).toString("utf8")),
    print: (text) => void stdout.write(text),
    printed: async () => {
      if (stdout.writableNeedDrain) await new Promise((resolve) => stdout.once("drain", resolve));
    },
    tell: (text) => void stderr.write(text),
    screen: {
      colour: wantsColour(env, stdout.isTTY),
      width: stdout.columns ?? 100,
      live: stderr.isTTY && env["CI"] === undefined && env["TERM"] !== "dumb",
      asks: stdin.isTTY && stdout.isTTY && env["CI"] === undefined && env["TERM"] !== "dumb",
    },
    platform: process.platform,
    now: () => Date.now(),
    memory: () => process.memoryUsage.rss() / 1e6,
    stop: stopping.signal,
  };

  try {
    process.exitCode = await runCli(process.argv.slice(2), outside);
  } catch (error) {
    process.exitCode = explainError(error, outside);
  }
  // Once all is printed, at once: taking the heap apart would take as long as a tenth of a small review.
  stdout.write("", () => stderr.write("", () => process.exit()));
}

/** The release adds the repository that it was made from. */
function releaseOf(manifest: string): Pick<ProcessEnvironment, "version" | "repository"> {
  const { version, repository } = JSON.parse(manifest) as { version: string; repository?: { url?: string } };
  const name = /github\.com\/([\w.-]+\/[\w.-]+?)(?:\.git)?$/.exec(repository?.url ?? "")?.[1];
  return { version, ...(name !== undefined && { repository: name }) };
}
