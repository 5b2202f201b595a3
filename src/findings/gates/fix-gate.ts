// Marks a finding whose fix does not apply to the file at head, or changes nothing there.
import type { Finding, Mark } from "../finding.ts";
import type { GateFacts } from "../gate.ts";

export function fixGate({ fix }: Finding, { text }: Pick<GateFacts, "text">): Mark[] {
  if (fix === undefined || fix.at.side === "base") return [];
  const { path, start, end } = fix.at;
  const lines = text(path, "head")?.lines;
  const there = lines?.slice(start - 1, end) ?? [];
  const isThere = 1 <= start && start <= end && there.length === end - start + 1;
  const before = there.join("\n").replaceAll("\r", "");
  if (isThere && before !== fix.text.replaceAll("\r", "").replace(/\n$/, "")) return [];
  return [{ by: "fix", why: { kind: "fix-does-not-apply" } }];
}
