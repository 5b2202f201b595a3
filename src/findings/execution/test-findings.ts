// Turns failing tests into findings, at a changed line if a stack frame points to one.
import { startOfText } from "../../secrets/cut-text.ts";
import type { Change, Code } from "../../change/change.ts";
import { addedLines } from "../../change/diff.ts";
import type { RawFinding } from "../build-finding.ts";
import type { Finding } from "../finding.ts";
import { quotedFile } from "../quote.ts";
import type { FailedTest, FixRevertProof } from "./evidence.ts";

const mostFailures = 20;

export async function testFindings(
  failed: readonly FailedTest[],
  proof: FixRevertProof | null,
  changedTests: readonly string[],
  change: Change,
  code: Code,
): Promise<RawFinding[]> {
  const fresh = failed.filter(({ since }) => since === "new").slice(0, mostFailures);
  const lines = linesAtHead(code);
  const found = await Promise.all(fresh.map((one) => failureFinding(one, change, lines)));
  const unshown = proof?.is === "not-proven" ? await unprovenFixFinding(proof, changedTests, change, lines) : null;
  return [...found, unshown].filter((one) => one !== null);
}

type LineAt = (path: string, line: number) => Promise<string | null>;

function linesAtHead(code: Code): LineAt {
  const files = new Map<string, Promise<readonly string[] | null>>();
  return async (path, line) => {
    const reading =
      files.get(path) ?? code.head.read(path).then((bytes) => (bytes === null ? null : quotedFile(bytes).lines));
    files.set(path, reading);
    return (await reading)?.[line - 1] ?? null;
  };
}

interface QuotableLine {
  path: string;
  line: number;
  text: string;
}

async function failureFinding(
  { test, onBase }: FailedTest,
  change: Change,
  lineAt: LineAt,
): Promise<RawFinding | null> {
  const spot = await failureLine(test, change, lineAt);
  if (spot === null) return null;
  const { name, file, message } = test;
  const title =
    name === "" ? `${file ?? "A test file"} cannot be loaded any more` : `The test "${shortName(name)}" fails`;
  const said = message === null || message.trim() === "" ? "It gives no reason." : `Message: ${shortMessage(message)}`;
  const where = name === "" || file === null ? "" : ` in ${file}`;
  const before = onBase === "passed" ? "On the base it passes." : "The base does not have it.";
  const explanation = `It was run${where}, and again, on the change. ${before} ${said}`;
  return finding("test-failure", spot, { severity: "high", category: "correctness", title, explanation });
}

async function unprovenFixFinding(
  { tests }: Extract<FixRevertProof, { is: "not-proven" }>,
  changedTests: readonly string[],
  change: Change,
  lineAt: LineAt,
): Promise<RawFinding | null> {
  const places = changedTests.flatMap((path) => firstAdded(path, change));
  const spot = await firstQuotable(places, lineAt);
  if (spot === null) return null;
  const explanation = `The tests that this change adds or alters (${tests.length}) also pass on the source before the change, so they would not have caught the bug and will not catch its return. Add a test that fails without the fix.`;
  const title = "The changed tests pass without the fix";
  return finding("fix-not-shown", spot, { severity: "low", category: "tests", title, explanation });
}

function finding(
  kind: string,
  { path, line, text }: QuotableLine,
  what: Pick<Finding, "severity" | "category" | "title" | "explanation">,
): RawFinding {
  const at = { path, side: "head", start: line, end: line } as const;
  return {
    kind,
    at,
    evidence: [{ ...at, text }],
    claim: "present",
    proof: "proven",
    confidence: 9,
    root: "CODE",
    pass: "tests",
    improvement: false,
    sources: ["TEST"],
    ...what,
  };
}

/** A changed line in the stack, otherwise the innermost frame, otherwise the first changed line of the test file. */
async function failureLine(
  { frames, file }: FailedTest["test"],
  change: Change,
  lineAt: LineAt,
): Promise<QuotableLine | null> {
  const changed = new Map(
    change.files.flatMap((one) =>
      one.newPath === null ? [] : [[one.newPath, new Set([...addedLines(one)].map(({ line }) => line))]],
    ),
  );
  const onChanged = frames.filter(({ path, line }) => changed.get(path)?.has(line));
  const ofFile = file === null ? [] : [...firstAdded(file, change), { path: file, line: 1 }];
  return await firstQuotable([...onChanged, ...frames, ...ofFile], lineAt);
}

function firstAdded(path: string, change: Change): { path: string; line: number }[] {
  const file = change.files.find((one) => one.newPath === path);
  const first = file ? addedLines(file).next().value : undefined;
  return first ? [{ path, line: first.line }] : [];
}

async function firstQuotable(
  places: readonly { path: string; line: number }[],
  lineAt: LineAt,
): Promise<QuotableLine | null> {
  for (const { path, line } of places) {
    const text = await lineAt(path, line);
    if (text !== null && text.trim() !== "") return { path, line, text };
  }
  return null;
}

const longestName = 200;
const longestMessage = 800;

function shortName(name: string): string {
  return name.length > longestName ? `${startOfText(name, longestName)}…` : name;
}

function shortMessage(message: string): string {
  const text = message.trim();
  return text.length > longestMessage ? `${startOfText(text, longestMessage)}…` : text;
}
