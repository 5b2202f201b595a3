// Derives general patterns from findings that recur in a repository. A pattern holds no text of a change, so a person may
// promote it to other repositories.
import { createHash } from "node:crypto";
import { areas, type Area } from "../../change/config.ts";
import { languageOf } from "../../change/file-kinds.ts";
import { looks, type Look, type Pattern } from "../../change/stored-knowledge.ts";
import { checkIds } from "../carry.ts";
import type { Finding } from "../finding.ts";

const byCategory: Record<Area, Look> = {
  correctness: "wrong-logic",
  security: "unsafe-input",
  performance: "slow-path",
  concurrency: "race",
  "error-handling": "swallowed-error",
  tests: "missing-test",
  docs: "stale-document",
  style: "inconsistent-style",
  dependencies: "risky-dependency",
  ci: "risky-workflow",
};

/** Null for a unit that does not come with Crosscheck: its name is text of the repository. */
export function findingPattern(finding: Finding, known: ReadonlySet<string>): Pattern | null {
  const unit = checkIds(finding).find((one) => known.has(one));
  if (unit === undefined) return null;
  return { unit, category: finding.category, language: languageOf(finding.at.path), look: lookOf(finding) };
}

function lookOf({ root, claim, category }: Finding): Look {
  if (root === "DOC") return "stale-document";
  if (root === "NEW") return "undocumented-pattern";
  const isBroken = claim === "absent" || claim === "mismatch" || claim === "unreachable";
  return category === "correctness" && isBroken ? "broken-reference" : byCategory[category];
}

export function patternKey({ unit, category, language, look }: Pattern): string {
  return [unit, category, language ?? "", look].join("/");
}

/** Short enough to type. */
export function patternId(pattern: Pattern): string {
  return createHash("sha256").update(patternKey(pattern)).digest("hex").slice(0, 8);
}

/** Whether it is one that could have been made here: what a store or another process hands over is not believed. */
export function isPattern(value: unknown): value is Pattern {
  if (typeof value !== "object" || value === null) return false;
  const { unit, category, language, look } = value as Record<string, unknown>;
  return (
    typeof unit === "string" &&
    /^[a-z][a-z0-9-]{0,60}$/.test(unit) &&
    (areas as readonly unknown[]).includes(category) &&
    (looks as readonly unknown[]).includes(look) &&
    (language === null || (typeof language === "string" && /^[A-Z][A-Za-z+# ]{0,30}$/.test(language)))
  );
}
