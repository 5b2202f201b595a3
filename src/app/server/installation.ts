// GitHub as one installation of the App sees it: with a token that reads, and, apart from it, one that writes.
import { configPath } from "../../change/config.ts";
import type { GitHubReads } from "../../change/github.ts";
import type { AnswerWrites, GitHubWrites } from "../../review/github-writes.ts";
import type { ConversationReads, Reactions } from "../../threads/mention/github.ts";
import type { Api } from "../../world/github/address.ts";
import { openAppTokens, type TokenScope } from "../../world/github/app-token.ts";
import { wallClock } from "../../world/github/clock.ts";
import { openConversationReads } from "../../world/github/conversation-reads.ts";
import { openConversationWrites } from "../../world/github/conversation-writes.ts";
import { openPermit, type Permit } from "../../world/github/permit.ts";
import { openPermissionReads, type AskPermission } from "../../world/github/permission-reads.ts";
import { openReads } from "../../world/github/reads.ts";
import type { WireOptions } from "../../world/github/wire.ts";
import { openWrites } from "../../world/github/writes.ts";
import { quietWrites } from "./quiet-writes.ts";

export interface AppIdentity {
  appId: string;
  /** PEM. */
  privateKey: string;
}

export interface Installation {
  /** For the process that reads a change's text: it can do nothing but read. */
  readToken(): Promise<string>;
  reads: Pick<GitHubReads, "now">;
  /** What somebody may do with a repository of it. */
  permission: AskPermission;
  writes(): GitHubWrites;
  /** What answering takes. */
  conversation: {
    reads: ConversationReads;
    /** `login`: that of our own comments. */
    writes(login: string): AnswerWrites & Reactions;
    /** GitHub lets only those who may write contents resolve a thread: a token for that alone. */
    resolves(): GitHubWrites;
  };
}

/** `repository`: the name of the one that the work is for; the tokens reach no other. */
export type OpenInstallation = (id: number, stop: AbortSignal, repository?: string) => Installation;

export interface InstallationOptions {
  /** Told of every answer of GitHub's to an installation. */
  heard?(who: string): NonNullable<WireOptions["heard"]>;
  /** Who we are on GitHub: what is written then calls nobody of us. */
  self?(): Promise<{ slug: string }>;
  /** Paces what an installation writes; absent: this process alone does. */
  permit?(id: number): Permit;
  /** The App's tokens, where others use them too. */
  tokens?: ReturnType<typeof openAppTokens>;
}

export function openInstallations(api: Api, app: AppIdentity, options: InstallationOptions = {}): OpenInstallation {
  const { heard, self, permit: permitOf = () => openPermit({ clock: wallClock }) } = options;
  const tokens = options.tokens ?? openAppTokens({ api, app, clock: wallClock });
  // GitHub counts what an installation writes, whichever pull request it is for.
  const permits = new Map<number, Permit>();
  return (id, stop, repository) => {
    const permit = permits.get(id) ?? permitOf(id);
    permits.set(id, permit);
    const tokenTo = (scope: TokenScope) => tokens({ installationId: id, scope, repository, stop });
    const readToken = tokenTo("read");
    const told = heard && { heard: heard(String(id)) };
    const reading = { api, token: readToken, clock: wallClock, stop, ...told };
    const writing = (scope: "write" | "resolve") => ({
      api,
      token: tokenTo(scope),
      clock: wallClock,
      stop,
      permit,
      ...told,
    });
    return {
      readToken,
      reads: openReads(reading),
      permission: openPermissionReads(reading),
      writes: () => (self ? quietWrites(openWrites(writing("write")), self) : openWrites(writing("write"))),
      conversation: {
        reads: openConversationReads({ ...reading, config: configPath }),
        writes: (login) => openConversationWrites({ ...writing("write"), login }),
        resolves: () => openWrites(writing("resolve")),
      },
    };
  };
}
