// Runs a program beside a stand-in that lives in this very process: never so that this process waits and does not answer.
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { packInto } from "./pack.ts";

export interface Ran {
  out: string;
  ms: number;
  /** The most memory that it took, in MB, its threads included; 0 for other programs than node. */
  memory: number;
}

/** Says at its end how much memory it took; its threads say it as well. */
const saysMemory = `data:text/javascript,process.on("exit",()=>process.stderr.write("maxrss="+process.resourceUsage().maxRSS+";"))`;

/** The program as people have it, or its source; arguments for node. */
export function programIn(folder: string, source: boolean): string[] {
  const main = source ? fileURLToPath(new URL("../src/main.ts", import.meta.url)) : packInto(folder);
  return ["--import", saysMemory, main];
}

export async function run(
  command: string,
  args: readonly string[],
  { env, cwd }: { env: Record<string, string>; cwd: string },
): Promise<Ran> {
  const start = performance.now();
  return await new Promise((resolve, reject) => {
    const child = spawn(command, args, { env, cwd, stdio: ["ignore", "pipe", "pipe"] });
    const [out, err]: [Buffer[], Buffer[]] = [[], []];
    child.stdout.on("data", (chunk: Buffer) => out.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => err.push(chunk));
    child.on("error", reject);
    child.on("close", (code) => {
      const ms = performance.now() - start;
      const said = Buffer.concat(err).toString("utf8");
      if (code !== 0) {
        reject(new Error(`${command} ${args.join(" ")} ended with ${code}: ${said.slice(0, 4000)}`));
        return;
      }
      const sizes = [...said.matchAll(/maxrss=(\d+);/g)].map((match) => Number(match[1]) / 1024);
      resolve({ out: Buffer.concat(out).toString("utf8"), ms, memory: Math.max(0, ...sizes) });
    });
  });
}
