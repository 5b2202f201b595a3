// Resolves the GraphQL types for people, bots and organisations.
import { same } from "../hub.ts";
import { isoTime, nodeId } from "../node-id.ts";
import type { Account, Login } from "../state.ts";
import { pageAddress, type Context } from "./context.ts";

/** Null if the account was deleted. GraphQL gives a bot's login without `[bot]`. */
export function actorObject(context: Context, login: Login | null) {
  const found = context.hub.state.accounts.find((one) => login !== null && same(one.login, login));
  return found ? accountObject(context, found) : null;
}

export function accountObject(context: Context, one: Account) {
  const login = one.type === "Bot" ? one.login.replace(/\[bot\]$/, "") : one.login;
  const isMine = same(one.login, context.caller.account.login);
  return {
    __typename: one.type,
    id: nodeId(one.type, one.id),
    databaseId: one.id,
    login,
    name: one.name,
    email: one.email ?? "",
    url: pageAddress(context, one.type === "Bot" ? `apps/${login}` : login),
    resourcePath: `/${login}`,
    avatarUrl: pageAddress(context, `avatars/u/${one.id}`),
    createdAt: isoTime(one.createdAt),
    updatedAt: isoTime(one.createdAt),
    isSiteAdmin: one.siteAdmin,
    isViewer: isMine,
    viewerCanAdminister: mayAdminister(context, one),
    viewerIsAMember: one.members.some((member) => same(member.login, context.caller.account.login)),
  };
}

/** False for installations, which administer no account. */
function mayAdminister(context: Context, one: Account): boolean {
  const { token, account } = context.caller;
  if (token.kind === "installation") return false;
  if (one.type !== "Organization") return same(one.login, account.login);
  // Without the scope, GitHub returns false.
  if (token.scopes && !token.scopes.some((scope) => scope.endsWith(":org"))) return false;
  return one.members.some((member) => same(member.login, account.login) && member.role === "admin");
}

/** The caller. Only here does GraphQL include `[bot]` in a login and type a bot as a user. */
export function viewerObject(context: Context) {
  const { account } = context.caller;
  return { ...accountObject(context, account), __typename: "User", login: account.login };
}
