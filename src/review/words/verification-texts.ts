// Writes the verification summary: what ran, the result, the duration, and the command.
import type { Change } from "../../change/change.ts";
import type {
  EvalEvidence,
  FailedTest,
  FixRevertProof,
  TestEvidence,
  RunnerTests,
  TestTrouble,
} from "../../findings/execution/evidence.ts";
import type { ExecutionSetup } from "../../findings/execution/sandbox-runner.ts";
import type { LinterResult } from "../../findings/execution/linter.ts";
import type { Report } from "../../findings/report.ts";
import { codeText, folded, tableLines } from "./code-text.ts";
import { markdownText } from "./markdown-text.ts";
import { notRunText } from "./reasons.ts";
import { count, list, oneLine, seconds, shorten } from "./text.ts";

export interface VerificationRow {
  check: string;
  result: string;
  /** Null if it did not run. */
  ms: number | null;
  command: readonly string[] | null;
  ok: boolean;
}

interface VerificationFacts {
  change: Pick<Change, "past" | "head" | "words">;
  reports: readonly Report[];
}

export const verificationTitle = "Verification Summary";

/** Empty if nothing ran. */
export function verificationRows({ change, reports }: VerificationFacts): VerificationRow[] {
  const rows = ranRows(reports);
  return rows.length === 0 ? [] : [...rows, ...sinceRow(change)];
}

export function ranRows(reports: readonly Report[]): VerificationRow[] {
  return reports.flatMap((report) => [
    ...(report.tests ? testRows(report.tests) : []),
    ...(report.evals ? evalRows(report.evals) : []),
    ...(report.lint ?? []).map(lintRow),
  ]);
}

export function verificationMarkdown(verified: VerificationFacts): string[] {
  const rows = verificationRows(verified).map(({ check, result, ms, command }) => [
    markdownText(check),
    markdownText(result),
    ms === null ? "" : seconds(ms),
    command === null ? "" : codeText(shownCommand(command)),
  ]);
  if (rows.length === 0) return [];
  const note = verificationNote(verified);
  return [
    ...tableLines(["Check", "Result", "Duration", "Command"], rows),
    ...(note === null ? [] : ["", markdownText(note)]),
  ];
}

export function verificationFolded(verified: VerificationFacts): string[] {
  const lines = verificationMarkdown(verified);
  return lines.length === 0 ? [] : folded(verificationTitle, lines);
}

/** Where the tests ran and which packages they used. */
export function verificationNote({ reports }: Pick<VerificationFacts, "reports">): string | null {
  const did = reports.map(({ tests }) => tests?.did).find((one) => one != null);
  if (!did) return null;
  const where =
    did.sandbox === "none"
      ? "Run without a sandbox, as requested"
      : "Run in a sandbox (bubblewrap), without network access, on a copy of the files";
  const packages = did.dependencies.map(({ ecosystem, from }) => `${ecosystem}: ${origins[from]}`);
  return `${where}${packages.length === 0 ? "" : `; ${packages.join(", ")}`}.`;
}

const origins: Record<ExecutionSetup["dependencies"][number]["from"], string> = {
  clone: "packages from your clone",
  installed: "packages installed from the lockfile, scripts off",
  kept: "packages from an earlier install of the same lockfile, scripts off",
  machine: "packages of this machine",
};

const longestCommand = 160;
/** A reporter option can contain a whole program. */
const longestWord = 60;

export function shownCommand(command: readonly string[]): string {
  const words = command.map((word) => shorten(/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word}'`, longestWord));
  return shorten(oneLine(words.join(" ")), longestCommand);
}

function testRows({ tests, proof }: TestEvidence): VerificationRow[] {
  return [...tests.map(testRow), ...(proof && tests.length > 0 ? [proofRow(proof)] : [])];
}

function testRow(of: RunnerTests): VerificationRow {
  const where = of.cwd === "" ? "" : ` in ${oneLine(of.cwd)}`;
  const check = `Unit tests (${of.runner}${where})`;
  const ok = of.trouble === null && of.failed.length === 0;
  return { check, result: testResult(of), ms: of.ms, command: of.command, ok };
}

function testResult({ passed, failed, skipped, newlyPassing, trouble }: RunnerTests): string {
  if (trouble !== null) return executionTroubleText(trouble);
  const total = passed + failed.length;
  const of = (since: FailedTest["since"]) => failed.filter((one) => one.since === since).map(({ test }) => test);
  const parts = [
    `${passed} of ${total} related ${total === 1 ? "test passes" : "tests pass"}`,
    ...failuresText(of("new"), "newly failing"),
    ...failuresText(of("before"), "also failing before the change"),
    ...failuresText(of("flaky"), "flaky"),
    ...failuresText(of("unknown"), "failing, possibly because of the sandbox"),
    ...(newlyPassing.length > 0 ? [`${newlyPassing.length} newly passing`] : []),
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
  ];
  return parts.join("; ");
}

const mostNamed = 3;

function failuresText(tests: readonly { name: string; file: string | null }[], how: string): string[] {
  if (tests.length === 0) return [];
  const names = tests
    .slice(0, mostNamed)
    .map(({ name, file }) => shorten(oneLine(name === "" ? `the whole of ${file ?? "a file"}` : name), 80));
  const more = tests.length > mostNamed ? [`${tests.length - mostNamed} more`] : [];
  return [`${tests.length} ${how} (${list([...names, ...more])})`];
}

export function executionTroubleText(trouble: TestTrouble): string {
  return trouble.is === "not-run" ? `not run: ${notRunText(trouble.why)}` : `not counted: ${oneLine(trouble.why)}`;
}

function proofRow(proof: FixRevertProof): VerificationRow {
  return {
    check: "Fix-revert proof",
    result: proofText(proof),
    ms: null,
    command: null,
    ok: proof.is !== "not-proven",
  };
}

export function proofText(proof: FixRevertProof): string {
  const reason = proofReason(proof);
  const is = { proven: "proven", "not-proven": "not proven", "not-run": "not run" }[proof.is];
  return reason === null ? is : `${is}: ${reason}`;
}

export function proofReason(proof: FixRevertProof): string | null {
  switch (proof.is) {
    case "proven":
      return `${count(proof.tests.length, "changed test fails", "changed tests fail")} on the base's source and ${proof.tests.length === 1 ? "passes" : "pass"} with the fix`;
    case "not-proven":
      return `${count(proof.tests.length, "changed test also passes", "changed tests also pass")} without the fix`;
    case "not-run":
      return {
        "no-tests": "the change adds or changes no test",
        "head-fails": "the changed tests fail with the fix",
        "could-not-run": proof.message === null ? null : oneLine(proof.message),
      }[proof.why];
  }
}

export function changedTestsPass(files: readonly string[]): string {
  const named = files.slice(0, mostNamed).map((path) => shorten(oneLine(path), 80));
  const more = files.length > mostNamed ? [`${files.length - mostNamed} more`] : [];
  return `the changed tests pass (${list([...named, ...more])})`;
}

export function relatedTestsFail(failed: number): string {
  return count(failed, "related test fails", "related tests fail");
}

/** Null if nothing passed, or something failed too. */
export function relatedTestsPass({ runner, passed, failed, trouble }: RunnerTests): string | null {
  if (trouble !== null || failed.length > 0 || passed === 0) return null;
  return `${count(passed, "related test passes", "related tests pass")} (${runner})`;
}

function evalRows({ scenarios, command, ms }: EvalEvidence): VerificationRow[] {
  const row = (existing: boolean): VerificationRow[] => {
    const these = scenarios.filter((one) => one.existing === existing);
    if (these.length === 0) return [];
    const failed = these.filter(({ is }) => is === "failed");
    const flaky = these.filter(({ is }) => is === "flaky");
    const parts = [
      `${these.length - failed.length - flaky.length} of ${these.length} pass`,
      ...failuresText(failed, "failing"),
      ...failuresText(flaky, "flaky"),
    ];
    const check = existing ? "Existing evals" : "New evals";
    return [{ check, result: parts.join("; "), ms, command, ok: failed.length === 0 }];
  };
  return [...row(true), ...row(false)];
}

const lintNames: Record<LinterResult["kind"], string> = { lint: "Lint", format: "Format", types: "Type check" };

function lintRow({ linter, kind, cwd, command, onChanged, elsewhere, ms, trouble }: LinterResult): VerificationRow {
  const where = cwd === "" ? "" : ` in ${oneLine(cwd)}`;
  const check = `${lintNames[kind]} (${linter}${where})`;
  if (trouble !== null) return { check, result: `not run: ${oneLine(trouble)}`, ms: null, command, ok: false };
  const others = elsewhere > 0 ? `, ${elsewhere} elsewhere in these files` : "";
  const result =
    onChanged === 0 ? `clean on changed lines${others}` : `${count(onChanged, "problem")} on changed lines${others}`;
  return { check, result, ms, command, ok: onChanged === 0 };
}

/** The commits since the last review; earlier ones are always reviewed again. */
function sinceRow({ past, head, words }: VerificationFacts["change"]): VerificationRow[] {
  const last = past.rounds.at(-1);
  if (!last || last.head === head) return [];
  const known = words.commits.some(({ sha }) => sha === last.head);
  const range = `${oneLine(last.head).slice(0, 7)}..${oneLine(head).slice(0, 7)}`;
  const result = known ? `${range}, reviewed together with the earlier commits` : "full review: history was rewritten";
  return [{ check: "Since the last review", result, ms: null, command: null, ok: true }];
}
