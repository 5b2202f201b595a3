// Implements pull requests: open, edit, push, close, merge.
import {
  findIssue,
  findRepository,
  fullName,
  gitIn,
  nextNumber,
  pullName,
  record,
  repositoryById,
  same,
  tell,
  type Hub,
} from "../hub.ts";
import type { Actor } from "../ledger.ts";
import { keepPullHead, noCommit, type MovedRef } from "../git/refs.ts";
import { mergeBase, refOid } from "../pull-git.ts";
import { newPull, takeId } from "../state.ts";
import type { Pull, SimulatedRepository } from "../state.ts";
import { followThread } from "./threads.ts";

export interface PullToOpen {
  title: string;
  body?: string;
  /** The branch; in the same repository unless `from` is given. */
  head: string;
  from?: SimulatedRepository;
  base?: string;
  draft?: boolean;
  labels?: readonly string[];
}

export async function openSimulatedPull(
  hub: Hub,
  by: Actor,
  repository: SimulatedRepository,
  given: PullToOpen,
): Promise<Pull> {
  const from = given.from ?? repository;
  const baseRef = given.base ?? repository.defaultBranch;
  const base = await branchTip(hub, repository, baseRef);
  const head = await branchTip(hub, from, given.head);
  const number = nextNumber(hub, repository.id);
  const pull = newPull(
    hub.state,
    {
      repository: repository.id,
      number,
      title: given.title,
      body: given.body ?? null,
      author: by.login,
      draft: given.draft ?? false,
      labels: [...(given.labels ?? [])],
      base: { ref: baseRef, oid: base },
      head: { ref: given.head, oid: head, repository: from.id },
      closingIssues: closedBy(hub, repository, given.body ?? ""),
    },
    hub.clock.now(),
  );
  for (const name of pull.labels) ensureLabel(hub, repository, name);
  hub.state.pulls.push(pull);
  await keepPullHead(hub, pull);
  record(hub, by, "open-pull", pullName(hub, pull), { body: pull.body, id: pull.id });
  tell(hub, { ...about(hub, by, pull), event: "pull_request", action: "opened" });
  return pull;
}

async function branchTip(hub: Hub, repository: SimulatedRepository, branch: string): Promise<string> {
  const oid = await refOid(hub, repository.gitDirectory, `refs/heads/${branch}`);
  if (oid === null) throw new Error(`${fullName(repository)} has no branch ${branch}`);
  return oid;
}

function about(hub: Hub, by: Actor, pull: Pull) {
  return { repository: repositoryById(hub, pull.repository), sender: by.login, at: hub.clock.now(), pull };
}

/** The issues that merging closes, by GitHub's closing keywords. */
function closedBy(hub: Hub, repository: SimulatedRepository, body: string): number[] {
  const words = /\b(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?):?\s+(?:([\w.-]+)\/([\w.-]+))?#(\d+)\b/gi;
  const numbers = [...body.matchAll(words)]
    .filter(([, owner, name]) => owner === undefined || findRepository(hub, owner, name ?? "") === repository)
    .map((match) => Number(match[3]))
    .filter((number) => findIssue(hub, repository.id, number));
  return [...new Set(numbers)];
}

function ensureLabel(hub: Hub, repository: SimulatedRepository, name: string): void {
  if (hub.state.labels.some((one) => one.repository === repository.id && same(one.name, name))) return;
  hub.state.labels.push({ id: takeId(hub.state), repository: repository.id, name, color: "ededed", description: null });
}

export function editPull(
  hub: Hub,
  by: Actor,
  pull: Pull,
  edit: { title?: string; body?: string | null; draft?: boolean; base?: string },
): void {
  const changes = {
    ...(edit.title !== undefined && edit.title !== pull.title && { title: pull.title }),
    ...(edit.body !== undefined && edit.body !== pull.body && { body: pull.body }),
    ...(edit.base !== undefined && edit.base !== pull.base.ref && { base: pull.base.ref }),
  };
  const wasDraft = pull.draft;
  pull.title = edit.title ?? pull.title;
  if (edit.body !== undefined) {
    pull.body = edit.body;
    pull.closingIssues = closedBy(hub, repositoryById(hub, pull.repository), edit.body ?? "");
  }
  pull.draft = edit.draft ?? pull.draft;
  pull.base.ref = edit.base ?? pull.base.ref;
  pull.updatedAt = hub.clock.now();
  record(hub, by, "edit-pull", pullName(hub, pull), { body: pull.title, id: pull.id });
  if (Object.keys(changes).length > 0)
    tell(hub, { ...about(hub, by, pull), event: "pull_request", action: "edited", changes });
  if (pull.draft !== wasDraft)
    tell(hub, {
      ...about(hub, by, pull),
      event: "pull_request",
      action: pull.draft ? "converted_to_draft" : "ready_for_review",
    });
}

export function setLabel(hub: Hub, by: Actor, pull: Pull, label: string, present: boolean): void {
  if (pull.labels.includes(label) === present) return;
  ensureLabel(hub, repositoryById(hub, pull.repository), label);
  pull.labels = present ? [...pull.labels, label] : pull.labels.filter((one) => one !== label);
  pull.updatedAt = hub.clock.now();
  record(hub, by, present ? "label" : "unlabel", pullName(hub, pull), { body: label });
  tell(hub, { ...about(hub, by, pull), event: "pull_request", action: present ? "labeled" : "unlabeled", label });
}

export function closePull(hub: Hub, by: Actor, pull: Pull): void {
  if (pull.state === "closed") return;
  const at = hub.clock.now();
  Object.assign(pull, { state: "closed", closedAt: at, updatedAt: at });
  record(hub, by, "close-pull", pullName(hub, pull), { id: pull.id });
  tell(hub, { ...about(hub, by, pull), event: "pull_request", action: "closed" });
}

export function reopenPull(hub: Hub, by: Actor, pull: Pull): void {
  if (pull.state === "open" || pull.merged) return;
  Object.assign(pull, { state: "open", closedAt: null, updatedAt: hub.clock.now() });
  record(hub, by, "reopen-pull", pullName(hub, pull), { id: pull.id });
  tell(hub, { ...about(hub, by, pull), event: "pull_request", action: "reopened" });
}

/** Creates a merge commit, GitHub's default. */
export async function mergePull(hub: Hub, by: Actor, pull: Pull): Promise<string> {
  const repository = repositoryById(hub, pull.repository);
  const run = async (...args: string[]) => (await gitIn(hub, repository.gitDirectory, args)).toString("utf8").trim();
  const base = await branchTip(hub, repository, pull.base.ref);
  const tree = (await run("merge-tree", "--write-tree", base, pull.head.oid)).split("\n", 1)[0]!;
  const seconds = `${Math.floor(hub.clock.now() / 1000)} +0000`;
  const person = `${by.login} <${by.login}@users.noreply.example> ${seconds}`;
  const message = `Merge pull request #${pull.number} from ${pull.head.ref}\n\n${pull.title}\n`;
  const lines = [
    `tree ${tree}`,
    `parent ${base}`,
    `parent ${pull.head.oid}`,
    `author ${person}`,
    `committer ${person}`,
  ];
  const object = `${lines.join("\n")}\n\n${message}`;
  const args = ["hash-object", "-t", "commit", "-w", "--stdin"];
  const oid = (await gitIn(hub, repository.gitDirectory, args, object)).toString("utf8").trim();
  await run("update-ref", `refs/heads/${pull.base.ref}`, oid);
  const at = hub.clock.now();
  Object.assign(pull, { state: "closed", merged: true, mergedAt: at, mergedBy: by.login, closedAt: at, updatedAt: at });
  pull.mergeCommit = oid;
  for (const number of pull.closingIssues)
    Object.assign(findIssue(hub, repository.id, number) ?? {}, { state: "closed", closedAt: at });
  record(hub, by, "merge-pull", pullName(hub, pull), { id: pull.id });
  tell(hub, { ...about(hub, by, pull), event: "pull_request", action: "closed" });
  return oid;
}

/**
 * Handles a moved, created or deleted ref (`noCommit` stands for absence): updates open pull requests of the branch and
 * the positions of their threads.
 */
export async function afterPush(hub: Hub, by: Actor, repository: SimulatedRepository, moved: MovedRef): Promise<void> {
  const { ref, before, after } = moved;
  const at = hub.clock.now();
  repository.pushedAt = at;
  record(hub, by, "push", `${fullName(repository)}@${ref.replace(/^refs\/heads\//, "")}`, { body: after });
  const isMove = before !== noCommit && after !== noCommit;
  const forced = isMove && (await mergeBase(hub, repository.gitDirectory, before, after)) !== before;
  tell(hub, { repository, sender: by.login, at, event: "push", ref, before, after, forced });
  if (after === noCommit || !ref.startsWith("refs/heads/")) return;
  const branch = ref.slice("refs/heads/".length);
  for (const pull of hub.state.pulls)
    if (pull.state === "open" && pull.head.repository === repository.id && pull.head.ref === branch)
      await synchronize(hub, by, pull, after);
}

async function synchronize(hub: Hub, by: Actor, pull: Pull, after: string): Promise<void> {
  const before = pull.head.oid;
  if (before === after) return;
  pull.head.oid = after;
  await keepPullHead(hub, pull);
  pull.base.oid = await branchTip(hub, repositoryById(hub, pull.repository), pull.base.ref);
  pull.updatedAt = hub.clock.now();
  for (const thread of hub.state.threads.filter((one) => one.pull === pull.id))
    await followThread(hub, pull, thread, before);
  tell(hub, { ...about(hub, by, pull), event: "pull_request", action: "synchronize", before, after });
}
