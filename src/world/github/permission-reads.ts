// What GitHub says somebody may do with a repository, as the App sees it.
import { Refused } from "../../errors.ts";
import { openRequests, type RequestOptions } from "./request.ts";

const permissions = ["admin", "write", "read", "none"] as const;
export type Permission = (typeof permissions)[number];

/** Null where the repository, or the person, is not there. The older word for it: who maintains may write, who triages reads. */
export type AskPermission = (owner: string, repo: string, login: string) => Promise<Permission | null>;

export function openPermissionReads(options: RequestOptions): AskPermission {
  const requests = openRequests(options);
  return async (owner, repo, login) => {
    try {
      const { permission } = await requests.get<{ permission: string }>(
        "/repos/{owner}/{repo}/collaborators/{login}/permission",
        { owner, repo, login },
      );
      return permissions.find((one) => one === permission) ?? "none";
    } catch (error) {
      if (error instanceof Refused && error.status === 404) return null;
      throw error;
    }
  };
}
