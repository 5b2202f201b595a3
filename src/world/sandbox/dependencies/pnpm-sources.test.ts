import fc from "fast-check";
import { expect, test } from "vitest";
import { stringify } from "yaml";
import { pnpmFolders, pnpmLockRefusal } from "./pnpm-sources.ts";

const registry = "https://registry.example";
const origins = new Set([registry]);
const good = { resolution: { integrity: "sha512-x" } };
const start = { lockfileVersion: "9.0", importers: { ".": {} } };

function refusal(more: object, manifests: Record<string, object> = { "": {} }): string | null {
  const texts = Object.entries(manifests).map(([folder, manifest]) => [folder, JSON.stringify(manifest)] as const);
  return pnpmLockRefusal({ lock: stringify({ ...start, ...more }), manifests: new Map(texts), origins });
}

const importer = (version: string) => ({ importers: { ".": { dependencies: { a: { specifier: "x", version } } } } });

test.each<[string, object, Record<string, object>?]>([
  ["nothing", {}],
  [
    "packages of the registry",
    { packages: { "a@1.0.0": good, "@x/b@2.0.0-rc.1": good }, snapshots: { "a@1.0.0(@x/b@2.0.0)": {} } },
  ],
  [
    "one with its address",
    { packages: { "a@1.0.0": { resolution: { integrity: "i", tarball: `${registry}/a.tgz` } } } },
  ],
  ["one with its peers", importer("1.0.0(b@2.0.0)(c@1.0.0(d@1.0.0))")],
  ["an alias", importer("@x/b@1.0.0")],
  ["dependencies of packages", { snapshots: { "a@1.0.0": { dependencies: { b: "1.0.0", c: "@x/c@1.0.0" } } } }],
  [
    "a workspace",
    {
      importers: {
        ".": {},
        "packages/p": { dependencies: { q: { specifier: "workspace:*", version: "link:../q" } } },
        "packages/q": {},
      },
    },
    { "": {}, "packages/p": { dependencies: { q: "workspace:*" } }, "packages/q": {} },
  ],
  ["an older one", { lockfileVersion: "6.0", packages: { "/a@1.0.0": good } }],
])("%s is accepted", (_, lock, manifests) => {
  expect(refusal(lock, manifests)).toBeNull();
});

test.each<[string, object, string, Record<string, object>?]>([
  [
    "another host",
    { packages: { "a@1.0.0": { resolution: { integrity: "i", tarball: "https://evil.example/a.tgz" } } } },
    "no registry of yours",
  ],
  ["an address in its name", { packages: { "a@https://evil.example/a.tgz": good } }, "no name and version"],
  [
    "a repository",
    { packages: { "a@1.0.0": { resolution: { type: "git", repo: "git@x:y", commit: "0" } } } },
    "from no registry",
  ],
  [
    "a folder",
    { packages: { "a@1.0.0": { resolution: { type: "directory", directory: "../../etc" } } } },
    "from no registry",
  ],
  ["no source", { packages: { "a@1.0.0": {} } }, "from no registry"],
  ["a name with parent folders", { packages: { "../a@1.0.0": good } }, "no name and version"],
  ["a link out of the project", importer("link:../../etc"), "no registry has"],
  ["a file", importer("file:../../etc"), "no registry has"],
  ["an address", importer("https://evil.example/a.tgz"), "no registry has"],
  [
    "a package that has a repository",
    { snapshots: { "a@1.0.0": { dependencies: { b: "git+ssh://x/y" } } } },
    "no registry has",
  ],
  ["a missing package", { importers: { ".": {}, "../other": {} } }, "no such package"],
  ["patches", { patchedDependencies: { a: {} } }, "patchedDependencies"],
  ["a program of the change", { pnpmfileChecksum: "x" }, "pnpmfileChecksum"],
  ["another version", { lockfileVersion: "5.4" }, "another version"],
  ["a manifest that asks for a repository", {}, "no registry has", { "": { dependencies: { a: "x/y" } } }],
])("%s is rejected", (_, lock, says, manifests) => {
  expect(refusal(lock, manifests)).toContain(says);
});

test.each([
  ["not YAML", "{", "not YAML"],
  ["no object", "- a\n", "not YAML"],
  [
    "a bomb",
    `a: &a [x, x]\n${Array.from({ length: 30 }, (_, i) => `b${i}: &b${i} [*${i ? `b${i - 1}` : "a"}, *${i ? `b${i - 1}` : "a"}]`).join("\n")}\n`,
    "not YAML",
  ],
  ["huge", " ".repeat(5_000_001), "larger than 5 MB"],
])("a lockfile that is %s is rejected", (_, lock, says) => {
  expect(pnpmLockRefusal({ lock, manifests: new Map(), origins })).toContain(says);
});

test("the packages of the project are listed", () => {
  expect(pnpmFolders(stringify({ importers: { ".": {}, "packages/a": {} } }))).toEqual(["", "packages/a"]);
});

test("any lockfile is read without an error", () => {
  fc.assert(
    fc.property(fc.oneof(fc.json(), fc.string()), (lock) => {
      expect(() => pnpmLockRefusal({ lock, manifests: new Map(), origins })).not.toThrow();
    }),
  );
});
