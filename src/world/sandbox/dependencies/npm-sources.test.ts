import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isPlainSpec, originOf, npmLockRefusal } from "./npm-sources.ts";

const registry = "https://registry.example";
const origins = new Set([registry]);

function refusal(packages: object, manifests: Record<string, object> = { "": {} }): string | null {
  const lock = JSON.stringify({ lockfileVersion: 3, packages: { "": {}, ...packages } });
  const texts = Object.entries(manifests).map(([folder, manifest]) => [folder, JSON.stringify(manifest)] as const);
  return npmLockRefusal({ lock, manifests: new Map(texts), origins });
}

const good = { version: "1.2.3", resolved: `${registry}/a/-/a-1.2.3.tgz`, integrity: "sha512-x" };

test.each<[string, object, Record<string, object>?]>([
  ["nothing", {}],
  ["a package of the registry", { "node_modules/a": good }],
  ["one within another", { "node_modules/a": good, "node_modules/a/node_modules/@x/b": good }],
  ["one without its address", { "node_modules/a": { version: "1.0.0-rc.1+build" } }],
  ["an alias", { "node_modules/a": { ...good, name: "@x/b" } }, { "": { dependencies: { a: "npm:@x/b@^1.0.0" } } }],
  [
    "a workspace",
    { "packages/p": { version: "1.0.0" }, "node_modules/@x/p": { resolved: "packages/p", link: true } },
    { "": { workspaces: ["packages/*"], dependencies: { "@x/p": "file:packages/p" } }, "packages/p": {} },
  ],
  ["an override", {}, { "": { overrides: { a: { ".": "1.0.0", b: "$c" } } } }],
])("%s is accepted", (_, packages, manifests) => {
  expect(refusal(packages, manifests)).toBeNull();
});

test.each<[string, object, string, Record<string, object>?]>([
  ["another host", { "node_modules/a": { ...good, resolved: "https://evil.example/a.tgz" } }, "no registry of yours"],
  [
    "the registry without encryption",
    { "node_modules/a": { ...good, resolved: "http://registry.example/a.tgz" } },
    "no registry of yours",
  ],
  [
    "a host with the same prefix",
    { "node_modules/a": { ...good, resolved: `${registry}.evil/a.tgz` } },
    "no registry of yours",
  ],
  [
    "a host after a name",
    { "node_modules/a": { ...good, resolved: "https://registry.example@evil.example/a" } },
    "no registry of yours",
  ],
  [
    "a repository",
    { "node_modules/a": { ...good, resolved: "git+ssh://git@github.com/x/a.git#0" } },
    "no registry of yours",
  ],
  ["a file", { "node_modules/a": { ...good, resolved: "file:../../etc" } }, "no registry of yours"],
  ["an invalid address", { "node_modules/a": { ...good, resolved: 7 } }, "no registry of yours"],
  [
    "a version that is a repository",
    { "node_modules/a": { version: "git+ssh://git@github.com/x/a.git" } },
    "is no version",
  ],
  ["no version", { "node_modules/a": {} }, "is no version"],
  [
    "a link out of the project",
    { "node_modules/a": { resolved: "../../etc", link: true } },
    "no package of the project",
  ],
  [
    "a link to a folder that is not a package",
    { "node_modules/a": { resolved: "src", link: true } },
    "no package of the project",
  ],
  ["a path in a parent folder", { "../../node_modules/a": good }, "outside of the project"],
  ["a path that leads to a parent folder", { "node_modules/../../../a": good }, "outside of the project"],
  ["an absolute path", { "/etc/node_modules/a": good }, "outside of the project"],
  ["a path with backslashes", { "node_modules/a\\..\\..\\b": good }, "outside of the project"],
  ["an invalid name", { "node_modules/.bin": good }, "no name of a package"],
  ["two names in one", { "node_modules/a/b/c": good }, "no name of a package"],
  ["an alias of a path", { "node_modules/a": { ...good, name: "../x" } }, "stands for no name"],
  ["a lockfile within", { "node_modules/a": { ...good, hasShrinkwrap: true } }, "lockfile of its own"],
  [
    "a package that asks for a repository",
    { "node_modules/a": { ...good, dependencies: { b: "github:x/b" } } },
    "no registry has",
  ],
  ["an invalid entry", { "node_modules/a": "x" }, "it is no package"],
  ["a missing workspace", { "packages/q": {} }, "no such package"],
  ["a manifest that asks for a repository", {}, "no registry has", { "": { devDependencies: { b: "x/b" } } }],
  ["a manifest that asks for a file", {}, "no registry has", { "": { dependencies: { b: "file:../../etc" } } }],
  [
    "an override with an address",
    {},
    "no registry has",
    { "": { overrides: { a: { b: "https://evil.example/b.tgz" } } } },
  ],
])("%s is rejected", (_, packages, says, manifests) => {
  expect(refusal(packages, manifests)).toContain(says);
});

test.each([
  ["not JSON", "{", "not JSON"],
  ["an old one", JSON.stringify({ lockfileVersion: 1, dependencies: {} }), "npm 7"],
  ["a huge one", " ".repeat(20_000_001), "larger than 20 MB"],
  [
    "one of too many packages",
    JSON.stringify({ packages: Object.fromEntries(Array.from({ length: 30_001 }, (_, i) => [i, {}])) }),
    "more than 30000",
  ],
])("a lockfile that is %s is rejected", (_, lock, says) => {
  expect(npmLockRefusal({ lock, manifests: new Map(), origins })).toContain(says);
});

test("a quote is one short line", () => {
  const why = refusal({ "node_modules/a": { ...good, resolved: `x\n\u202e${"y".repeat(500)}` } });
  expect(why).toMatch(/^"node_modules\/a": it comes from "x\?\?y{117}…", which/);
});

test.each([
  "^1.2.3",
  ">=1 <2 || 3.x",
  "1.0.0 - 2.0.0",
  "latest",
  "*",
  "",
  "npm:a@1",
  "npm:@x/a@^1.0.0",
  "~1.2",
  "=1.0.0",
])("%j is a registry version", (spec) => expect(isPlainSpec(spec)).toBe(true));

test.each([
  "x/y",
  "./a",
  "../a",
  ".",
  "/etc",
  "~/a",
  "a.tgz",
  "a.tar.gz",
  "git@github.com:x/y",
  "git://x",
  "http://x",
  "npm:../a",
  "npm:a@x/y",
  "C:\\a",
  "link:a",
  "workspace:*",
  "$../a",
  "file:a",
  7,
  null,
  {},
])("%j is not", (spec) => expect(isPlainSpec(spec)).toBe(false));

describe("any lockfile", () => {
  test("is read without an error", () => {
    fc.assert(
      fc.property(fc.json(), (lock) => {
        expect(() => npmLockRefusal({ lock, manifests: new Map(), origins })).not.toThrow();
      }),
    );
  });

  test("never has a package of another origin accepted", () => {
    fc.assert(
      fc.property(fc.oneof(fc.webUrl(), fc.string()), (resolved) => {
        fc.pre(originOf(resolved) !== registry);
        expect(refusal({ "node_modules/a": { ...good, resolved } })).not.toBeNull();
      }),
    );
  });

  test("never has a path outside the project accepted", () => {
    const part = fc.constantFrom("..", ".", "", "node_modules", "a", "@x", "\\", "C:");
    fc.assert(
      fc.property(fc.array(part, { minLength: 1 }), (parts) => {
        const place = parts.join("/");
        fc.pre(place !== "" && parts.some((one) => ["..", ".", "", "\\", "C:"].includes(one)));
        expect(refusal({ [place]: good })).not.toBeNull();
      }),
    );
  });
});
