// Finds text that still names files that were deleted or moved.
import { folderOf, fileName } from "../../../change/paths.ts";
import { pathOf } from "../../../change/diff.ts";
import { languageFor } from "../../text/languages.ts";
import { isProse, isTest } from "../../../change/file-kinds.ts";
import { oneOf } from "../../../change/word-patterns.ts";
import { ignoresOf } from "../../gitignore.ts";
import {
  firstOfEachFile,
  mostNames,
  addedLineKeys,
  type SearchContext,
  type ReferenceSearch,
  type StaleReference,
} from "./reference-search.ts";
import {
  resolveGoneFile,
  findMentions,
  type GonePath,
  type PathMention,
  type MentionContext,
} from "./path-mentions.ts";
import { ownRepositories } from "./own-repositories.ts";
import { createPathLookup } from "./path-lookup.ts";
import { mentionsPast, type TextKind } from "./line-classifier.ts";

/** Names that every repository has, or that readers of the docs have in their own: a mention alone means nothing. */
const commonName = new RegExp(
  [
    `^${oneOf(`
      README LICEN[CS]E CONTRIBUTING CHANGELOG Dockerfile Makefile index main app config settings setup utils? types?
      test package tsconfig docker-compose compose requirements pyproject Cargo go mod lib __init__
    `)}\\.?[\\w.]*$`,
    `^${oneOf(`
      jsconfig conftest tox pytest mkdocs renovate dependabot codecov lerna nx turbo vercel netlify deno biome pom
      CMakeLists MANIFEST Procfile Gemfile Rakefile Jenkinsfile Vagrantfile Pipfile Justfile Taskfile AGENTS CLAUDE
      GEMINI pnpm-workspace
    `)}(?:\\.\\w+)?$`,
    "^\\.?[\\w-]+rc(?:\\.\\w+)?$",
    "\\.config\\.\\w+$",
    "^\\.env",
    // Dotfiles of tools and systems.
    "^\\.(?:[\\w-]*ignore|gitattributes|gitmodules|editorconfig|DS_Store|mcp\\.json|[\\w-]+-version|tool-versions)$",
    "^\\.(?:pre-commit-\\w+|travis|gitlab-ci|codecov|goreleaser|golangci|readthedocs|rubocop|prettier\\w*|eslint\\w*)(?:\\.\\w+)?$",
  ].join("|"),
  "i",
);
/** Places where readers of the docs have such a file themselves. */
const readersOwn =
  /^\.?\/?(?:\.github\/(?:dependabot\.ya?ml|CODEOWNERS)|\.(?:vscode|cursor|claude|devcontainer)\/[\w.-]+)$/i;

export async function searchGoneFiles({ change, code, classifier }: SearchContext): Promise<ReferenceSearch | null> {
  const written = addedLineKeys(change.files);
  const gone = await findGonePaths({ change, code, classifier });
  if (gone.length === 0) return null;
  const names = [...new Set(gone.map(({ path }) => fileName(path)))].filter((name) => name.length > 2);
  const head = createPathLookup(await code.head.paths());
  const own = await ownRepositories(code.head);
  return {
    names: names.slice(0, mostNames),
    async findStale(uses) {
      const references: StaleReference[] = [];
      for (const name of names)
        for (const use of uses.get(name)?.at ?? []) {
          const isCode = isSource(use.path);
          const reading: MentionContext = { file: use.path, head, gone, own, isCode };
          const stale = await findStaleMention(use.text, name, reading, (at, link) =>
            classifier.kindAt(use.path, use.line, at, link),
          );
          // Added text may name the removed file on purpose; a link to it is still broken.
          if (stale && !(stale.kind === "path-in-docs" && !stale.link && written.has(`${use.path}:${use.line}`)))
            references.push({ ...use, ...stale });
        }
      return firstOfEachFile(references);
    },
  };
}

async function findGonePaths({ change, code }: SearchContext): Promise<GonePath[]> {
  const files = change.files.filter(({ status, oldPath }) => oldPath !== null && /^(?:deleted|renamed)$/.test(status));
  const ignores = ignoresOf(code.head);
  const gone: GonePath[] = [];
  for (const file of files.slice(0, 2000))
    // A file that git now ignores is generated, not gone.
    if (!(await ignores.ruleFor(file.oldPath!)))
      gone.push({ path: file.oldPath!, to: file.newPath === null ? null : pathOf(file) });
  return gone;
}

function isSource(path: string): boolean {
  const family = languageFor(path)?.family;
  return family !== undefined && family !== "data" && family !== "markup" && !isProse(path);
}

async function findStaleMention(
  text: string,
  name: string,
  reading: MentionContext,
  where: (column: number, link: boolean) => Promise<TextKind>,
): Promise<Omit<StaleReference, "path" | "line" | "text"> | null> {
  for (const mention of findMentions(text, name)) {
    const file = resolveGoneFile(mention, reading);
    if (!file || (file.to !== null && text.replaceAll(mention.written, "").includes(file.to))) continue;
    const kind = findingKind(await where(mention.at, mention.link), mention, file, reading, text);
    // A list entry for a common file does no harm.
    const idle = kind === "path-in-list" && commonName.test(mention.written);
    if (kind)
      return { kind, name: file.path, link: mention.link, ...staleTexts(kind, file), ...(idle && { confidence: 4 }) };
  }
  return null;
}

function findingKind(
  where: TextKind,
  mention: PathMention,
  file: GonePath,
  reading: MentionContext,
  text: string,
): string | null {
  const bare = !mention.written.includes("/") && !mention.link;
  switch (where) {
    case "none":
      return null;
    case "list":
      // An entry for one commit means the file at that commit.
      return /\b[\da-f]{40}\b/.test(text) ? null : "path-in-list";
    case "docs":
      if ((bare && commonName.test(mention.written)) || (!mention.link && readersOwn.test(mention.written)))
        return null;
      return !mention.link && mentionsPast(text) ? null : "path-in-docs";
    case "comment":
      if (commentedOutImport.test(text)) return null;
      if (bare && (commonName.test(mention.written) || folderOf(file.path) !== folderOf(reading.file))) return null;
      return mentionsPast(text) ? null : "path-in-docs";
    case "config":
      if (isSentence(text) && mentionsPast(text)) return null;
      return bare && commonName.test(mention.written) && folderOf(file.path) !== folderOf(reading.file)
        ? null
        : "path-in-config";
    case "string":
    case "code":
      return meansFile(mention, file, reading) ? "path-in-code" : null;
  }
}

/** Commented-out code does not tell the reader where a file is. */
const commentedOutImport =
  /^\s*(?:\/\/|#|\/?\*+)\s*(?:import\s|export\s.{0,200}\sfrom\s|(?:const|let|var)\s.{0,200}\brequire\()/;

/** Data may contain text for people, like a comment. */
function isSentence(text: string): boolean {
  return (text.match(/[A-Za-z]+ /g) ?? []).length >= 5;
}

/** In code, a string can be any path: a made-up file of a test, a user's file, a URL. */
function meansFile({ written, web }: PathMention, file: GonePath, { file: from }: MentionContext): boolean {
  if (web) return true;
  const beside = folderOf(file.path) === folderOf(from);
  if (!written.includes("/")) return beside && !isTest(from) && !commonName.test(written);
  return written.startsWith("./") || written.startsWith("../") || written.split("/").length >= (isTest(from) ? 3 : 2);
}

function staleTexts(kind: string, { path, to }: GonePath): Pick<StaleReference, "title" | "explanation"> {
  const left = kind === "path-in-list" ? "The entry no longer matches anything." : "";
  return {
    title: `\`${path}\` was ${to === null ? "deleted" : "moved"}, and this line still names it`,
    explanation:
      `${left} ${to === null ? "Remove the mention, or name the replacement." : `The file is now \`${to}\`.`}`.trim(),
  };
}
