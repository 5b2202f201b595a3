// Finds added code that removes a block from text whose full format no test, fixture or prompt shows.
import { hasAddedText, readText } from "../changed-text.ts";
import type { Code } from "../../change/change.ts";
import { addedLines, pathOf, type FileDiff } from "../../change/diff.ts";
import type { NameUse, Uses } from "../../change/symbols/symbols.ts";
import { buildFinding, type RawFinding } from "../build-finding.ts";
import { checked, whenAnyFile } from "../read-all.ts";
import type { Check } from "../report.ts";
import { languageFor } from "../text/languages.ts";
import { scan } from "../text/scan.ts";
import { isFixture, isNotHandWritten, isProse, isTest } from "../../change/file-kinds.ts";
import { examples } from "./data-shape/examples.ts";
import { findLeadingHeading } from "./data-shape/leading-heading.ts";
import { findBlockRemoval, type BlockRemoval } from "./data-shape/block-removals.ts";
import { findRenderedTwice, type RenderedTwice } from "./data-shape/rendered-twice.ts";

/** A marker such as a JSON fence can occur thousands of times. */
const mostRead = 20;

export const dataShape: Check = {
  id: "data-shape",
  title: "Blocks removed from text of unknown format",
  passes: ["correctness"],
  searches: true,
  unproven: true,
  explains:
    "A function that removes a fenced block or a tagged section from a text is written for the format its author " +
    "has seen. This check finds added replacements that remove such a block and looks for tests, fixtures and " +
    "prompts that show the block in context. If there are none, the format is unknown. If they show a heading " +
    "before the block that the pattern does not remove, the heading stays behind. Where a change moves the rendering " +
    "of a part to a new function, it also finds the heading that both write. The code alone cannot prove " +
    "what another program writes, so all are advice.",
  kinds: {
    "shape-unknown": {
      severity: "medium",
      category: "tests",
      says: "no test or fixture shows the format of the text",
    },
    "orphaned-heading": {
      severity: "medium",
      category: "correctness",
      says: "the block is removed and the heading before it stays",
    },
    "rendered-twice": {
      severity: "medium",
      category: "correctness",
      says: "a heading is written by a new function and still by its caller",
    },
  },
  examples,

  when: whenAnyFile(
    (file) => isChecked(file) || isRendering(file),
    "no added code that removes or renders blocks of text",
  ),

  async run(change, { code }, stop) {
    const files = change.files.filter(isChecked);
    const strips: { path: string; strip: BlockRemoval }[] = [];
    for (const file of files) {
      stop.throwIfAborted();
      strips.push(...(await removalsIn(file, code)).map((strip) => ({ path: pathOf(file), strip })));
    }
    const markers = [...new Set(strips.map(({ strip }) => strip.marker))];
    const uses: Uses = markers.length > 0 ? await code.uses(markers) : new Map();
    const findings: RawFinding[] = [];
    for (const { path, strip } of strips) {
      const finding = await judgeRemoval(path, strip, uses.get(strip.marker)?.at ?? [], code);
      if (finding) findings.push(finding);
    }
    const rendering = change.files.filter((file) => isCode(pathOf(file)) && hasAddedText(file));
    const twice = rendering.some(isRendering) ? await findRenderedTwice(rendering, code) : [];
    findings.push(...twice.map(renderedTwiceFinding));
    const read = change.files.filter((file) => files.includes(file) || isRendering(file));
    return checked("correctness", findings, read, `block removals checked: ${strips.length}`);
  },
};

const replaceCall = /replace|sub\(|Replace/;

function isChecked(file: FileDiff): boolean {
  if (!hasAddedText(file) || !isCode(pathOf(file))) return false;
  return [...addedLines(file)].some(({ text }) => replaceCall.test(text) && /`{3}|\\`|</.test(text));
}

function isCode(path: string): boolean {
  return !isNotHandWritten(path) && !isTest(path) && !isFixture(path) && !isProse(path) && languageFor(path) !== null;
}

function isRendering(file: FileDiff): boolean {
  return (
    hasAddedText(file) &&
    isCode(pathOf(file)) &&
    [...addedLines(file)].some(({ text }) => /["'`\\n\s]#{1,4} [A-Z]|<h[1-6]/.test(text.slice(0, 1_000)))
  );
}

async function removalsIn(file: FileDiff, code: Code): Promise<BlockRemoval[]> {
  const scanned = scan((await readText(code.head, pathOf(file))) ?? "", languageFor(pathOf(file))!);
  return [...addedLines(file)].flatMap(({ line, text }) =>
    replaceCall.test(text) && scanned.lines[line - 1] === text ? (findBlockRemoval(scanned, line) ?? []) : [],
  );
}

async function judgeRemoval(
  path: string,
  strip: BlockRemoval,
  at: readonly NameUse[],
  code: Code,
): Promise<RawFinding | null> {
  const shows = at.filter((use) => isTest(use.path) || isFixture(use.path) || /prompt/i.test(use.path));
  if (shows.length === 0) return unknownShapeFinding(path, strip);
  if (strip.removesHeading) return null;
  for (const use of shows.slice(0, mostRead)) {
    const heading = findLeadingHeading(((await readText(code.head, use.path)) ?? "").split("\n"), use, strip.marker);
    if (heading) return orphanedHeadingFinding(path, strip, use, heading);
  }
  return null;
}

function unknownShapeFinding(path: string, { line, raw, marker, from }: BlockRemoval): RawFinding {
  return buildFinding(dataShape, {
    kind: "shape-unknown",
    path,
    line,
    text: raw,
    title: `No test or fixture shows \`${from}\` with its "${marker}" block`,
    explanation:
      `This removes every "${marker}" block from \`${from}\`. No test, fixture or prompt contains such a ` +
      "block (0 matches), so nothing shows what remains before and after it. Add a test with a complete text.",
    confidence: 4,
  });
}

function orphanedHeadingFinding(
  path: string,
  strip: BlockRemoval,
  use: NameUse,
  heading: { line: number; raw: string; text: string },
): RawFinding {
  return buildFinding(dataShape, {
    kind: "orphaned-heading",
    path,
    line: strip.line,
    text: strip.raw,
    title: `The heading before the "${strip.marker}" block stays behind`,
    explanation:
      `${use.path}:${heading.line} shows the text of \`${strip.from}\` with "${heading.text}" before the block. ` +
      "The pattern removes only the block, so the heading stays without content. Remove it too.",
    and: [{ path: use.path, side: "head", start: heading.line, end: heading.line, text: heading.raw }],
    confidence: 4,
  });
}

function renderedTwiceFinding({ heading, name, old, made }: RenderedTwice): RawFinding {
  return buildFinding(dataShape, {
    kind: "rendered-twice",
    ...old,
    title: `"${heading}" is written here and by \`${name}\``,
    explanation:
      `\`${name}\` writes this heading at ${made.path}:${made.line}, and is called below it. The result has it ` +
      "twice. Remove it here, or there.",
    and: [{ path: made.path, side: "head", start: made.line, end: made.line, text: made.text }],
    confidence: 6,
  });
}
