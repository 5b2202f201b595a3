// Lists the kinds of findings separately from the rules, so that listing them loads no parser.
import type { Category, Severity } from "../../finding.ts";

export interface AuditKind {
  severity: Severity;
  category: Category;
  says: string;
  /** zizmor's name for it, to honour its ignore comments. */
  zizmor?: string;
}

export const auditKinds = {
  "script-injection": {
    severity: "high",
    category: "security",
    says: "untrusted text is expanded into a script that runs with the repository's token",
    zizmor: "template-injection",
  },
  "pull-request-injection": {
    severity: "medium",
    category: "security",
    says: "text of a pull request is expanded into a script of an unprivileged run",
    zizmor: "template-injection",
  },
  "expression-in-script": {
    severity: "low",
    category: "security",
    says: "a variable value is expanded into a script instead of being passed in `env`",
    zizmor: "template-injection",
  },
  "env-file-injection": {
    severity: "high",
    category: "security",
    says: "an untrusted value is written to GITHUB_ENV or GITHUB_PATH, which affects every later step",
    zizmor: "github-env",
  },
  "untrusted-checkout": {
    severity: "high",
    category: "security",
    says: "a pull request's code is checked out and run with the repository's token and secrets",
    zizmor: "dangerous-triggers",
  },
  "artifact-poisoning": {
    severity: "high",
    category: "security",
    says: "files uploaded by a pull request's run are unpacked into the workspace before code runs there",
  },
  "agent-untrusted-input": {
    severity: "high",
    category: "security",
    says: "an AI agent with a token or secrets reads text that anyone can write",
  },
  "agent-open-to-all": {
    severity: "high",
    category: "security",
    says: "an AI agent with a token or secrets acts for anyone",
  },
  "agent-without-limits": {
    severity: "high",
    category: "security",
    says: "an AI agent may run any command without approval",
  },
  "always-true-condition": {
    severity: "high",
    category: "correctness",
    says: "a condition has text around an expression and is therefore always true",
    zizmor: "unsound-condition",
  },
  "spoofable-bot-check": {
    severity: "medium",
    category: "security",
    says: "a privileged run trusts the last actor, which an attacker can arrange to be a bot",
    zizmor: "bot-conditions",
  },
  "all-secrets": {
    severity: "medium",
    category: "security",
    says: "all secrets are passed instead of the ones that are needed",
    zizmor: "overprovisioned-secrets",
  },
  "inherited-secrets": {
    severity: "medium",
    category: "security",
    says: "a workflow of another repository receives every secret",
    zizmor: "secrets-inherit",
  },
  "unmasked-secret": {
    severity: "medium",
    category: "security",
    says: "a part of a secret is used, which logs do not mask",
    zizmor: "unredacted-secrets",
  },
  "written-password": {
    severity: "high",
    category: "security",
    says: "a registry password is written in the file",
    zizmor: "hardcoded-container-credentials",
  },
  "wide-app-token": {
    severity: "low",
    category: "security",
    says: "an app token has all permissions or repositories of the app, or outlives the job",
    zizmor: "github-app",
  },
  "insecure-commands": {
    severity: "high",
    category: "security",
    says: "anything that prints to the log can set variables and paths of later steps",
    zizmor: "insecure-commands",
  },
  "lookalike-action": {
    severity: "high",
    category: "security",
    says: "an action's name is one typo away from a well-known action of another owner",
    zizmor: "typosquat-uses",
  },
  "unpinned-action": {
    severity: "medium",
    category: "security",
    says: "an action is referenced by a tag or branch instead of a commit",
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
    says: "several jobs share a token with more permissions than each of them needs",
    zizmor: "excessive-permissions",
  },
  "default-permissions": {
    severity: "low",
    category: "security",
    says: "the workflow does not state the token's permissions, so the repository's settings decide",
    zizmor: "excessive-permissions",
  },
  "cache-poisoning": {
    severity: "medium",
    category: "security",
    says: "a publishing job restores a cache that other runs can write",
    zizmor: "cache-poisoning",
  },
  "self-hosted-runner": {
    severity: "medium",
    category: "security",
    says: "a job runs on a self-hosted runner that a fork's pull request may reach",
    zizmor: "self-hosted-runner",
  },
} as const satisfies Record<string, AuditKind>;

export type AuditKindName = keyof typeof auditKinds;
