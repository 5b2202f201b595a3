// Detects a repository's check commands if none are configured.
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

const largest = 1_000_000;
const scripts = ["test", "lint", "typecheck", "type-check"];
/** The test script that `npm init` writes. */
const placeholder = /^echo "Error: no test specified" && exit 1$/;

/** The command lines, in the order in which they run. */
export function detectCommands(folder: string): string[] {
  const has = (name: string) => existsSync(join(folder, name));
  return [
    ...packageScripts(folder, has),
    ...(has("Cargo.toml") ? ["cargo test"] : []),
    ...(has("go.mod") ? ["go test ./..."] : []),
    ...(usesPytest(folder, has) ? ["pytest"] : []),
  ];
}

function packageScripts(folder: string, has: (name: string) => boolean): string[] {
  const found = packageJson(folder);
  const runner = runnerOf(found?.packageManager, has);
  return scripts
    .filter((name) => {
      const script = found?.scripts?.[name];
      return typeof script === "string" && script.trim() !== "" && !placeholder.test(script.trim());
    })
    .map((name) => `${runner} run ${name}`);
}

interface PackageJson {
  packageManager?: unknown;
  scripts?: Record<string, unknown> | null;
}

function packageJson(folder: string): PackageJson | null {
  try {
    const found = JSON.parse(textOf(folder, "package.json") ?? "null") as unknown;
    return typeof found === "object" ? found : null;
  } catch {
    // The package manager will report what is wrong with the file.
    return null;
  }
}

function runnerOf(named: unknown, has: (name: string) => boolean): string {
  const runner = typeof named === "string" ? /^(npm|pnpm|yarn|bun)@/.exec(named)?.[1] : undefined;
  if (runner !== undefined) return runner;
  if (has("pnpm-lock.yaml")) return "pnpm";
  if (has("yarn.lock")) return "yarn";
  return has("bun.lock") || has("bun.lockb") ? "bun" : "npm";
}

function usesPytest(folder: string, has: (name: string) => boolean): boolean {
  if (has("pytest.ini") || has("conftest.py") || has("tests/conftest.py")) return true;
  const sections: Record<string, RegExp> = {
    "pyproject.toml": /^\[tool\.pytest\b/m,
    "setup.cfg": /^\[tool:pytest\]/m,
    "tox.ini": /^\[pytest\]/m,
  };
  return Object.entries(sections).some(([name, section]) => section.test(textOf(folder, name) ?? ""));
}

/** Null if it is not a regular file or is too large. */
function textOf(folder: string, name: string): string | null {
  const path = join(folder, name);
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat?.isFile() && stat.size <= largest ? readFileSync(path, "utf8") : null;
}
