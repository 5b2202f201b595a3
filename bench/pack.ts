// Packs and installs what is published, so that a bench runs what people run.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

/** The installed program's path. */
export function packInto(folder: string): string {
  const packing = ["pack", "--json", "--pack-destination", folder];
  const [packed] = JSON.parse(
    execFileSync("npm", packing, { cwd: root, stdio: ["ignore", "pipe", "ignore"] }).toString(),
  ) as { filename: string }[];
  const installing = ["install", "--no-save", "--prefix", folder, join(folder, packed!.filename)];
  execFileSync("npm", installing, { stdio: "ignore" });
  return join(folder, "node_modules/crosscheck-review/bin/crosscheck.js");
}
