// Whether what we write is what the formats' own descriptions say: SARIF and rdjson against their published schemas,
// JUnit with a strict parser, over the demo, a change with 500 findings, and hostile text.
//   node bench/formats.ts --sarif-schema FILE --rdjson-schema FILE
// The schemas are `sarif-schema-2.1.0.json` of oasis-tcs/sarif-spec and `DiagnosticResult.json` of reviewdog/reviewdog.
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import Ajv, { type ValidateFunction } from "ajv";
import Draft04 from "ajv-draft-04";
import addFormats from "ajv-formats";
import { XMLParser, XMLValidator } from "fast-xml-parser";
import type { Log } from "sarif";
import { demoCommits } from "../src/app/cli/demo-commits.ts";
import { checks } from "../src/findings/checks/index.ts";
import { reachesAuthor, findingOutcomes, severities } from "../src/findings/finding.ts";
import { review } from "../src/review-change.ts";
import type { Draft } from "../src/review/draft.ts";
import { junit } from "../src/review/publishers/junit.ts";
import { rdjson, type DiagnosticResult } from "../src/review/publishers/rdjson.ts";
import { sarif } from "../src/review/publishers/sarif.ts";
import { makeRepository, type CommitFixture } from "../src/world/git/make-repository.ts";
import { largestFile } from "../src/world/git/own-directory.ts";
import { openGitRepository } from "../src/app/review/open-repository.ts";
import { changeOf } from "../test/support/change-of.ts";
import { draftOf, hostile, judgedOf, onPull, reportOf } from "../test/support/finding-of.ts";
import { finish } from "./measure.ts";

const { values } = parseArgs({ options: { "sarif-schema": { type: "string" }, "rdjson-schema": { type: "string" } } });
const options = { colour: false, width: 80, version: "1.2.3" };
const stop = new AbortController().signal;

async function reviewed(commits: readonly CommitFixture[]): Promise<Draft> {
  const repository = await makeRepository(commits, process.env, stop);
  const opened = openGitRepository(repository.path, process.env, stop);
  try {
    return await review(
      { kind: "range", from: "HEAD^", to: "HEAD", symmetric: false },
      {
        ...opened,
        checks,
        user: {},
        largestFile,
        clock: { now: () => performance.now(), today: () => "2026-01-05" },
        stop,
        progress: () => {},
      },
    );
  } finally {
    await opened.close();
    repository.remove();
  }
}

function manyFindings(): CommitFixture[] {
  const files = Array.from({ length: 500 }, (_, index) => [
    `test/t${index}.test.js`,
    `import { test } from "node:test";\ntest.only("t${index}", () => {});\n`,
  ]);
  return [
    { message: "feat: start", files: { "README.md": "# a\n" } },
    { message: "test: many", files: Object.fromEntries(files) as CommitFixture["files"] },
  ];
}

function hostileCommits(): CommitFixture[] {
  const conflict = "<<<<<<< a\u001b[31m\u202e<b>&amp;]]>\n=======\n>>>>>>> b\n";
  const names = [
    "\u001b[31mred.js",
    "a:b?c#d%20 e.js",
    "<b>&'\"]]>.js",
    "\u202egpj.js",
    "@team[x](http://e.example).js",
  ];
  return [
    { message: "feat: start", files: { "README.md": "# a\n" } },
    { message: `fix: ${hostile}`, files: Object.fromEntries(names.map((name) => [`src/${name}`, conflict])) },
  ];
}

/** Every outcome and severity with an attacker's text in every field, half a surrogate pair and forbidden characters included. */
function hostileDraft(): Draft {
  const text = `${hostile}\ud800\udc00\ud800 \ufffe\uffff\u0000 ]]> <b a="'&amp;"> ![i](javascript:1) @all {0} [a](1)`;
  const paths = [text, '"caf\\351.js"', "/absolute", "a:b", "?#%", "right/\u05d0\u05d1", "x".repeat(300)];
  const judged = findingOutcomes.flatMap((outcome) =>
    severities.flatMap((severity) =>
      paths.map((path, index) =>
        judgedOf(
          {
            path,
            severity,
            side: index % 2 === 0 ? "head" : "base",
            text,
            title: text,
            explanation: text,
            category: index % 3 === 0 ? "security" : "style",
            fix: { at: { path, side: "head", start: 1, end: 2 }, text: index === 0 ? "" : text },
            sources: index === 0 ? [text] : ["PRESCAN:non-code", "PRESCAN:other"],
            kind: index === 1 ? "secret" : text,
          },
          [{ by: "x", why: { kind: "ignored-inline", check: "x", reason: text }, outcome }],
        ),
      ),
    ),
  );
  const change = changeOf({ head: { "a.js": "1\n" }, title: text });
  const reports = [
    reportOf({ unit: text, status: "failed", why: { kind: "threw", message: text } }),
    reportOf({ unit: "off", status: "skipped", why: { kind: "turned-off" } }),
    reportOf({ unit: "clean" }),
  ];
  return draftOf(onPull({ ...change, cuts: [{ kind: "lfs-pointer", path: text }] }), judged, reports);
}

type Fault = string;

interface Schema {
  $schema?: string;
  id?: string;
  $id?: string;
}

function compile(file: string): { whole: ValidateFunction; at(pointer: string): ValidateFunction } {
  const schema = JSON.parse(readFileSync(file, "utf8")) as Schema;
  return compileSchema(schema);
}

/** The SARIF schema is published in two drafts of JSON Schema; one has a pattern that is none by the rules of Unicode. */
function compileSchema(schema: Schema) {
  const Reader = schema.$schema?.includes("draft-04") ? Draft04.default : Ajv.default;
  const ajv = new Reader({ strict: false, allErrors: true, unicodeRegExp: false });
  addFormats.default(ajv);
  const id = schema.id ?? schema.$id ?? "schema";
  ajv.addSchema(schema, id);
  return {
    whole: ajv.getSchema(id)!,
    at: (pointer: string): ValidateFunction => ajv.getSchema(`${id}${pointer}`)!,
  };
}

/** reviewdog's schema lets any further field pass; a name that it does not know is a fault all the same. */
function tightened(file: string): ValidateFunction {
  const schema = JSON.parse(readFileSync(file, "utf8"), (_, value: unknown) =>
    typeof value === "object" && value !== null && "properties" in value && "additionalProperties" in value
      ? { ...value, additionalProperties: false }
      : value,
  ) as Schema;
  return compileSchema(schema).whole;
}

function faultsOf(validate: ValidateFunction, value: unknown): Fault[] {
  return validate(value) ? [] : (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message}`);
}

interface Counted {
  checked: number;
  faults: Fault[];
}

function checkSarif(draft: Draft, { whole, at }: ReturnType<typeof compile>): Counted {
  const log = JSON.parse(sarif.render(draft, options)) as Log;
  const [run] = log.runs;
  const results = run?.results ?? [];
  const notPosted = (run?.properties?.["notPosted"] ?? []) as unknown[];
  const rules = run?.tool.driver.rules ?? [];
  return {
    checked: results.length + notPosted.length,
    faults: [
      ...faultsOf(whole, log),
      ...notPosted.flatMap((result) => faultsOf(at("#/definitions/result"), result)),
      ...results
        .filter((result) => rules[result.ruleIndex ?? -1]?.id !== result.ruleId)
        .map((result) => `${result.ruleId} is not rule ${result.ruleIndex}`),
      ...(results.length + notPosted.length === draft.judged.length ? [] : ["findings are missing"]),
    ],
  };
}

function checkRdjson(draft: Draft, published: ValidateFunction, tight: ValidateFunction): Counted {
  const result = JSON.parse(rdjson.render(draft, options)) as DiagnosticResult;
  const posted = draft.judged.filter(reachesAuthor).length;
  return {
    checked: result.diagnostics.length,
    faults: [
      ...faultsOf(published, result),
      ...faultsOf(tight, result),
      ...(result.diagnostics.length === posted ? [] : ["findings are missing"]),
    ],
  };
}

function checkJunit(draft: Draft): Counted {
  const text = junit.render(draft, options);
  const valid = XMLValidator.validate(text);
  if (valid !== true) return { checked: 0, faults: [`line ${valid.err.line}: ${valid.err.msg}`] };
  const parser = new XMLParser({ ignoreAttributes: false, isArray: (name) => name.startsWith("test") });
  const { testsuites } = parser.parse(text) as {
    testsuites: { "@_tests": string; "@_failures": string; testsuite?: { testcase?: { failure?: unknown }[] }[] }[];
  };
  const [top] = testsuites;
  const cases = top?.testsuite?.flatMap((suite) => suite.testcase ?? []) ?? [];
  const failures = cases.filter((one) => one.failure !== undefined).length;
  const posted = draft.judged.filter(reachesAuthor).length;
  return {
    checked: cases.length,
    faults: [
      ...(Number(top?.["@_tests"]) === cases.length ? [] : ["the number of tests does not add up"]),
      ...(failures === posted && Number(top?.["@_failures"]) === posted ? [] : ["the failures do not add up"]),
      // oxlint-disable-next-line no-control-regex -- what XML 1.0 forbids is what is looked for
      ...(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/u.test(text) ? ["forbidden text"] : []),
    ],
  };
}

const drafts: [string, Draft][] = [
  ["demo", await reviewed(demoCommits)],
  ["500 findings", await reviewed(manyFindings())],
  ["hostile names", await reviewed(hostileCommits())],
  ["hostile text", hostileDraft()],
  ["nothing", draftOf(changeOf({}))],
];
const goals: Record<string, boolean> = {};

function over(format: string, check: (draft: Draft) => Counted): void {
  let faulty = 0;
  for (const [name, draft] of drafts) {
    const { checked, faults } = check(draft);
    console.log(`${format}, ${name}: ${draft.judged.length} findings, ${checked} entries, ${faults.length} faults`);
    for (const fault of faults.slice(0, 5)) console.log(`    ${fault}`);
    faulty += faults.length;
  }
  goals[`${format}: no fault over ${drafts.length} drafts`] = faulty === 0;
}

/** A validator that takes everything would show nothing. */
function refuses(format: string, validate: ValidateFunction, wrong: unknown): void {
  goals[`${format}: the schema refuses a wrong file`] = !validate(wrong);
}

const sarifFile = values["sarif-schema"];
if (sarifFile === undefined) console.log("SARIF skipped: no data (give --sarif-schema)");
else {
  const schema = compile(sarifFile);
  over("SARIF", (draft) => checkSarif(draft, schema));
  refuses("SARIF", schema.whole, { version: "2.1.0", runs: [{ tool: { driver: {} } }] });
  refuses("a SARIF location", schema.at("#/definitions/artifactLocation"), { uri: "a b.js" });
  refuses("a SARIF result", schema.at("#/definitions/result"), { message: { text: "a" }, level: "high" });
}
const rdjsonFile = values["rdjson-schema"];
if (rdjsonFile === undefined) console.log("rdjson skipped: no data (give --rdjson-schema)");
else {
  const [published, tight] = [compile(rdjsonFile).whole, tightened(rdjsonFile)];
  over("rdjson", (draft) => checkRdjson(draft, published, tight));
  refuses("rdjson", published, { diagnostics: [{ severity: "high" }] });
}
over("JUnit", checkJunit);
goals["there are 500 findings to check"] = (drafts[1]?.[1].judged.length ?? 0) >= 500;
finish(goals);
