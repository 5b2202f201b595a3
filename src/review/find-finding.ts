// Which finding a person means: by its id, its identity or the beginning of it, or its place.
import type { DraftJson } from "./publishers/json-schema.ts";

type FindingJson = DraftJson["findings"][number];

/** Shorter beginnings of an identity would mean something else too often. */
const shortest = 4;

/** All findings at a place; else the one of that id or identity. More than one only where the name is not enough. */
export function findFindings<F extends Pick<FindingJson, "id" | "identity" | "at">>(
  named: string,
  findings: readonly F[],
): F[] {
  const name = named.trim();
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
