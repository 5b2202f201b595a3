// Implements the REST routes for commits and files of a repository.
import { notFound } from "../exchange.ts";
import { fullName, gitIn, tryGit, type Hub } from "../hub.ts";
import { commit, commitsOf, emptyTree, resolveRevision, twoDotFiles } from "../pull-git.ts";
import type { SimulatedRepository } from "../state.ts";
import { repositoryShape } from "../webhooks/repositories.ts";
import { repositoryIn } from "./find.ts";
import { commitShape, fileShape } from "./git-shapes.ts";
import { paged } from "./page.ts";
import { route, type Route } from "./route.ts";
import { api, commitStatusShape } from "./shapes.ts";

const repo = "/repos/{owner}/{repo}";

export const repositoryFileRoutes: readonly Route[] = [
  route("get", `${repo}/commits`, async (call) => {
    const repository = repositoryIn(call, "contents", "read");
    const named = call.asked.query.get("sha") ?? repository.defaultBranch;
    const oid = await resolveRevision(call.hub, repository, named);
    if (oid === null) throw notFound();
    const all = await commitsOf(call.hub, repository.gitDirectory, oid, call.asked.query.get("path"));
    const { items, headers } = paged(call, all);
    return { status: 200, body: items.map((one) => commitShape(call.hub, repository, one)), headers };
  }),
  route("get", `${repo}/commits/{ref}`, async (call) => {
    const repository = repositoryIn(call, "contents", "read");
    const oid = await resolveRevision(call.hub, repository, call.named("ref"));
    if (oid === null) throw notFound();
    const { hub } = call;
    const one = await commit(hub, repository.gitDirectory, oid);
    const [parent] = one.parents;
    const from = parent ?? (await emptyTree(hub, repository.gitDirectory));
    const files = await twoDotFiles(hub, repository.gitDirectory, from, oid);
    const sum = (count: (file: (typeof files)[number]) => number) =>
      files.reduce((total, file) => total + count(file), 0);
    const [additions, deletions] = [sum((file) => file.additions), sum((file) => file.deletions)];
    return {
      status: 200,
      body: {
        ...commitShape(hub, repository, one),
        stats: { additions, deletions, total: additions + deletions },
        files: files.map((file) => fileShape(hub, repository, oid, file)),
      },
    };
  }),
  route("get", `${repo}/commits/{ref}/status`, async (call) => {
    const repository = repositoryIn(call, "contents", "read");
    const oid = await resolveRevision(call.hub, repository, call.named("ref"));
    if (oid === null) throw notFound();
    const { hub } = call;
    const all = hub.state.statuses.filter((one) => one.repository === repository.id && one.sha === oid);
    const newest = [...new Map(all.map((one) => [one.context, one])).values()];
    const { items, headers } = paged(call, newest);
    const states = new Set(newest.map(({ state }) => state));
    const isRed = states.has("failure") || states.has("error");
    return {
      status: 200,
      headers,
      body: {
        state: isRed ? "failure" : states.has("pending") || states.size === 0 ? "pending" : "success",
        statuses: items.map((one) => commitStatusShape(hub, one)),
        sha: oid,
        total_count: newest.length,
        repository: repositoryShape(hub, repository),
        commit_url: api(hub, `repos/${fullName(repository)}/commits/${oid}`),
        url: api(hub, `repos/${fullName(repository)}/commits/${oid}/status`),
      },
    };
  }),
  route("get", `${repo}/contents/{path}`, async (call) => {
    const repository = repositoryIn(call, "contents", "read");
    const { hub } = call;
    const ref = call.asked.query.get("ref") ?? repository.defaultBranch;
    const oid = await resolveRevision(hub, repository, ref);
    if (oid === null) throw notFound();
    const path = call.named("path").replace(/\/+$/, "");
    const rows = await entriesAt(hub, repository, oid, path);
    const shown = (row: TreeRow) => entryShape(hub, repository, ref, row);
    const [only] = rows;
    if (only === undefined) throw notFound();
    if (only.path !== path) return { status: 200, body: rows.map(shown) };
    const bytes = await gitIn(hub, repository.gitDirectory, ["cat-file", "blob", only.oid]);
    const content = bytes.toString("base64").replaceAll(/(.{60})/g, "$1\n");
    const body = { ...shown(only), type: "file" as const, encoding: "base64", content: `${content}\n` };
    return { status: 200, body };
  }),
];

interface TreeRow {
  type: "blob" | "tree" | "commit";
  oid: string;
  size: number;
  path: string;
}

/** The file of this path, or what the folder of this path contains. */
async function entriesAt(hub: Hub, repository: SimulatedRepository, oid: string, path: string): Promise<TreeRow[]> {
  const list = async (named: string) => {
    const args = ["ls-tree", "-z", "--long", "--full-tree", oid, "--", named];
    const { code, stdout } = await tryGit(hub, repository.gitDirectory, args);
    return code === 0 ? stdout.toString("utf8").split("\0").flatMap(rowIn) : [];
  };
  const found = await list(path);
  return found[0]?.type === "tree" ? await list(`${path}/`) : found;
}

function rowIn(text: string): TreeRow[] {
  const [, type, oid, size, path] = /^\d+ (blob|tree|commit) ([0-9a-f]+) +(-|\d+)\t([^]*)$/.exec(text) ?? [];
  if (type === undefined || oid === undefined || path === undefined) return [];
  return [{ type: type as TreeRow["type"], oid, size: Number(size) || 0, path }];
}

const kinds = { blob: "file", tree: "dir", commit: "submodule" } as const;

function entryShape(hub: Hub, repository: SimulatedRepository, ref: string, { type, oid, size, path }: TreeRow) {
  const named = path.split("/").map(encodeURIComponent).join("/");
  const here = api(hub, `repos/${fullName(repository)}`);
  const url = `${here}/contents/${named}?ref=${encodeURIComponent(ref)}`;
  const git = type === "commit" ? null : `${here}/git/${type}s/${oid}`;
  const place = `${hub.url}/${fullName(repository)}/${type}/${encodeURIComponent(ref)}/${named}`;
  const html = type === "commit" ? null : place;
  return {
    type: kinds[type],
    name: path.split("/").at(-1)!,
    path,
    sha: oid,
    size,
    url,
    git_url: git,
    html_url: html,
    download_url: type === "blob" ? place.replace("/blob/", "/raw/") : null,
    _links: { self: url, git, html },
  };
}
