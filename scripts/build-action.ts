// Builds what a release of the GitHub Action holds, for `uses: …/action@v1`. Its 8 MB are not committed on the main branch:
// the release commits them to a branch of its own, named like `v1`. `--check` builds twice, since only a build that anyone can
// repeat shows that a release is this source.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
/** Of the package, what only the library, the dashboard and the playground use. */
const left = /^dist\/(?:types|web|github\.graphql|index\.)/;

/** `built` holds `bin` and `dist`, as the package does. */
export function assembleAction(built: string, to: string): void {
  const { name, version, type, license } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as object & {
    [key: string]: string;
  };
  mkdirSync(to, { recursive: true });
  for (const file of globSync(["bin/**", "dist/**"], { cwd: built }))
    if (!left.test(file) && statSync(join(built, file)).isFile()) cpSync(join(built, file), join(to, file));
  for (const file of ["action/action.yml", "action/main.js", "LICENSE"]) cpSync(join(root, file), join(to, file));
  writeFileSync(join(to, "package.json"), `${JSON.stringify({ name, version, type, license }, null, 2)}\n`);
}

function build(to: string): void {
  execFileSync(process.execPath, [join(root, "scripts/build.ts")], { stdio: "inherit" });
  assembleAction(root, to);
}

/** Of every file's path and content. */
function digest(folder: string): string {
  const hash = createHash("sha256");
  for (const file of globSync("**", { cwd: folder }).toSorted())
    if (statSync(join(folder, file)).isFile()) hash.update(`${file}\0`).update(readFileSync(join(folder, file)));
  return hash.digest("hex");
}

function check(): void {
  const folder = mkdtempSync(join(tmpdir(), "crosscheck-build-"));
  try {
    const [first, second] = ["first", "second"].map((name) => {
      build(join(folder, name));
      return digest(join(folder, name));
    });
    console.log(`The Action's files: ${first}`);
    if (first !== second) throw new Error(`Two builds of the Action differ: ${second}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (import.meta.main) {
  const [to] = process.argv.slice(2);
  if (to === "--check") check();
  else if (to === undefined) throw new Error("Name the folder to write to, or --check.");
  else build(to);
}
