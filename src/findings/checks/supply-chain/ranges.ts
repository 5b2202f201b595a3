// How much a version's spec leaves open.
import type { Ecosystem } from "./dependency.ts";

/** From one version alone to any that will ever be published. */
export const widths = ["exact", "bounded", "open", "any"] as const;
export type Width = (typeof widths)[number];

export function widthOf(spec: string, ecosystem: Ecosystem): Width | null {
  // What is left out of a range, `!=`, gives it no end.
  const text = spec
    .trim()
    .replace(/^npm:(?:@[^/]+\/)?[^@]*@/, "")
    .replace(/,?\s*!=[^,]*/g, "")
    .replace(/^,\s*/, "");
  // Go takes the lowest version that serves, never the newest.
  if (ecosystem === "go" || /[${}]/.test(text)) return null;
  if (/^(?:\*|x|latest|next|dev-(?:master|main))?$/i.test(text) || /^>=\s*0(?:\.0)*$/.test(text)) return "any";
  if (isExact(text, ecosystem)) return "exact";
  return /^>=?[^,|<]*$/.test(text) ? "open" : "bounded";
}

function isExact(text: string, ecosystem: Ecosystem): boolean {
  const plain = /^=?\s*v?\d+\.\d+(?:\.\d+)+[\w.+-]*$|^=?\s*v?\d+\.\d+\.\d+[\w.+-]*$/;
  if (ecosystem === "python") return /^={2,3}[^*,]+$/.test(text);
  // Cargo reads a bare version as `^`.
  if (ecosystem === "rust") return /^=\s*\d+\.\d+\.\d+/.test(text) && !text.includes(",");
  if (ecosystem === "ruby") return /^=?\s*\d[\w.]*$/.test(text);
  return plain.test(text);
}

/** Loosened past what a reviewer expects of an update: from a version or a range with an end to one without. */
export function isLoosened(before: string, after: string, ecosystem: Ecosystem): boolean {
  const [from, to] = [widthOf(before, ecosystem), widthOf(after, ecosystem)];
  if (from === null || to === null) return false;
  return (from === "exact" && (to === "open" || to === "any")) || (from === "bounded" && to === "any");
}
