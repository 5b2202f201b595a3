// Finds COPY and ADD sources that do not exist or that .dockerignore excludes.
import { folderOf, resolveFrom } from "../../../change/paths.ts";
import { parseCopies, type DockerCopy } from "./dockerfile-copies.ts";
import { findBuildContexts } from "./build-contexts.ts";
import { parseDockerignore } from "./dockerignore.ts";
import type { BrokenReference, FileLayout, FindBroken, ReadConfig } from "./file-layout.ts";

const template = /\.(?:md|txt|j2|jinja2?|erb|tt|tmpl|tpl|template|in|dockerignore|[jt]s|py|rb|go|rs|snap|ya?ml|json)$/i;

export function isDockerfile(path: string): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return (
    (/^(?:Docker|Container)file(?:[._-]|$)/.test(name) || /\.(?:docker|container)file$/i.test(name)) &&
    !template.test(name)
  );
}

export function isDockerignore(path: string): boolean {
  return /(?:^|[/.])\.?dockerignore$/.test(path);
}

export const brokenInDockerfile: FindBroken = async (file, layout, read) => {
  const contexts = foldersAbove(file.path);
  const missing: DockerCopy[] = [];
  const broken: BrokenReference[] = [];
  for (const copy of parseCopies(file.text)) {
    const there = findSources(copy, contexts, layout);
    if (there.length === 0) missing.push(copy);
    else if (await isIgnoredEverywhere(file.path, there, layout, read)) broken.push(ignoredSource(copy));
  }
  if (missing.length === 0) return broken;
  const named = await findBuildContexts(file.path, layout, read);
  if (named === "unknown") return broken;
  const all = [...new Set([...contexts, ...named])];
  for (const copy of missing) {
    if (findSources(copy, named, layout).length > 0 || (await isMadeByBuild(copy, all, layout))) continue;
    broken.push(missingSource(copy, all, layout));
  }
  return broken;
};

/**
 * The build context is unknown here. It is nearly always the repository, the Dockerfile's folder, or a folder in
 * between.
 */
function foldersAbove(path: string): string[] {
  const folders = [""];
  for (let at = path.indexOf("/"); at >= 0; at = path.indexOf("/", at + 1)) folders.push(path.slice(0, at));
  return folders;
}

interface CopySource {
  context: string;
  path: string;
}

function findSources({ source }: DockerCopy, contexts: readonly string[], layout: FileLayout): CopySource[] {
  return contexts.flatMap((context) => {
    const path = resolveFrom(context, source);
    // Docker treats a path outside the context as the context itself; that is another mistake.
    if (path === null) return [{ context, path: "" }];
    return layout.hasFile(path) || layout.hasDirectory(path) ? [{ context, path }] : [];
  });
}

/** Whether the .dockerignore of every possible context ignores the source. */
async function isIgnoredEverywhere(
  dockerfile: string,
  there: readonly CopySource[],
  layout: FileLayout,
  read: ReadConfig,
): Promise<boolean> {
  for (const { context, path } of there) {
    if (path === context) return false;
    const own = `${dockerfile}.dockerignore`;
    const shared = context === "" ? ".dockerignore" : `${context}/.dockerignore`;
    const text = layout.hasFile(own) ? await read(own) : layout.hasFile(shared) ? await read(shared) : null;
    const inContext = context === "" ? path : path.slice(context.length + 1);
    if (text === null || !parseDockerignore(text).ignores(inContext, layout.hasDirectory(path))) return false;
  }
  return there.length > 0;
}

// Folders that a build or release step fills before the image build; ignored only while nothing in them is tracked.
const buildFolder =
  /^(?:target|bin|obj|publish|published|artifacts?|release|releases|deploy|staging|stage|bundle|wheels?|wheelhouse|binaries|packages?-out|tmp|temp|cache|\.cache|\.venv|venv|vendor|coverage|downloads?|assets-out|rootfs|_build|_out|_output|linux|amd64|arm64)$/i;

async function isMadeByBuild(
  { source }: DockerCopy,
  contexts: readonly string[],
  layout: FileLayout,
): Promise<boolean> {
  for (const context of contexts) {
    const path = resolveFrom(context, source) ?? "";
    if (await layout.isExpectedMissing(path)) return true;
    const parts = path.split("/");
    if (
      parts.some((part, index) => buildFolder.test(part) && !layout.hasDirectory(parts.slice(0, index + 1).join("/")))
    )
      return true;
  }
  return false;
}

function missingSource(copy: DockerCopy, contexts: readonly string[], layout: FileLayout): BrokenReference {
  const places = contexts.flatMap((context) => resolveFrom(context, copy.source) ?? []);
  return {
    kind: "missing-copy-source",
    key: `copies ${copy.source}`,
    line: copy.line,
    title: `${copy.instruction} names ${copy.source}, which does not exist`,
    explanation:
      `The image does not build: neither the repository root, the Dockerfile's folder, nor a folder between them has ${copy.source}. ` +
      "Use the file's current path, or remove it from the instruction.",
    ...(!isSurelyMissing(copy.source, places, layout) && { onlyIfAtBase: places }),
  };
}

/** Pipelines put programs or archives beside the Dockerfile before the build, not source files. */
function isSurelyMissing(source: string, places: readonly string[], layout: FileLayout): boolean {
  const isText =
    /\.(?:sh|bash|conf|cnf|cfg|ini|ya?ml|toml|json|txt|lock|[cm]?[jt]sx?|py|rb|php|go|rs|sql|mod|sum|xml|properties)$/.test(
      source,
    );
  const inFolder = source.replace(/^[./]+/, "").includes("/");
  return isText && (!inFolder || places.some((place) => layout.hasDirectory(folderOf(place))));
}

function ignoredSource(copy: DockerCopy): BrokenReference {
  return {
    kind: "missing-copy-source",
    key: `ignored ${copy.source}`,
    line: copy.line,
    title: `${copy.instruction} names ${copy.source}, which .dockerignore excludes from the build`,
    explanation:
      "The image does not build: files that .dockerignore matches are not sent to the builder, so the file is not found " +
      "there. Include it with a `!` line, or copy something else.",
  };
}
