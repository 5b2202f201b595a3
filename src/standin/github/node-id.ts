// Encodes node ids: kind and database id, opaque to clients.

const prefixes = {
  User: "U",
  Bot: "BOT",
  Organization: "O",
  Repository: "R",
  PullRequest: "PR",
  Issue: "I",
  IssueComment: "IC",
  PullRequestReview: "PRR",
  PullRequestReviewThread: "PRRT",
  PullRequestReviewComment: "PRRC",
  CheckRun: "CR",
  CheckSuite: "CS",
  StatusContext: "SC",
  Label: "LA",
  Reaction: "REA",
  App: "A",
  Installation: "MDI",
  Artifact: "MDg",
} as const;

export type NodeKind = keyof typeof prefixes;

export function nodeId(kind: NodeKind, id: number): string {
  return `${prefixes[kind]}_kwDO${Buffer.from(`${kind}:${id}`).toString("base64url")}`;
}

/** Commits, refs and trees are named by repository and object. */
export function objectNodeId(kind: "Commit" | "Ref" | "Tree" | "Blob", repository: number, name: string): string {
  return `${kind[0]}_kwDO${Buffer.from(`${kind}:${repository}:${name}`).toString("base64url")}`;
}

export function readNodeId(text: string): { kind: NodeKind; id: number } | null {
  const match = /^[A-Z]+_kwDO([\w-]+)$/.exec(text);
  if (!match) return null;
  const [kind = "", id = ""] = Buffer.from(match[1]!, "base64url").toString("utf8").split(":");
  return isKind(kind) && /^\d+$/.test(id) ? { kind, id: Number(id) } : null;
}

function isKind(text: string): text is NodeKind {
  return Object.hasOwn(prefixes, text);
}

/** GitHub's times have whole seconds. */
export function isoTime(at: number): string {
  return new Date(at).toISOString().replace(/\.\d{3}Z$/, "Z");
}
