// Applies suppressions from the base's config, from ignore comments, and by area; each is reported.
import type { Suppression } from "../../change/config.ts";
import { globMatcher } from "../../change/path-glob.ts";
import { addedLines, pathOf } from "../../change/diff.ts";
import type { Finding, Mark } from "../finding.ts";
import type { GateFacts } from "../gate.ts";

export function suppressionGate(finding: Finding, facts: GateFacts): Mark[] {
  return [
    ...byConfig(finding, facts),
    ...byPaths(finding, facts),
    ...inline(finding, facts),
    ...byArea(finding, facts),
  ];
}

function checksOf(finding: Finding): string[] {
  return finding.sources.map((source) => source.replace(/^PRESCAN:/, ""));
}

function byConfig(finding: Finding, { change, today }: GateFacts): Mark[] {
  return change.config.suppressions.flatMap((suppression, index): Mark[] => {
    if (!matches(suppression, finding)) return [];
    const { reason, expires } = suppression;
    return expires !== undefined && expires < today
      ? [{ by: "suppression", why: { kind: "suppression-expired", reason, expired: expires } }]
      : [{ by: "suppression", why: { kind: "suppressed-by-config", reason, index }, outcome: "suppressed" }];
  });
}

function matches({ check, path, pattern }: Suppression, finding: Finding): boolean {
  if (check !== undefined && !checksOf(finding).includes(check)) return false;
  if (path !== undefined && !globMatcher(path, { dot: true })(finding.at.path)) return false;
  return pattern === undefined || finding.title.includes(pattern) || finding.evidence[0].text.includes(pattern);
}

/** Only where every source is limited to other paths: one that is not has said it in its own right. */
function byPaths(finding: Finding, { change }: GateFacts): Mark[] {
  const outside = (check: string): boolean => {
    const { paths } = change.config.checks[check] ?? {};
    return paths !== undefined && !globMatcher(paths, { dot: true })(finding.at.path);
  };
  if (!checksOf(finding).every(outside)) return [];
  return checksOf(finding).map((check) => ({
    by: "config",
    why: { kind: "outside-paths", check },
    outcome: "suppressed",
  }));
}

const ignoreMark = /crosscheck-ignore\s+([\w-]+):\s*(\S.{0,200})/;

/** `crosscheck-ignore <check>: reason` on the line or the one above. What this change adds cannot silence a security finding: its author is not its judge. */
function inline(finding: Finding, { change, text }: GateFacts): Mark[] {
  const lines = text(finding.at.path, finding.at.side)?.lines ?? [];
  const file = change.files.find((one) => pathOf(one) === finding.at.path);
  const added = new Set(file && finding.at.side === "head" ? [...addedLines(file)].map(({ line }) => line) : []);
  for (const line of [finding.at.start, finding.at.start - 1]) {
    const match = ignoreMark.exec((lines[line - 1] ?? "").slice(0, 2000));
    if (!match || !checksOf(finding).includes(match[1]!)) continue;
    if (added.has(line) && (finding.category === "security" || finding.severity === "critical")) continue;
    return [
      {
        by: "inline",
        why: { kind: "ignored-inline", check: match[1]!, reason: match[2]!.trim() },
        outcome: "suppressed",
      },
    ];
  }
  return [];
}

function byArea(finding: Finding, { change }: GateFacts): Mark[] {
  if (finding.category === "security" || finding.severity === "critical") return [];
  if ((change.config.ignoredAreas as readonly string[]).includes(finding.category))
    return [{ by: "area", why: { kind: "ignored-area", area: finding.category }, outcome: "suppressed" }];
  return change.intent.wip && finding.category === "style"
    ? [{ by: "intent", why: { kind: "early-feedback" }, outcome: "held" }]
    : [];
}
