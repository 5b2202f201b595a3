// Resolves the GraphQL types for commits and refs.
import { fullName, remembered, same, tryGit } from "../hub.ts";
import { isoTime, nodeId, objectNodeId } from "../node-id.ts";
import { commit, refOid, type CommitData, type Person } from "../pull-git.ts";
import type { CheckRun, SimulatedRepository } from "../state.ts";
import { accountObject } from "./accounts.ts";
import { connection, type PageArgs } from "./connection.ts";
import { pageAddress, type Context } from "./context.ts";
import { repositoryObject } from "./repositories.ts";
import { rollupObject } from "./rollup.ts";

export async function commitObject(context: Context, repository: SimulatedRepository, oid: string) {
  return commitShown(context, repository, await commit(context.hub, repository.gitDirectory, oid));
}

export function commitShown(context: Context, repository: SimulatedRepository, one: CommitData) {
  const [headline = "", ...rest] = one.message.split("\n");
  const path = `${fullName(repository)}/commit/${one.oid}`;
  return {
    __typename: "Commit",
    id: objectNodeId("Commit", repository.id, one.oid),
    oid: one.oid,
    abbreviatedOid: one.oid.slice(0, 7),
    message: one.message,
    messageHeadline: headline,
    messageBody: rest.join("\n").trim(),
    author: () => person(context, one.author),
    committer: () => person(context, one.committer),
    authors: (args: PageArgs) => connection("authors", [one.author], args, (each) => person(context, each)),
    authoredDate: isoTime(one.author.at),
    committedDate: isoTime(one.committer.at),
    repository: () => repositoryObject(context, repository),
    url: pageAddress(context, path),
    commitUrl: pageAddress(context, path),
    resourcePath: `/${path}`,
    commitResourcePath: `/${path}`,
    checkSuites: (args: PageArgs & { filterBy?: { appId?: number; checkName?: string } }) =>
      checkSuites(context, repository, one.oid, args),
    statusCheckRollup: () => rollupObject(context, repository, one.oid),
    file: ({ path: file }: { path: string }) => fileObject(context, repository, one.oid, file),
  };
}

/** A file of a commit's tree; null if there is none. */
async function fileObject(context: Context, repository: SimulatedRepository, oid: string, path: string) {
  const { hub } = context;
  const { gitDirectory } = repository;
  const { code, stdout } = await remembered(hub, `file ${gitDirectory} ${oid} ${path}`, async () =>
    tryGit(hub, gitDirectory, ["cat-file", "blob", `${oid}:${path}`]),
  );
  if (code !== 0) return null;
  const text = stdout.toString("utf8");
  return {
    __typename: "TreeEntry",
    name: path.split("/").at(-1),
    path,
    type: "blob",
    object: () => ({
      __typename: "Blob",
      id: objectNodeId("Blob", repository.id, `${oid}:${path}`),
      byteSize: stdout.length,
      isBinary: text.includes("\0"),
      isTruncated: false,
      text: text.includes("\0") ? null : text,
    }),
  };
}

function person(context: Context, one: Person) {
  const account = context.hub.state.accounts.find((each) => each.email !== null && same(each.email, one.email));
  return {
    name: one.name,
    email: one.email,
    date: new Date(one.at).toISOString().replace(".000Z", "Z"),
    user: () => (account ? accountObject(context, account) : null),
  };
}

export async function refObject(context: Context, repository: SimulatedRepository, qualified: string) {
  const ref = qualified.startsWith("refs/") ? qualified : `refs/heads/${qualified}`;
  const oid = await refOid(context.hub, repository.gitDirectory, ref);
  if (oid === null) return null;
  const name = ref.replace(/^refs\/(?:heads|tags)\//, "");
  return {
    __typename: "Ref",
    id: objectNodeId("Ref", repository.id, ref),
    name,
    prefix: ref.slice(0, ref.length - name.length),
    repository: () => repositoryObject(context, repository),
    target: () => commitObject(context, repository, oid),
  };
}

function checkSuites(
  context: Context,
  repository: SimulatedRepository,
  oid: string,
  args: PageArgs & { filterBy?: { appId?: number; checkName?: string } },
) {
  const { appId, checkName } = args.filterBy ?? {};
  const runs = context.hub.state.checkRuns.filter(
    (one) =>
      one.repository === repository.id &&
      one.headSha === oid &&
      (appId === undefined || one.app === appId) &&
      (checkName === undefined || one.name === checkName),
  );
  const suites = [...Map.groupBy(runs, (one) => one.suite)];
  return connection("checkSuites", suites, args, ([, all]) => suiteObject(context, repository, all));
}

/** No suite belongs to a workflow: the stand-in runs none. */
function suiteObject(context: Context, repository: SimulatedRepository, runs: readonly CheckRun[]) {
  const [{ app, suite }] = runs as [CheckRun];
  return {
    __typename: "CheckSuite",
    id: nodeId("CheckSuite", suite),
    databaseId: suite,
    app: () => appObject(context, app),
    workflowRun: null,
    checkRuns: (args: PageArgs) =>
      connection("checkRuns", runs, args, (one) => checkRunObject(context, repository, one)),
  };
}

function appObject(context: Context, id: number) {
  const app = context.hub.state.apps.find((one) => one.id === id);
  if (!app) return null;
  return { __typename: "App", id: nodeId("App", app.id), databaseId: app.id, name: app.name, slug: app.slug };
}

export function checkRunObject(context: Context, repository: SimulatedRepository, one: CheckRun) {
  return {
    __typename: "CheckRun",
    id: nodeId("CheckRun", one.id),
    databaseId: one.id,
    name: one.name,
    externalId: one.externalId,
    isRequired: false,
    status: one.status.toUpperCase(),
    conclusion: one.conclusion?.toUpperCase() ?? null,
    title: one.output.title,
    summary: one.output.summary,
    text: one.output.text,
    startedAt: isoTime(one.startedAt),
    completedAt: one.completedAt === null ? null : isoTime(one.completedAt),
    detailsUrl: one.detailsUrl,
    url: pageAddress(context, `${fullName(repository)}/runs/${one.id}`),
    permalink: pageAddress(context, `${fullName(repository)}/runs/${one.id}`),
    checkSuite: () => suiteObject(context, repository, suiteOf(context, one)),
    repository: () => repositoryObject(context, repository),
  };
}

function suiteOf({ hub }: Context, { suite }: CheckRun): CheckRun[] {
  return hub.state.checkRuns.filter((one) => one.suite === suite);
}
