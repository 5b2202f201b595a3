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
  fc.assert(
    fc.property(fc.string(), (text) => {
      for (const { lines } of findPrompts("src/a.ts", `const prompt = \`${text}`))
        expect(lines.length).toBeGreaterThan(19);
    }),
  );
});
