// Lists the kinds of findings separately from the rules, so that listing them loads no parser.
import type { Category, Severity } from "../../finding.ts";

export interface AuditKind {
  severity: Severity;
  category: Category;
  says: string;
  /** What zizmor calls it: people who told zizmor to ignore a line have decided about it. */
  zizmor?: string;
}

export const auditKinds = {
  "script-injection": {
    severity: "high",
    category: "security",
    says: "text that anybody can write is filled into a script that runs with the repository's token",
    zizmor: "template-injection",
  },
  "pull-request-injection": {
    severity: "medium",
    category: "security",
    says: "text of a pull request is filled into a script of a run without rights",
    zizmor: "template-injection",
  },
  "expression-in-script": {
    severity: "low",
    category: "security",
    says: "a value that is not fixed is filled into a script instead of being passed in `env`",
    zizmor: "template-injection",
  },
  "env-file-injection": {
    severity: "high",
    category: "security",
    says: "a value that others choose is written to GITHUB_ENV or GITHUB_PATH, which every later step obeys",
    zizmor: "github-env",
  },
  "untrusted-checkout": {
    severity: "high",
    category: "security",
    says: "a pull request's code is checked out, and run, with the repository's token and secrets",
    zizmor: "dangerous-triggers",
  },
  "artifact-poisoning": {
    severity: "high",
    category: "security",
    says: "files that a pull request's run uploaded are unpacked into the workspace before its code is run",
  },
  "agent-untrusted-input": {
    severity: "high",
    category: "security",
    says: "a model that holds a token or secrets is given text that anybody can write",
  },
  "agent-open-to-all": {
    severity: "high",
    category: "security",
    says: "a model that holds a token or secrets acts for anybody who asks",
  },
  "agent-without-limits": {
    severity: "high",
    category: "security",
    says: "a model may run any command without asking",
  },
  "always-true-condition": {
    severity: "high",
    category: "correctness",
    says: "a condition is text around an expression, which is always true",
    zizmor: "unsound-condition",
  },
  "spoofable-bot-check": {
    severity: "medium",
    category: "security",
    says: "a run with rights trusts whoever acted last, which another can arrange to be a bot",
    zizmor: "bot-conditions",
  },
  "all-secrets": {
    severity: "medium",
    category: "security",
    says: "all secrets are handed over where one or two are needed",
    zizmor: "overprovisioned-secrets",
  },
  "inherited-secrets": {
    severity: "medium",
    category: "security",
    says: "a workflow of another repository is given every secret",
    zizmor: "secrets-inherit",
  },
  "unmasked-secret": {
    severity: "medium",
    category: "security",
    says: "a part of a secret is used, which logs do not hide",
    zizmor: "unredacted-secrets",
  },
  "written-password": {
    severity: "high",
    category: "security",
    says: "a registry's password stands in the file",
    zizmor: "hardcoded-container-credentials",
  },
  "wide-app-token": {
    severity: "low",
    category: "security",
    says: "an app's token is asked for with all its rights or repositories, or outlives the job",
    zizmor: "github-app",
  },
  "insecure-commands": {
    severity: "high",
    category: "security",
    says: "anything that prints to the log may set variables and paths of later steps",
    zizmor: "insecure-commands",
  },
  "lookalike-action": {
    severity: "high",
    category: "security",
    says: "an action's name is one slip away from a well-known one, under another owner",
    zizmor: "typosquat-uses",
  },
  "unpinned-action": {
    severity: "medium",
    category: "security",
    says: "an action is named by a tag or branch that can be moved, instead of by a commit",
    zizmor: "unpinned-uses",
  },
  "all-permissions": {
    severity: "medium",
    category: "security",
    says: "the token may write everything in the repository",
    zizmor: "excessive-permissions",
  },
  "broad-permissions": {
    severity: "low",
    category: "security",
    says: "the token may do more than each of the jobs that share it needs",
    zizmor: "excessive-permissions",
  },
  "default-permissions": {
    severity: "low",
    category: "security",
    says: "nothing says what the token may do, so the repository's settings decide",
    zizmor: "excessive-permissions",
  },
  "cache-poisoning": {
    severity: "medium",
    category: "security",
    says: "a job that publishes restores a cache that other runs can write",
    zizmor: "cache-poisoning",
  },
  "self-hosted-runner": {
    severity: "medium",
    category: "security",
    says: "a job runs on a machine of one's own, which a fork's pull request may reach",
    zizmor: "self-hosted-runner",
  },
} as const satisfies Record<string, AuditKind>;

export type AuditKindName = keyof typeof auditKinds;
