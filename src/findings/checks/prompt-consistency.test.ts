// Tests which contradictions prompt-consistency reports, beyond its examples.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { changeOf, codeOf } from "../../../test/support/change-of.ts";
import { promptConsistency } from "./prompt-consistency.ts";
import { findPrompts } from "./prompt-consistency/prompts.ts";

type Files = Record<string, string>;

async function findingsIn(head: Files, base: Files = {}) {
  const change = changeOf({ base, head });
  if (promptConsistency.when(change) !== true) return [];
  return (await promptConsistency.run(change, { code: codeOf({ base, head }) }, AbortSignal.timeout(20_000))).findings;
}

const filler = Array.from({ length: 20 }, (_, index) => `- You MUST follow rule ${index + 1}.`);
const typescript = (...lines: string[]) =>
  ["const systemPrompt = `You are a helper.", ...filler, ...lines, "`;"].join("\n");
const kinds = async (path: string, text: string) => (await findingsIn({ [path]: text })).map(({ kind }) => kind);

describe("where prompts are found", () => {
  const pair = ["Always use the tool.", "Never use the tool."];

  test.each([
    ["a template string", "src/a.ts", typescript(...pair)],
    ["a Python string", "a.py", ['SYSTEM_PROMPT = """You are a helper.', ...filler, ...pair, '"""'].join("\n")],
    ["a Go string", "a.go", ["var systemPrompt = `You are a helper.", ...filler, ...pair, "`"].join("\n")],
    ["a file of prompts", "src/prompts/helper.md", ["You are a helper.", ...filler, ...pair].join("\n")],
  ])("%s", async (_name, path, text) => {
    expect(await kinds(path, text)).toEqual(["include-or-not"]);
  });

  test.each([
    [
      "a short string",
      "src/a.ts",
      "const systemPrompt = `You are a helper.\nAlways use the tool.\nNever use the tool.`;",
    ],
    [
      "a string that instructs nobody",
      "src/a.ts",
      typescript(...pair)
        .replace("systemPrompt", "page")
        .replace("You are a helper.", ""),
    ],
    ["two strings", "src/a.ts", `${typescript(pair[0]!)}\n${typescript(pair[1]!)}`],
    ["a test", "src/a.test.ts", typescript(...pair)],
  ])("not %s", async (_name, path, text) => {
    expect(await kinds(path, text)).toEqual([]);
  });
});

describe("modes", () => {
  test("both branches of a condition, and what follows it", () => {
    const [prompt] = findPrompts("src/a.ts", typescript("${quick ? `", "one", "` : `", "two", "`}", "three"));
    const under = prompt!.lines.slice(-3).map(({ text, guards }) => [text, guards]);
    expect(under).toEqual([
      ["one", [{ condition: "quick", holds: true }]],
      ["two", [{ condition: "quick", holds: false }]],
      ["three", []],
    ]);
  });

  test("Jinja's conditions", async () => {
    const lines = ["{% if brief %}", "Never use the tool.", "{% else %}", "Always use the tool.", "{% endif %}"];
    expect(await kinds("prompts/a.md", ["You are a helper.", ...filler, ...lines].join("\n"))).toEqual([]);
    expect(
      await kinds(
        "prompts/a.md",
        ["You are a helper.", ...filler, ...lines.slice(0, 2), "{% endif %}", "Always use the tool."].join("\n"),
      ),
    ).toEqual(["include-or-not"]);
  });

  test("the mode is named and both lines are quoted", async () => {
    const [finding] = await findingsIn({
      "src/a.ts": typescript("Always use the tool.", "${quick && `Never use the tool.`}"),
    });
    expect(finding?.explanation).toContain("where quick");
    expect(finding?.evidence).toHaveLength(2);
    expect(finding?.claim).toBe("mismatch");
  });

  test("a step of one branch is missing in the other", async () => {
    const steps = [
      "Step 1: read",
      "Step 2: think",
      "${quick ? `",
      "Answer with what step 3 found.",
      "` : `",
      "Step 3: check",
      "`}",
    ];
    const [finding] = await findingsIn({ "src/a.ts": typescript(...steps) });
    expect(finding).toMatchObject({ kind: "missing-step", title: '"step 3" is not part of the prompt in this mode' });
  });
});

test("hostile text ends, whatever it is", () => {
  for (const unit of ["`${", "`", "${a ? `", "{% if a %}\n", "step 1\n"])
    findPrompts("src/a.ts", `const prompt = \`${unit.repeat(20_000)}`);
  for (const unit of [
    "if (a) {\n",
    'p += "x";\n',
    "let p = [\n",
    'p.push(a ? "x" : ',
    "else {",
    "if a:\n ",
    'f"{',
    "   ",
  ])
    for (const path of ["a.ts", "a.py"]) findPrompts(path, `p = ""\n${unit.repeat(20_000)}`);
  fc.assert(
    fc.property(fc.string(), (text) => {
      for (const { lines } of findPrompts("src/a.ts", `const prompt = \`${text}`))
        expect(lines.length).toBeGreaterThan(19);
    }),
  );
});

describe("branches that skip what all of the prompt is asked for", () => {
  const all = "You MUST include all sections in the report.";
  const python = (...tail: string[]) => ["def build_prompt(quick):", ...tail].join("\n");
  const inPython = (...tail: string[]) =>
    python('    prompt = """You are a helper.', ...filler, all, '"""', ...tail, "    return prompt");
  const inTypescript = (...tail: string[]) =>
    [
      "export function buildPrompt(quick: boolean) {",
      "  const parts = [`You are a helper.",
      ...filler,
      all,
      "`];",
      ...tail,
      '  return parts.join("\\n");',
      "}",
    ].join("\n");

  test.each([
    ["single quotes", "a.ts", typescript(all, "${quick ? 'Skip section 3.' : 'Write section 3.'}")],
    ["double quotes", "a.ts", typescript(all, '${quick ? "Write section 3." : "Skip section 3."}')],
    ["a template in a template", "a.ts", typescript(all, "${quick ? `Skip section 3.` : ``}")],
    [
      "a format string",
      "a.py",
      python(
        '    return f"""You are a helper.',
        ...filler,
        all,
        "{'Skip section 3.' if quick else 'Write section 3.'}",
        '"""',
      ),
    ],
    ["if in Python", "a.py", inPython("    if quick:", '        prompt += "Skip section 3.\\n"')],
    [
      "else in Python",
      "a.py",
      inPython(
        "    if not quick:",
        "        prompt += 'Write it.'",
        "    else:",
        "        prompt += 'Skip section 3.'",
      ),
    ],
    [
      "a conditional expression in Python",
      "a.py",
      inPython('    prompt += "Skip section 3." if quick else "Write it."'),
    ],
    ["if with push", "a.ts", inTypescript("  if (quick) {", '    parts.push("Skip section 3.");', "  }")],
    ["if without braces", "a.ts", inTypescript('  if (quick) parts.push("Skip section 3.");')],
    [
      "else with push",
      "a.ts",
      inTypescript("  if (!quick) {", "  } else {", "    parts.push('Skip section 3.');", "  }"),
    ],
    ["a conditional argument", "a.ts", inTypescript('  parts.push(quick ? "Skip section 3." : "Write it.");')],
  ])("%s", async (_name, path, text) => {
    const [finding, ...more] = await findingsIn({ [path]: text });
    expect([finding?.kind, ...more]).toEqual(["all-but-skipped"]);
    expect(finding?.explanation).toMatch(/where (?:not \()?quick\)?\. /);
  });

  test.each([
    ["another variable", "a.py", inPython("    if quick:", '        note = "Skip section 3.\\n"')],
    ["a message about it", "a.ts", inTypescript('  if (quick) console.log("Skip section 3.");')],
    [
      "a variable of the same name elsewhere",
      "a.py",
      `${inPython()}\ndef other(quick):\n    if quick:\n        prompt += "Skip section 3."\n`,
    ],
    [
      "where all sections are for the other branch",
      "a.ts",
      typescript("${quick ? 'Skip section 3.' : 'You MUST include all sections.'}"),
    ],
  ])("not %s", async (_name, path, text) => {
    expect(await kinds(path, text)).toEqual([]);
  });
});
