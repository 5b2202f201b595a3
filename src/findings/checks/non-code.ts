// Finds secrets, personal data, stray files and automatic commands that a change adds.
import { pathOf } from "../../change/diff.ts";
import { buildFinding, type RawFinding } from "../build-finding.ts";
import type { CommitQuote } from "../quote.ts";
import { checked } from "../read-all.ts";
import type { Check } from "../report.ts";
import { examples } from "./non-code/examples.ts";
import { findUnsafeGuidance } from "./non-code/unsafe-guidance.ts";
import { findAutoRunHooks } from "./non-code/auto-run-hooks.ts";
import { findIgnoreContradictions } from "./non-code/ignore-contradictions.ts";
import { findLocalFiles } from "./non-code/local-files.ts";
import { findPersonalData } from "./non-code/personal-data.ts";
import { findLeakedSecrets, type SecretFinding } from "./non-code/leaked-secrets.ts";

export const nonCode: Check = {
  id: "non-code",
  title: "Secrets, personal data, stray files and automatic commands",
  passes: ["security"],
  unproven: [
    "possible-secret",
    "personal-data",
    "ignored-file-added",
    "ignores-tracked-file",
    "auto-run-hook",
    "install-script",
    "weakened-security",
    "unsafe-command",
  ],
  explains:
    "Reviewers read code and skim the rest, but the rest can do lasting harm: a key in a document or a removed " +
    "line stays in the history, a fixture contains a real person's address, a backup is added, a hook installs " +
    "software on every machine that opens the repository, a runbook shows a dangerous command. This check " +
    "searches the added and removed lines of the whole change and of each commit for secrets: tokens and keys by " +
    "their form, and random values by the names they are given, in any format. Placeholders, references and seeds " +
    "that the base's docs publish do not count. What looks chosen by a person, stands in a test, sample or document, " +
    "or in an example file too, is advisory. It also checks new files, .gitignore rules, fixtures, shared hooks and " +
    "the commands in docs and scripts. It never repeats a secret.",
  kinds: {
    secret: { severity: "high", category: "security", says: "an added line contains what looks like a live secret" },
    "possible-secret": {
      severity: "medium",
      category: "security",
      says: "an added line contains what may be a secret: a password that a person chose, or a value in a test, sample, document or example file",
    },
    "removed-secret": {
      severity: "high",
      category: "security",
      says: "a removed line, or a commit that a later one reverts, contains what looks like a live secret, which stays in the history",
    },
    "personal-data": {
      severity: "medium",
      category: "security",
      says: "test data contains what could be a person's real e-mail address, telephone number or IP address",
    },
    "ignored-file-added": {
      severity: "medium",
      category: "correctness",
      says: "a file is added although .gitignore ignores it",
    },
    "ignores-tracked-file": {
      severity: "medium",
      category: "correctness",
      says: "a new .gitignore rule ignores tracked files",
    },
    "local-file": {
      severity: "medium",
      category: "correctness",
      says: "a file that belongs to one person's machine is added",
    },
    "auto-run-hook": {
      severity: "high",
      category: "security",
      says: "shared configuration installs or starts something automatically",
    },
    "install-script": {
      severity: "high",
      category: "security",
      says: "a package.json gains a script that runs on installation",
    },
    "weakened-security": {
      severity: "medium",
      category: "security",
      says: "a document or script turns a protection off without a warning",
    },
    "unsafe-command": {
      severity: "medium",
      category: "correctness",
      says: "a document shows, without a warning, a command that destroys data permanently",
    },
  },
  examples,

  when(change) {
    // Commits that cancel each other out change no file, but the history still contains their text.
    const holdsText = change.files.length > 0 || change.words.commits.length > 1;
    return holdsText || { kind: "nothing-to-check", what: "no file changed" };
  },

  async run(change, { code }, stop) {
    const secrets = await findLeakedSecrets(change, code, stop);
    const all: SecretFinding[] = [
      ...secrets.findings,
      ...findPersonalData(change.files),
      ...(await findIgnoreContradictions(change.files, code)),
      ...(await findLocalFiles(change.files, code)),
      ...(await findAutoRunHooks(change.files, code)),
      ...(await findUnsafeGuidance(change.files, code)),
    ];
    const local = new Set(all.filter(({ kind }) => kind === "local-file").map(({ path }) => path));
    // A stray file that is also ignored is one mistake, and the stray-file kind is more specific.
    const findings = all.filter(({ kind, path }) => kind !== "ignored-file-added" || !local.has(path)).map(toFinding);
    const text = change.files.filter((file) => !file.binary);
    const names = new Set(text.map(pathOf));
    return checked(
      "security",
      findings,
      text,
      `read the added and removed lines of ${names.size} ${names.size === 1 ? "file" : "files"}${describeCommits(secrets.commits)} for secrets`,
    );
  },
};

function toFinding({ commit, ...one }: SecretFinding): RawFinding {
  const finding = buildFinding(nonCode, one);
  if (commit === undefined) return finding;
  const quote: CommitQuote = { ...finding.evidence[0], commit };
  return { ...finding, evidence: [quote] };
}

function describeCommits({ read, of }: { read: number; of: number }): string {
  if (of === 0) return "";
  return read === of ? ` and of each of ${of} commits` : ` and of the first ${read} of ${of} commits`;
}
