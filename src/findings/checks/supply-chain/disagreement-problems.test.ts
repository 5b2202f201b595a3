// Tests which disagreements are reported, how they are worded, and which line a lost checksum points to.
import { describe, expect, test } from "vitest";
import { changeOf, codeOf } from "../../../../test/support/change-of.ts";
import { supplyChain } from "../supply-chain.ts";

type Files = Record<string, string>;
const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
const lines = (...text: string[]) => `${text.join("\n")}\n`;

async function findings(base: Files, head: Files) {
  const change = changeOf({ base, head });
  if (supplyChain.when(change) !== true) return [];
  const { findings: all } = await supplyChain.run(
    change,
    { code: codeOf({ base, head }) },
    AbortSignal.timeout(20_000),
  );
  for (const { evidence } of all)
    for (const quote of evidence) expect(head[quote.path]?.split("\n")[quote.start - 1]).toBe(quote.text);
  return all;
}

const listFindings = async (base: Files, head: Files) =>
  (await findings(base, head))
    .filter(({ kind }) => kind === "lock-disagrees")
    .map(({ at, severity, confidence }) => `${at.path} ${severity} ${confidence}`);

const manifest = (dependencies: Files, more = {}) => json({ ...more, dependencies });

describe("npm installs the locked version as long as it satisfies the range", () => {
  const lock = (root: Files, packages: Record<string, unknown>) => ({
    "package-lock.json": json({ lockfileVersion: 3, packages: { "": { dependencies: root }, ...packages } }),
  });

  test.each([
    ["^1.2.0", "1.2.0", []],
    ["^1.2.0", "~1.2.0", []],
    ["1.2.0", "^1.0.0 || ^2", []],
    ["^1.2.0", "^1.3.0", ["package.json medium 8"]],
    ["^1.2.0", "^2.0.0", ["package.json medium 8"]],
    ["^1.2.0", "next", ["package.json medium 8"]],
  ])("made with %s, now %s, with 1.2.0 locked", async (before, after, expected) => {
    const locked = lock({ pad: before }, { "node_modules/pad": { version: "1.2.0" } });
    const at = (spec: string) => ({ "package.json": manifest({ pad: spec }), ...locked });
    expect(await listFindings(at(before), at(after))).toEqual(expected);
  });

  test("a version that is locked only for other packages is reported as such", async () => {
    const path = "packages/a/package.json";
    const at = (dependencies: Files, packages: Record<string, unknown>) => ({
      [path]: manifest(dependencies),
      ...lock({}, { "packages/a": { dependencies: {} }, ...packages }),
    });
    const atRoot = { "node_modules/pad": { version: "1.2.0" } };
    const [finding, ...others] = await findings(at({}, atRoot), at({ pad: "^1.0.0" }, atRoot));
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ severity: "low", confidence: 4 });
    expect(finding?.title).toBe("package-lock.json has pad ^1.0.0 locked, but not as this package's dependency");
    expect(finding?.explanation).not.toMatch(/refuses/);
    // A package's own node_modules takes precedence over the root's.
    const beside = { ...atRoot, "packages/a/node_modules/pad": { version: "0.9.0" } };
    expect(await listFindings(at({}, beside), at({ pad: "^1.0.0" }, beside))).toEqual([`${path} medium 8`]);
    const elsewhere = { "packages/b/node_modules/pad": { version: "1.2.0" } };
    expect(await listFindings(at({}, elsewhere), at({ pad: "^1.0.0" }, elsewhere))).toEqual([`${path} medium 8`]);
  });

  test("Bun does the same", async () => {
    const locked = {
      "bun.lock": json({
        workspaces: { "": { name: "app", dependencies: { pad: "^1.2.0", other: "^1.0.0" } } },
        packages: { pad: ["pad@1.2.0", "", {}, "sha512-AA=="], "app/other": ["other@2.0.0", "", {}, "sha512-BB=="] },
      }),
    };
    const at = (pad: string, other = "^1.0.0") => ({ "package.json": manifest({ pad, other }), ...locked });
    expect(await listFindings(at("^1.2.0"), at("1.2.0"))).toEqual([]);
    expect(await listFindings(at("^1.2.0"), at("1.3.0"))).toEqual(["package.json medium 8"]);
    expect(await listFindings(at("^1.2.0"), at("^1.2.0", "^2.0.0"))).toEqual([]);
  });

  test("pnpm and Yarn compare the text itself", async () => {
    const yarn = lines("# yarn lockfile v1", "", "pad@^1.2.0:", '  version "1.2.0"');
    const at = (spec: string) => ({ "package.json": manifest({ pad: spec }), "yarn.lock": yarn });
    expect(await listFindings(at("^1.2.0"), at("1.2.0"))).toEqual(["package.json medium 8"]);
  });
});

describe("a lock file is compared with the manifests that it is generated from", () => {
  test("uv's with pyproject.toml, not with a list of requirements beside it", async () => {
    const lock = lines(
      "version = 1",
      "[[package]]",
      'name = "app"',
      'source = { editable = "." }',
      "[package.metadata]",
      'requires-dist = [{ name = "httpx", specifier = ">=0.27" }]',
    );
    const at = (...listed: string[]) => ({ "requirements-dev.txt": lines(...listed), "uv.lock": lock });
    expect(await listFindings(at("httpx>=0.27"), at("httpx>=0.27", "devenv==1.22.0"))).toEqual([]);
    const project = (list: string) => ({ "pyproject.toml": `[project]\nname = "app"\ndependencies = [${list}]\n` });
    expect(
      await listFindings(
        { ...project('"httpx>=0.27"'), "uv.lock": lock },
        { ...project('"httpx>=0.27", "devenv==1.22.0"'), "uv.lock": lock },
      ),
    ).toEqual(["pyproject.toml medium 8"]);
  });

  test("the first version of Yarn's with the packages of the workspace alone", async () => {
    const lock = lines("# yarn lockfile v1", "", "pad@^1.2.0:", '  version "1.2.0"');
    const at = (workspaces: string[], dependencies: Files) => ({
      "package.json": json({ private: true, workspaces }),
      "tools/a/package.json": manifest(dependencies),
      "yarn.lock": lock,
    });
    expect(await listFindings(at(["packages/*"], {}), at(["packages/*"], { ms: "^2.0.0" }))).toEqual([]);
    expect(await listFindings(at(["tools/*"], {}), at(["tools/*"], { ms: "^2.0.0" }))).toEqual([
      "tools/a/package.json medium 8",
    ]);
  });

  test("vendored manifests are skipped", async () => {
    const at = (dependencies: Files) => ({
      "vendored/a/package.json": manifest(dependencies),
      "vendored/a/package-lock.json": json({ packages: { "": {} } }),
    });
    expect(await listFindings(at({}), at({ ms: "^2.0.0" }))).toEqual([]);
  });
});

describe("one cause is one finding", () => {
  const lock = json({ lockfileVersion: 3, packages: { "": {}, "packages/a": {}, "packages/b": {} } });

  test("for the manifests of one lock file", async () => {
    const at = (dependencies: Files, other = dependencies) => ({
      "package-lock.json": lock,
      "packages/a/package.json": manifest(dependencies),
      "packages/b/package.json": manifest(other),
    });
    const all = await findings(at({}), at({ one: "1.0.0", two: "1.0.0" }, { three: "1.0.0", four: "1.0.0" }));
    expect(all.map(({ title }) => title)).toEqual([
      "package-lock.json does not have one 1.0.0, two 1.0.0, three 1.0.0 and 1 more as declared here and in another manifest",
    ]);
    expect(all[0]?.evidence.map(({ path }) => path)).toEqual(["packages/a/package.json", "packages/b/package.json"]);
  });

  test("for lock files that lack the same dependency, and not for others", async () => {
    const folders = ["a", "b", "c", "d"];
    const at = (spec: string) =>
      Object.fromEntries(
        folders.flatMap((folder) => [
          [`${folder}/package-lock.json`, json({ packages: { "": { dependencies: { typed: "5.0.0" } } } })],
          [`${folder}/package.json`, manifest({ typed: folder === "d" && spec !== "5.0.0" ? "7.0.0" : spec })],
        ]),
      );
    const all = await findings(at("5.0.0"), at("6.0.0"));
    expect(all.map(({ title }) => title)).toEqual([
      "3 lock files do not have typed 6.0.0 as their manifests declare",
      "d/package-lock.json does not have typed 7.0.0 as declared here",
    ]);
    expect(all[0]?.explanation).toMatch(
      /^These are a\/package-lock.json, b\/package-lock.json, c\/package-lock.json\./,
    );
  });

  test("for hosts that are added together", async () => {
    const host = (name: string) => `https://${name}.example.com/x.tgz`;
    const at = (one: string, two: string) => ({
      "package-lock.json": json({
        packages: {
          "": {},
          "node_modules/a": { version: "1.0.0", resolved: host("known"), integrity: "sha512-A" },
          "node_modules/b": { version: "1.0.0", resolved: host(one), integrity: "sha512-B" },
          "node_modules/c": { version: "1.0.0", resolved: host(two), integrity: "sha512-C" },
        },
      }),
    });
    const before = at("known", "known");
    expect((await findings(before, at("feed-1", "feed-2"))).map(({ title }) => title)).toEqual([
      "b, c are now downloaded from feed-1.example.com, feed-2.example.com",
    ]);
  });
});

test.each(["  ", "    ", "\t"])(
  "a lost checksum is pointed at in its own place of the tree, indented by %j",
  async (indent) => {
    const entry = (version: string, hash: boolean, dependencies?: unknown) => ({
      version,
      ...(hash && { integrity: `sha512-${version}` }),
      ...(dependencies !== undefined && { dependencies }),
    });
    const at = (hash: boolean) => ({
      "package-lock.json": JSON.stringify(
        {
          lockfileVersion: 1,
          dependencies: {
            bundler: entry("4.0.0", true, { ssri: entry("7.0.0", true) }),
            packer: entry("5.0.0", true, { ssri: entry("6.0.1", hash), zed: entry("1.0.0", true) }),
            ssri: entry("8.0.1", true),
          },
        },
        null,
        indent,
      ),
    });
    const [finding] = await findings(at(true), at(false));
    const text = at(false)["package-lock.json"].split("\n");
    expect(finding).toMatchObject({ kind: "integrity-removed", title: "The checksum of ssri was removed" });
    expect(text.slice(finding!.at.start - 1, finding!.at.start + 1).join("")).toMatch(
      /"ssri": \{\s+"version": "6.0.1"/,
    );
  },
);

test("an entry without a checksum loses none when duplicates disappear; a moved one does", async () => {
  const entry = (hash: boolean) => ({ version: "1.0.10", ...(hash && { integrity: "sha512-A" }) });
  const at = (packages: Record<string, unknown>) => ({
    "package-lock.json": json({ packages: { "": {}, ...packages } }),
  });
  const [bare, whole] = [{ "node_modules/a/node_modules/arg": entry(false) }, { "node_modules/arg": entry(true) }];
  expect(await findings(at({ ...bare, ...whole }), at(bare))).toEqual([]);
  const moved = await findings(at(whole), at({ "node_modules/b/node_modules/arg": entry(false) }));
  expect(moved.map(({ kind }) => kind)).toEqual(["integrity-removed"]);
});
