// Writes to GitHub. Each write is one paced HTTP request; the caller interprets the result and checks before repeating.
import type { Oid } from "../../change/change.ts";
import { Unavailable } from "../../errors.ts";
import type { CheckRunToPost, GitHubWrites, LineComment, PostedItem, BeforeSend } from "../../review/github-writes.ts";
import { ownCheckName } from "./own-check-name.ts";
import { ownOutput } from "./own-output.ts";
import type { Permit } from "./permit.ts";
import { readOutput } from "./pull-pages.ts";
import { dismissReviewMutation } from "./queries/dismiss-review.ts";
import { replyToThread } from "./queries/reply-to-thread.ts";
import { resolveThreadMutation } from "./queries/resolve-thread.ts";
import { updateComment } from "./queries/update-comment.ts";
import { openRequests, type RequestOptions, type Requests } from "./request.ts";
import type { Values } from "./wire.ts";
import type { PullRequestRef } from "../../pull-request.ts";

export interface GitHubWriteOptions extends RequestOptions {
  permit: Permit;
  /** The name of the check run. */
  checkName?: string;
}

export function openWrites({ checkName = ownCheckName, ...options }: GitHubWriteOptions): GitHubWrites {
  const requests = openRequests(options);
  // Pacing may delay the write, so the caller decides right before it whether it is still wanted.
  const inTurn = async <T>(write: () => Promise<T>, still?: BeforeSend) =>
    await options.permit.run(async () => {
      await still?.();
      return await write();
    }, options.stop);
  const rest = async (route: string, values: Values, still?: BeforeSend) =>
    await inTurn(async () => await requests.write<Written>(route, values), still);
  return {
    output: async (pull) => ownOutput(await readOutput(requests, pull)),
    async postReview(pull, { head, event, body, comments }, still) {
      return posted(
        await rest(
          "POST /repos/{owner}/{repo}/pulls/{number}/reviews",
          {
            ...placeOf(pull),
            commit_id: head,
            event,
            body,
            comments: comments.map(lineComment),
          },
          still,
        ),
        requests,
      );
    },
    async comment(pull, body, still) {
      return posted(
        await rest("POST /repos/{owner}/{repo}/issues/{number}/comments", { ...placeOf(pull), body }, still),
        requests,
      );
    },
    async updateComment(id, body, still) {
      const data = await inTurn(async () => await requests.mutate(updateComment, { id, body }), still);
      return known(data.updateIssueComment?.issueComment, requests);
    },
    async reply(thread, body, still) {
      const data = await inTurn(async () => await requests.mutate(replyToThread, { thread, body }), still);
      return known(data.addPullRequestReviewThreadReply?.comment, requests);
    },
    async resolve(thread, still) {
      const data = await inTurn(async () => await requests.mutate(resolveThreadMutation, { thread }), still);
      if (data.resolveReviewThread?.thread?.isResolved !== true) throw unclear(requests);
    },
    async dismissReview(id, message, still) {
      const data = await inTurn(async () => await requests.mutate(dismissReviewMutation, { id, message }), still);
      return known(data.dismissPullRequestReview?.pullRequestReview, requests);
    },
    findCheckRun: async (pull, head, externalId) => await findCheckRun(requests, pull, head, externalId, checkName),
    async createCheckRun({ owner, repo }, run, still) {
      const values = { owner, repo, head_sha: run.head, ...checkRun(run, checkName) };
      return posted(await rest("POST /repos/{owner}/{repo}/check-runs", values, still), requests, "id");
    },
    async updateCheckRun({ owner, repo }, id, run, still) {
      const values = { owner, repo, run: id, ...checkRun(run, checkName) };
      return posted(await rest("PATCH /repos/{owner}/{repo}/check-runs/{run}", values, still), requests, "id");
    },
  };
}

/** The fields of REST responses that are used. */
interface Written {
  id?: number;
  node_id?: string;
  html_url?: string | null;
}

function placeOf({ owner, repo, number }: PullRequestRef) {
  return { owner, repo, number };
}

function lineComment({ path, side, line, startLine, body }: LineComment) {
  const start = startLine === undefined || startLine === line ? {} : { start_line: startLine, start_side: side };
  return { path, side, line, ...start, body };
}

function checkRun({ externalId, conclusion, title, summary }: CheckRunToPost, name: string) {
  return {
    name,
    external_id: externalId,
    status: "completed",
    conclusion,
    output: { title, summary },
  };
}

/** Check runs are identified by number, everything else by node id. */
function posted({ id, node_id, html_url }: Written, requests: Requests, by: "id" | "node_id" = "node_id"): PostedItem {
  const name = by === "id" ? id : node_id;
  if (name === undefined) throw unclear(requests);
  return { id: String(name), url: html_url ?? "" };
}

function known(made: { id: string; url: string } | null | undefined, requests: Requests): PostedItem {
  if (!made) throw unclear(requests);
  return { id: made.id, url: made.url };
}

/** The response was successful but names no object. */
function unclear(requests: Requests): Unavailable {
  return new Unavailable(requests.who, "the reply does not say what was written");
}

interface CheckRuns {
  check_runs: readonly (Written & { external_id: string | null })[];
}
const perPage = 100;
const mostPages = 10;

async function findCheckRun(
  requests: Requests,
  { owner, repo }: PullRequestRef,
  head: Oid,
  externalId: string,
  name: string,
): Promise<PostedItem | null> {
  for (let page = 1; page <= mostPages; page += 1) {
    const { check_runs } = await requests.get<CheckRuns>("/repos/{owner}/{repo}/commits/{head}/check-runs", {
      owner,
      repo,
      head,
      check_name: name,
      filter: "all",
      per_page: perPage,
      page,
    });
    const found = check_runs.find((run) => run.external_id === externalId);
    if (found) return posted(found, requests, "id");
    if (check_runs.length < perPage) return null;
  }
  return null;
}
