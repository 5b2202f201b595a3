// Resolves the GraphQL types for repositories.
import { canSee, roleOf } from "../callers.ts";
import { Failure } from "../exchange.ts";
import { findIssue, findPull, findRepository, fullName } from "../hub.ts";
import { isoTime, nodeId } from "../node-id.ts";
import { commitsBetween, mergeBase, resolveRevision } from "../pull-git.ts";
import type { Pull, SimulatedRepository } from "../state.ts";
import { actorObject } from "./accounts.ts";
import { commitObject, commitShown, refObject } from "./commits.ts";
import { connection, type PageArgs } from "./connection.ts";
import { pageAddress, type Context } from "./context.ts";
import { issueShown } from "./issues.ts";
import { pullObject } from "./pulls.ts";

/** An invisible repository counts as missing. */
export function findVisible(context: Context, owner: string, name: string): SimulatedRepository {
  const found = findRepository(context.hub, owner, name);
  if (found && canSee(context.hub, context.caller, found)) return found;
  throw new Failure(404, `Could not resolve to a Repository with the name '${owner}/${name}'.`);
}

export function repositoryObject(context: Context, one: SimulatedRepository) {
  const parent = context.hub.state.repositories.find((each) => each.id === one.forkOf);
  const path = fullName(one);
  return {
    __typename: "Repository",
    id: nodeId("Repository", one.id),
    databaseId: one.id,
    name: one.name,
    nameWithOwner: path,
    description: one.description,
    owner: () => actorObject(context, one.owner),
    isPrivate: one.private,
    isFork: one.forkOf !== null,
    isArchived: one.archived,
    hasIssuesEnabled: true,
    visibility: one.private ? "PRIVATE" : "PUBLIC",
    createdAt: isoTime(one.createdAt),
    pushedAt: isoTime(one.pushedAt),
    updatedAt: isoTime(one.pushedAt),
    url: pageAddress(context, path),
    resourcePath: `/${path}`,
    parent: () => (parent && canSee(context.hub, context.caller, parent) ? repositoryObject(context, parent) : null),
    viewerPermission: permission(context, one),
    viewerCanAdminister: permission(context, one) === "ADMIN",
    defaultBranchRef: () => refObject(context, one, one.defaultBranch),
    ref: ({ qualifiedName }: { qualifiedName: string }) => comparable(context, one, qualifiedName),
    pullRequest: ({ number }: { number: number }) => pullByNumber(context, one, number),
    issue: ({ number }: { number: number }) => issueByNumber(context, one, number, "Issue"),
    issueOrPullRequest: ({ number }: { number: number }) => {
      const pull = findPull(context.hub, one.id, number);
      return pull ? pullObject(context, pull) : issueByNumber(context, one, number, "issue or pull request");
    },
    pullRequests: (args: PullsArgs) =>
      connection("pullRequests", pullsOf(context, one, args), args, (pull) => pullObject(context, pull)),
    object: async ({ oid, expression }: { oid?: string; expression?: string }) => {
      const found = await resolveRevision(context.hub, one, oid ?? expression ?? "");
      return found === null ? null : commitObject(context, one, found);
    },
  };
}

function permission(context: Context, one: SimulatedRepository): string | null {
  if (context.caller.token.kind === "installation") return null;
  return roleOf(context.hub, context.caller.account.login, one)?.toUpperCase() ?? null;
}

function pullByNumber(context: Context, repository: SimulatedRepository, number: number) {
  const found = findPull(context.hub, repository.id, number);
  if (found) return pullObject(context, found);
  throw new Failure(404, `Could not resolve to a PullRequest with the number of ${number}.`);
}

function issueByNumber(context: Context, repository: SimulatedRepository, number: number, kind: string) {
  const found = findIssue(context.hub, repository.id, number);
  if (found) return issueShown(context, repository, found);
  throw new Failure(404, `Could not resolve to an ${kind} with the number of ${number}.`);
}

interface PullsArgs extends PageArgs {
  states?: readonly string[];
  headRefName?: string;
  baseRefName?: string;
  orderBy?: { field: string; direction: "ASC" | "DESC" };
}

function pullsOf(context: Context, repository: SimulatedRepository, args: PullsArgs): Pull[] {
  const stateOf = (pull: Pull) => (pull.merged ? "MERGED" : pull.state.toUpperCase());
  const found = context.hub.state.pulls.filter(
    (pull) =>
      pull.repository === repository.id &&
      (!args.states || args.states.includes(stateOf(pull))) &&
      (!args.headRefName || pull.head.ref === args.headRefName) &&
      (!args.baseRefName || pull.base.ref === args.baseRefName),
  );
  const by = args.orderBy?.field === "UPDATED_AT" ? "updatedAt" : "createdAt";
  const way = args.orderBy?.direction === "DESC" ? -1 : 1;
  return found.toSorted((one, other) => way * (one[by] - other[by] || one.number - other.number));
}

async function comparable(context: Context, repository: SimulatedRepository, name: string) {
  const ref = await refObject(context, repository, name);
  if (!ref) return null;
  return {
    ...ref,
    compare: async ({ headRef }: { headRef: string }) => {
      const { hub } = context;
      const base = await resolveRevision(hub, repository, ref.name);
      const head = await resolveRevision(hub, repository, headRef);
      if (base === null || head === null) return null;
      const directory = repository.gitDirectory;
      const met = await mergeBase(hub, directory, base, head);
      const ahead = await commitsBetween(hub, directory, base, head);
      const behind = await commitsBetween(hub, directory, head, base);
      return {
        __typename: "Comparison",
        id: `CMP_${base}${head}`,
        aheadBy: ahead.length,
        behindBy: behind.length,
        status: statusOf(ahead.length, behind.length, met),
        baseTarget: () => commitObject(context, repository, base),
        headTarget: () => commitObject(context, repository, head),
        commits: (args: PageArgs) => connection("commits", ahead, args, (one) => commitShown(context, repository, one)),
      };
    },
  };
}

function statusOf(ahead: number, behind: number, met: string | null): string {
  if (met === null || (ahead > 0 && behind > 0)) return "DIVERGED";
  if (ahead > 0) return "AHEAD";
  return behind > 0 ? "BEHIND" : "IDENTICAL";
}
