// Globs that people write, and those that are written to be slow.
import fc from "fast-check";
import picomatch from "picomatch";
import { describe, expect, test } from "vitest";
import { globMatcher } from "./path-glob.ts";

describe("globs as people write them", () => {
  test.each<[glob: string, matches: string[], others: string[]]>([
    ["src/**", ["src", "src/a.ts", "src/a/b/c.ts", "src/.env"], ["lib/src/a.ts", "srcs/a.ts"]],
    ["**/*.test.ts", ["a.test.ts", "x/y/a.test.ts"], ["a.ts", "a.test.tsx"]],
    ["src/*/index.{ts,js}", ["src/a/index.ts", "src/b/index.js"], ["src/index.ts", "src/a/b/index.ts"]],
    ["**/?(*.)+(spec|test).[jt]s?(x)", ["a.test.ts", "x/spec.jsx", "a.spec.test.js"], ["a.ts", "x/tests.ts"]],
    ["pages/!(_*).tsx", ["pages/home.tsx"], ["pages/_app.tsx", "pages/a/home.tsx"]],
    ["src/{a,{b,c}}/**/*.ts", ["src/a/x.ts", "src/c/y/z.ts"], ["src/d/x.ts"]],
    ["v[0-9].[!x]s", ["v1.ts", "v9.js"], ["va.ts", "v1.xs"]],
    ["part-{1..3}.sql", ["part-2.sql"], ["part-4.sql", "part-{1..3}.sq"]],
    ["!docs/**", ["src/a.ts"], ["docs/a.md", "docs"]],
    ["routes/[id].ts", ["routes/[id].ts", "routes/i.ts"], ["routes/x.ts"]],
  ])("%s", (glob, matches, others) => {
    const match = globMatcher(glob, { dot: true });
    expect([matches.filter((path) => !match(path)), others.filter((path) => match(path))]).toEqual([[], []]);
  });

  test("names that start with a dot are left out unless they are asked for", () => {
    expect(["a/b", ".git/b", "a/.b"].map(globMatcher("**"))).toEqual([true, false, false]);
    expect([".git/b", "a/.b/c"].map(globMatcher("**/.*/**"))).toEqual([true, true]);
  });

  test("a glob without a slash can stand for a name in any folder", () => {
    const match = globMatcher("*.md", { basename: true });
    expect(["a.md", "docs/a.md", "docs/a.mdx"].map((path) => match(path))).toEqual([true, true, false]);
  });

  test("parentheses can be ordinary characters", () => {
    expect(globMatcher("app/(shop)/*.tsx", { noextglob: true })("app/(shop)/page.tsx")).toBe(true);
  });

  test("agree with picomatch on any path", () => {
    const part = fc.constantFrom("a", "b", "*", "?", ".", "{a,b}", "[ab]", "a*", "*b", "b.a");
    const glob = fc
      .array(fc.oneof(part, fc.constant("**")), { minLength: 1, maxLength: 4 })
      .map((all) => all.join("/"));
    const path = fc
      .array(
        fc.stringMatching(/^[ab.]{1,3}$/).filter((name) => !/^\.+$/.test(name)),
        { minLength: 1, maxLength: 4 },
      )
      .map((names) => names.join("/"));
    fc.assert(
      fc.property(glob, path, fc.boolean(), (pattern, name, dot) => {
        // picomatch reads a lone dot as the current folder, and stars after a star in its own way.
        fc.pre(!/(?:^|\/)\.(?:\/|$)|\*\/\*\*|\*\*\/\*\*/.test(pattern));
        expect(globMatcher(pattern, { dot })(name)).toBe(picomatch(pattern, { dot })(name));
      }),
    );
  });
});

describe("globs that are written to be slow", () => {
  const long = "a".repeat(250);
  test.each([
    ["many stars", `./${"*a".repeat(200)}b.ts`],
    ["repeated groups", `${"*(*(a|aa)|+(a|*))".repeat(20)}b`],
    ["groups in groups", `${"+(".repeat(8)}a|aa${")".repeat(8)}b`],
    ["exclusions", `${"!(b|!(a))".repeat(30)}b`],
    ["braces that multiply", `${"{a,aa,aaa}".repeat(40)}b`],
    ["folders", `${"**/a*/".repeat(100)}b`],
    ["a large range", "{1..999999}".repeat(20)],
    ["deep nesting", `${"{a,".repeat(200)}b${"}".repeat(200)}`],
    ["open brackets", "[".repeat(999)],
    ["open braces", "{".repeat(500) + "}".repeat(499)],
    ["more than a thousand characters", "a".repeat(2_000)],
  ])("%s", (_, glob) => {
    const before = process.cpuUsage();
    for (const path of [long, `${long}.ts`, `${"a/".repeat(120)}a`])
      expect(globMatcher(glob, { dot: true })(path)).toBe(false);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(2_000);
  });
});
