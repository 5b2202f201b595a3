// Reads a person's permission for a repository, through the App.
import { Refused } from "../../errors.ts";
import { openRequests, type RequestOptions } from "./request.ts";

const permissions = ["admin", "write", "read", "none"] as const;
type Permission = (typeof permissions)[number];

/**
 * Null if the repository or person does not exist. Uses GitHub's older values: maintainers have `write`, triagers
 * `read`.
 */
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
