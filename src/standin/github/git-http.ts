// Serves git over smart HTTP at `/<owner>/<name>.git` from real repositories, with GitHub's access rules.
import type { IncomingMessage, ServerResponse } from "node:http";
import { serveByGit, type BackendCall } from "./git/backend.ts";
import { tokenShownBy } from "./git/credentials.ts";
import { hostingOf, type Pushed } from "./git/hosting.ts";
import { movedRefs, readRefs, type MovedRef } from "./git/refs.ts";
import type { Hub } from "./hub.ts";

/**
 * What git over HTTP needs from the host of the repositories; `git/hosting.ts` implements it on the stand-in's state.
 */
export interface GitHosting<Repository> {
  /** Used for PATH only. */
  env: Readonly<Record<string, string | undefined>>;
  find(owner: string, name: string): Repository | null;
  /** Its bare repository. */
  folder(repository: Repository): string;
  /** The login of a token; null if the token is unknown or expired. */
  leaseOwner(token: string): string | null;
  /** The access to its contents; `token` is null without a token. */
  access(repository: Repository, token: string | null): "none" | "read" | "write";
  /** Called for each ref after a push, before git gets its answer, so that the pusher sees the effects. */
  pushed(repository: Repository, moved: MovedRef, by: string): Promise<void>;
}

/** Returns false if the request is not from git. */
export type GitHttp = (request: IncomingMessage, response: ServerResponse, url: URL) => Promise<boolean>;

type Asked = Pick<BackendCall, "path"> & { owner: string; name: string; writes: boolean };

class Refusal {
  readonly status: 401 | 403 | 404;
  readonly says: string;

  constructor(status: 401 | 403 | 404, says: string) {
    this.status = status;
    this.says = says;
  }
}

/** Serves the stand-in's state, or any other `GitHosting`. */
export function gitHttp(hub: Hub, pushed: Pushed): GitHttp;
export function gitHttp<Repository>(hosting: GitHosting<Repository>): GitHttp;
export function gitHttp<Repository>(from: Hub | GitHosting<Repository>, pushed?: Pushed): GitHttp {
  return "find" in from ? serveFrom(from) : serveFrom(hostingOf(from, pushed ?? (async () => {})));
}

function serveFrom<Repository>(hosting: GitHosting<Repository>): GitHttp {
  const pushes = new Map<string, Promise<void>>();
  const { env } = hosting;

  return async (request, response, url) => {
    const asked = whatIsAsked(request.method ?? "GET", url);
    if (asked === null) return false;
    if (asked instanceof Refusal) return refuse(response, asked);
    const admitted = admit(hosting, asked, request.headers.authorization);
    if (admitted instanceof Refusal) return refuse(response, admitted);

    const { repository, user } = admitted;
    const directory = hosting.folder(repository);
    const serve = async (): Promise<void> =>
      await serveByGit({ directory, path: asked.path, query: url.search.slice(1), user, env }, request, response);
    if (asked.writes && request.method === "POST")
      await inTurn(pushes, directory, async () => {
        const before = await readRefs(directory, env);
        await serve();
        for (const moved of movedRefs(before, await readRefs(directory, env)))
          await hosting.pushed(repository, moved, user);
      });
    else await serve();
    response.end();
    return true;
  };
}

function whatIsAsked(method: string, url: URL): Asked | Refusal | null {
  const match = /^\/([\w.-]+)\/([\w.-]+?)(?:\.git)?(\/info\/refs|\/git-(?:upload|receive)-pack)$/.exec(url.pathname);
  if (match === null) return null;
  const [, owner = "", name = "", path = ""] = match;
  if (method !== (path === "/info/refs" ? "GET" : "POST")) return null;
  const service = path === "/info/refs" ? url.searchParams.get("service") : path.slice(1);
  if (service !== "git-upload-pack" && service !== "git-receive-pack")
    return new Refusal(403, "Please upgrade your git client.\nGitHub.com no longer supports git over dumb-http.\n");
  return { owner, name, path, writes: service === "git-receive-pack" };
}

/** Like GitHub, answers 401 without a token, so that the existence of a private repository is not revealed. */
function admit<Repository>(
  hosting: GitHosting<Repository>,
  asked: Asked,
  authorization: string | undefined,
): { repository: Repository; user: string } | Refusal {
  const token = tokenShownBy(authorization);
  const user = token === null ? "" : hosting.leaseOwner(token);
  if (user === null) return new Refusal(401, "Invalid username or token.");
  const repository = hosting.find(asked.owner, asked.name);
  const access = repository === null ? "none" : hosting.access(repository, token);
  if (token === null && (access === "none" || asked.writes)) return new Refusal(401, "No anonymous write access.");
  if (repository === null || access === "none") return new Refusal(404, "Repository not found.");
  if (asked.writes && access !== "write")
    return new Refusal(403, `Permission to ${asked.owner}/${asked.name}.git denied to ${user}.`);
  return { repository, user };
}

function refuse(response: ServerResponse, { status, says }: Refusal): true {
  const challenge = status === 401 ? { "www-authenticate": 'Basic realm="GitHub"' } : {};
  response.writeHead(status, { "content-type": "text/plain; charset=utf-8", ...challenge }).end(says);
  return true;
}

/** One push at a time per repository, so that the moved refs are those of this push. */
async function inTurn(turns: Map<string, Promise<void>>, key: string, work: () => Promise<void>): Promise<void> {
  const mine = (turns.get(key) ?? Promise.resolve()).then(work);
  // A failed push does not fail the next one.
  const settled = mine.catch(() => {});
  turns.set(key, settled);
  try {
    await mine;
  } finally {
    if (turns.get(key) === settled) turns.delete(key);
  }
}
