// Lists the permissions and events that the App needs, for the setup page and the doctor.
export type Level = "read" | "write";

/** The names that GitHub uses in manifests and for Apps. */
export type AppPermission = "metadata" | "contents" | "pull_requests" | "issues" | "checks" | "merge_queues";

export interface AppRequirements {
  name: AppPermission;
  level: Level;
}

/** `resolves`: whether threads may be resolved, for which GitHub requires write access to contents. */
export function wantedPermissions(resolves: boolean): readonly AppRequirements[] {
  return [
    { name: "metadata", level: "read" },
    { name: "contents", level: resolves ? "write" : "read" },
    { name: "pull_requests", level: "write" },
    { name: "issues", level: "write" },
    { name: "checks", level: "write" },
    // Nothing is read; GitHub sends the event only with this permission.
    { name: "merge_queues", level: "read" },
  ];
}

export const wantedEvents = [
  "pull_request",
  "pull_request_review",
  "pull_request_review_comment",
  "pull_request_review_thread",
  "issue_comment",
  "check_run",
  "merge_group",
] as const;
export type EventName = (typeof wantedEvents)[number];
