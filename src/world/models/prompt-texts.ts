// Reads the prompts: Markdown files next to the reviewers, or next to the bundle.
import { readFileSync } from "node:fs";

const folder = import.meta.url.endsWith(".ts") ? "../../findings/reviewers/" : "./reviewers/";

/** By name, as in `code-reviewer` or `shared/evidence`. */
export function promptText(name: string): string {
  return readFileSync(new URL(`${folder}${name}.md`, import.meta.url), "utf8");
}
