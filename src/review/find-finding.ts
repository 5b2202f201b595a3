// Finds the finding a person refers to: by label, id, identity or a prefix of it, or by location.
import type { DraftJson } from "./publishers/json-schema.ts";

type FindingJson = DraftJson["findings"][number];

/** Shorter prefixes of an identity are ambiguous too often. */
const shortest = 4;

type Named = Pick<FindingJson, "id" | "identity" | "at"> & { label?: string | null | undefined };

/**
 * All findings with a label or at a location; otherwise the one with that id or identity. Several only where the name is
 * ambiguous.
 */
export function findFindings<F extends Named>(named: string, findings: readonly F[]): F[] {
  const name = named.trim();
  const labelled = findings.filter(({ label }) => label === name.toUpperCase());
  if (labelled.length > 0) return labelled;
  const exact = findings.filter(({ id, identity }) => id === name || identity === name);
  if (exact.length > 0) return exact;
  const at = atPlace(name, findings);
  if (at.length > 0) return at;
  return name.length < shortest ? [] : findings.filter(({ identity }) => identity.startsWith(name.toLowerCase()));
}

function atPlace<F extends Pick<FindingJson, "at">>(name: string, findings: readonly F[]): F[] {
  const [, path, from, to = from] = /^(.+):(\d+)(?:-(\d+))?$/s.exec(name) ?? [];
  if (path === undefined) return [];
  const wanted = path.replace(/^\.\//, "");
  return findings.filter(({ at }) => at.path === wanted && at.start <= Number(to) && Number(from) <= at.end);
}

export function isPlace(named: string): boolean {
  return /:\d+(-\d+)?$/.test(named.trim());
}
