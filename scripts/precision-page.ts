// docs/precision.md, from the counts in bench/precision.json.
import { readFileSync } from "node:fs";
import { wilsonInterval } from "../src/review/backtest/judgements.ts";

interface Judged {
  judged: number;
  wrong: number;
}

export interface PrecisionFile {
  day: string;
  repositories: readonly { repository: string; head: string; changes: number; checks: "all" | readonly string[] }[];
  /** Of the replays with every check. */
  together: { changes: number; posted: number };
  checks: readonly { check: string; changes: number; posted: number; judged: number; wrong: number; unclear: number }[];
  /** What was sampled of each kind: as posted and as advice. */
  kinds: {
    day: string;
    changes: number;
    repositories: number;
    rows: readonly { check: string; kind: string; posted?: Judged; advisory?: Judged }[];
  };
  /** Samples of kinds that ordinary histories hardly hold. */
  searched: readonly {
    check: string;
    kind: string;
    repositories: number;
    judged: number;
    wrong: number;
    unclear: number;
  }[];
}

/** What else shows that a check is precise enough to post. */
export const otherProof: Readonly<Record<string, string>> = {
  "non-code": "one secret posted on 4,093 changes of 41 repositories, and that one was right (`bench/secrets.ts`)",
  "dependency-chain":
    "29 of 29 broken chains found, none alarmed after the fix (`bench/needs.ts`); no false hit on clean workflows (`bench/workflows.ts`)",
};

/** Fewer judged findings than this prove nothing. */
export const enough = 30;

export function readPrecision(): PrecisionFile {
  return JSON.parse(readFileSync(new URL("../bench/precision.json", import.meta.url), "utf8")) as PrecisionFile;
}

export function precisionPage(note: string, unproven: ReadonlySet<string>): string {
  const file = readPrecision();
  return `${[
    note,
    "# Precision",
    "",
    "How often the checks are wrong, measured on merged changes of public repositories with `crosscheck backtest`, and",
    "judged by a second reader who did not write the check: right, wrong, or unclear (left out of the share).",
    `A check with fewer than ${enough} judged findings is called unproven: its findings are shown beside the review and not`,
    "posted, unless `.crosscheck.yml` turns it `on`. The counts below are of findings that are posted, or would be if the",
    "check were on; of a check that only advises with some of its kinds, those kinds are left out. Judged ones count",
    "what was searched for, below.",
    "",
    `Measured on ${file.day}. All checks together post ${perChange(file.together)} findings a change by default ` +
      `(${file.together.posted} on ${file.together.changes} changes).`,
    "",
    "| check | changes | findings | per 100 changes | judged | wrong | 95% interval of the share wrong | standing |",
    "| --- | --- | --- | --- | --- | --- | --- | --- |",
    ...file.checks.map((row) => checkRow(withSearched(row, file, unproven), unproven)),
    "",
    "## By kind",
    "",
    `Samples of what was found on ${file.kinds.changes} changes of ${file.kinds.repositories} other repositories ` +
      `(${file.kinds.day}), at most 3 of a kind`,
    "from one repository, shuffled, and judged by one reader who also repaired the checks. What the checks no longer find",
    "after these repairs is left out, so the numbers say what is left to mend, not what to expect elsewhere.",
    "A kind may advise if at least 40% are right, and post if 90% are.",
    "",
    "| check | kind | posted, judged | wrong | advisory, judged | wrong |",
    "| --- | --- | --- | --- | --- | --- |",
    ...file.kinds.rows.map(
      ({ check, kind, posted, advisory }) =>
        `| \`${check}\` | \`${kind}\` | ${posted?.judged ?? "-"} | ${posted?.wrong ?? "-"} | ${advisory?.judged ?? "-"} | ${advisory?.wrong ?? "-"} |`,
    ),
    "",
    "## Searched for",
    "",
    "Some kinds are too rare in merged changes to be judged from those. For these, the whole histories of 67 public",
    "repositories (262,000 commits, pull requests among them) were searched for added lines that could be meant, by",
    "patterns wider than the check's own; the check was run on a random part of what was found, and its findings judged",
    "blind like the others, at most 3 of a kind from one repository.",
    "",
    "| check | kind | repositories | judged | wrong | 95% interval of the share wrong |",
    "| --- | --- | --- | --- | --- | --- |",
    ...file.searched.map(searchedRow),
    "",
    "## Repositories",
    "",
    "| repository | newest change | changes | checks |",
    "| --- | --- | --- | --- |",
    ...file.repositories.map(
      ({ repository, head, changes, checks }) =>
        `| ${repository} | \`${head.slice(0, 12)}\` | ${changes} | ${checks === "all" ? "all" : checks.join(", ")} |`,
    ),
    "",
    "## Doing it again",
    "",
    "```sh",
    "crosscheck backtest path/to/repository --last 300 --json > result.json",
    "crosscheck backtest --from result.json --page judge.html       # judge in a browser, then Save",
    "crosscheck backtest --from result.json --judged judgements.json",
    "```",
  ].join("\n")}\n`;
}

function searchedRow({ check, kind, repositories, judged, wrong }: PrecisionFile["searched"][number]): string {
  return `| \`${check}\` | \`${kind}\` | ${repositories} | ${judged} | ${wrong} | ${shareOf(wrong, judged)} |`;
}

function shareOf(wrong: number, judged: number): string {
  const [low, high] = wilsonInterval(wrong, judged);
  return judged === 0 ? "-" : `${Math.round(low * 100)} to ${Math.round(high * 100)}%`;
}

function perChange({ changes, posted }: PrecisionFile["together"]): string {
  return (posted / Math.max(1, changes)).toFixed(2);
}

function postsBecause(row: PrecisionFile["checks"][number]): string {
  const proof = otherProof[row.check];
  return isProven(row) || proof === undefined ? "posts" : `posts: ${proof}`;
}

export function isProven({ judged, wrong }: Pick<PrecisionFile["checks"][number], "judged" | "wrong">): boolean {
  return judged >= enough && wrong <= judged / 10;
}

/** With the searched samples of the kinds that it posts. */
export function withSearched(
  row: PrecisionFile["checks"][number],
  { searched }: PrecisionFile,
  unproven: ReadonlySet<string>,
): PrecisionFile["checks"][number] {
  const own = searched.filter(({ check, kind }) => check === row.check && !unproven.has(`${check}/${kind}`));
  const sum = (of: "judged" | "wrong" | "unclear") => own.reduce((all, one) => all + one[of], row[of]);
  return { ...row, judged: sum("judged"), wrong: sum("wrong"), unclear: sum("unclear") };
}

/** `unproven` holds checks, and kinds as `check/kind`. */
function checkRow(row: PrecisionFile["checks"][number], unproven: ReadonlySet<string>): string {
  const share = shareOf(row.wrong, row.judged);
  const per = ((row.posted * 100) / Math.max(1, row.changes)).toFixed(2);
  const kinds = [...unproven].flatMap((name) =>
    name.startsWith(`${row.check}/`) ? name.slice(name.indexOf("/") + 1) : [],
  );
  const rest = kinds.length === 0 ? "" : `; ${kinds.map((kind) => `\`${kind}\``).join(", ")} advise only`;
  const standing = unproven.has(row.check) ? "unproven, advisory" : `${postsBecause(row)}${rest}`;
  return `| \`${row.check}\` | ${row.changes} | ${row.posted} | ${per} | ${row.judged} | ${row.wrong} | ${share} | ${standing} |`;
}
