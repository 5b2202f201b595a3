// Packs and installs the program once for the whole run, so that tests start what is published, which starts faster.
import { execFileSync } from "node:child_process";
import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runsEverything } from "./property-runs.ts";

const variable = "CROSSCHECK_TEST_PACKED";
const root = fileURLToPath(new URL("../..", import.meta.url));

/** The folder that it is installed in; undefined where only some tests run, which start from source. */
export const packedFolder = process.env[variable];

/** The Node that runs what is packed; CI tests it with Node 22, too. */
export const node = process.env["CROSSCHECK_TEST_NODE"] ?? process.execPath;

/** What a test starts: `node <main> review`. */
export const main = packedFolder
  ? join(packedFolder, "node_modules/crosscheck-review/bin/crosscheck.js")
  : join(root, "src/main.ts");

export function installPacked(): string {
  const folder = mkdtempSync(join(tmpdir(), "crosscheck-pack-"));
  const npm = (...args: string[]) =>
    execFileSync("npm", args, { cwd: root, stdio: ["ignore", "pipe", "ignore"] }).toString();
  const [packed] = JSON.parse(npm("pack", "--json", "--pack-destination", folder)) as { filename: string }[];
  writeFileSync(join(folder, "package.json"), '{"name":"empty","private":true,"type":"module"}\n');
  const archive = join(folder, "package.tgz");
  renameSync(join(folder, packed!.filename), archive);
  npm("install", "--offline", "--prefix", folder, archive);
  return folder;
}

/** Runs before vitest starts its workers, which inherit the environment. */
export default function setup(): (() => void) | undefined {
  if (!runsEverything) return undefined;
  const folder = installPacked();
  process.env[variable] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
