// Renders commits and files in GitHub's published shapes.
import { pathOf, type FileDiff } from "../../../change/diff.ts";
import { fullName, same, type Hub } from "../hub.ts";
import { isoTime, objectNodeId } from "../node-id.ts";
import type { CommitData, Person } from "../pull-git.ts";
import type { SimulatedRepository } from "../state.ts";
import { api, simpleUser, type Schema } from "./shapes.ts";

export function commitShape(hub: Hub, repository: SimulatedRepository, one: CommitData): Schema<"commit"> {
  const url = api(hub, `repos/${fullName(repository)}/commits/${one.oid}`);
  const html = `${hub.url}/${fullName(repository)}/commit/${one.oid}`;
  const git = api(hub, `repos/${fullName(repository)}/git`);
  return {
    url,
    sha: one.oid,
    node_id: objectNodeId("Commit", repository.id, one.oid),
    html_url: html,
    comments_url: `${url}/comments`,
    commit: {
      url: `${git}/commits/${one.oid}`,
      author: gitUser(one.author),
      committer: gitUser(one.committer),
      message: one.message,
      comment_count: 0,
      tree: { sha: one.tree, url: `${git}/trees/${one.tree}` },
    },
    author: accountOf(hub, one.author),
    committer: accountOf(hub, one.committer),
    parents: one.parents.map((sha) => ({
      sha,
      url: api(hub, `repos/${fullName(repository)}/commits/${sha}`),
      html_url: `${hub.url}/${fullName(repository)}/commit/${sha}`,
    })),
  };
}

function gitUser({ name, email, at }: Person): Schema<"git-user"> {
  return { name, email, date: isoTime(at) };
}

function accountOf(hub: Hub, person: Person): Schema<"nullable-simple-user"> {
  const found = hub.state.accounts.find((one) => one.email !== null && same(one.email, person.email));
  return found ? simpleUser(hub, found.login) : null;
}

const statuses: Record<FileDiff["status"], Schema<"diff-entry">["status"]> = {
  added: "added",
  deleted: "removed",
  modified: "modified",
  renamed: "renamed",
  copied: "copied",
  "type-changed": "changed",
};

/** GitHub omits larger patches. */
const longestPatch = { lines: 20_000, bytes: 500_000 };

export function fileShape(
  hub: Hub,
  repository: SimulatedRepository,
  head: string,
  file: FileDiff,
): Schema<"diff-entry"> {
  const path = pathOf(file);
  const named = path.split("/").map(encodeURIComponent).join("/");
  const base = `${hub.url}/${fullName(repository)}`;
  const patch = patchOf(file);
  return {
    sha: file.newOid ?? file.oldOid,
    filename: path,
    status: statuses[file.status],
    additions: file.additions,
    deletions: file.deletions,
    changes: file.additions + file.deletions,
    blob_url: `${base}/blob/${head}/${named}`,
    raw_url: `${base}/raw/${head}/${named}`,
    contents_url: api(hub, `repos/${fullName(repository)}/contents/${named}?ref=${head}`),
    ...(patch !== null && { patch }),
    ...((file.status === "renamed" || file.status === "copied") &&
      file.oldPath !== null && { previous_filename: file.oldPath }),
  };
}

function patchOf(file: FileDiff): string | null {
  if (file.hunks.length === 0 || file.additions + file.deletions > longestPatch.lines) return null;
  const text = file.hunks
    .flatMap((hunk) => [
      `@@ -${hunk.oldStart},${hunk.oldLines} +${hunk.newStart},${hunk.newLines} @@${hunk.heading && ` ${hunk.heading}`}`,
      ...hunk.lines,
    ])
    .join("\n");
  return Buffer.byteLength(text) > longestPatch.bytes ? null : text;
}
