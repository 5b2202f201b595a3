// Implements the REST routes for pull requests and their changes.
import { Failure, notFound } from "../exchange.ts";
import type { Hub } from "../hub.ts";
import type { Pull } from "../state.ts";
import { mostCommits, maxPullFiles } from "../graphql/pulls.ts";
import {
  commit,
  commitsBetween,
  mergeBase,
  pullCommits,
  pullDiff,
  pullFiles,
  resolveRevision,
  threeDotFiles,
} from "../pull-git.ts";
import { pullShape } from "../webhooks/pulls.ts";
import { pullInRepository, repositoryIn } from "./find.ts";
import { commitShape, fileShape } from "./git-shapes.ts";
import { paged } from "./page.ts";
import { route, type Route, type TextResponse } from "./route.ts";

const pull = "/repos/{owner}/{repo}/pulls/{pull_number}";

/** GitHub refuses larger diffs. */
const largestDiff = { files: 300, lines: 20_000 };
/** GitHub's limit of files in a comparison. */
const comparedFiles = 300;

function tooLarge(sentence: string): Failure {
  return new Failure(406, sentence, {
    errors: [{ resource: "PullRequest", field: "diff", code: "too_large" }],
  });
}

export const pullRoutes: readonly Route[] = [
  route("get", "/repos/{owner}/{repo}/pulls", async (call) => {
    const repository = repositoryIn(call, "pull_requests", "read");
    const { hub } = call;
    const { query } = call.asked;
    const state = query.get("state") ?? "open";
    const by = query.get("sort") === "updated" ? "updatedAt" : "createdAt";
    const found = hub.state.pulls
      .filter((one) => one.repository === repository.id && (state === "all" || one.state === state))
      .filter((one) => (query.get("base") ?? one.base.ref) === one.base.ref)
      .filter((one) => (query.get("head") ?? headFilter(hub, one)) === headFilter(hub, one))
      .toSorted((a, b) => a[by] - b[by] || a.number - b.number);
    // Descending by default where nothing else is asked for.
    const way = query.get("direction") ?? (by === "createdAt" && query.has("sort") ? "asc" : "desc");
    const { items, headers } = paged(call, way === "asc" ? found : found.toReversed());
    return { status: 200, body: items.map((one) => listedPull(hub, one)), headers };
  }),
  route("get", pull, async (call) => {
    const { pull: one } = pullInRepository(call, call.number("pull_number"), "read");
    const { hub } = call;
    const files = await pullFiles(hub, one);
    if (/application\/vnd\.github(?:\.v3)?\.diff/.test(call.asked.headers["accept"] ?? "")) {
      const text = await pullDiff(hub, one);
      if (files.length > largestDiff.files)
        throw tooLarge(
          `Sorry, the diff exceeded the maximum number of files (${largestDiff.files}). Consider using 'List pull requests files' API or locally cloning the repository instead.`,
        );
      if (lines(text) > largestDiff.lines)
        throw tooLarge(`Sorry, the diff exceeded the maximum number of lines (${largestDiff.lines})`);
      return {
        status: 200,
        body: text,
        headers: { "content-type": "application/vnd.github.diff; charset=utf-8" },
      } satisfies TextResponse;
    }
    const commits = await pullCommits(hub, one);
    return {
      status: 200,
      body: {
        ...pullShape(hub, one),
        number: one.number,
        commits: commits.length,
        additions: files.reduce((sum, file) => sum + file.additions, 0),
        deletions: files.reduce((sum, file) => sum + file.deletions, 0),
        changed_files: files.length,
      },
    };
  }),
  route("get", `${pull}/files`, async (call) => {
    const { repository, pull: one } = pullInRepository(call, call.number("pull_number"), "read");
    const files = (await pullFiles(call.hub, one)).slice(0, maxPullFiles);
    const { items, headers } = paged(call, files);
    return { status: 200, body: items.map((file) => fileShape(call.hub, repository, one.head.oid, file)), headers };
  }),
  route("get", `${pull}/commits`, async (call) => {
    const { repository, pull: one } = pullInRepository(call, call.number("pull_number"), "read");
    const commits = (await pullCommits(call.hub, one)).slice(0, mostCommits);
    const { items, headers } = paged(call, commits);
    return { status: 200, body: items.map((each) => commitShape(call.hub, repository, each)), headers };
  }),
  route("get", "/repos/{owner}/{repo}/compare/{basehead}", async (call) => {
    const repository = repositoryIn(call, "contents", "read");
    const { hub } = call;
    const [baseName = "", headName = ""] = call.named("basehead").split("...");
    const base = await resolveRevision(hub, repository, baseName.replace(/^[\w.-]+:/, ""));
    const head = await resolveRevision(hub, repository, headName.replace(/^[\w.-]+:/, ""));
    if (base === null || head === null) throw notFound();
    const directory = repository.gitDirectory;
    const met = await mergeBase(hub, directory, base, head);
    if (met === null) throw new Failure(404, `No common ancestor between ${baseName} and ${headName}.`);
    const ahead = await commitsBetween(hub, directory, base, head);
    const behind = await commitsBetween(hub, directory, head, base);
    const { items, headers } = paged(call, ahead);
    const isFirst = (call.asked.query.get("page") ?? "1") === "1";
    const files = isFirst ? (await threeDotFiles(hub, directory, base, head)).slice(0, comparedFiles) : [];
    const html = `${hub.url}/${repository.owner}/${repository.name}/compare/${baseName}...${headName}`;
    return {
      status: 200,
      headers,
      body: {
        url: `${hub.url}${call.asked.path}`,
        html_url: html,
        permalink_url: html,
        diff_url: `${html}.diff`,
        patch_url: `${html}.patch`,
        base_commit: commitShape(hub, repository, await commit(hub, directory, base)),
        merge_base_commit: commitShape(hub, repository, await commit(hub, directory, met)),
        status: statusOf(ahead.length, behind.length),
        ahead_by: ahead.length,
        behind_by: behind.length,
        total_commits: ahead.length,
        commits: items.map((one) => commitShape(hub, repository, one)),
        files: files.map((file) => fileShape(hub, repository, head, file)),
      },
    };
  }),
];

/** In a list, GitHub's schema has no label without a description. */
function listedPull(hub: Hub, one: Pull) {
  const shape = pullShape(hub, one);
  const labels = shape.labels.map((label) => ({ ...label, description: label.description ?? "" }));
  return { ...shape, labels };
}

/** As the filter names it. */
function headFilter(hub: Hub, { head, repository }: Pull): string {
  const from = hub.state.repositories.find((one) => one.id === (head.repository ?? repository));
  return `${from?.owner ?? "unknown"}:${head.ref}`;
}

function lines(text: string): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) count++;
  return count;
}

function statusOf(ahead: number, behind: number): "diverged" | "ahead" | "behind" | "identical" {
  if (ahead > 0 && behind > 0) return "diverged";
  if (ahead > 0) return "ahead";
  return behind > 0 ? "behind" : "identical";
}
