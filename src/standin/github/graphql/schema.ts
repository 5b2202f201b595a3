// Reduces GitHub's published SDL to the types that the stand-in implements, because the whole has 1,600 types and takes
// a quarter of a second to build. Fields whose type is left out are removed too, so a query for one is refused as
// unknown instead of getting a wrong answer.
import { readFileSync } from "node:fs";
import { findPackageJSON } from "node:module";
import { dirname, join } from "node:path";
import {
  buildASTSchema,
  Kind,
  parse,
  print,
  type DefinitionNode,
  type DocumentNode,
  type GraphQLSchema,
  type TypeNode,
} from "graphql";

const composite = [
  "Query",
  "Mutation",
  "Node",
  "Actor",
  "Comment",
  "Reactable",
  "RepositoryOwner",
  "ProfileOwner",
  "UniformResourceLocatable",
  "User",
  "Bot",
  "Organization",
  "Repository",
  "RepositoryInfo",
  "Ref",
  "GitObject",
  "GitActor",
  "GitActorConnection",
  "Commit",
  "TreeEntry",
  "Blob",
  "Comparison",
  "ComparisonCommitConnection",
  "PullRequest",
  "PullRequestConnection",
  "PullRequestCommit",
  "PullRequestCommitConnection",
  "PullRequestChangedFile",
  "PullRequestChangedFileConnection",
  "PullRequestReview",
  "ReviewRequest",
  "ReviewRequestConnection",
  "RequestedReviewer",
  "Team",
  "UserConnection",
  "Milestone",
  "Project",
  "ProjectCard",
  "ProjectCardConnection",
  "ProjectColumn",
  "PullRequestReviewConnection",
  "PullRequestReviewThread",
  "PullRequestReviewThreadConnection",
  "PullRequestReviewComment",
  "PullRequestReviewCommentConnection",
  "Issue",
  "IssueConnection",
  "IssueOrPullRequest",
  "IssueComment",
  "IssueCommentConnection",
  "IssueCommentEdge",
  "Label",
  "LabelConnection",
  "Labelable",
  "Minimizable",
  "Reaction",
  "ReactionConnection",
  "ReactionGroup",
  "ReactingUserConnection",
  "PageInfo",
  "RateLimit",
  "CheckRun",
  "CheckRunConnection",
  "CheckSuite",
  "Workflow",
  "WorkflowRun",
  "CheckSuiteConnection",
  "App",
  "StatusCheckRollup",
  "StatusCheckRollupContext",
  "StatusCheckRollupContextConnection",
  "StatusContext",
  "AddCommentPayload",
  "AddPullRequestReviewPayload",
  "AddPullRequestReviewThreadReplyPayload",
  "AddReactionPayload",
  "DismissPullRequestReviewPayload",
  "MinimizeCommentPayload",
  "RemoveReactionPayload",
  "ResolveReviewThreadPayload",
  "SubmitPullRequestReviewPayload",
  "UnresolveReviewThreadPayload",
  "UpdateIssueCommentPayload",
  "UpdatePullRequestReviewCommentPayload",
];

let built: GraphQLSchema | null = null;

/** Built on first use. */
export function schema(): GraphQLSchema {
  built ??= buildASTSchema(slimDocument(), { assumeValid: true });
  return built;
}

/** The reduced schema as text; the published package contains only this. */
export function slimSchema(): string {
  return print(slimDocument());
}

/** In the source tree, the npm package's file, which it does not export; in the published build, the reduced schema. */
function publishedSchema(): string {
  if (!import.meta.url.endsWith(".ts")) return readFileSync(new URL("./github.graphql", import.meta.url), "utf8");
  const folder = dirname(findPackageJSON("@octokit/graphql-schema", import.meta.url)!);
  return readFileSync(join(folder, "schema.graphql"), "utf8");
}

function slimDocument(): DocumentNode {
  const texts = definitionsIn(publishedSchema());
  const kept = new Map<string, DefinitionNode>();
  const missing = [...composite];
  for (let name = missing.pop(); name !== undefined; name = missing.pop()) {
    const text = texts.get(name);
    if (kept.has(name) || text === undefined) continue;
    const node = slim(parse(text, { noLocation: true }).definitions[0]!, texts);
    kept.set(name, node);
    missing.push(...namesIn(node));
  }
  return { kind: Kind.DOCUMENT, definitions: [...kept.values()] };
}

/** Each type by name, without parsing all of them, and without descriptions. */
function definitionsIn(sdl: string): Map<string, string> {
  const definition =
    /^(?:type|interface|input|enum|union|scalar) (\w+)(?:[^\n]*\{\n[\s\S]*?\n\}|[^\n]*(?:\n {2}[|=][^\n]*)*)/gm;
  const code = sdl.replaceAll(/^ *"""[\s\S]*?"""\n/gm, "");
  return new Map([...code.matchAll(definition)].map((match) => [match[1]!, match[0]]));
}

function isKept(type: TypeNode, texts: ReadonlyMap<string, string>): boolean {
  const name = named(type);
  return composite.includes(name) || !/^(?:type|interface|union) /.test(texts.get(name) ?? "");
}

function slim(node: DefinitionNode, texts: ReadonlyMap<string, string>): DefinitionNode {
  // GitHub's own directives do not affect execution.
  const directives = undefined;
  if (node.kind === Kind.UNION_TYPE_DEFINITION)
    return { ...node, directives, types: (node.types ?? []).filter((one) => isKept(one, texts)) };
  if (node.kind !== Kind.OBJECT_TYPE_DEFINITION && node.kind !== Kind.INTERFACE_TYPE_DEFINITION)
    return "directives" in node ? { ...node, directives } : node;
  const fields = (node.fields ?? [])
    .filter((field) => isKept(field.type, texts))
    .map((field) => ({
      ...field,
      directives,
      arguments: (field.arguments ?? []).map((one) => ({ ...one, directives })),
    }));
  return { ...node, directives, fields, interfaces: (node.interfaces ?? []).filter((one) => isKept(one, texts)) };
}

function namesIn(node: DefinitionNode): string[] {
  if (node.kind === Kind.INPUT_OBJECT_TYPE_DEFINITION) return (node.fields ?? []).map((field) => named(field.type));
  if (node.kind !== Kind.OBJECT_TYPE_DEFINITION && node.kind !== Kind.INTERFACE_TYPE_DEFINITION) return [];
  return (node.fields ?? []).flatMap((field) => [
    named(field.type),
    ...(field.arguments ?? []).map((one) => named(one.type)),
  ]);
}

function named(type: TypeNode): string {
  return type.kind === Kind.NAMED_TYPE ? type.name.value : named(type.type);
}
