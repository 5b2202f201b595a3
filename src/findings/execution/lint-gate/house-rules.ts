// Reads from the project's agent guides whether non-null assertions are forbidden, which linters only hint at.
import type { Project } from "../runner.ts";

const guides = ["CLAUDE.md", "AGENTS.md", ".claude/CLAUDE.md", "CLAUDE.local.md"];
const assertion = /non-?\s?null(?:ish)? assertion/i;
const forbids =
  /\b(?:no|not|never|don['’]?t|avoid|without|forbid(?:den)?|disallow(?:ed)?|ban(?:ned)?|prohibit(?:ed)?)\b/i;

/** Read at base: a change must not choose its own rules. */
export async function forbidsNonNullAssertions(base: Project): Promise<boolean> {
  for (const guide of guides) {
    const text = await base.read(guide);
    if (text?.split("\n").some((line) => line.length < 1000 && assertion.test(line) && forbids.test(line))) return true;
  }
  return false;
}

/** Rule of Biome, and of typescript-eslint and Oxlint. */
export function isNonNullRule(rule: string | null): boolean {
  return rule !== null && /(?:^|\/)(?:noNonNullAssertion|no-non-null-assertion)$/.test(rule);
}
