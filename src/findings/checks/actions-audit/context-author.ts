// Tells who can choose the value of a GitHub Actions context: an outsider, an insider or nobody.

export type Author = "outsider" | "insider" | "nobody";

/** Members of `github` that GitHub or the workflow itself sets. */
const fixedMembers = new Set(
  (
    "action action_path action_ref action_repository action_status actor actor_id api_url env event_name event_path " +
    "graphql_url job output path ref_protected ref_type repository repository_id repository_owner repository_owner_id " +
    "repository_visibility repositoryurl retention_days run_attempt run_id run_number secret_source server_url sha " +
    "state step_summary token triggering_actor workflow workflow_ref workflow_sha workspace"
  ).split(" "),
);

/** Path endings below `github.event` whose free text anyone can write. */
const freeText = [
  /\.(?:title|body|message|display_title|page_name|summary|homepage|description)$/,
  /\.head(?:\.|_)(?:ref|label|branch)$/,
  /\.head\.repo\.default_branch$/,
  /\.(?:author|committer)\.(?:name|email)$/,
  /\.changes\.\w+\.from$/,
  /\.head_branch$/,
];

/** Event objects that contain such text; `toJSON` outputs it. */
const freeTextObjects = new Set(
  "event issue pull_request comment discussion review review_comment head head_commit commits workflow_run pages author committer changes *".split(
    " ",
  ),
);

/** Set only by people with write access. */
const ownText =
  /^github\.event\.(?:inputs|repository|organization|enterprise|release|label|milestone|client_payload|deployment|installation|schedule|merge_group|base|workflow)(?:\.|$)|\.(?:base|milestone|labels|label)\./;

const harmlessEnd =
  /(?:^|_)(?:id|number|sha|url|at|login|type|action|state|fork|private|draft|merged|count|node_id|full_name|association|before|after|commit_id|conclusion|status|event|locked|additions|deletions|changed_files|commits|comments)$/;

/** Names that GitHub restricts to harmless characters, or that the file itself defines. */
const harmlessName =
  /\.(?:repo|repository|head_repository|owner|workflow|organization|workflow_run|full)\.name$|_full_name$/;

export function contextAuthor(path: string): Author {
  const [root = "", second, ...rest] = path.split(".");
  if (path.endsWith(".?")) return "insider";
  switch (root) {
    case "github":
      return second === undefined || second === "*" ? "outsider" : githubAuthor(path, second, rest);
    case "secrets":
    case "runner":
    case "strategy":
    case "job":
    case "jobs":
      return "nobody";
    case "needs":
      return rest[0] === "result" ? "nobody" : "insider";
    case "steps":
      return rest[0] === "outcome" || rest[0] === "conclusion" ? "nobody" : "insider";
    default:
      return "insider";
  }
}

function githubAuthor(path: string, second: string, rest: readonly string[]): Author {
  if (second === "head_ref") return "outsider";
  if (second !== "event") return fixedMembers.has(second) ? "nobody" : "insider";
  const last = rest.at(-1) ?? "event";
  // Here these are counts; in a push event the same names are lists of free text.
  if (/\.(?:pull_request|issue)\.(?:commits|comments)$/.test(path)) return "nobody";
  if (harmlessName.test(path)) return "nobody";
  if (ownText.test(path)) return harmlessEnd.test(last) && !path.includes(".inputs.") ? "nobody" : "insider";
  if (freeText.some((pattern) => pattern.test(path))) return "outsider";
  if (freeTextObjects.has(last)) return "outsider";
  return harmlessEnd.test(last) ? "nobody" : "insider";
}
