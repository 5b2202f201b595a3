// Tests which classes a stylesheet defines.
import fc from "fast-check";
import { expect, test } from "vitest";
import { findClasses } from "./stylesheets.ts";
import { cases } from "../../../../test/support/cases.ts";

const named = (text: string, path = "a.scss") =>
  [...findClasses(path, text).classes].map(([name, line]) => `${name}:${line}`);

cases<[string, string, string[]]>("%s", (_what, text) => named(text), [
  ["a list", ".a-b,\n.c-d > p.e {\n  top: 0;\n}\n", ["a-b:1", "c-d:1", "e:1"]],
  ["one after another", ".a { top: 0 }\n\n.b { top: .5em }\n", ["a:1", "b:3"]],
  ["a comment", "/* .a { */ .b {} // .c {}\n", ["b:1"]],
  ["a string", '.a::after { content: "} .b {"; }\n.c {}', ["a:1", "c:2"]],
  ["nested rules", ".a {\n  &-b { &__c {} }\n  .d & {}\n}\n", ["a:1", "a-b:2", "a-b__c:2", "d:3"]],
  ["in a block of its own", "@media print {\n  .a { @include b { &-c {} } }\n}\n", ["a:2", "a-c:2"]],
  ["at the root", ".a { @at-root .b { } }", ["a:1", "b:1"]],
  ["a made name", ".#{$a}-b { .c {} }", ["c:1"]],
  ["a call", ".a { .mixin(); }", ["a:1"]],
]);

test("of a component only its styles are read, and not those of a module", () => {
  expect(named("<p>.a {}</p>\n<style scoped>\n.b {}\n</style>\n<style module>.c {}</style>\n", "a.vue")).toEqual([
    "b:3",
  ]);
});

test("composed and partially matched names are recognised by their fragments", () => {
  expect(findClasses("a.scss", ".#{$a}-b {} .c-#{$i} {} .#{$d} {}").pieces).toEqual(["-b", "c-", ""]);
  expect(findClasses("a.css", '[class*="icon-"] {}').pieces).toEqual(["icon-"]);
});

test("every class of a flat stylesheet is found, whatever else stands in it", () => {
  const name = fc.stringMatching(/^[a-z]{1,5}(?:-[a-z]{1,5})?$/);
  fc.assert(
    fc.property(fc.array(name), (names) => {
      const { classes } = findClasses("a.css", names.map((one) => `.${one} { top: 0; }\n`).join("/* { */\n"));
      expect([...classes.keys()]).toEqual([...new Set(names)]);
    }),
  );
});

test("reads any text to its end", () => {
  for (const unit of [".a{", "&a{", "#{", ".a", "a-", ".#{a}", "[class", "}", ".a,"])
    findClasses("a.scss", unit.repeat(20_000));
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(".a", "&-b", "{", "}", "#{", ";", "@media ", "\n", '"', "/*", ",")),
      (parts) => {
        const text = parts.join("");
        for (const line of findClasses("a.scss", text).classes.values())
          expect(line).toBeLessThanOrEqual(text.split("\n").length);
      },
    ),
  );
});
