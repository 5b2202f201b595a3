// Resolves the GraphQL types for issues.
import { associationOf } from "../callers.ts";
import { findIssue, fullName, same } from "../hub.ts";
import { isoTime, nodeId } from "../node-id.ts";
import type { Issue, SimulatedRepository } from "../state.ts";
import { actorObject } from "./accounts.ts";
import { connection, type PageArgs } from "./connection.ts";
import { pageAddress, type Context } from "./context.ts";
import { issueCommentObject, reactable } from "./conversation.ts";
import { repositoryObject } from "./repositories.ts";

export function issueObject(context: Context, repository: SimulatedRepository, number: number) {
  const found = findIssue(context.hub, repository.id, number);
  return found ? issueShown(context, repository, found) : null;
}

export function issueShown(context: Context, repository: SimulatedRepository, one: Issue) {
  const path = `${fullName(repository)}/issues/${one.number}`;
  return {
    __typename: "Issue",
    id: nodeId("Issue", one.id),
    databaseId: one.id,
    fullDatabaseId: String(one.id),
    number: one.number,
    title: one.title,
    body: one.body ?? "",
    bodyText: one.body ?? "",
    state: one.state.toUpperCase(),
    closed: one.state === "closed",
    closedAt: one.closedAt === null ? null : isoTime(one.closedAt),
    createdAt: isoTime(one.createdAt),
    updatedAt: isoTime(one.updatedAt),
    locked: one.locked,
    author: () => actorObject(context, one.author),
    authorAssociation: associationOf(context.hub, one.author, repository),
    viewerDidAuthor: same(one.author, context.caller.account.login),
    repository: () => repositoryObject(context, repository),
    url: pageAddress(context, path),
    resourcePath: `/${path}`,
    labels: (args: PageArgs) => labelConnection(context, repository, one.labels, args),
    comments: (args: PageArgs) => commentsOf(context, repository, one.number, args),
    ...reactable(context, "issue", one.id),
  };
}

export function commentsOf(context: Context, repository: SimulatedRepository, number: number, args: PageArgs) {
  const all = context.hub.state.issueComments.filter(
    (one) => one.repository === repository.id && one.number === number,
  );
  return connection("comments", all, args, (one) => issueCommentObject(context, one));
}

export function labelConnection(
  context: Context,
  repository: SimulatedRepository,
  names: readonly string[],
  args: PageArgs,
) {
  const known = context.hub.state.labels.filter((one) => one.repository === repository.id);
  const labels = names.flatMap((name) => known.find((one) => same(one.name, name)) ?? []);
  return connection("labels", labels, args, (one) => ({
    __typename: "Label",
    id: nodeId("Label", one.id),
    name: one.name,
    color: one.color,
    description: one.description,
    isDefault: false,
  }));
}
