// Defines dependencies as manifests declare them, for every ecosystem.

export type PackageEcosystem = "npm" | "python" | "rust" | "go" | "ruby" | "php";

/** Where a dependency comes from. `inside` is this repository, its workspace or a catalogue of versions in it. */
export type DependencySource =
  | { from: "registry" }
  | { from: "inside" }
  | { from: "git"; url: string; ref: string | null }
  | { from: "address"; url: string };

export interface DeclaredDependency {
  name: string;
  /** As the manifest says it, with blanks that mean nothing taken out; empty for none. */
  spec: string;
  source: DependencySource;
  /** The name in the registry, where the manifest gives it another. */
  realName?: string;
  /** A text that its line holds, where another line may hold the name as well. */
  onLineWith?: string;
  /** A shared table of versions, which holds only if a package takes the version from it. */
  shared?: true;
}

export interface DependencyManifest {
  ecosystem: PackageEcosystem;
  /** The package's own name, where it has one. */
  name: string | null;
  dependencies: DeclaredDependency[];
  /** Names whose version something else decides: overrides, resolutions, patches, replacements. */
  overridden: ReadonlySet<string>;
}

export const registrySource: DependencySource = { from: "registry" };
export const insideSource: DependencySource = { from: "inside" };

/** A full commit id, or enough of one to name a single commit. */
export function isCommitRef(ref: string | null): boolean {
  return ref !== null && /^[0-9a-f]{7,64}$/i.test(ref);
}

export function gitSource(url: string, ref: string | null): DependencySource {
  return { from: "git", url, ref: ref === "" ? null : ref };
}

/** Plain text on the way: whoever sits between can put something else in its place. */
export function isUnencrypted(url: string): boolean {
  const match = /^(?:git\+|hg\+|svn\+)?(http|git|svn|ftp):\/\/(?:[^/@\s]*@)?\[?([\w.:-]*)/i.exec(url.trim());
  return match !== null && !isLocalHost(match[2] ?? "");
}

export function isLocalHost(host: string): boolean {
  return /^(?:localhost|127\.|0\.0\.0\.0|::1|10\.|192\.168\.|host\.docker\.internal)|\.(?:local|localhost|internal|test|example|invalid)(?::\d+)?$|^[\w-]+(?::\d+)?$/i.test(
    host,
  );
}

export function urlHost(url: string): string | null {
  return /^[a-z+]+:\/\/(?:[^/@\s]*@)?([^/:\s]+)/i.exec(url)?.[1]?.toLowerCase() ?? null;
}

export function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

export function asString(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

export function asArray(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
