// Opens GitHub for one installation of the App, with separate tokens for reading and writing.
import { configPath } from "../../change/config.ts";
import type { GitHubReads } from "../../change/github.ts";
import type { ReplyWrites, GitHubWrites } from "../../review/github-writes.ts";
import type { ConversationReads, Reactions } from "../../threads/mention/conversation-github.ts";
import type { Api } from "../../world/github/address.ts";
import { openAppTokens, type TokenScope } from "../../world/github/app-token.ts";
import { wallClock } from "../../world/github/clock.ts";
import { openConversationReads } from "../../world/github/conversation-reads.ts";
import { openConversationWrites } from "../../world/github/conversation-writes.ts";
import { openPermit, type Permit } from "../../world/github/permit.ts";
import { openPermissionReads, type AskPermission } from "../../world/github/permission-reads.ts";
import type { ThreadReads } from "../../threads/thread.ts";
import { openPullOrigin } from "../../world/github/pull-origin.ts";
import { openReads } from "../../world/github/reads.ts";
import { openThreadReads } from "../../world/github/thread-reads.ts";
import type { WireOptions } from "../../world/github/wire.ts";
import { openWrites } from "../../world/github/writes.ts";
import { withoutSelfMentions } from "./without-self-mentions.ts";

export interface AppIdentity {
  appId: string;
  /** PEM. */
  privateKey: string;
}

export interface Installation {
  /** For child processes: it cannot write. */
  readToken(): Promise<string>;
  reads: Pick<GitHubReads, "now">;
  origin: ReturnType<typeof openPullOrigin>;
  /** Read again right before a thread is resolved. */
  threads: Pick<ThreadReads, "thread">;
  /** The permission of a person on one of its repositories. */
  permission: AskPermission;
  writes(): GitHubWrites;
  /** Needed to answer mentions. */
  conversation: {
    reads: ConversationReads;
    /** `login`: the author of our own comments. */
    writes(login: string): ReplyWrites & Reactions;
    /** GitHub requires permission to write contents to resolve a thread, so this is a separate token. */
    resolves(): GitHubWrites;
  };
}

/** `repository`: the only repository that the tokens give access to. */
export type OpenInstallation = (id: number, stop: AbortSignal, repository?: string) => Installation;

export interface InstallationOptions {
  /** Called for every response of GitHub. */
  onRequest?(who: string): NonNullable<WireOptions["onRequest"]>;
  /** Our App on GitHub. Mentions of it are removed from everything that is posted. */
  self?(): Promise<{ slug: string }>;
  /** Paces the writes of an installation; absent: within this process only. */
  permit?(id: number): Permit;
  /** The App's tokens, if they are shared. */
  tokens?: ReturnType<typeof openAppTokens>;
}

export function openInstallations(api: Api, app: AppIdentity, options: InstallationOptions = {}): OpenInstallation {
  const { onRequest, self, permit: permitOf = () => openPermit({ clock: wallClock }) } = options;
  const tokens = options.tokens ?? openAppTokens({ api, app, clock: wallClock });
  // GitHub counts writes per installation.
  const permits = new Map<number, Permit>();
  return (id, stop, repository) => {
    const permit = permits.get(id) ?? permitOf(id);
    permits.set(id, permit);
    const tokenTo = (scope: TokenScope) => tokens({ installationId: id, scope, repository, stop });
    const readToken = tokenTo("read");
    const reporting = onRequest && { onRequest: onRequest(String(id)) };
    const reading = { api, token: readToken, clock: wallClock, stop, ...reporting };
    const writing = (scope: "write" | "resolve") => ({
      api,
      token: tokenTo(scope),
      clock: wallClock,
      stop,
      permit,
      ...reporting,
    });
    return {
      readToken,
      reads: openReads(reading),
      origin: openPullOrigin(reading),
      threads: openThreadReads(reading),
      permission: openPermissionReads(reading),
      writes: () => (self ? withoutSelfMentions(openWrites(writing("write")), self) : openWrites(writing("write"))),
      conversation: {
        reads: openConversationReads({ ...reading, config: configPath }),
        writes: (login) => openConversationWrites({ ...writing("write"), login }),
        resolves: () => openWrites(writing("resolve")),
      },
    };
  };
}
