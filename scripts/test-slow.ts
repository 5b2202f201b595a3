// `npm run test:slow`: property tests with all their cases, of which `npm test` draws a quarter.
import { spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
process.env["CROSSCHECK_TEST_CASES"] = "all";
const files = globSync("{src,test}/**/*.test.ts").filter((file) =>
  readFileSync(file, "utf8").includes("propertyRuns("),
);
process.exitCode = spawnSync("vitest", ["run", ...files], { stdio: "inherit" }).status ?? 1;
