// Lists the ways to suppress a finding, ready to be copied.
import { configPath } from "../../change/config.ts";
import type { ExplainedFinding } from "../explained-finding.ts";
import { sourceName } from "./reasons.ts";
import { oneLine } from "./text.ts";

export interface SuppressionWay {
  how: string;
  /** The text to add, line by line. */
  write: readonly string[];
}

export function waysToSuppress({ sources, at, category, severity }: ExplainedFinding): SuppressionWay[] {
  const checks = sources.filter((source) => source.startsWith("PRESCAN:")).map((source) => oneLine(sourceName(source)));
  const [check] = checks;
  if (check === undefined) return [];
  const grave = category === "security" || severity === "critical";
  const inline = grave
    ? "In a comment on the line or the one above, with your reason. The base must already have it: a change cannot silence its own security or critical findings."
    : "In a comment on the line or the one above, with your reason:";
  return [
    { how: inline, write: [`crosscheck-ignore ${check}: why`] },
    {
      how: `To suppress it in this file, add this to ${configPath} on the base branch, with your reason and an optional expiry date:`,
      write: ["suppressions:", `  - check: ${check}`, `    path: ${pathGlob(at.path)}`, "    reason: why"],
    },
    {
      how: `In ${configPath} on the base branch, for the whole repository (use advisory instead of off to keep seeing it):`,
      write: ["checks:", ...checks.map((id) => `  ${id}: off`)],
    },
    ...(grave
      ? []
      : [
          {
            how: `In ${configPath} on the base branch, everything about ${category}:`,
            write: [`ignoredAreas: [${category}]`],
          },
        ]),
  ];
}

/** The path as a glob that matches it, as a YAML string. */
export function pathGlob(path: string): string {
  // Glob implementations disagree on escaping a backslash, so `?` matches it.
  const glob = path.replaceAll(/[*?[\]{}()!+@|"]|\\/g, (character) => (character === "\\" ? "?" : `\\${character}`));
  const isPlain = /^\.?[a-z_][\w./-]*$/i.test(glob) && !/^\.?(true|false|null|yes|no|on|off|y|n|inf|nan)$/i.test(glob);
  return isPlain ? glob : escaped(JSON.stringify(glob));
}

/** Control and hidden characters as YAML escapes. */
function escaped(json: string): string {
  return json.replaceAll(/[^\u0020-\u007e\p{L}\p{M}\p{N}\p{P}\p{S}]/gu, (character) => {
    const code = character.codePointAt(0)!.toString(16);
    return code.length > 4 ? `\\U${code.padStart(8, "0")}` : `\\u${code.padStart(4, "0")}`;
  });
}
