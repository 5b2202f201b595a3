// Renders the payload of each event from the current state, typed by GitHub's schemas.
import type { components } from "@octokit/openapi-webhooks-types";
import type { Happening } from "../happenings.ts";
import { accountOf, findIssue, findPull, type Hub } from "../hub.ts";
import { isoTime } from "../node-id.ts";
import type { CommitData } from "../pull-git.ts";
import type { App, SimulatedInstallation, Login, Pull, SimulatedRepository, Webhook } from "../state.ts";
import { organizationShape, userShape } from "./accounts.ts";
import { installationPayload, pingPayload, repositoriesPayload } from "./app-payloads.ts";
import { checkRunWebhookShape } from "./checks.ts";
import { issueShape, labelWebhookShape, pullShape } from "./pulls.ts";
import { repositoryShape } from "./repositories.ts";
import { issueCommentWebhookShape, reviewCommentWebhookShape, reviewWebhookShape, threadShape } from "./reviews.ts";

type Schemas = components["schemas"];

/** Events that no API request causes; stories and the pages of Apps emit them. */
type OtherEvent = { sender: Login; at: number } & (
  | { event: "pull_request"; action: "review_requested"; repository: SimulatedRepository; pull: Pull; reviewer: Login }
  | { event: "merge_group"; action: "checks_requested"; repository: SimulatedRepository; group: MergeGroup }
  | { event: "installation"; action: "created" | "deleted"; installation: SimulatedInstallation }
  | {
      event: "installation_repositories";
      action: "added" | "removed";
      installation: SimulatedInstallation;
      repositories: readonly SimulatedRepository[];
    }
  | { event: "ping"; hook: Webhook | App }
);

interface MergeGroup {
  base: { ref: string; oid: string };
  head: { ref: string; oid: string };
  commit: CommitData;
}

export type WebhookEventData = Happening | OtherEvent;

/** Null for events without a payload in the stand-in. */
export function payloadOf(hub: Hub, told: WebhookEventData): object | null {
  switch (told.event) {
    case "pull_request":
      return pullPayload(hub, told);
    case "pull_request_review":
      return reviewPayload(hub, told);
    case "pull_request_review_comment":
      if (told.action !== "created") return null;
      return {
        ...around(hub, told),
        action: told.action,
        pull_request: pullShape(hub, told.pull),
        comment: reviewCommentWebhookShape(hub, told.pull, told.comment),
      } satisfies Schemas["webhook-pull-request-review-comment-created"];
    case "pull_request_review_thread":
      return threadPayload(hub, told);
    case "issue_comment":
      return issueCommentPayload(hub, told);
    case "check_run":
      return checkRunPayload(hub, told);
    case "merge_group":
      return mergeGroupPayload(hub, told);
    case "installation":
      return installationPayload(hub, told);
    case "installation_repositories":
      return repositoriesPayload(hub, told);
    case "ping":
      return pingPayload(hub, told);
    case "push":
    case "issues":
      return null;
  }
}

function around(hub: Hub, { repository, sender }: { repository: SimulatedRepository; sender: Login }) {
  const isOrganization = accountOf(hub, repository.owner).type === "Organization";
  return {
    repository: repositoryShape(hub, repository),
    sender: userShape(hub, sender),
    ...(isOrganization && { organization: organizationShape(hub, repository.owner) }),
  };
}

export type Of<Event extends WebhookEventData["event"]> = Extract<WebhookEventData, { event: Event }>;

function pullPayload(hub: Hub, told: Of<"pull_request">): object {
  const common = { ...around(hub, told), number: told.pull.number, pull_request: pullShape(hub, told.pull) };
  switch (told.action) {
    case "opened":
      return { ...common, action: told.action } satisfies Schemas["webhook-pull-request-opened"];
    case "closed":
      return { ...common, action: told.action } satisfies Schemas["webhook-pull-request-closed"];
    case "reopened":
      return { ...common, action: told.action } satisfies Schemas["webhook-pull-request-reopened"];
    case "ready_for_review":
      return { ...common, action: told.action } satisfies Schemas["webhook-pull-request-ready-for-review"];
    case "converted_to_draft":
      return { ...common, action: told.action } satisfies Schemas["webhook-pull-request-converted-to-draft"];
    case "edited":
      return { ...common, action: told.action, changes: editOf(told) } satisfies Schemas["webhook-pull-request-edited"];
    case "synchronize": {
      const { before, after } = told;
      return { ...common, action: told.action, before, after } satisfies Schemas["webhook-pull-request-synchronize"];
    }
    case "labeled": {
      const label = labelWebhookShape(hub, told.repository, told.label);
      return { ...common, action: told.action, label } satisfies Schemas["webhook-pull-request-labeled"];
    }
    case "unlabeled": {
      const label = labelWebhookShape(hub, told.repository, told.label);
      return { ...common, action: told.action, label } satisfies Schemas["webhook-pull-request-unlabeled"];
    }
    case "review_requested": {
      const requested_reviewer = userShape(hub, told.reviewer);
      const pull_request = { ...common.pull_request, requested_reviewers: [requested_reviewer] };
      return {
        ...common,
        action: told.action,
        pull_request,
        requested_reviewer,
      } satisfies Schemas["webhook-pull-request-review-requested"];
    }
  }
}

type Replaced = { title?: string; body?: string | null; base?: string };

function editOf({ changes = {}, pull }: { changes?: Replaced; pull: Pull }) {
  return {
    ...(changes.title !== undefined && { title: { from: changes.title } }),
    ...(changes.body !== undefined && { body: { from: changes.body ?? "" } }),
    ...(changes.base !== undefined && { base: { ref: { from: changes.base }, sha: { from: pull.base.oid } } }),
  };
}

function reviewPayload(hub: Hub, told: Of<"pull_request_review">): object {
  const pull_request = pullShape(hub, told.pull);
  const review = reviewWebhookShape(hub, told.pull, told.review);
  const common = { ...around(hub, told), pull_request, review };
  switch (told.action) {
    case "submitted":
      return { ...common, action: told.action } satisfies Schemas["webhook-pull-request-review-submitted"];
    case "edited":
      return { ...common, action: told.action, changes: {} } satisfies Schemas["webhook-pull-request-review-edited"];
    case "dismissed":
      return {
        ...common,
        action: told.action,
        review: { ...review, state: "dismissed", submitted_at: review.submitted_at ?? isoTime(told.at) },
      } satisfies Schemas["webhook-pull-request-review-dismissed"];
  }
}

function threadPayload(hub: Hub, told: Of<"pull_request_review_thread">): object {
  const thread = threadShape(hub, told.pull, told.thread);
  const updated_at = isoTime(told.at);
  const common = { ...around(hub, told), pull_request: pullShape(hub, told.pull), thread, updated_at };
  return told.action === "resolved"
    ? ({ ...common, action: told.action } satisfies Schemas["webhook-pull-request-review-thread-resolved"])
    : ({ ...common, action: told.action } satisfies Schemas["webhook-pull-request-review-thread-unresolved"]);
}

function issueCommentPayload(hub: Hub, told: Of<"issue_comment">): object | null {
  const { repository, number } = told.comment;
  const subject = findPull(hub, repository, number) ?? findIssue(hub, repository, number);
  if (subject === null) return null;
  const common = {
    ...around(hub, told),
    issue: issueShape(hub, subject),
    comment: issueCommentWebhookShape(hub, told.comment),
  };
  switch (told.action) {
    case "created":
      return { ...common, action: told.action } satisfies Schemas["webhook-issue-comment-created"];
    case "edited": {
      const changes = told.before === undefined ? {} : { body: { from: told.before } };
      return { ...common, action: told.action, changes } satisfies Schemas["webhook-issue-comment-edited"];
    }
    case "deleted":
      return { ...common, action: told.action } satisfies Schemas["webhook-issue-comment-deleted"];
  }
}

function checkRunPayload(hub: Hub, told: Of<"check_run">): object {
  const common = { ...around(hub, told), check_run: checkRunWebhookShape(hub, told.run) };
  switch (told.action) {
    case "created":
      return { ...common, action: told.action } satisfies Schemas["webhook-check-run-created"];
    case "completed":
      return { ...common, action: told.action } satisfies Schemas["webhook-check-run-completed"];
    case "rerequested":
      return { ...common, action: told.action } satisfies Schemas["webhook-check-run-rerequested"];
  }
}

function mergeGroupPayload(hub: Hub, told: Of<"merge_group">): object {
  const { base, head, commit } = told.group;
  const { name: author, email: authorEmail } = commit.author;
  return {
    ...around(hub, told),
    action: told.action,
    merge_group: {
      head_sha: head.oid,
      head_ref: head.ref,
      base_sha: base.oid,
      base_ref: base.ref,
      head_commit: {
        id: commit.oid,
        tree_id: commit.tree,
        message: commit.message,
        timestamp: isoTime(commit.committer.at),
        author: { name: author, email: authorEmail },
        committer: { name: commit.committer.name, email: commit.committer.email },
      },
    },
  } satisfies Schemas["webhook-merge-group-checks-requested"];
}
