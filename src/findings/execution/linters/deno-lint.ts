// Runs `deno lint`.
import type { Linter } from "../linter.ts";
import { denoConfig, denoConfigs, denoPlaces } from "./deno-places.ts";
import { commandIn, fileArguments, isJavaScript } from "./lint-command.ts";
import { objectOf } from "./linter-places.ts";
import { parseLintJson, lineNumber, lintedPath, textOr, unreadableLint } from "./lint-output.ts";

export const denoLint: Linter = {
  id: "deno-lint",
  kind: "lint",
  ecosystem: "deno",
  detect: denoPlaces("deno-lint", "lint"),
  takes: isJavaScript,
  command: (used, files) =>
    commandIn(used.cwd, [
      "deno",
      "lint",
      "--json",
      "--permit-no-files",
      denoConfig(used),
      ...fileArguments(used.cwd, files),
    ]),
  read(end, { cwd }) {
    // Warnings may precede the JSON.
    const start = end.output.search(/^\{/m);
    const said = start < 0 ? null : parseLintJson(end.output.slice(start, end.output.lastIndexOf("}") + 1));
    const problems = objectOf(said)["diagnostics"];
    if (end.is !== "ended" || !Array.isArray(problems)) return unreadableLint(end);
    return {
      is: "problems",
      problems: problems.map(objectOf).flatMap((one) => {
        const path = lintedPath(one["filename"], cwd);
        if (path === null) return [];
        const line = lineNumber(objectOf(objectOf(one["range"])["start"])["line"]);
        const message = textOr(one["message"], "");
        return [{ path, line, rule: textOr(one["code"], "") || null, message, severity: "error" as const }];
      }),
    };
  },
  configFiles: (base, head) => denoConfigs(base, head, "lint"),
};
