import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { propertyRuns } from "../../test/support/property-runs.ts";
import { entry, green, inDetails, observing, red, summaryOf, tricky, yellow } from "../../test/support/summaries.ts";
import { validateSummary } from "./summary-validator.ts";

const right = summaryOf();

/** The faults as text, without the line. */
function faultsOf(text: string): string[] {
  const result = validateSummary(text);
  return result.ok ? [] : result.faults.map(({ section, message }) => `${section}: ${message}`);
}

function repairsOf(text: string): string[] {
  const result = validateSummary(text);
  return result.ok ? result.repairs.map(({ repair, section }) => `${section}: ${repair}`) : ["refused"];
}

describe("valid summaries pass unchanged", () => {
  test.each<[string, string]>([
    ["all five sections", right],
    ["no strengths: a change can have none", summaryOf({ Strengths: null })],
    ["no suggestions", summaryOf({ Suggestions: null })],
    ["the required three alone", summaryOf({ Strengths: null, Suggestions: null })],
    ["no line about what was reviewed", summaryOf({ "What Changed": "The sum starts at zero." })],
    ["all labels", summaryOf({ "What Changed": "A.\n\nReviewed: core logic, tests, config, docs, infrastructure" })],
    ["the reviewed line right below the sentence", summaryOf({ "What Changed": "A sum.\nReviewed: core logic" })],
    ["what was changed, over two lines", summaryOf({ "What Changed": "The sum of a cart\nstarts at zero. So be it." })],
    [
      "abbreviations and file names, which end no sentence",
      summaryOf({ "What Changed": "Carts, e.g. The Big One, use sum.ts now. It is v1.2." }),
    ],
    ["full stops in code", summaryOf({ "What Changed": "Calls `a. B. C. D` once." })],
    ["a check mark as a character", summaryOf({ Strengths: "- ✅ Tests passed" })],
    ["lists with stars", summaryOf({ Strengths: "* :white_check_mark: Tests passed", Suggestions: "* Name it" })],
    [
      "our severities",
      observing(
        ["Critical", "High", "Medium", "Low", "Nit"].map((name) => `### ${name}\n\n${entry()}`).join("\n\n"),
        red,
      ),
    ],
    ["an entry without a sentence", observing("### Minor\n\nsrc/a.ts (1): A title", green)],
    ["the same before another", observing(`### Minor\n\nsrc/a.ts (1): A title\n\n${entry()}`, green)],
    ["the same right above another", observing(`### Minor\n\nsrc/a.ts (1): A title\n${entry()}`, green)],
    ["code in an entry", observing(`### Minor\n\n${entry()}\n\n\`\`\`ts\nx\n\`\`\``, green)],
    ["a list in an entry", observing(`### Minor\n\n${entry()}\n\n- also: no test covers it`, green)],
    ["a place that looks like an entry", observing(`### Minor\n\n${entry()}\n\n- also at \`a (1): b:60\``, green)],
    ["a critical entry, blocked", observing(`### Critical\n\n${entry()}`, red)],
    [
      "every severity in order",
      observing(["Critical", "Major", "Medium", "Minor"].map((name) => `### ${name}\n\n${entry()}`).join("\n\n"), red),
    ],
    ["medium only", observing(`### Medium\n\n${entry()}`, yellow)],
    ["minor only", observing(`### Minor\n\n${entry()}`, green)],
    ["several entries under one severity", observing(`### Minor\n\n${entry("a.ts")}\n\n${entry("b.ts")}`, green)],
    ["entries with no blank line between them", observing(`### Minor\n\n${entry("a.ts")}\n${entry("b.ts")}`, green)],
    [
      "a sentence that looks like an entry",
      observing(`### Minor\n\n${entry("a.ts", "1", "See b.ts (2): it does the same.")}`, green),
    ],
    ["three sentences", observing(`### Minor\n\n${entry("a.ts", "1", "It is. It was. It will be.")}`, green)],
    ["sentences below a blank line", observing("### Minor\n\na.ts (1): A title\n\nIt is. It was.", green)],
    [
      "a path with blanks, brackets and a number in front",
      observing(`### Minor\n\n${entry("2024 my (old) notes.md", "3–5")}`, green),
    ],
    ["a path in code", observing(`### Minor\n\n${entry("`src/a_b.ts`")}`, green)],
    [
      "a generic type, which is no HTML of ours",
      observing(`### Minor\n\n${entry("a.ts", "1", "It gives Promise<void> back.")}`, green),
    ],
    [
      "more entries than there was room for",
      observing(`### Minor\n\n${entry()}\n\nAnd 12 more, listed in the details comment.`, green),
    ],
    ["suggestions alone", observing("No finding calls for a fix.", green)],
    [
      "a strength in two lines",
      summaryOf({
        Strengths: "- :white_check_mark: Tests passed,\n  all of them\n- :white_check_mark: No secret in 12 lines",
      }),
    ],
    ["no blank lines beyond those needed", right.replaceAll(/\n{3,}/g, "\n\n")],
    ["more blank lines than needed", right.replaceAll("\n\n", "\n\n\n")],
    ["Windows line ends", right.replaceAll("\n", "\r\n")],
    ["headings underlined, which are headings as well", right.replace("## Verdict", "Verdict\n---")],
    ["headings closed with marks", right.replace("## Verdict", "## Verdict ##")],
    ["details and summary on one line", right.replace("<details>\n", "<details>")],
    ["no line end at the end", right.trimEnd()],
    ["the word Approve in a sentence", observing(`### Minor\n\n${entry("a.ts", "1", "Approve it or not.")}`, green)],
    [
      "an escaped **Approve**, which is not bold",
      observing(`### Minor\n\n${entry("a.ts", "1", "It prints \\*\\*Approve\\*\\*.")}`, green),
    ],
    ["counts in words", summaryOf({ Verdict: `${yellow} -- One major finding needs an answer.` })],
  ])("%s", (_name, text) => expect(validateSummary(text)).toEqual({ ok: true, text, repairs: [] }));
});

test("the form that other reviewers write passes, with its missing blank lines", () => {
  const written = inDetails(`## What Changed
The retry logic moves into its own module.

Reviewed: core logic, error handling, tests

## Strengths
- :white_check_mark: Null checks added for all nullable returns
- :white_check_mark: Test coverage maintained at 87%

## Observations

### Critical
path/to/file.ts (123, 456): The retry never ends
A failing server is asked for ever. The process does not stop.

### Major
path/to/file.ts (789): The error is lost
Callers see undefined.

## Suggestions
- Consider extracting the retry logic into a shared utility
- The error message could be more descriptive for debugging

## Verdict
:yellow_circle: **Needs changes** -- 1 critical and 2 major issues require attention before merge.`);
  expect(faultsOf(written)).toEqual([]);
});

describe("a body that Crosscheck posted", () => {
  const marker = "<!-- crosscheck:key=github.com/acme/shop#7@head/auto -->";
  const list = "<details>\n<summary>Also noticed (1)</summary>\n\n- `a.ts:1` low: A title\n\n</details>";

  test.each([
    ["with a summary", `@ada\n\n**Request changes**: 1 high finding\n\n${right}\n${list}\n\n${marker}`],
    ["without one", `**Comment**: nothing\n\nNo findings to post.\n\n${marker}`],
  ])("%s passes as it is", (_name, body) => {
    expect(validateSummary(body)).toEqual({ ok: true, text: body, repairs: [] });
  });

  test("is refused for its summary alone, with the line in the body", () => {
    const body = `@ada\n\n${right.replace("**Needs changes**", "**Maybe**")}\n${list}\n\n${marker}`;
    const line = body.split("\n").findIndex((one) => one.includes("Maybe")) + 1;
    expect(validateSummary(body)).toMatchObject({ ok: false, faults: [{ section: "Verdict", line }] });
    expect(validateSummary(`## Verdict\n\n${marker}`)).toMatchObject({ ok: false });
  });
});

describe("safe repairs are made and named", () => {
  const mended = (text: string) => {
    const result = validateSummary(text);
    return result.ok ? result.text : null;
  };

  test.each<[string, string, string[]]>([
    ["a greeting before it", `Here is the summary:\n\n${right}`, ["Summary: prose-removed"]],
    ["a greeting right above it", `Here is the summary:\n${right}`, ["Summary: prose-removed"]],
    ["an offer after it", `${right}\nTell me if you want more.\n`, ["Summary: prose-removed"]],
    [
      "an offer right below it",
      `${right}Tell me if you want more.\n`,
      ["Summary: blank-line-added", "Summary: prose-removed"],
    ],
    [
      "a list and a rule after it",
      `${right}\n- one\n- two\n\n***\n`,
      ["Summary: prose-removed", "Summary: prose-removed"],
    ],
    ["a quoted heading after it", `${right}\n> ## Verdict\n`, ["Summary: prose-removed"]],
    [
      "text before the first section",
      right.replace("## What", "Read this first.\n\n## What"),
      ["Summary: prose-removed"],
    ],
    [
      "no blank line after the summary's line",
      right.replace("</summary>\n\n", "</summary>\n"),
      ["Summary: blank-line-added"],
    ],
    ["no blank line before the end", right.replace("\n\n</details>", "\n</details>"), ["Summary: blank-line-added"]],
    ["no blank line before a section", right.replace("\n\n## Verdict", "\n## Verdict"), ["Verdict: blank-line-added"]],
    [
      "no blank line after a section's heading",
      right.replace("## Verdict\n\n", "## Verdict\n"),
      ["Verdict: blank-line-added"],
    ],
    [
      "no blank line before a severity",
      right.replace("\n\n### Major", "\n### Major"),
      ["Observations: blank-line-added"],
    ],
    [
      "no blank line after a severity",
      right.replace("### Major\n\n", "### Major\n"),
      ["Observations: blank-line-added"],
    ],
  ])("%s", (_name, text, repairs) => {
    expect(repairsOf(text)).toEqual(repairs);
    expect(
      mended(text)
        ?.replaceAll(/\n{3,}/g, "\n\n")
        .trimEnd(),
    ).toBe(right.trimEnd());
  });

  test("without blank lines", () => {
    const text = right.replaceAll("\n\n", "\n");
    expect(new Set(repairsOf(text).map((repair) => repair.split(": ")[1]))).toEqual(new Set(["blank-line-added"]));
    // What Changed needs no blank line.
    expect(mended(text)).toBe(right.replace("\n\nReviewed", "\nReviewed"));
    expect(mended(`Look:\n${text}Bye.`)?.trim()).toBe(right.replace("\n\nReviewed", "\nReviewed").trim());
  });

  test("each repair has its line in the input, and what it did", () => {
    const text = `Hello.\n\n${right.replace("</summary>\n\n", "</summary>\n")}`;
    expect(validateSummary(text)).toMatchObject({
      repairs: [
        { line: 1, message: "text outside the sections was removed" },
        { line: 4, message: "a missing blank line was added" },
      ],
    });
  });
});

describe("the rest is refused, and the section named", () => {
  test.each<[string, string, string[]]>([
    // Wrapper
    [
      "nothing",
      "",
      [
        "Summary: it is not in <details>",
        "Summary: </details> is missing",
        "What Changed: this required section is missing",
        "Observations: this required section is missing",
        "Verdict: this required section is missing",
      ],
    ],
    [
      "no wrapper",
      right.replace(/<details>\n.*\n/, "").replace("</details>", ""),
      ["Summary: it is not in <details>", "Summary: </details> is missing"],
    ],
    ["never closed", right.replace("</details>", ""), ["Summary: </details> is missing"]],
    [
      "closed before it begins",
      `</details>\n\n${right.replace("\n</details>", "")}`,
      ["Summary: </details> is missing"],
    ],
    ["another title", right.replace("Crosscheck", "Kodiai"), ["Summary: the line after <details> must be"]],
    ["no title", right.replace(/<summary>.*\n/, ""), ["Summary: the line after <details> must be"]],
    [
      "open from the start",
      right.replace("<details>", "<details open>"),
      ["Summary: the line after <details> must be"],
    ],
    [
      "words on the title's line",
      right.replace("</summary>", "</summary> Read this"),
      ["Summary: the line after <details> must be"],
    ],
    [
      "words on the last line",
      right.replace("</details>", "</details> Bye"),
      ["Summary: HTML is outside the sections"],
    ],
    [
      "two wrappers",
      `${right}\n${right}`,
      [
        "Summary: there is more than one",
        "Summary: there is more than one",
        "What Changed: this section appears twice",
        "Strengths: this section appears twice",
        "Observations: this section appears twice",
        "Suggestions: this section appears twice",
        "Verdict: this section appears twice",
      ],
    ],
    [
      "all of it in a fence",
      `\`\`\`markdown\n${right}\`\`\`\n`,
      [
        "Summary: it is not in <details>",
        "Summary: a block of code is outside",
        "Summary: </details> is missing",
        "What Changed: ",
        "Observations: ",
        "Verdict: ",
      ],
    ],
    ["a heading above it", `# Review\n\n${right}`, ['Summary: the heading "# Review" does not belong here']],
    [
      "prose made a heading by the line below it",
      `Hello\n---\n\n${right}`,
      ['Summary: the heading "## Hello" does not belong here'],
    ],
    ["HTML below it", `${right}\n<div>\n`, ["Summary: HTML is outside the sections"]],
    ["a comment below it", `${right}\n<!-- hidden -->\n`, ["Summary: HTML is outside the sections"]],
    ["code below it", `${right}\n\`\`\`\nx\n\`\`\`\n`, ["Summary: a block of code is outside the sections"]],
    ["a table below it", `${right}\n| a |\n| - |\n`, ["Summary: a table is outside the sections"]],
    ["task boxes below it", `${right}\n- [ ] done\n`, ["Summary: task list items are not allowed"]],
    ["too long for GitHub", right.replace("constant", "x".repeat(65_536)), ["Summary: it has 66"]],
    ["quotes within quotes within quotes", `${"> ".repeat(100)}x\n\n${right}`, ["Summary: its Markdown is nested"]],

    // Sections and their order
    ["no What Changed", summaryOf({ "What Changed": null }), ["What Changed: this required section is missing"]],
    ["no Observations", summaryOf({ Observations: null }), ["Observations: this required section is missing"]],
    ["no Verdict", summaryOf({ Verdict: null }), ["Verdict: this required section is missing"]],
    [
      "### What Changed is not ## What Changed",
      right.replace("## What", "### What"),
      ["Summary: the heading", "What Changed: this required section is missing"],
    ],
    [
      "# Verdict is not ## Verdict",
      right.replace("## Verdict", "# Verdict"),
      [
        'Suggestions: the heading "# Verdict" does not belong',
        "Suggestions: a paragraph does not belong",
        "Suggestions: a verdict may only be under Verdict",
        "Verdict: this required section is missing",
      ],
    ],
    [
      "a section in a fence does not count",
      right.replace("## Verdict\n", "```\n## Verdict\n```\n"),
      [
        "Suggestions: a block of code",
        "Suggestions: a paragraph",
        "Suggestions: a verdict may only",
        "Verdict: this required section is missing",
      ],
    ],
    [
      "a section in a quote does not count",
      right.replace("## Verdict", "> ## Verdict"),
      [
        "Suggestions: a quote",
        'Suggestions: the heading "## Verdict"',
        "Suggestions: a paragraph",
        "Suggestions: a verdict may only",
        "Verdict: this required section is missing",
      ],
    ],
    [
      "a section's name in bold is no heading",
      right.replace("## Verdict", "**Verdict**"),
      [
        "Suggestions: a paragraph",
        "Suggestions: a paragraph",
        "Suggestions: a verdict may only",
        "Verdict: this required section is missing",
      ],
    ],
    [
      "a heading in bold is another one",
      right.replace("## Verdict", "## **Verdict**"),
      [
        "**Verdict**: a verdict may only",
        "**Verdict**: this is not one of the five",
        "Verdict: this required section is missing",
      ],
    ],
    [
      "another spelling",
      right.replace("## Strengths", "## strengths"),
      ["strengths: this is not one of the five sections"],
    ],
    [
      "a section of its own",
      right.replace("## Suggestions", "## Risks\n\nSome.\n\n## Suggestions"),
      ["Risks: this is not one of the five sections"],
    ],
    [
      "strengths after observations",
      inDetails(
        "## What Changed\n\nA.\n\n## Observations\n\nNone.\n\n## Strengths\n\n- :white_check_mark: B\n\n## Suggestions\n\n- C\n\n## Verdict\n\n" +
          `${green} -- 1 suggestion.`,
      ),
      ["Strengths: this section must come before Observations"],
    ],
    [
      "the verdict first",
      inDetails(
        `## Verdict\n\n${green} -- 1 minor finding.\n\n## What Changed\n\nA.\n\n## Observations\n\n### Minor\n\n${entry()}`,
      ),
      ["What Changed: this section must come before Verdict", "Observations: this section must come before Verdict"],
    ],
    [
      "a section twice",
      right.replace("## Verdict", "## Suggestions\n\n- More\n\n## Verdict"),
      ["Suggestions: this section appears twice"],
    ],
    [
      "a heading within a section",
      right.replace("- Name", "#### Names\n\n- Name"),
      ['Suggestions: the heading "#### Names" does not belong here'],
    ],
    [
      "a heading in a list",
      summaryOf({ Suggestions: "- # Big" }),
      ["Suggestions: it must be one flat list", 'Suggestions: the heading "# Big"'],
    ],

    // What Changed
    [
      "nothing said of what changed",
      summaryOf({ "What Changed": "" }),
      ["What Changed: it must have 1 to 2 sentences, and has 0"],
    ],
    [
      "too much said",
      summaryOf({ "What Changed": "One. Two. Three." }),
      ["What Changed: it must have 1 to 2 sentences, and has 3"],
    ],
    [
      "too much said, in two paragraphs",
      summaryOf({ "What Changed": "One. Two.\n\nThree." }),
      ["What Changed: it must have 1 to 2 sentences, and has 3"],
    ],
    [
      "only what was reviewed",
      summaryOf({ "What Changed": "Reviewed: tests" }),
      ["What Changed: it must have 1 to 2 sentences, and has 0"],
    ],
    ["a list of what changed", summaryOf({ "What Changed": "A.\n\n- b" }), ["What Changed: a list does not belong"]],
    [
      "a label nobody knows",
      summaryOf({ "What Changed": "A.\n\nReviewed: core logic, vibes" }),
      ['What Changed: "vibes" is not one of core logic'],
    ],
    [
      "a language as a label",
      summaryOf({ "What Changed": "A.\n\nReviewed: TypeScript" }),
      ['What Changed: "TypeScript" is not one of'],
    ],
    [
      "labels out of order",
      summaryOf({ "What Changed": "A.\n\nReviewed: tests, core logic" }),
      ["What Changed: each label must appear once, in the order"],
    ],
    [
      "a label twice",
      summaryOf({ "What Changed": "A.\n\nReviewed: tests, tests" }),
      ["What Changed: each label must appear once"],
    ],
    ["no labels", summaryOf({ "What Changed": "A.\n\nReviewed:" }), ["What Changed: the line must read"]],
    [
      "the line in lower case",
      summaryOf({ "What Changed": "A.\n\nreviewed: tests" }),
      ["What Changed: the line must read"],
    ],
    [
      "the line before the sentence",
      summaryOf({ "What Changed": "Reviewed: tests\n\nA." }),
      ['What Changed: the line "Reviewed: …" must be the last'],
    ],
    [
      "the line twice",
      summaryOf({ "What Changed": "A.\n\nReviewed: tests\nReviewed: tests" }),
      ['What Changed: the line "Reviewed: …" must be the last', "What Changed: there is more than one line"],
    ],
    [
      "the line under Verdict",
      summaryOf({ Verdict: `${yellow} -- 1 finding.\n\nReviewed: tests` }),
      ["Verdict: it must be exactly one line", 'Verdict: the line "Reviewed: …" must be the last line of What Changed'],
    ],

    // Strengths
    [
      "strengths without their mark",
      summaryOf({ Strengths: "- Tests passed" }),
      ["Strengths: each strength must be written"],
    ],
    [
      "a mark that is only shown as one",
      summaryOf({ Strengths: "- \\:white_check_mark: Tests passed" }),
      ["Strengths: each strength must be written"],
    ],
    [
      "strengths as task boxes",
      summaryOf({ Strengths: "- [x] Tests passed" }),
      ["Strengths: each strength must be written", "Strengths: task list items are not allowed"],
    ],
    [
      "a mark and a task box",
      summaryOf({ Strengths: "- [ ] :white_check_mark: Tests passed" }),
      ["Strengths: task list items are not allowed"],
    ],
    [
      "a mark with nothing behind it",
      summaryOf({ Strengths: "- :white_check_mark:" }),
      ["Strengths: each strength must be written"],
    ],
    [
      "numbered strengths",
      summaryOf({ Strengths: "1. :white_check_mark: Tests passed" }),
      ["Strengths: it must be one flat list"],
    ],
    [
      "strengths as prose",
      summaryOf({ Strengths: ":white_check_mark: Tests passed" }),
      ["Strengths: it must be one flat list", "Strengths: a paragraph does not belong"],
    ],
    ["no strength at all", summaryOf({ Strengths: "" }), ["Strengths: it must be one flat list"]],
    [
      "a list within the list",
      summaryOf({ Strengths: "- :white_check_mark: A\n  - :white_check_mark: B" }),
      ["Strengths: it must be one flat list"],
    ],

    // Observations
    [
      "a severity nobody knows",
      observing(`### Grave\n\n${entry()}`, yellow),
      ['Observations: "Grave" is not one of Critical, High, Medium, Low and Nit'],
    ],
    [
      "severities out of order",
      observing(`### Minor\n\n${entry()}\n\n### Major\n\n${entry()}`, yellow),
      ["Observations: Major must come before Minor"],
    ],
    [
      "a severity twice",
      observing(`### Minor\n\n${entry("a.ts")}\n\n### Minor\n\n${entry()}`, green),
      ["Observations: Minor appears twice"],
    ],
    [
      "a severity with nothing in it",
      observing(`### Major\n\n### Minor\n\n${entry()}`, yellow),
      ["Observations: there is nothing under Major"],
    ],
    [
      "an entry without a severity",
      observing(entry(), green),
      ["Observations: an entry must be under one of the headings"],
    ],
    [
      "severities without marks, as they once were",
      observing(`Critical\n${entry()}`, red),
      ["Observations: an entry must be under one of the headings"],
    ],
    [
      "words before the first severity",
      observing(`Look:\n\n### Minor\n\n${entry()}`, green),
      ["Observations: an entry must be under one of"],
    ],
    [
      "two sentences where there is no finding",
      observing("None. None at all.", green),
      ["Observations: it must have 1 sentence, and has 2"],
    ],
    ["nothing where there is no finding", observing("", green), ["Observations: it must have 1 sentence, and has 0"]],
    [
      "a clean review",
      summaryOf({ Observations: "No finding.", Suggestions: null, Verdict: `${green} -- No findings.` }),
      ["Observations: there are no observations and no suggestions"],
    ],
    [
      "an entry without lines",
      observing("### Minor\n\nsrc/a.ts: A title\nIt is.", green),
      ['Observations: an entry must begin with "path (lines): title"'],
    ],
    [
      "lines that are no numbers",
      observing("### Minor\n\nsrc/a.ts (all): A title\nIt is.", green),
      ["Observations: an entry must begin with"],
    ],
    [
      "an entry without a title",
      observing("### Minor\n\nsrc/a.ts (1):\nIt is.", green),
      ["Observations: an entry must begin with"],
    ],
    [
      "four sentences",
      observing(`### Minor\n\n${entry("a.ts", "1", "It is. It was. It will be. It must.")}`, green),
      ["Observations: an entry has at most 3 sentences below its title, and this one has 4"],
    ],
    [
      "entries numbered by hand",
      observing(`### Minor\n\n(1) ${entry()}`, green),
      ["Observations: entries must not be numbered"],
    ],
    [
      "entries in a numbered list",
      observing(`### Minor\n\n1. ${entry()}`, green),
      ["Observations: entries must not be numbered"],
    ],
    [
      "entries in a list",
      observing(`### Minor\n\n- ${entry()}`, green),
      ["Observations: entries must not be numbered or in a list"],
    ],
    [
      "entries as task boxes",
      observing(`### Minor\n\n- [ ] ${entry()}`, green),
      ["Observations: entries must not be numbered", "Observations: task list items"],
    ],
    [
      "a table of findings",
      observing("### Minor\n\n| a | b |\n| - | - |\n| c | d |", green),
      ["Observations: a table does not belong"],
    ],
    [
      "the number of the others before the last entry",
      observing(`### Minor\n\nAnd 2 more, listed in the details comment.\n\n${entry()}`, green),
      ["Observations: an entry must begin with"],
    ],
    [
      "another wrapper within an entry",
      observing(`### Minor\n\n${entry("a.ts", "1", "It is <details>.")}`, green),
      ["Observations: the HTML <details> does not belong here"],
    ],
    [
      "a heading in HTML",
      observing(`### Minor\n\n${entry("a.ts", "1", "It <h2>is</h2>.")}`, green),
      ["Observations: the HTML <h2>", "Observations: the HTML </h2>"],
    ],
    [
      "a hidden comment",
      observing(`### Minor\n\n${entry("a.ts", "1", "It is <!-- not --> so.")}`, green),
      ["Observations: the HTML <!-- not -->"],
    ],
    [
      "the end of the wrapper within an entry",
      observing(`### Minor\n\n${entry()}\n</details>`, green),
      ["Summary: there is more than one"],
    ],

    // Suggestions
    [
      "suggestions as prose",
      summaryOf({ Suggestions: "Name the constant." }),
      ["Suggestions: it must be one flat list", "Suggestions: a paragraph"],
    ],
    ["no suggestion at all", summaryOf({ Suggestions: "" }), ["Suggestions: it must be one flat list"]],
    ["numbered suggestions", summaryOf({ Suggestions: "1. Name it" }), ["Suggestions: it must be one flat list"]],
    ["suggestions as task boxes", summaryOf({ Suggestions: "- [ ] Name it" }), ["Suggestions: task list items"]],
    ["two lists", summaryOf({ Suggestions: "- Name it\n\n+ Call it" }), ["Suggestions: it must be one flat list"]],
    [
      "what is observed already",
      observing(`### Minor\n\n${entry()}`, green).replace(
        "- Name the constant",
        "- src/cart.ts (12): The sum is never reset\n  Name the constant",
      ),
      ["Suggestions: this is under Observations as well"],
    ],

    // Verdict
    ["no verdict", summaryOf({ Verdict: "" }), ["Verdict: it must be exactly one line, and has 0"]],
    [
      "two verdicts",
      summaryOf({ Verdict: `${yellow} -- 1 finding.\n\n${red} -- 1 finding.` }),
      ["Verdict: it must be exactly one line, and has 2"],
    ],
    [
      "two lines",
      summaryOf({ Verdict: `${yellow} -- 1 finding;\nlook at it.` }),
      ["Verdict: it must be exactly one line, and has 2"],
    ],
    [
      "**Approve**",
      summaryOf({ Verdict: ":green_circle: **Approve** -- No issues found." }),
      ["Verdict: a posted summary never says **Approve**"],
    ],
    [
      "**Approve** in code",
      summaryOf({ Verdict: ":green_circle: `**Approve**` -- 1 finding." }),
      ["Verdict: a posted summary never says **Approve**"],
    ],
    [
      "**Approve** in the right form",
      summaryOf({ Verdict: `${yellow} -- 1 finding to **Approve**` }),
      ["Verdict: a posted summary never says **Approve**"],
    ],
    [
      "**Approve** after the verdict",
      summaryOf({ Verdict: `${yellow} -- 1 finding.\n\n**Approve**` }),
      ["Verdict: it must be exactly one line, and has 2"],
    ],
    [
      "**Approve** elsewhere",
      observing(`### Minor\n\n${entry("a.ts", "1", "**Approve** it.")}`, green),
      ["Observations: a posted summary never says **Approve**"],
    ],
    [
      "<b>Approve</b>",
      observing(`### Minor\n\n${entry("a.ts", "1", "<b>Approve</b> it.")}`, green),
      ["Observations: a posted summary never says **Approve**"],
    ],
    [
      "another word",
      summaryOf({ Verdict: ":yellow_circle: **Request changes** -- 1 finding." }),
      ["Verdict: it must be one of"],
    ],
    [
      "the wrong circle",
      summaryOf({ Verdict: ":red_circle: **Needs changes** -- 1 finding." }),
      ["Verdict: it must be one of"],
    ],
    [
      "the character instead of its name",
      summaryOf({ Verdict: "🟡 **Needs changes** -- 1 finding." }),
      ["Verdict: it must be one of"],
    ],
    [
      "not in bold",
      summaryOf({ Verdict: ":yellow_circle: Needs changes -- 1 finding." }),
      ["Verdict: it must be one of"],
    ],
    ["a long dash", summaryOf({ Verdict: `${yellow} — 1 finding.` }), ["Verdict: it must be one of"]],
    ["nothing behind the dash", summaryOf({ Verdict: `${yellow} -- ` }), ["Verdict: it must be one of"]],
    ["words before it", summaryOf({ Verdict: `I say ${yellow} -- 1 finding.` }), ["Verdict: it must be one of"]],
    [
      "two sentences",
      summaryOf({ Verdict: `${yellow} -- 1 finding. Look at it.` }),
      ["Verdict: it must have 1 sentence, and has 2"],
    ],
    [
      "no counts",
      summaryOf({ Verdict: `${yellow} -- Look at it.` }),
      ["Verdict: it must say how many findings there are"],
    ],
    [
      "in a list",
      summaryOf({ Verdict: `- ${yellow} -- 1 finding.` }),
      ["Verdict: it must be exactly one line, and has 0", "Verdict: a list does not belong"],
    ],
    [
      "in a fence",
      summaryOf({ Verdict: `\`\`\`\n${yellow} -- 1 finding.\n\`\`\`` }),
      ["Verdict: it must be exactly one line, and has 0", "Verdict: a block of code"],
    ],
    [
      "in another section as well",
      summaryOf({ "What Changed": `${red} -- 1 finding.` }),
      ["What Changed: a verdict may only be under Verdict"],
    ],
    [
      "too mild for a critical",
      observing(`### Critical\n\n${entry()}`, green),
      ["Verdict: it says Approve with notes, but with these observations it must be Needs changes"],
    ],
    [
      "too mild for a major",
      observing(`### Major\n\n${entry()}`, green),
      ["Verdict: it says Approve with notes, but with these observations it must be Needs changes"],
    ],
    ["too mild for a medium", observing(`### Medium\n\n${entry()}`, green), ["Verdict: it says Approve with notes"]],
  ])("%s", (_name, text, expected) => {
    const faults = faultsOf(text);
    expect(faults.toSorted()).toEqual(expected.toSorted().map((start) => expect.stringContaining(start)));
  });

  test("each fault has its line in the input", () => {
    const text = `Hello.\n${right.replace("</summary>\n\n", "</summary>\n").replace("**Needs changes**", "**Maybe**")}`;
    const line = text.split("\n").findIndex((one) => one.includes("Maybe")) + 1;
    expect(validateSummary(text)).toEqual({
      ok: false,
      faults: [{ section: "Verdict", message: expect.stringContaining("it must be one of"), line }],
    });
  });
});

describe("hostile text is judged in bounded time", () => {
  const parts = [
    ">",
    "> ",
    "- ",
    "1. ",
    "*a ",
    "**a",
    "*_",
    "~~",
    "[",
    "![",
    "[a](",
    "[^a]",
    "[a]: b\n",
    "`",
    "``a",
    "<",
    "<!-- ",
    "<![CDATA[",
    "<?",
  ];
  const more = [
    "<a b='",
    "</a",
    "&",
    "\\",
    "# a\n",
    "=\n",
    "a\n=\n\n",
    "---\n",
    "```\n",
    "    a\n\n",
    "|a|b|\n|-|-|\n",
    "a|b\n",
    "> a\nb\n",
  ];
  const ours = [
    "- > a\n",
    "- [ ] a\n",
    "<details>\n",
    "<details>\n\n</details>\n\n",
    "## Verdict\n\n",
    "a (1): b\n",
    " (1, ",
    "**approve ",
    "A. ",
    "\0",
    "\ud800",
  ];

  test.each([...parts, ...more, ...ours])("65,000 characters of %j, alone, in an entry and in a list", (part) => {
    const much = part.repeat(65_000 / part.length);
    // Tests only that each ends in time; `bench/growth.ts` has the measurements.
    for (const text of [much, right.replace("charged for", much), right.replace("Name the", much)])
      expect(validateSummary(text)).toHaveProperty("ok");
  });

  test("a megabyte of text, deep lists, unclosed code", () => {
    const deeper = Array.from({ length: 250 }, (_, depth) => `${"  ".repeat(depth)}- a`).join("\n");
    const ticks = Array.from({ length: 350 }, (_, run) => "`".repeat(run)).join("a");
    for (const text of ["x".repeat(1_000_000), "<details>\n".repeat(100_000), deeper, ticks, `${right}\n\`\`\``])
      expect(validateSummary(text).ok).toBe(false);
  });

  test("any text gets a result", () => {
    const piece = fc.oneof(fc.constantFrom(...tricky, ...right.split(/(?<=\n)/)), fc.string());
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const result = validateSummary(pieces.join(""));
        if (result.ok) expect(validateSummary(result.text)).toEqual({ ok: true, text: result.text, repairs: [] });
        else
          for (const fault of result.faults) expect([fault.section, fault.message, fault.line > 0]).not.toContain("");
      }),
      propertyRuns(1000),
    );
  });
});
