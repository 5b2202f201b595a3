// Classifies how wide a version range is.
import type { PackageEcosystem } from "./dependency.ts";

/** Ordered from one version to any future version. */
const rangeWidths = ["exact", "bounded", "open", "any"] as const;
type RangeWidth = (typeof rangeWidths)[number];

function rangeWidth(spec: string, ecosystem: PackageEcosystem): RangeWidth | null {
  // An exclusion (`!=`) sets no upper bound.
  const text = spec
    .trim()
    .replace(/^npm:(?:@[^/]+\/)?[^@]*@/, "")
    .replace(/,?\s*!=[^,]*/g, "")
    .replace(/^,\s*/, "");
  // Go selects the lowest version that satisfies all requirements, never the newest.
  if (ecosystem === "go" || /[${}]/.test(text)) return null;
  if (/^(?:\*|x|latest|next|dev-(?:master|main))?$/i.test(text) || /^>=\s*0(?:\.0)*$/.test(text)) return "any";
  if (isExact(text, ecosystem)) return "exact";
  return /^>=?[^,|<]*$/.test(text) ? "open" : "bounded";
}

function isExact(text: string, ecosystem: PackageEcosystem): boolean {
  const plain = /^=?\s*v?\d+\.\d+(?:\.\d+)+[\w.+-]*$|^=?\s*v?\d+\.\d+\.\d+[\w.+-]*$/;
  if (ecosystem === "python") return /^={2,3}[^*,]+$/.test(text);
  // Cargo reads a bare version as `^`.
  if (ecosystem === "rust") return /^=\s*\d+\.\d+\.\d+/.test(text) && !text.includes(",");
  if (ecosystem === "ruby") return /^=?\s*\d[\w.]*$/.test(text);
  return plain.test(text);
}

/** The range loses its upper bound, which a reviewer does not expect in an update. */
export function isLoosened(before: string, after: string, ecosystem: PackageEcosystem): boolean {
  const [from, to] = [rangeWidth(before, ecosystem), rangeWidth(after, ecosystem)];
  if (from === null || to === null) return false;
  return (from === "exact" && (to === "open" || to === "any")) || (from === "bounded" && to === "any");
}
