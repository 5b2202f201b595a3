// Tests parsing of conventional prefixes.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseConventional } from "./conventional.ts";
import { cases } from "../../test/support/cases.ts";

/** `type(scope)! subject`, or null; compact for tables. */
function read(title: string): string | null {
  const parsed = parseConventional(title, "title");
  if (!parsed) return null;
  return `${parsed.type}${parsed.scope === null ? "" : `(${parsed.scope})`}${parsed.breaking ? "!" : ""} ${parsed.subject}`;
}

describe("the prefix of a title", () => {
  cases("%j", read, [
    ["feat: add a cache", "feat add a cache"],
    ["FEAT: add", "feat add"],
    ["fix(parser): mend", "fix(parser) mend"],
    ["feat(api)!: drop v1", "feat(api)! drop v1"],
    ["feat!(api): drop v1", "feat(api)! drop v1"],
    ["feat!(api)!: drop v1", "feat(api)! drop v1"],
    ["refactor!: rename", "refactor! rename"],
    ["fix : mend", "fix mend"],
    ["feat! : drop", "feat! drop"],
    ["fix(a): use b: c", "fix(a) use b: c"],
    ["fix(ast, parser): mend", "fix(ast, parser) mend"],
    ["fix(call(x)): mend", "fix(call(x)) mend"],
    ["revert(#12): fix(core): mend", "revert(#12) fix(core): mend"],
    ["chore(): tidy", "chore tidy"],
    ["[WIP] feat: x", "feat x"],
    ["[WIP][ABC-123] [no-review] fix(a)!: x", "fix(a)! x"],
    ["fix:typo", "fix typo"],
    ["docs:", "docs "],
  ]);

  test("the raw spelling is kept beside the type", () => {
    expect(parseConventional("Docs(Readme): x", "title")).toEqual({
      type: "docs",
      rawType: "Docs",
      known: true,
      scope: "Readme",
      breaking: false,
      source: "title",
      subject: "x",
    });
  });

  test.each(["wip: x", "DEV: x", "vo_gpu: x", "améliorer: x"])("any other word is kept: %j", (title) => {
    expect(parseConventional(title, "title")).toMatchObject({ known: false, breaking: false });
  });

  test.each([
    ["no prefix at all", "Add a cache"],
    ["two words", "create app: x"],
    ["a path", "util/toml: x"],
    ["a file", "menu.conf: x"],
    ["a ticket", "ABC-123: x"],
    ["a component", "app-server: x"],
    ["a name in code", "ActiveSupport::Callbacks are gone"],
    ["an address", "https://example.org is down"],
    ["a pair", "key:value is wrong"],
    ["a type in a name", "test::helpers are gone"],
    ["a quoted title", 'Revise "feat!: x"'],
    ["a scope that never ends", "feat(api: x"],
    ["a scope alone", "(api): x"],
    ["a tag alone", "[DOC]: x"],
    ["a link", "[feat](https://example.org) fix: x"],
    ["the second line", "Title\nfeat: x"],
    ["nothing", ""],
  ])("%s is none", (_, title) => expect(read(title)).toBeNull());

  test("conventional titles round-trip", () => {
    const word = fc.stringMatching(/^[a-z]{1,10}$/);
    const subject = fc.stringMatching(/^[a-z][a-z :()!]{0,20}[a-z]$/);
    fc.assert(
      fc.property(word, fc.option(word), fc.boolean(), subject, (type, scope, breaking, text) => {
        const title = `${type}${scope === null ? "" : `(${scope})`}${breaking ? "!" : ""}: ${text}`;
        expect(parseConventional(title, "commit")).toMatchObject({
          type,
          scope,
          breaking,
          subject: text,
          source: "commit",
        });
      }),
    );
  });
});
