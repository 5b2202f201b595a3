// Tests which dependency changes supply-chain reports, beyond its examples.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { changeOf, codeOf } from "../../../test/support/change-of.ts";
import { isUnencrypted } from "./supply-chain/dependency.ts";
import { governingLock, lockReader, manifestReader } from "./supply-chain/dependency-files.ts";
import { isPopular, isOneTypoApart, findLookAlike, popularNames } from "./supply-chain/look-alikes.ts";
import { parseNpmSource, overriddenName } from "./supply-chain/manifest-npm.ts";
import { readGemfile, readGoMod } from "./supply-chain/manifest-others.ts";
import { readPyproject, parseRequirement } from "./supply-chain/manifest-python.ts";
import { isLoosened } from "./supply-chain/ranges.ts";
import { supplyChain } from "./supply-chain.ts";
import { cases } from "../../../test/support/cases.ts";

/** Joined from parts, so that no file names a registry host. */
const publicRegistry = ["registry", "npmjs", "org"].join(".");

type Files = Record<string, string>;
const lines = (...text: string[]) => `${text.join("\n")}\n`;
const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

async function findings(base: Files, head: Files) {
  const change = changeOf({ base, head });
  if (supplyChain.when(change) !== true) return [];
  const result = await supplyChain.run(change, { code: codeOf({ base, head }) }, AbortSignal.timeout(20_000));
  for (const { at, evidence } of result.findings) {
    const file = (at.side === "base" ? base : head)[at.path];
    expect(file?.split(/\r?\n/)[at.start - 1]).toBe(evidence[0].text);
  }
  return result.findings;
}

async function report(base: Files, head: Files): Promise<string[]> {
  return (await findings(base, head)).map(({ at, kind }) => `${at.path}:${at.start} ${kind}`);
}

/** A workspace before and after one dependency is added: the manifest alone, then with its lock file. */
interface Workspace {
  manifest: string;
  before: string;
  after: string;
  lock: string;
  locked: string;
  relocked: string;
  line: number;
  others?: Files;
}

const workspaces: Record<string, Workspace> = {
  "npm, in a package of the workspace": {
    manifest: "packages/a/package.json",
    before: json({ name: "a", dependencies: { ms: "^2.1.3" } }),
    after: json({ name: "a", dependencies: { ms: "^2.1.3", slugger: "^1.0.0" } }),
    line: 5,
    lock: "package-lock.json",
    locked: json({ packages: { "": {}, "packages/a": { dependencies: { ms: "^2.1.3" } } } }),
    relocked: json({ packages: { "": {}, "packages/a": { dependencies: { ms: "^2.1.3", slugger: "^1.0.0" } } } }),
  },
  pnpm: {
    manifest: "packages/a/package.json",
    before: json({ devDependencies: { "@x/ms": "^2.1.3" } }),
    after: json({ devDependencies: { "@x/ms": "^2.2.0" } }),
    line: 3,
    lock: "pnpm-lock.yaml",
    locked: lines(
      "lockfileVersion: '9.0'",
      "importers:",
      "  packages/a:",
      "    devDependencies:",
      "      '@x/ms':",
      "        specifier: ^2.1.3",
      "        version: 2.1.3",
    ),
    relocked: lines(
      "lockfileVersion: '9.0'",
      "importers:",
      "  packages/a:",
      "    devDependencies:",
      "      '@x/ms':",
      "        specifier: ^2.2.0",
      "        version: 2.2.0",
    ),
  },
  "a catalogue of pnpm": {
    manifest: "pnpm-workspace.yaml",
    before: lines("catalog:", "  ms: ^2.1.3"),
    after: lines("catalog:", "  ms: ^2.2.0"),
    line: 2,
    lock: "pnpm-lock.yaml",
    locked: lines("lockfileVersion: '9.0'", "catalogs:", "  default:", "    ms:", "      specifier: ^2.1.3"),
    relocked: lines("lockfileVersion: '9.0'", "catalogs:", "  default:", "    ms:", "      specifier: ^2.2.0"),
  },
  "the first version of Yarn": {
    manifest: "package.json",
    before: json({ dependencies: { ms: "^2.1.3" } }),
    after: json({ dependencies: { ms: "^2.2.0", own: "1.0.0" } }),
    line: 3,
    lock: "yarn.lock",
    locked: lines("# yarn lockfile v1", "", "ms@^2.1.3:", '  version "2.1.3"'),
    relocked: lines("# yarn lockfile v1", "", '"ms@^2.1.3", ms@^2.2.0:', '  version "2.2.0"'),
    others: { "packages/own/package.json": json({ name: "own" }) },
  },
  "Yarn since its second version": {
    manifest: "packages/a/package.json",
    before: json({ dependencies: { ms: "^2.1.3" } }),
    after: json({ dependencies: { ms: "^2.2.0" } }),
    line: 3,
    lock: "yarn.lock",
    locked: lines(
      "__metadata:",
      "  version: 8",
      "",
      '"a@workspace:packages/a":',
      "  version: 0.0.0-use.local",
      '  resolution: "a@workspace:packages/a"',
      "  dependencies:",
      '    ms: "npm:^2.1.3"',
    ),
    relocked: lines(
      "__metadata:",
      "  version: 8",
      "",
      '"a@workspace:packages/a":',
      "  version: 0.0.0-use.local",
      '  resolution: "a@workspace:packages/a"',
      "  dependencies:",
      '    ms: "npm:^2.2.0"',
    ),
  },
  Bun: {
    manifest: "package.json",
    before: json({ dependencies: { ms: "^2.1.3" } }),
    after: json({ dependencies: { ms: "^2.2.0" } }),
    line: 3,
    lock: "bun.lock",
    locked: '{ "workspaces": { "": { "dependencies": { "ms": "^2.1.3", }, }, }, "packages": {} }\n',
    relocked: '{ "workspaces": { "": { "dependencies": { "ms": "^2.2.0", }, }, }, "packages": {} }\n',
  },
  uv: {
    manifest: "pyproject.toml",
    before: lines("[project]", 'name = "app"', 'dependencies = ["flask>=3"]'),
    after: lines("[project]", 'name = "app"', 'dependencies = ["flask>=3", "rich >= 13, < 15"]'),
    line: 3,
    lock: "uv.lock",
    locked: lines(
      "[[package]]",
      'name = "app"',
      'source = { virtual = "." }',
      "",
      "[package.metadata]",
      'requires-dist = [{ name = "flask", specifier = ">=3" }]',
    ),
    relocked: lines(
      "[[package]]",
      'name = "app"',
      'source = { virtual = "." }',
      "",
      "[package.metadata]",
      "requires-dist = [",
      '    { name = "flask", specifier = ">=3" },',
      '    { name = "rich", specifier = ">=13,<15" },',
      "]",
    ),
  },
  Poetry: {
    manifest: "pyproject.toml",
    before: lines("[tool.poetry.dependencies]", 'python = "^3.12"', 'flask = "^3.0.0"'),
    after: lines("[tool.poetry.dependencies]", 'python = "^3.12"', 'flask = "^3.1.0"'),
    line: 3,
    lock: "poetry.lock",
    locked: lines("[[package]]", 'name = "Flask"', 'version = "3.0.2"'),
    relocked: lines("[[package]]", 'name = "Flask"', 'version = "3.1.0"'),
  },
  Cargo: {
    manifest: "crates/a/Cargo.toml",
    before: lines("[package]", 'name = "a"', "[dependencies]", 'serde = "1"'),
    after: lines(
      "[package]",
      'name = "a"',
      "[dependencies]",
      'serde = "1"',
      'json = { package = "serde_json", version = "1.0.100" }',
    ),
    line: 5,
    lock: "Cargo.lock",
    locked: lines(
      "[[package]]",
      'name = "a"',
      'version = "0.1.0"',
      "dependencies = [",
      ' "serde",',
      "]",
      "",
      "[[package]]",
      'name = "serde"',
      'version = "1.0.200"',
    ),
    relocked: lines(
      "[[package]]",
      'name = "a"',
      'version = "0.1.0"',
      "dependencies = [",
      ' "serde",',
      ' "serde_json",',
      "]",
      "",
      "[[package]]",
      'name = "serde"',
      'version = "1.0.200"',
      "",
      "[[package]]",
      'name = "serde_json"',
      'version = "1.0.120"',
    ),
  },
  Go: {
    manifest: "go.mod",
    before: lines("module example.org/app", "", "require golang.org/x/sync v0.7.0"),
    after: lines("module example.org/app", "", "require (", "\tgolang.org/x/sync v0.8.0", ")"),
    line: 4,
    lock: "go.sum",
    locked: lines("golang.org/x/sync v0.7.0 h1:a=", "golang.org/x/sync v0.7.0/go.mod h1:b="),
    relocked: lines("golang.org/x/sync v0.8.0 h1:c=", "golang.org/x/sync v0.8.0/go.mod h1:d="),
  },
  Bundler: {
    manifest: "Gemfile",
    before: lines('source "https://gems.example"', 'gem "rails", "~> 8.0"'),
    after: lines('source "https://gems.example"', 'gem "rails", "~> 8.0"', 'gem "pagy", ">= 9", "< 10"'),
    line: 3,
    lock: "Gemfile.lock",
    locked: lines("DEPENDENCIES", "  rails (~> 8.0)"),
    relocked: lines("DEPENDENCIES", "  pagy (< 10, >= 9)", "  rails (~> 8.0)"),
  },
  Composer: {
    manifest: "composer.json",
    before: json({ require: { php: "^8.3", "monolog/monolog": "^3.0" } }),
    after: json({ require: { php: "^8.3", "monolog/monolog": "^3.0", "twig/twig": "^3.0" } }),
    line: 5,
    lock: "composer.lock",
    locked: json({ packages: [{ name: "monolog/monolog" }] }),
    relocked: json({ packages: [{ name: "monolog/monolog" }, { name: "twig/twig" }] }),
  },
};

describe.each(Object.entries(workspaces))(
  "%s",
  (_name, { manifest, before, after, lock, locked, relocked, line, others = {} }) => {
    const base = { ...others, [manifest]: before, [lock]: locked };

    test("an outdated lock file is reported", async () => {
      const reported = await findings(base, { ...others, [manifest]: after, [lock]: locked });
      expect(reported.map(({ at, kind }) => `${at.path}:${at.start} ${kind}`)).toEqual([
        `${manifest}:${line} lock-disagrees`,
      ]);
      expect(reported[0]?.explanation).toMatch(/Run `/);
    });

    test("a matching lock file is not reported", async () => {
      expect(await report(base, { ...others, [manifest]: after, [lock]: relocked })).toEqual([]);
    });

    test("older disagreements are not reported", async () => {
      const head = { ...others, [manifest]: after, [lock]: locked };
      expect(await report(head, { ...head, [manifest]: `${after}\n` })).toEqual([]);
    });

    test("nothing is reported without a lock file, or with two", async () => {
      const second = { [lock.replace(/[^/]+$/, lock === "yarn.lock" ? "package-lock.json" : "yarn.lock")]: "{}\n" };
      expect(await report({ ...others, [manifest]: before }, { ...others, [manifest]: after })).toEqual([]);
      const isNpm = /package\.json|pnpm/.test(manifest);
      if (isNpm) expect(await report({ ...base, ...second }, { ...base, ...second, [manifest]: after })).toEqual([]);
    });
  },
);

describe("which lock file governs", () => {
  cases("for %s among %j", (manifest, paths) => governingLock(manifest, "npm", (path) => paths.includes(path)), [
    ["packages/a/package.json", ["pnpm-lock.yaml"], "pnpm-lock.yaml"],
    ["packages/a/package.json", ["pnpm-lock.yaml", "packages/a/package-lock.json"], "packages/a/package-lock.json"],
    ["package.json", ["package-lock.json", "yarn.lock"], null],
    ["package.json", ["bun.lockb"], null],
    ["package.json", ["Cargo.lock", "sub/package-lock.json"], null],
  ]);

  test("a disagreement at base is not reported again, and a further one is only listed", async () => {
    const lock = {
      "package-lock.json": json({ packages: { "": { dependencies: { ms: "^2.0.0", chalk: "^5.0.0" } } } }),
    };
    const manifest = (ms: string, chalk: string) => ({
      ...lock,
      "package.json": json({ dependencies: { ms, chalk } }),
    });
    expect(await report(manifest("^2.1.0", "^5.0.0"), manifest("^2.2.0", "^5.0.0"))).toEqual([]);
    const reported = await findings(manifest("^2.1.0", "^5.0.0"), manifest("^2.2.0", "^5.1.0"));
    expect(reported.map(({ at, kind, confidence }) => `${at.start} ${kind} ${confidence}`)).toEqual([
      "4 lock-disagrees 4",
    ]);
  });

  test("an override that pnpm records is not a disagreement", async () => {
    const lock = lines(
      "lockfileVersion: '9.0'",
      "overrides:",
      "  ms: 2.1.3",
      "importers:",
      "  .:",
      "    dependencies:",
      "      ms:",
      "        specifier: 2.1.3",
    );
    const before = { "package.json": json({ dependencies: {} }), "pnpm-lock.yaml": lock };
    expect(await report(before, { ...before, "package.json": json({ dependencies: { ms: "^2.1.0" } }) })).toEqual([]);
  });
});

describe("where a dependency comes from", () => {
  test.each([
    ["^1.0.0", "registry"],
    ["npm:other@^1", "registry"],
    ["workspace:^", "inside"],
    ["../local", "inside"],
    ["someone/thing", "git"],
    ["github:someone/thing#main", "git"],
    ["git+ssh://git@example.org/a.git#v1.0.0", "git"],
    ["https://example.org/a.git", "git"],
    ["https://example.org/a-1.0.0.tgz", "address"],
  ])("npm reads %s", (spec, from) => expect(parseNpmSource(spec).from).toBe(from));

  cases("pip reads %s", parseRequirement, [
    ["Django>=5,<6 ; python_version > '3.8'  ", [{ name: "django", spec: "<6,>=5", source: { from: "registry" } }]],
    [
      "ruamel.yaml[jinja2]==0.18 --hash=sha256:aa",
      [{ name: "ruamel-yaml", spec: "==0.18", source: { from: "registry" } }],
    ],
    [
      "git+https://user@example.org/a/b@v1#egg=b",
      [{ name: "b", spec: "", source: { from: "git", url: "git+https://user@example.org/a/b", ref: "v1" } }],
    ],
    [
      "-e git+https://example.org/a/b#egg=b",
      [{ name: "b", spec: "", source: { from: "git", url: "git+https://example.org/a/b", ref: null } }],
    ],
    [
      "b @ https://example.org/b.whl",
      [{ name: "b", spec: "", source: { from: "address", url: "https://example.org/b.whl" } }],
    ],
    ["-r other.txt", []],
    ["--index-url https://example.org", []],
  ]);

  test("uv and Poetry name sources beside the dependencies", () => {
    const text = lines(
      "[project]",
      'name = "app"',
      'dependencies = ["a", "b>=1", "app[extra]"]',
      "[tool.uv.sources]",
      'a = { git = "https://example.org/a", branch = "main" }',
      "b = { workspace = true }",
    );
    expect(readPyproject(text)?.dependencies.map(({ name, source }) => `${name} ${source.from}`)).toEqual([
      "a git",
      "b inside",
    ]);
  });

  test("a Go module replaced by a fork is reported at its line, one in the repository is not", async () => {
    const text = lines(
      "module m",
      "require golang.org/x/sync v0.7.0",
      "replace (",
      "\tgolang.org/x/sync => github.com/someone/sync v0.7.1",
      "\texample.org/b => ./b",
      ")",
    );
    expect(readGoMod(text).overridden).toEqual(new Set(["golang.org/x/sync", "example.org/b"]));
    expect(await report({ "go.mod": "module m\n" }, { "go.mod": text })).toEqual(["go.mod:4 non-registry-source"]);
  });

  test("a gem under a condition may not be installed at all", () => {
    const text = lines(
      'gem "a"',
      "if ENV['X']",
      '  gem "b"',
      "end",
      "group :test do",
      '  gem "c", ">= 1"',
      "end",
      'gem "d" if x',
      'gem "e", version',
      'gem "f", require: false',
    );
    expect(readGemfile(text).dependencies.map(({ name }) => name)).toEqual(["a", "c", "f"]);
  });

  test("two packages of one repository are one finding, and a branch is advisory where a lock file holds the commit", async () => {
    const text = lines(
      "[package]",
      'name = "a"',
      "[dependencies]",
      'x = { git = "https://example.org/x", branch = "main" }',
      'y = { git = "https://example.org/x", branch = "main" }',
    );
    const lock = { "Cargo.lock": lines("[[package]]", 'name = "other"', 'version = "1.0.0"') };
    const free = await findings({}, { "Cargo.toml": text });
    const reported = await findings(lock, { ...lock, "Cargo.toml": text });
    expect([free, reported].map((all) => all.map(({ kind, confidence }) => `${kind} ${confidence}`))).toEqual([
      ["unpinned-git 7"],
      ["unpinned-git 4"],
    ]);
  });

  cases("%s goes unencrypted: %s", isUnencrypted, [
    ["http://registry.example/", false],
    ["http://packages.evil.dev/", true],
    ["git://github.com/a/b.git", true],
    ["git+http://github.com/a/b", true],
    ["http://localhost:4873/", false],
    ["http://127.0.0.1/", false],
    ["http://verdaccio:4873/", false],
    ["https://github.com/a/b", false],
    ["git@github.com:a/b.git", false],
  ]);

  cases("the override %s is of %s", overriddenName, [
    ["a>b@1", "b"],
    ["@x/y@^2", "@x/y"],
    ["**/@x/y", "@x/y"],
    ["b", "b"],
  ]);
});

describe("names", () => {
  test.each([
    ["lodahs", "npm", "lodash"],
    ["l0dash", "npm", "lodash"],
    ["expresss", "npm", "express"],
    ["crossenv", "npm", "cross-env"],
    ["@bable/core", "npm", "@babel/core"],
    ["reqeusts", "python", "requests"],
    ["python-dateutils", "python", null],
    ["tokoi", "rust", "tokio"],
    ["serde-json", "rust", null],
    ["github.com/spf13/corba", "go", "github.com/spf13/cobra"],
    ["github.com/spf13/cobra/v2", "go", null],
    ["nokigiri", "ruby", "nokogiri"],
    ["symfony/consle", "php", "symfony/console"],
    ["vue2", "npm", null],
    ["kredis", "ruby", null],
    ["eslitn", "npm", "eslint"],
    ["napi", "rust", null],
    ["@mycompany/core", "npm", null],
    ["left-pad", "npm", null],
  ] as const)("%s of %s looks like %s", (name, ecosystem, known) => expect(findLookAlike(name, ecosystem)).toBe(known));

  test("every known name is popular and looks like no other", () => {
    const odd = (Object.entries(popularNames) as [keyof typeof popularNames, string][]).flatMap(([ecosystem, list]) =>
      list
        .trim()
        .split(/\s+/)
        .filter((name) => !isPopular(name, ecosystem) || findLookAlike(name, ecosystem) !== null),
    );
    expect(odd).toEqual([]);
  });

  test("a name in the old lock file is not new, unless it is only part of another name", async () => {
    const lock = (name: string) => ({
      "yarn.lock": lines("# yarn lockfile v1", "", `${name}@^1.0.0:`, '  version "1.0.0"'),
    });
    const after = { "package.json": json({ dependencies: { expres: "^1.0.0" } }) };
    const relocked = { "yarn.lock": lines("# yarn lockfile v1", "", "expres@^1.0.0:", '  version "1.0.0"') };
    expect(await report(lock("expres"), { ...lock("expres"), ...after })).toEqual([]);
    expect(await report(lock("express"), { ...relocked, ...after })).toEqual(["package.json:3 look-alike-name"]);
    expect(await report(lock("@a/expres"), { ...relocked, ...after })).toEqual(["package.json:3 look-alike-name"]);
  });

  test("one letter too many, or two swapped, is a slip wherever it is", () => {
    const name = fc.stringMatching(/^[a-p]{5,12}$/);
    fc.assert(
      fc.property(name, fc.integer({ min: 1, max: 3 }), (word, at) => {
        const swapped = word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2);
        expect(isOneTypoApart(`${word.slice(0, at)}q${word.slice(at)}`, word)).toBe(true);
        expect(swapped === word || isOneTypoApart(swapped, word)).toBe(true);
        expect(isOneTypoApart(`q${word}q`, word)).toBe(false);
      }),
    );
  });
});

test.each([
  ["1.2.3", "*", "npm", true],
  ["1.2.3", ">=1.2.3", "npm", true],
  ["^1.2.3", "latest", "npm", true],
  ["1.2.3", "^1.2.3", "npm", false],
  ["^1.2.3", "^2.0.0", "npm", false],
  [">=1", "*", "npm", false],
  ["1.2.3", ">=1.2.3 <2", "npm", false],
  ["==1.2", ">=1.2", "python", true],
  ["==1.2", ">=1.2,<2", "python", false],
  ["==1.*", "<2,>=1", "python", false],
  ["=1.2.3", "*", "rust", true],
  ["1.2.3", "1.3", "rust", false],
  ["~> 1.2", "", "ruby", true],
  ["!= 5.25.3", "", "ruby", false],
  ["v1.2.3", "v1.3.0", "go", false],
] as const)("%s to %s of %s is loosened: %s", (before, after, ecosystem, expected) => {
  expect(isLoosened(before, after, ecosystem)).toBe(expected);
});

describe("settings", () => {
  test.each([
    [".npmrc", "registry=http://packages.evil.dev/", "insecure-transport"],
    [".npmrc", "always-auth=true", "weakened-install"],
    [".npmrc", "# strict-ssl=false", null],
    [".npmrc", "registry=http://localhost:4873", null],
    [".yarnrc", "strict-ssl false", "insecure-transport"],
    [".yarnrc.yml", "enableStrictSsl: false", "insecure-transport"],
    [".yarnrc.yml", 'npmRegistryServer: "http://packages.evil.dev"', "insecure-transport"],
    [".yarnrc.yml", "checksumBehavior: update", "weakened-install"],
    ["pnpm-workspace.yaml", "dangerouslyAllowAllBuilds: true", "weakened-install"],
    ["pip.conf", "trusted-host = packages.evil.dev", "insecure-transport"],
    ["requirements.txt", "--extra-index-url https://packages.evil.dev/simple", "weakened-install"],
    ["requirements.txt", "--extra-index-url https://download.pytorch.org/whl/cpu", null],
    ["Gemfile", 'source "http://gems.company.dev"', "insecure-transport"],
    [".cargo/config.toml", 'index = "http://crates.evil.dev/index"', "insecure-transport"],
    ["composer.json", '{ "config": { "secure-http": false } }', "insecure-transport"],
    ["Dockerfile", "RUN npm config set strict-ssl false", "insecure-transport"],
    ["Dockerfile", "RUN pip install --trusted-host pypi.evil.dev x", "insecure-transport"],
  ])("%s: %s", async (path, line, kind) => {
    expect(await report({}, { [path]: `${line}\n` })).toEqual(kind === null ? [] : [`${path}:1 ${kind}`]);
  });

  test("re-enabled scripts are certain; without an earlier setting they are only listed", async () => {
    const after = { ".yarnrc.yml": "enableScripts: true\n" };
    const sure = await findings({ ".yarnrc.yml": "enableScripts: false\n" }, after);
    const reported = await findings({}, after);
    expect([...sure, ...reported].map(({ confidence }) => confidence)).toEqual([9, 4]);
  });

  test("a line that only moves is not new", async () => {
    expect(await report({ ".npmrc": "strict-ssl=false\na=b\n" }, { ".npmrc": "a=b\nstrict-ssl=false\n" })).toEqual([]);
  });

  test("packages whose scripts pnpm may run", async () => {
    const before = lines("onlyBuiltDependencies:", "  - esbuild");
    const after = lines("onlyBuiltDependencies:", "  - esbuild", "  - sharp", "  - native-thing");
    expect(await report({ "pnpm-workspace.yaml": before }, { "pnpm-workspace.yaml": after })).toEqual([
      "pnpm-workspace.yaml:4 install-script",
    ]);
  });
});

describe("lock files", () => {
  test("a changed checksum is reported for Go, Cargo, uv and pnpm; a longer one of the same file is not", async () => {
    const cargo = (sum: string) =>
      lines(
        "[[package]]",
        'name = "a"',
        'version = "1.0.0"',
        'source = "registry+https://github.com/rust-lang/crates.io-index"',
        `checksum = "${sum}"`,
      );
    const uv = (sum: string) =>
      lines(
        "[[package]]",
        'name = "a"',
        'version = "1.0.0"',
        'source = { registry = "https://packages.example/simple" }',
        "wheels = [",
        `    { url = "https://x/a.whl", hash = "sha256:${sum}" },`,
        "]",
      );
    const pnpm = (sum: string) =>
      lines("lockfileVersion: '9.0'", "packages:", "  a@1.0.0:", `    resolution: {integrity: ${sum}}`);
    const all = (cargoSum: string, uvSum: string, pnpmSum: string, goSum: string) => ({
      "Cargo.lock": cargo(cargoSum),
      "uv.lock": uv(uvSum),
      "pnpm-lock.yaml": pnpm(pnpmSum),
      "go.sum": `golang.org/x/a v1.0.0 ${goSum}\n`,
    });
    expect(await report(all("aa", "aa", "sha512-aa", "h1:aa"), all("bb", "bb", "sha512-bb", "h1:bb"))).toEqual([
      "Cargo.lock:2 integrity-changed",
      "go.sum:1 integrity-changed",
      "pnpm-lock.yaml:3 integrity-changed",
      "uv.lock:2 integrity-changed",
    ]);
    expect(await report({ "pnpm-lock.yaml": pnpm("sha1-aa") }, { "pnpm-lock.yaml": pnpm("sha512-bb") })).toEqual([]);
  });

  test("another registry may have built the same version itself", async () => {
    const uv = (from: string, sum: string) =>
      lines(
        "[[package]]",
        'name = "torch"',
        'version = "2.8.0"',
        `source = { registry = "https://${from}" }`,
        "wheels = [",
        `    { url = "https://x/torch.whl", hash = "sha256:${sum}" },`,
        "]",
      );
    expect(
      await report(
        { "uv.lock": uv("packages.example/simple", "aa") },
        { "uv.lock": uv("download.pytorch.org/whl", "bb") },
      ),
    ).toEqual([]);
  });

  test("a package whose source the workspace's root decides has no version in uv's record", async () => {
    const lock = {
      "uv.lock": lines(
        "[[package]]",
        'name = "a"',
        'source = { editable = "a" }',
        "[package.metadata]",
        'requires-dist = [{ name = "core", editable = "core" }]',
      ),
    };
    const manifest = (spec: string) => ({
      ...lock,
      "a/pyproject.toml": lines("[project]", 'name = "a"', 'keywords = ["core"]', `dependencies = ["core${spec}"]`),
    });
    expect(await report(manifest(">=1"), manifest(">=2"))).toEqual([]);
  });

  test("an alias may lead to another name, and a registry of the company's own was there before", async () => {
    const entry = (name: string, from: string) => ({
      version: "1.0.0",
      resolved: `https://${from}/-/x-1.0.0.tgz`,
      ...(name !== "" && { name }),
    });
    const lock = (packages: Record<string, unknown>) => ({ "package-lock.json": json({ packages }) });
    const base = lock({ "node_modules/a": entry("", "npm.company.dev/a") });
    const head = lock({
      "node_modules/a": entry("", "npm.company.dev/a"),
      "node_modules/b": entry("c", `${publicRegistry}/c`),
    });
    expect(await report(base, head)).toEqual([]);
  });

  test("invalid and truncated lock files are not reported", async () => {
    for (const path of [
      "package-lock.json",
      "pnpm-lock.yaml",
      "yarn.lock",
      "bun.lock",
      "uv.lock",
      "Cargo.lock",
      "composer.lock",
    ])
      expect(await report({ [path]: "" }, { [path]: "<<<<<<<\n{" })).toEqual([]);
  });

  test("no text makes a reader fail", () => {
    const paths = [
      "package.json",
      "pnpm-workspace.yaml",
      "pyproject.toml",
      "requirements.txt",
      "Cargo.toml",
      "go.mod",
      "Gemfile",
      "composer.json",
    ];
    const locks = [
      "package-lock.json",
      "pnpm-lock.yaml",
      "yarn.lock",
      "bun.lock",
      "uv.lock",
      "poetry.lock",
      "Cargo.lock",
      "go.sum",
      "Gemfile.lock",
      "composer.lock",
    ];
    const text = fc.oneof(
      fc.string({ unit: "grapheme" }),
      fc.json(),
      fc.stringMatching(/^[[\]{}"':@=,\n a-d-]{0,80}$/),
    );
    fc.assert(
      fc.property(text, (content) => {
        for (const path of paths) expect(() => manifestReader(path)?.(content)).not.toThrow();
        for (const path of locks) expect(() => lockReader(path)?.read(content)).not.toThrow();
      }),
    );
  });
});

describe("the examples, until the check is registered", () => {
  test.each(supplyChain.examples.bad.map((one) => [one.name, one] as const))("reports: %s", async (_name, one) => {
    expect(await report(one.base, one.head)).toEqual(one.expect);
  });

  test.each(supplyChain.examples.good.map((one) => [one.name, one] as const))(
    "is quiet about: %s",
    async (_name, one) => {
      expect(await report(one.base, one.head)).toEqual([]);
    },
  );

  test("cover every kind", () => {
    const reported = supplyChain.examples.bad.flatMap((one) => one.expect ?? []).map((line) => line.split(" ").at(-1));
    expect(new Set(reported)).toEqual(new Set(Object.keys(supplyChain.kinds)));
  });
});

test("a change without such files is skipped", () => {
  const change = changeOf({ base: { "a.ts": "1\n" }, head: { "a.ts": "2\n" } });
  expect(supplyChain.when(change)).toMatchObject({ kind: "nothing-to-check" });
});
