// Implements the REST routes for the user, repositories, issues, labels and rate limits.
import { setLabel } from "../acts/pulls.ts";
import { canSee, forbidden, needCaller, roleOf } from "../callers.ts";
import { notFound } from "../exchange.ts";
import { accountOf, findIssue, findPull, type Hub } from "../hub.ts";
import { isoTime } from "../node-id.ts";
import type { Quota } from "../limits.ts";
import { issueShape } from "../webhooks/pulls.ts";
import { installationShape } from "../webhooks/accounts.ts";
import { repositoryShape } from "../webhooks/repositories.ts";
import { repositoryIn } from "./find.ts";
import { paged } from "./page.ts";
import { route, type Route } from "./route.ts";
import { api, labelShape, labelsOf, simpleUser, type Schema } from "./shapes.ts";

function shown({ limit, remaining, reset, used }: Quota): Schema<"rate-limit"> {
  return { limit, remaining, reset, used };
}

const issue = "/repos/{owner}/{repo}/issues/{issue_number}";

export const generalRoutes: readonly Route[] = [
  route("get", "/", async (call) => ({ status: 200, body: rootShape(call.hub) })),
  route("get", "/rate_limit", async (call) => {
    const core = shown(call.quota("core"));
    const graphql = shown(call.quota("graphql"));
    const search = { limit: 30, remaining: 30, reset: core.reset, used: 0 };
    return { status: 200, body: { resources: { core, graphql, search }, rate: core } };
  }),
  route("get", "/user", async (call) => {
    const caller = needCaller(call.caller);
    if (caller.token.kind === "installation") throw forbidden(caller);
    const one = caller.account;
    const body: Schema<"public-user"> = {
      ...simpleUser(call.hub, one.login),
      name: one.name,
      company: null,
      blog: "",
      location: null,
      email: one.email,
      hireable: null,
      bio: null,
      public_repos: call.hub.state.repositories.filter((each) => each.owner === one.login && !each.private).length,
      public_gists: 0,
      followers: 0,
      following: 0,
      created_at: isoTime(one.createdAt),
      updated_at: isoTime(one.createdAt),
    };
    return { status: 200, body };
  }),
  route("get", "/user/installations", async (call) => {
    const caller = needCaller(call.caller);
    if (caller.token.kind !== "user") throw forbidden(caller);
    const { app } = caller.token;
    // Explicit access alone: that a repository is public does not count.
    const isIn = (account: string) =>
      [
        account,
        ...accountOf(call.hub, account).members.map(({ login }) => login),
        ...call.hub.state.repositories
          .filter(({ owner }) => owner === account)
          .flatMap(({ collaborators }) => collaborators.map(({ login }) => login)),
      ].includes(caller.account.login);
    const { items, headers } = paged(
      call,
      call.hub.state.installations.filter((one) => one.app === app && isIn(one.account)),
    );
    const installations = items.map((one) => installationShape(call.hub, one));
    return { status: 200, body: { total_count: installations.length, installations }, headers };
  }),
  route("get", "/installation/repositories", async (call) => {
    const caller = needCaller(call.caller);
    if (caller.token.kind !== "installation") throw forbidden(caller);
    const reached = call.hub.state.repositories.filter((one) => canSee(call.hub, caller, one));
    const { items, headers } = paged(call, reached);
    const repositories = items.map((one) => repositoryShape(call.hub, one));
    return { status: 200, body: { total_count: reached.length, repositories }, headers };
  }),
  route("get", "/repos/{owner}/{repo}", async (call) => {
    const repository = repositoryIn(call, "metadata", "read");
    const shape = repositoryShape(call.hub, repository);
    return { status: 200, body: { ...shape, network_count: 0, subscribers_count: 0 } };
  }),
  route("get", issue, async (call) => {
    const repository = repositoryIn(call, "issues", "read");
    const number = call.number("issue_number");
    const one = findIssue(call.hub, repository.id, number) ?? findPull(call.hub, repository.id, number);
    if (!one) throw notFound();
    return { status: 200, body: issueShape(call.hub, one) };
  }),
  route("get", `${issue}/labels`, async (call) => {
    const repository = repositoryIn(call, "issues", "read");
    const number = call.number("issue_number");
    const one = findIssue(call.hub, repository.id, number) ?? findPull(call.hub, repository.id, number);
    if (!one) throw notFound();
    const { items, headers } = paged(call, labelsOf(call.hub, repository, one.labels));
    return { status: 200, body: items.map((each) => labelShape(call.hub, repository, each)), headers };
  }),
  route("post", `${issue}/labels`, async (call) => {
    const repository = repositoryIn(call, "pull_requests", "write", "triage");
    const one = findPull(call.hub, repository.id, call.number("issue_number"));
    if (!one) throw notFound();
    for (const name of namesIn(call.sent)) setLabel(call.hub, call.by(), one, name, true);
    return {
      status: 200,
      body: labelsOf(call.hub, repository, one.labels).map((each) => labelShape(call.hub, repository, each)),
    };
  }),
  route("delete", `${issue}/labels/{name}`, async (call) => {
    const repository = repositoryIn(call, "pull_requests", "write", "triage");
    const one = findPull(call.hub, repository.id, call.number("issue_number"));
    if (!one?.labels.includes(call.named("name"))) throw notFound();
    setLabel(call.hub, call.by(), one, call.named("name"), false);
    return {
      status: 200,
      body: labelsOf(call.hub, repository, one.labels).map((each) => labelShape(call.hub, repository, each)),
    };
  }),
  route("get", "/repos/{owner}/{repo}/collaborators/{username}/permission", async (call) => {
    const repository = repositoryIn(call, "metadata", "read");
    needCaller(call.caller);
    const login = call.named("username");
    if (!call.hub.state.accounts.some((one) => one.login === login)) throw notFound();
    const role = roleOf(call.hub, accountOf(call.hub, login).login, repository);
    return {
      status: 200,
      body: {
        permission: permissionOf(role),
        role_name: role ?? "none",
        user: { ...simpleUser(call.hub, login), role_name: role ?? "none" },
      },
    };
  }),
];

/** GitHub's older permission values have only four levels. */
function permissionOf(role: ReturnType<typeof roleOf>): string {
  if (role === "maintain") return "write";
  return role === "triage" ? "read" : (role ?? "none");
}

function namesIn(sent: unknown): string[] {
  const list = Array.isArray(sent) ? sent : typeof sent === "object" && sent && "labels" in sent ? sent.labels : [];
  if (!Array.isArray(list)) return [];
  return list.flatMap((one: unknown) =>
    typeof one === "string" ? [one] : typeof one === "object" && one && "name" in one ? [String(one.name)] : [],
  );
}

/** Where everything is. */
function rootShape(hub: Hub): Schema<"root"> {
  const at = (path: string) => api(hub, path);
  const search = (what: string) => at(`search/${what}?q={query}{&page,per_page,sort,order}`);
  return {
    current_user_url: at("user"),
    current_user_authorizations_html_url: `${hub.url}/settings/connections/applications{/client_id}`,
    authorizations_url: at("authorizations"),
    code_search_url: search("code"),
    commit_search_url: search("commits"),
    emails_url: at("user/emails"),
    emojis_url: at("emojis"),
    events_url: at("events"),
    feeds_url: at("feeds"),
    followers_url: at("user/followers"),
    following_url: at("user/following{/target}"),
    gists_url: at("gists{/gist_id}"),
    issue_search_url: search("issues"),
    issues_url: at("issues"),
    keys_url: at("user/keys"),
    label_search_url: at("search/labels?q={query}&repository_id={repository_id}{&page,per_page}"),
    notifications_url: at("notifications"),
    organization_url: at("orgs/{org}"),
    organization_repositories_url: at("orgs/{org}/repos{?type,page,per_page,sort}"),
    organization_teams_url: at("orgs/{org}/teams"),
    public_gists_url: at("gists/public"),
    rate_limit_url: at("rate_limit"),
    repository_url: at("repos/{owner}/{repo}"),
    repository_search_url: search("repositories"),
    current_user_repositories_url: at("user/repos{?type,page,per_page,sort}"),
    starred_url: at("user/starred{/owner}{/repo}"),
    starred_gists_url: at("gists/starred"),
    user_url: at("users/{user}"),
    user_organizations_url: at("user/orgs"),
    user_repositories_url: at("users/{user}/repos{?type,page,per_page,sort}"),
    user_search_url: search("users"),
  };
}
