import fc from "fast-check";
import { XMLBuilder } from "fast-xml-parser";
import { describe, expect, test } from "vitest";
import { readJUnit } from "./read-junit.ts";
import type { RawCase } from "./raw-case.ts";

const short = (cases: readonly RawCase[] | null) =>
  cases?.map(({ suite, classname, name, file, status, message, ms }) => ({
    at: [suite, classname, name].join(" | "),
    file,
    status,
    message,
    ms,
  }));

describe("the dialects", () => {
  test("surefire: failures, errors, skipped, and tests that were run again", () => {
    const xml = `<?xml version="1.0" encoding="UTF-8"?>
<testsuite xmlns:xsi="x" version="3.0" name="com.acme.FooTest" time="1,002.5" tests="5" errors="1" skipped="1" failures="1">
  <properties><property name="java.version" value="17"/></properties>
  <testcase name="adds" classname="com.acme.FooTest" time="1,000.25"/>
  <testcase name="halves" classname="com.acme.FooTest" time="0.003">
    <failure message="expected: &lt;3&gt; but was: &lt;2&gt;" type="org.opentest4j.AssertionFailedError"><![CDATA[org.opentest4j.AssertionFailedError: expected: <3> but was: <2>
	at com.acme.FooTest.halves(FooTest.java:12)
]]></failure>
    <rerunFailure message="again" type="x"><stackTrace><![CDATA[at x]]></stackTrace></rerunFailure>
  </testcase>
  <testcase name="throws" classname="com.acme.FooTest" time="0"><error type="java.lang.NullPointerException">java.lang.NullPointerException
	at com.acme.Foo.bar(Foo.java:3)</error><system-out>loud</system-out></testcase>
  <testcase name="later" classname="com.acme.FooTest" time="0"><skipped message="not yet"/></testcase>
  <testcase name="shaky" classname="com.acme.FooTest" time="0.1"><flakyFailure message="once" type="x"><stackTrace>at y</stackTrace></flakyFailure></testcase>
</testsuite>`;
    const cases = readJUnit(xml);
    expect(short(cases)).toEqual([
      { at: "com.acme.FooTest | com.acme.FooTest | adds", file: null, status: "passed", message: null, ms: 1_000_250 },
      {
        at: "com.acme.FooTest | com.acme.FooTest | halves",
        file: null,
        status: "failed",
        message: "expected: <3> but was: <2>",
        ms: 3,
      },
      {
        at: "com.acme.FooTest | com.acme.FooTest | throws",
        file: null,
        status: "failed",
        message: "java.lang.NullPointerException",
        ms: 0,
      },
      { at: "com.acme.FooTest | com.acme.FooTest | later", file: null, status: "skipped", message: "not yet", ms: 0 },
      { at: "com.acme.FooTest | com.acme.FooTest | shaky", file: null, status: "passed", message: null, ms: 100 },
    ]);
    expect(cases![1]!.detail).toContain("at com.acme.FooTest.halves(FooTest.java:12)");
  });

  test("pytest: files, and newlines in attributes as references", () => {
    const xml = `<?xml version="1.0" encoding="utf-8"?><testsuites><testsuite name="pytest" errors="0">
<testcase classname="tests.test_foo.TestGroup" name="test_bad[1]" file="tests/test_foo.py" line="3" time="0.001"><failure message="AssertionError: nope&#10;assert 2.0 == 3">tests/test_foo.py:5: in test_bad
E   AssertionError</failure></testcase></testsuite></testsuites>`;
    expect(short(readJUnit(xml))).toEqual([
      {
        at: "pytest | tests.test_foo.TestGroup | test_bad[1]",
        file: "tests/test_foo.py",
        status: "failed",
        message: "AssertionError: nope\nassert 2.0 == 3",
        ms: 1,
      },
    ]);
  });

  test("node: tests beside suites at the top; PHPUnit: nested suites with files", () => {
    const node = `<?xml version="1.0" encoding="utf-8"?>
<testsuites>
	<testcase name="adds" time="0.0005" classname="test" file="/work/a.test.js"/>
	<testsuite name="math" time="0.001" disabled="0" errors="0" tests="1" failures="1" skipped="0" hostname="vm">
		<testcase name="halves" time="0.001" classname="test" failure="not equal"><failure type="testCodeFailure" message="not equal">stack</failure></testcase>
	</testsuite>
</testsuites>`;
    expect(short(readJUnit(node))).toMatchObject([
      { at: " | test | adds", file: "/work/a.test.js", status: "passed", ms: 1 },
      { at: "math | test | halves", status: "failed", message: "not equal" },
    ]);
    const phpunit = `<testsuites><testsuite name="unit"><testsuite name="FooTest" file="/work/tests/FooTest.php">
<testsuite name="FooTest::testAdd"><testcase name="testAdd with data set #0" class="FooTest" classname="FooTest" assertions="1" time="0.1"/>
</testsuite></testsuite></testsuite></testsuites>`;
    expect(short(readJUnit(phpunit))).toEqual([
      {
        at: "unit > FooTest > FooTest::testAdd | FooTest | testAdd with data set #0",
        file: "/work/tests/FooTest.php",
        status: "passed",
        message: null,
        ms: 100,
      },
    ]);
  });

  test("a suite that fails as a whole is a failed test without a name", () => {
    expect(short(readJUnit(`<testsuite name="s" file="f"><error message="could not load"/></testsuite>`))).toEqual([
      { at: "s |  | ", file: "f", status: "failed", message: "could not load", ms: null },
    ]);
  });
});

test.each([
  ["nothing", ""],
  ["other XML", "<html><testsuite/></html>"],
  ["text", "ok 1 - fine"],
  ["cut off inside a tag", `<testsuite name="s"><testcase name="a"`],
  ["too deep", "<testsuite>".repeat(200)],
  ["a document type", `<!DOCTYPE x [<!ENTITY a "b">]><testsuite><testcase name="&a;"/></testsuite>`],
])("%s is no report", (_, xml) => {
  expect(readJUnit(xml)).toBeNull();
});

describe("a hostile report neither hangs nor grows", () => {
  const laughs = Array.from({ length: 12 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`).join("");
  test.each<[string, string]>([
    [
      "entities of its own, declared in the middle",
      `<testsuite><!DOCTYPE x [<!ENTITY l0 "lol">${laughs}]><testcase name="&l12;"/></testsuite>`,
    ],
    ["a million attributes", `<testsuite><testcase ${`a="b" `.repeat(200_000)}/></testsuite>`],
    ["attributes without an end", `<testsuite><testcase ${`a='" `.repeat(200_000)}/></testsuite>`],
    [
      "a name that is long and holds much",
      `<testsuite><${"a".repeat(1_000_000)}>${"<b/>".repeat(100_000)}</testsuite>`,
    ],
    ["closing tags alone", `<testsuite>${"</a>".repeat(300_000)}`],
    ["comments without an end", `<testsuite>${"<!--".repeat(300_000)}`],
    ["character data without an end", `<testsuite>${"<![CDATA[".repeat(100_000)}`],
    ["ampersands", `<testsuite><testcase name="${"&".repeat(1_000_000)}"/></testsuite>`],
    ["a comment before", `<!--${"- ".repeat(500_000)}`],
    ["blanks before", `${" ".repeat(1_000_000)}x`],
  ])("%s", (_, xml) => {
    const cases = readJUnit(xml);
    expect(JSON.stringify(cases).length).toBeLessThan(xml.length * 2 + 1000);
  });

  test("custom entities stay unexpanded", () => {
    const xml = `<testsuite><!DOCTYPE x [<!ENTITY e "more">]><testcase name="&e;&#x41;&amp;e;"/></testsuite>`;
    expect(short(readJUnit(xml))).toMatchObject([{ at: " |  | &e;A&e;" }]);
  });

  test("names that JavaScript gives a meaning", () => {
    const one = (inside: string) =>
      readJUnit(`<testsuite name="__proto__"><testcase name="toString" ${inside}</testsuite>`);
    expect(short(one(`><valueOf/><failure message="m"/></testcase>`))).toMatchObject([
      { at: "__proto__ |  | toString", status: "failed", message: "m" },
    ]);
    expect(one(`__proto__="x"/>`)).toBeNull();
    expect(one(`><__proto__ message="x"/></testcase>`)).toBeNull();
    expect(({} as Record<string, unknown>)["message"]).toBeUndefined();
  });
});

test("any text is parsed", () => {
  const pieces = [
    "<testsuite",
    "<testsuites>",
    "<testcase",
    ' name="a"',
    ">",
    "/>",
    "</testcase>",
    "<![CDATA[",
    "]]>",
    "&lt;",
    "<failure>",
    "<!--",
    "-->",
    "'",
    '"',
    "=",
    "<?x",
    "?>",
    "<!DOCTYPE",
    "[",
    "é\n",
  ];
  const broken = fc.array(fc.constantFrom(...pieces), { maxLength: 40 }).map((parts) => `<testsuite>${parts.join("")}`);
  fc.assert(
    fc.property(fc.oneof(fc.string(), broken), (text) => {
      expect(() => readJUnit(text)).not.toThrow();
    }),
  );
});

const word = fc
  .string({ unit: fc.constantFrom(..."abc<>&\"'é ]\n#;".split("")), maxLength: 12 })
  .map((text) => text.trim());
const generated = fc.array(
  fc.record({
    suite: word.filter((text) => text !== ""),
    name: word,
    status: fc.constantFrom("passed" as const, "failed" as const, "skipped" as const),
    message: word.filter((text) => text !== ""),
    detail: word.filter((text) => text !== ""),
    ms: fc.nat(100_000),
  }),
  { maxLength: 8 },
);

test("output is parsed back unchanged", () => {
  const builder = new XMLBuilder({
    ignoreAttributes: false,
    attributeNamePrefix: "@",
    suppressBooleanAttributes: false,
  });
  fc.assert(
    fc.property(generated, (cases) => {
      const tags = { failed: "failure", skipped: "skipped", passed: "system-out" } as const;
      const xml = builder.build({
        testsuites: {
          testsuite: cases.map((one) => ({
            "@name": one.suite,
            testcase: {
              "@name": one.name,
              "@time": one.ms / 1000,
              [tags[one.status]]: { "@message": one.message, "#text": one.detail },
            },
          })),
        },
      });
      const read = readJUnit(cases.length === 0 ? "<testsuites/>" : xml);
      expect(
        read?.map(({ suite, name, status, message, detail, ms }) => ({ suite, name, status, message, detail, ms })),
      ).toEqual(
        cases.map(({ detail, message, ...one }) => ({
          ...one,
          message: one.status === "passed" ? null : message,
          detail: one.status === "passed" ? null : detail,
        })),
      );
    }),
  );
});
