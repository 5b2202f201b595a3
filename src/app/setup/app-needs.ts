// The permissions and events that the App needs, used by the set-up page and the doctor.
export type Level = "read" | "write";

/** As GitHub names them in a manifest and of an App. */
export type AppPermission = "metadata" | "contents" | "pull_requests" | "issues" | "checks" | "merge_queues";

export interface AppRequirements {
  name: AppPermission;
  level: Level;
}

/** `resolves`: whether threads may be resolved; GitHub lets only those do so who may write contents. */
export function wantedPermissions(resolves: boolean): readonly AppRequirements[] {
  return [
    { name: "metadata", level: "read" },
    { name: "contents", level: resolves ? "write" : "read" },
    { name: "pull_requests", level: "write" },
    { name: "issues", level: "write" },
    { name: "checks", level: "write" },
    // Nothing is asked of merge queues; GitHub sends their event only to those who may read them.
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
