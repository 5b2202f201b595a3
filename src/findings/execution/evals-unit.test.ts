// Tests the unit with a scripted sandbox; evals/in-sandbox.test.ts uses a real one.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { changeOf, codeOf } from "../../../test/support/change-of.ts";
import type { Change, PullOrigin } from "../../change/change.ts";
import type { EvalSettings } from "../../change/config.ts";
import { UserError } from "../../errors.ts";
import { evalsUnit } from "./evals-unit.ts";
import { execute, type ExecutionMode } from "./execute.ts";
import { NotExecuted } from "./not-executed.ts";
import {
  reportFolder,
  type CommandEnd,
  type OutsideAccess,
  type SandboxRunner,
  type SandboxRunEnd,
} from "./sandbox-runner.ts";
import { cases } from "../../../test/support/cases.ts";

const never = new AbortController().signal;
const settings: EvalSettings = {
  repository: "/home/ada/shop",
  run: "npm run evals",
  report: `${reportFolder}/junit.xml`,
  paths: ["prompts/**", "evals/**"],
  env: ["MODEL_KEY"],
  hosts: ["api.example.com"],
};
const secret = "sk-canary-42";
const here = (more: Partial<EvalSettings> = {}) => ({
  settings: { ...settings, ...more },
  redact: (text: string) => text.replaceAll(secret, "•••"),
});

const evalFile = `import { scenario } from "./scenario.js";\nscenario("refund is granted", () => {});\n`;
const base = { "prompts/shop.md": "Be kind.\n", "evals/shop.eval.js": evalFile };
const head = {
  "prompts/shop.md": "Be curt.\n",
  "evals/shop.eval.js": `${evalFile}scenario("says so in French", () => {});\n`,
};
const mine = { owned: { is: "mine", why: "trusted-path" } } as const;
const fork: PullOrigin = {
  kind: "pull",
  pull: { host: "github.com", owner: "ada", repo: "shop", number: 1 },
  url: "",
  viewer: null,
  fork: true,
};
const change: Change = { ...changeOf({ base, head }), ...mine };
const code = codeOf({ base, head });

type Answer = SandboxRunEnd | Error;

/** Answers in turn; the last for ever. Tells what it was asked for. */
function scripted(answers: readonly Answer[]) {
  const asked: (OutsideAccess | undefined)[] = [];
  const sandbox: SandboxRunner = {
    run: async (_tree, _ecosystems, _commands, { access }) => {
      asked.push(access);
      const answer = answers[Math.min(asked.length, answers.length) - 1]!;
      if (answer instanceof Error) throw answer;
      return answer;
    },
  };
  return { sandbox, asked };
}

function ranWith(text: string, more: Partial<CommandEnd> = {}, refused: readonly string[] = []): SandboxRunEnd {
  const reports = [{ path: `${reportFolder}/junit.xml`, text }];
  const end: CommandEnd = { is: "ended", code: 0, why: null, output: "", reports, ms: 100, ...more };
  return { is: "ran", ends: [end], did: { sandbox: "bubblewrap", dependencies: [] }, refused };
}

/** Scenarios with a `!` fail. */
function results(...scenarios: string[]): SandboxRunEnd {
  const testCases = scenarios.map((one) => {
    const name = one.replace("!", "");
    const inside = one.endsWith("!") ? `<failure message="expected kindness &#115;k-canary-42"/>` : "";
    return `<testcase name="${name}" file="/work/evals/shop.eval.js">${inside}</testcase>`;
  });
  return ranWith(`<testsuites>${testCases.join("")}</testsuites>`, {
    code: testCases.join("").includes("failure") ? 1 : 0,
  });
}

async function run(answers: readonly Answer[], evals = [here()]) {
  const { sandbox, asked } = scripted(answers);
  const unit = evalsUnit(evals);
  expect(unit.when(change)).toBe(true);
  const needs = { sandbox, code, panel: null, reports: Promise.resolve([]) };
  return { result: await unit.run(change, needs, never), asked };
}

describe("when", () => {
  const of = (paths: string[], more: Partial<Change> = {}) => ({
    ...changeOf({ head: Object.fromEntries(paths.map((path) => [path, "x\n"])) }),
    ...mine,
    ...more,
  });
  const theirs = { owned: { is: "unknown", why: "not-asked" } } as const;

  test.each<[string, Change, ReturnType<typeof here>[], unknown]>([
    ["a file that settings name", of(["prompts/a.txt"]), [here()], true],
    ["none that they name, though it is a skill", of(["SKILL.md"]), [here()], { kind: "nothing-to-check" }],
    ["no settings, and a skill", of(["skills/pdf/SKILL.md"]), [], { kind: "no-eval-command" }],
    ["no settings, and code", of(["src/evaluate.ts"]), [], { kind: "nothing-to-check" }],
    ["a repository of others", of(["prompts/a.txt"], theirs), [here()], { kind: "not-mine", what: "evals" }],
    ["a fork of one's own", of(["prompts/a.txt"], { from: fork }), [here()], { kind: "eval-of-fork" }],
    ["a fork, of others", of(["prompts/a.txt"], { from: fork, ...theirs }), [], { kind: "eval-of-fork" }],
    ["a pull request within", of(["prompts/a.txt"], { from: { ...fork, fork: false } }), [here()], true],
  ])("%s", (_, one, evals, expected) => {
    const when = evalsUnit(evals).when(one);
    if (expected === true) expect(when).toBe(true);
    else expect(when).toMatchObject(expected as object);
  });

  test.each([
    ["a fork", { from: fork }],
    ["others", theirs],
  ])("%s starts nothing, even if called", async (_, more) => {
    const { sandbox, asked } = scripted([results("refund is granted")]);
    const needs = { sandbox, code, panel: null, reports: Promise.resolve([]) };
    await expect(evalsUnit([here()]).run({ ...change, ...more }, needs, never)).rejects.toThrow("not one's own");
    expect(asked).toEqual([]);
  });
});

describe("runs", () => {
  test("twice where all is well, with its keys and hosts", async () => {
    const { result, asked } = await run([results("refund is granted", "says so in French")]);
    const outward = { env: ["MODEL_KEY"], hosts: ["api.example.com"] };
    expect(asked).toEqual([outward, outward]);
    expect(result.findings).toEqual([]);
    expect(result.evals).toEqual({
      command: ["npm", "run", "evals"],
      runs: 2,
      ms: 200,
      scenarios: [
        { name: "refund is granted", file: "evals/shop.eval.js", is: "passed", message: null, existing: true },
        { name: "says so in French", file: "evals/shop.eval.js", is: "passed", message: null, existing: false },
      ],
    });
  });

  test.each<[string, string[][], string[], number]>([
    ["fails every time", [["refund is granted!"]], ["refund is granted failed"], 5],
    ["fails once", [["refund is granted!"], ["refund is granted"]], ["refund is granted flaky"], 2],
    [
      "fails twice, and passes at the retry",
      [["refund is granted!"], ["refund is granted!"], ["refund is granted"]],
      ["refund is granted flaky"],
      3,
    ],
    [
      "fails three times, and passes at the last",
      [["refund is granted!"], ["refund is granted!"], ["refund is granted!"], ["refund is granted"]],
      ["refund is granted flaky"],
      4,
    ],
    ["is not there at one run", [["refund is granted!"], ["b"]], ["refund is granted flaky", "b passed"], 2],
  ])("a scenario that %s", async (_, script, expected, runs) => {
    const { result, asked } = await run(script.map((names) => results(...names)));
    expect(result.evals!.scenarios.map(({ name, is }) => `${name} ${is}`)).toEqual(expected);
    // The last is on the base, where something fails for good.
    expect([result.evals!.runs, asked.length]).toEqual([Math.min(4, runs), runs]);
  });

  test("a failing existing scenario is serious and points at its line", async () => {
    const failing = results("refund is granted!", "says so in French!");
    const { result } = await run([failing, failing, failing, failing, results("refund is granted")]);
    expect(
      result.findings.map(({ at, severity, kind, sources, root }) => [
        at.path,
        at.start,
        severity,
        kind,
        sources,
        root,
      ]),
    ).toEqual([
      ["evals/shop.eval.js", 2, "high", "eval-failure", ["TEST"], "CODE"],
      ["evals/shop.eval.js", 3, "low", "new-eval-failure", ["TEST"], "CODE"],
    ]);
    expect(result.findings[0]?.evidence[0]?.text).toBe('scenario("refund is granted", () => {});');
    expect(result.findings[0]?.explanation).toContain("Message: expected kindness");
  });

  test.each<[string, Answer, string, number]>([
    ["fails there too is no news", results("refund is granted!"), "failed", 0],
    ["passes there is", results("refund is granted"), "passed", 1],
    ["is not told of there is, its name being there", results("b"), "absent", 1],
    ["cannot be tried there is", { is: "not-run", why: "no-program", program: "npm" }, "not-run", 1],
  ])("an existing scenario is run on the base: %s", async (_, before, onBase, found) => {
    const failing = results("refund is granted!");
    const { result } = await run([failing, failing, failing, failing, before]);
    expect(result.evals!.scenarios).toMatchObject([{ is: "failed", existing: true, onBase }]);
    expect(result.findings).toHaveLength(found);
  });

  test("scenarios are found in eval files by path, and not in other code", async () => {
    const prompts = { "prompts/shop.md": "Be kind.\n" };
    const elsewhere = { "src/a.ts": 'const says = "stays kind";\n', "evals/b.eval.ts": '\nscenario("stays calm");\n' };
    const [from, to] = [
      { ...prompts, ...elsewhere },
      { ...elsewhere, "prompts/shop.md": "Be curt.\n", "src/a.ts": 'const says = "stays kind, or not";\n' },
    ];
    const xml = ["stays kind", "stays calm"].map((name) => `<testcase name="${name}"><failure/></testcase>`);
    const failing = ranWith(`<testsuite>${xml.join("")}</testsuite>`);
    const passing = ranWith(`<testsuite><testcase name="stays calm"/></testsuite>`);
    const { sandbox } = scripted([failing, failing, failing, failing, passing]);
    const needs = { sandbox, code: codeOf({ base: from, head: to }), panel: null, reports: Promise.resolve([]) };
    const unit = evalsUnit([here({ paths: ["prompts/**"] })]);
    const { evals, findings } = await unit.run({ ...changeOf({ base: from, head: to }), ...mine }, needs, never);
    expect(evals!.scenarios.map(({ name, existing }) => [name, existing])).toEqual([
      ["stays kind", false],
      ["stays calm", true],
    ]);
    expect(findings.map(({ at }) => `${at.path}:${at.start}`)).toEqual(["evals/b.eval.ts:2"]);
  });

  test("a flaky one is no finding", async () => {
    const { result } = await run([results("refund is granted!"), results("refund is granted")]);
    expect(result.findings).toEqual([]);
  });

  test("a scenario without a known line points at its file", async () => {
    const { result } = await run([results("made up 1!")]);
    expect(result.findings.map(({ at, severity }) => [at.path, at.start, severity])).toEqual([
      ["evals/shop.eval.js", 3, "low"],
    ]);
  });

  test("a key that is split by XML is redacted", async () => {
    const { result } = await run([results("refund is granted!")]);
    expect(JSON.stringify(result)).not.toContain(secret);
    expect(result.evals!.scenarios[0]!.message).toBe("expected kindness •••");
  });

  test("hosts that were refused are named", async () => {
    const xml = `<testsuite><testcase name="a"/></testsuite>`;
    const { result } = await run([ranWith(xml, {}, ["evil.example.com:443"])]);
    expect(result.notes).toEqual([
      "It was not let through to hosts that its settings do not name: evil.example.com:443",
    ]);
  });
});

describe("evals that cannot run", () => {
  test.each<[string, Answer, RegExp | typeof NotExecuted]>([
    ["without a sandbox", { is: "not-run", why: "no-sandbox", message: "none" }, NotExecuted],
    ["without a key", new UserError("not set in the environment: MODEL_KEY", ""), /MODEL_KEY/],
    ["without a report", ranWith("hello", { code: 1 }), /no report that could be read/],
    ["in time", ranWith("", { is: "too-slow", code: null }), /timed out/],
  ])("%s has no result", async (_, answer, expected) => {
    await expect(run([answer])).rejects.toThrow(expected);
  });

  test("a retry that breaks leaves it open", async () => {
    const failing = results("refund is granted!");
    const { result } = await run([failing, failing, ranWith("", { is: "too-slow", code: null })]);
    expect(result.evals!.scenarios[0]!.is).toBe("flaky");
    expect(result.notes![0]).toContain("A retry could not be run");
  });

  test("of two results, a definite failure is reported", async () => {
    const broken: SandboxRunEnd = { is: "not-run", why: "no-program", program: "npm" };
    const [failing, onBase] = [results("refund is granted!"), results("refund is granted")];
    const { result } = await run(
      [failing, failing, failing, failing, onBase, broken],
      [here(), here({ run: "npm run more" })],
    );
    expect(result.findings).toHaveLength(1);
    expect(result.notes).toEqual(["Some evals were not run: no-program"]);
    const passing = results("refund is granted");
    await expect(run([passing, passing, broken], [here(), here()])).rejects.toThrow(NotExecuted);
  });
});

test("any report is parsed or rejected with a message", async () => {
  const xml = fc
    .array(fc.record({ name: fc.string(), file: fc.string(), fails: fc.boolean() }))
    .map((all) =>
      all.map(
        ({ name, file, fails }) => `<testcase name="${name}" file="${file}">${fails ? "<failure/>" : ""}</testcase>`,
      ),
    )
    .map((tests) => `<testsuite>${tests.join("")}</testsuite>`);
  const tap = fc
    .array(fc.tuple(fc.boolean(), fc.string()))
    .map((all) => all.map(([ok, name]) => `${ok ? "ok" : "not ok"} - ${name}`).join("\n"));
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.oneof(
          xml,
          tap.map((text) => `TAP version 13\n${text}`),
          fc.string({ unit: "binary" }),
        ),
        { minLength: 1, maxLength: 4 },
      ),
      fc.integer({ min: 0, max: 2 }),
      async (texts, exit) => {
        const answers = texts.map((text) => ranWith(text, { code: exit }));
        const said = await run(answers).catch((error: Error) => error.message);
        if (typeof said === "string") expect(said).toMatch(/the evals have no result/);
        else for (const { is } of said.result.evals!.scenarios) expect(["passed", "failed", "flaky"]).toContain(is);
      },
    ),
    { numRuns: 40 },
  );
});

describe("a review that runs nothing still reports what was required", () => {
  const facts = { stop: never, now: () => 0, texts: { read: async () => null }, checking: Promise.resolve([]) };
  const open = (asked: boolean): ExecutionMode => ({
    is: "open",
    asked,
    callsForEvals: (path) => path === "notes.md",
    // oxlint-disable-next-line unicorn/no-thenable -- no function: nothing can take it for a promise
    open: async () => ({ sandbox: scripted([]).sandbox, runners: [], first: [evalsUnit([])], then: [] }),
  });
  const reports = async (executing: ExecutionMode, one: Change) =>
    (await execute(executing, undefined, one, code, facts as never)).map(({ unit, why }) => `${unit} ${why?.kind}`);
  const skill = changeOf({ head: { "SKILL.md": "x\n" } });

  cases<[string, ExecutionMode, Change, string[]]>("%s", async (_, executing, one) => await reports(executing, one), [
    ["a quick one", { is: "quick" }, skill, ["evals quick"]],
    ["of others", open(false), skill, ["evals not-mine"]],
    ["of others, though asked to run tests", open(true), skill, ["evals not-mine"]],
    ["of a fork", open(true), { ...skill, from: fork, ...mine }, ["evals eval-of-fork"]],
    ["of one's own, without settings", open(false), { ...skill, ...mine }, ["evals no-eval-command"]],
    [
      "of code and a skill",
      open(false),
      changeOf({ head: { "SKILL.md": "x\n", "a.ts": "x\n" } }),
      ["tests not-mine", "evals not-mine"],
    ],
    [
      "of code, with a probe that was asked for",
      { ...open(false), probe: true } as ExecutionMode,
      changeOf({ head: { "a.ts": "x\n" } }),
      ["tests not-mine", "probe not-mine"],
    ],
    ["by a person's own globs", open(false), changeOf({ head: { "notes.md": "x\n" } }), ["evals not-mine"]],
    ["of neither", open(false), changeOf({ head: { "README.md": "x\n" } }), []],
  ]);
});
