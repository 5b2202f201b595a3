// Defines dependencies as manifests declare them, for every ecosystem.

export type PackageEcosystem = "npm" | "python" | "rust" | "go" | "ruby" | "php";

/** `inside`: this repository, its workspace or a version catalogue in it. */
export type DependencySource =
  | { from: "registry" }
  | { from: "inside" }
  | { from: "git"; url: string; ref: string | null }
  | { from: "address"; url: string };

export interface DeclaredDependency {
  name: string;
  /** The version as the manifest writes it, without insignificant whitespace; empty if there is none. */
  spec: string;
  source: DependencySource;
  /** The name in the registry, if the manifest uses an alias. */
  realName?: string;
  /** Text that identifies its line if other lines contain the name too. */
  onLineWith?: string;
  /** From a shared version table, which applies only if a package uses it. */
  shared?: true;
}

export interface DependencyManifest {
  ecosystem: PackageEcosystem;
  name: string | null;
  dependencies: DeclaredDependency[];
  /** Names whose version is set elsewhere: overrides, resolutions, patches, replacements. */
  overridden: ReadonlySet<string>;
}

export const registrySource: DependencySource = { from: "registry" };
export const insideSource: DependencySource = { from: "inside" };

/** A full or abbreviated commit id. */
export function isCommitRef(ref: string | null): boolean {
  return ref !== null && /^[0-9a-f]{7,64}$/i.test(ref);
}

export function gitSource(url: string, ref: string | null): DependencySource {
  return { from: "git", url, ref: ref === "" ? null : ref };
}

/** Unencrypted transport: a man in the middle can replace the download. */
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
