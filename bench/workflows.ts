// How much of what zizmor, actionlint and poutine expect is found, and whether their clean files stay quiet.
//   node bench/workflows.ts [FOLDER] [--verbose]     (default ../shared/eval; `workflows/labels.jsonl` in it)
// Each file is read as if it were newly added, alone in its repository. A finding stands at every line that it quotes.
// Clean for a rule is every file of the same peer to which that peer says nothing of the rule.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { actionsAudit } from "../src/findings/checks/actions-audit.ts";
import { dependencyChain } from "../src/findings/checks/dependency-chain.ts";
import { changeOf, codeOf } from "../test/support/change-of.ts";
import { finish } from "./measure.ts";

const { values, positionals } = parseArgs({
  options: { eval: { type: "string" }, verbose: { type: "boolean" } },
  allowPositionals: true,
});
const folder = join(positionals[0] ?? values.eval ?? "../shared/eval", "workflows");
const leastRecall = 0.9;
const tolerance = 1;

interface Label {
  rule: string;
  /** null: somewhere in the file. */
  line: number | null;
  message: string;
  level: string;
  /** Found only by zizmor's stricter settings, `pedantic` and `auditor`. */
  strict: boolean;
  /** The line as it stands in the file. */
  text: string;
}
interface Sample {
  id: string;
  peer: string;
  labels: Label[];
  found: { kind: string; lines: number[] }[];
  /** Lines that tell zizmor to ignore them: nobody knows what it would say. */
  decided: number[];
}
interface Claim {
  peer: string;
  rule: string;
  kinds: readonly string[];
  /** Which of the rule's labels, where a rule covers several things. */
  which?: { is: (label: Label) => boolean; not: string };
}

const claims: readonly Claim[] = [
  {
    peer: "zizmor",
    rule: "template-injection",
    kinds: ["script-injection", "pull-request-injection", "expression-in-script"],
    which: {
      is: ({ strict, level }) => !(strict && level === "help"),
      not: "pedantic: every expansion in a script, also of what nobody can choose",
    },
  },
  { peer: "zizmor", rule: "github-env", kinds: ["env-file-injection"] },
  { peer: "zizmor", rule: "unpinned-uses", kinds: ["unpinned-action"] },
  { peer: "zizmor", rule: "typosquat-uses", kinds: ["lookalike-action"] },
  {
    peer: "zizmor",
    rule: "excessive-permissions",
    kinds: ["all-permissions", "broad-permissions", "default-permissions"],
  },
  { peer: "zizmor", rule: "cache-poisoning", kinds: ["cache-poisoning"] },
  { peer: "zizmor", rule: "self-hosted-runner", kinds: ["self-hosted-runner"] },
  { peer: "zizmor", rule: "overprovisioned-secrets", kinds: ["all-secrets"] },
  { peer: "zizmor", rule: "secrets-inherit", kinds: ["inherited-secrets"] },
  { peer: "zizmor", rule: "unredacted-secrets", kinds: ["unmasked-secret"] },
  { peer: "zizmor", rule: "unsound-condition", kinds: ["always-true-condition"] },
  { peer: "zizmor", rule: "github-app", kinds: ["wide-app-token"] },
  {
    peer: "zizmor",
    rule: "insecure-commands",
    kinds: ["insecure-commands"],
    which: {
      is: ({ text }) => !/env:\s*\$\{\{/.test(text),
      not: "an `env` that is one expression: what is in it is not known",
    },
  },
  { peer: "actionlint", rule: "if-cond", kinds: ["always-true-condition"] },
  { peer: "actionlint", rule: "credentials", kinds: ["written-password"] },
  {
    peer: "actionlint",
    rule: "expression",
    kinds: ["script-injection", "pull-request-injection"],
    which: { is: ({ message }) => message.includes("potentially untrusted"), not: "types and places of expressions" },
  },
  {
    peer: "actionlint",
    rule: "expression",
    kinds: ["undeclared-need", "missing-step", "missing-output"],
    which: { is: isOfChain, not: "types and places of expressions" },
  },
  {
    peer: "actionlint",
    rule: "job-needs",
    kinds: ["missing-job", "needs-cycle"],
    which: { is: ({ message }) => !message.includes("duplicates"), not: "a job that is listed twice does no harm" },
  },
  { peer: "poutine", rule: "injection", kinds: ["script-injection", "pull-request-injection", "expression-in-script"] },
  { peer: "poutine", rule: "pr_runs_on_self_hosted", kinds: ["self-hosted-runner"] },
  { peer: "poutine", rule: "default_permissions_on_risky_events", kinds: ["default-permissions"] },
];

/** A name that is not there, read from `needs` or `steps`, and not an action's own list of outputs. */
function isOfChain({ message, text }: Label): boolean {
  const name = /^property "([\w-]+)" is not defined in object type/.exec(message)?.[1];
  if (name === undefined) return false;
  const isKnownAction =
    /^property "[\w-]+" is not defined in object type \{[\w-]+: string\}/.test(message) && /steps\./.test(text);
  const asked = new RegExp(`(?:needs|steps)\\.${name}\\b|needs\\.[\\w-]+\\.outputs\\.${name}\\b`);
  return !isKnownAction && asked.test(text);
}

const unclaimed: Record<string, string> = {
  "adhoc-packages": "how tools are installed is the project's choice",
  "archived-uses": "needs a list of archived repositories, which ages",
  artipacked: "every checkout without a setting: a policy, not a defect",
  "bot-conditions": "only on events with rights (spoofable-bot-check)",
  "concurrency-limits": "cost, not danger",
  "dangerous-triggers": "the event alone is no defect; with a checkout it is (untrusted-checkout)",
  "dependabot-cooldown": "settings of another program",
  "hardcoded-container-credentials": "found as written-password; no file here to measure by",
  "impostor-commit": "needs the network",
  "known-vulnerable-actions": "needs a list of advisories, which ages",
  misfeature: "taste",
  obfuscation: "taste",
  "ref-confusion": "needs the network",
  "ref-version-mismatch": "needs the network",
  "secrets-outside-env": "a policy, not a defect",
  "self-repository": "taste",
  "superfluous-actions": "taste",
  "undocumented-permissions": "taste",
  "unpinned-images": "a policy; images are not actions",
  "unpinned-tools": "how tools are installed is the project's choice",
  "use-trusted-publishing": "a better way, not a defect",
  action: "needs each action's own list of inputs",
  "deprecated-commands": "still works",
  "env-var": "GitHub refuses it at once",
  events: "GitHub refuses it at once",
  id: "GitHub refuses it at once",
  matrix: "GitHub refuses it at once, or it does no harm",
  permissions: "GitHub refuses it at once; the list of scopes ages",
  pyflakes: "runs another program",
  "runner-label": "the list of labels ages",
  "shell-name": "GitHub refuses it at once",
  shellcheck: "runs another program",
  "syntax-check": "GitHub refuses it at once",
  untrusted_checkout_exec: "labels also jobs that no pull request starts; ours asks for that (untrusted-checkout)",
  github_action_from_unverified_creator_used: "needs a list of creators, which ages",
  known_vulnerability_in_build_component: "needs a list of advisories, which ages",
  unverified_script_exec: "how tools are installed is the project's choice",
};

type RawLabel = Partial<Omit<Label, "strict" | "text">> & { rule: string; line: number | null };
interface Row {
  id: string;
  file: string;
  kind: string;
  labels: (RawLabel | { args: string[]; config: boolean; findings: RawLabel[] })[];
}

function isOnlyConfigured({ labels }: Row): boolean {
  return labels.length > 0 && labels.every((label) => "config" in label && label.config);
}

async function read(row: Row): Promise<Sample> {
  const text = readFileSync(join(folder, row.file), "utf8");
  const lines = text.split("\n");
  const labels = row.labels.flatMap((label) => {
    // What zizmor says when the test gives it settings of its own is no statement about the file.
    if ("config" in label && label.config) return [];
    const strict = "args" in label && label.args.some((arg) => /pedantic|auditor/.test(arg));
    return ("findings" in label ? label.findings : [label]).map(({ rule, line, message = "", level = "" }): Label => ({
      rule,
      line,
      message,
      level,
      strict,
      text: lines[(line ?? 0) - 1] ?? "",
    }));
  });
  const decided = lines.flatMap((line, index) => (line.includes("zizmor: ignore[") ? index + 1 : []));
  return { id: row.id, peer: row.id.split("/")[0] ?? "", labels, decided, found: await findingsIn(row, text) };
}

async function findingsIn(row: Row, text: string): Promise<Sample["found"]> {
  const path = row.kind === "action" ? ".github/actions/one/action.yml" : ".github/workflows/one.yml";
  const files = { base: {}, head: { [path]: text } };
  const change = changeOf(files);
  const found = [];
  for (const check of [actionsAudit, dependencyChain]) {
    const { findings } = await check.run(change, { code: codeOf(files) }, new AbortController().signal);
    found.push(...findings.map(({ kind, evidence }) => ({ kind, lines: evidence.map(({ start }) => start) })));
  }
  return found;
}

interface Score {
  labelled: number;
  hit: number;
  clean: number;
  falseHits: number;
}

function measure(claim: Claim, samples: readonly Sample[]): Score {
  const score: Score = { labelled: 0, hit: 0, clean: 0, falseHits: 0 };
  for (const { id, peer, labels, found, decided } of samples) {
    if (peer !== claim.peer) continue;
    const mine = labels.filter(({ rule }) => rule === claim.rule);
    const claimed = once(mine.filter((label) => claim.which?.is(label) ?? true));
    const hits = found.filter(({ kind }) => claim.kinds.includes(kind));
    // What the rule says and we do not claim makes a file neither clean nor labelled, unless it is about other things.
    if (claimed.length === 0 && (mine.length === 0 || claim.rule === "expression")) {
      score.clean++;
      const wrong = hits.filter(({ lines }) => !lines.some((line) => decided.includes(line)));
      if (wrong.length > 0) score.falseHits++;
      if (wrong.length > 0) say(`  false hit: ${claim.rule} in ${id}: ${JSON.stringify(wrong)}`);
    }
    for (const { line } of claimed) {
      score.labelled++;
      const isHit = hits.some(({ lines }) => line === null || lines.some((at) => Math.abs(at - line) <= tolerance));
      if (isHit) score.hit++;
      else say(`  missed: ${claim.rule} in ${id}:${line}`);
    }
  }
  return score;
}

/** The same line under two settings, or twice by one, is one thing to find. */
function once(labels: readonly Label[]): Label[] {
  return labels.filter((label, index) => labels.findIndex(({ line }) => line === label.line) === index);
}

function say(text: string): void {
  if (values.verbose) console.log(text);
}

function printTable(rows: readonly (readonly string[])[]): void {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  for (const row of rows)
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    );
}

function report(samples: readonly Sample[]): Record<string, boolean> {
  const goals: Record<string, boolean> = {};
  const rows = [["peer", "rule", "our kind", "labelled", "hit", "clean files", "false hits"]];
  for (const claim of claims) {
    const { labelled, hit, clean, falseHits } = measure(claim, samples);
    const kinds = claim.kinds.join(", ");
    rows.push([claim.peer, claim.rule, kinds, ...[labelled, hit, clean, falseHits].map(String)]);
    goals[`${claim.peer} ${claim.rule} (${kinds})`] = hit >= leastRecall * labelled && falseHits === 0;
  }
  printTable(rows);
  console.log("\nnot claimed:");
  for (const claim of claims) if (claim.which) console.log(`  ${claim.rule}, part: ${claim.which.not}`);
  const rules = new Set(samples.flatMap(({ labels }) => labels.map(({ rule }) => rule)));
  for (const rule of [...rules].toSorted())
    if (!claims.some((claim) => claim.rule === rule)) console.log(`  ${rule}: ${unclaimed[rule] ?? "never looked at"}`);
  return goals;
}

const file = join(folder, "labels.jsonl");
if (!existsSync(file)) console.log("skipped: no data (give the eval folder)");
else {
  const rows = readFileSync(file, "utf8").trim().split("\n");
  const samples: Sample[] = [];
  for (const row of rows.map((line) => JSON.parse(line) as Row))
    if (row.kind !== "dependabot" && !isOnlyConfigured(row)) samples.push(await read(row));
  finish(report(samples));
}
