// Reads our programs that run inside a sandbox: source in a clone, their own bundles in the published build.
import { readFileSync } from "node:fs";
import type { FilesToPlace } from "./place-temporary-files.ts";

export interface InsideProgram {
  /** The file to run. */
  name: string;
  /** All that it needs, to be placed in one folder. */
  files: FilesToPlace;
}

export function insideProgram(program: "sandbox-host" | "run-behind-proxy" | "read-files"): InsideProgram {
  const source = import.meta.url.endsWith(".ts");
  const name = `${program}.${source ? "ts" : "js"}`;
  const read = (file: string) => readFileSync(new URL(source ? `./inside/${file}` : `./${file}`, import.meta.url));
  const files = source ? [name, "proxy-port.ts"] : [name];
  return { name, files: new Map([...files.map((file) => [file, read(file)] as const), modules]) };
}

const modules = ["package.json", Buffer.from('{"type":"module"}\n')] as const;
