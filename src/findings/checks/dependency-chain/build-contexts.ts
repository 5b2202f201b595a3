// Reads the Docker build contexts that compose files and workflows name for a Dockerfile.
import { folderOf, resolveFrom } from "../../../change/paths.ts";
import type { FileLayout, ReadConfig } from "./file-layout.ts";

const compose = /(?:^|\/)(?:docker-)?compose[^/]*\.ya?ml$/;
const workflow = /^\.github\/(?:workflows\/[^/]+|actions\/.+\/action)\.ya?ml$/;
const mostFiles = 200;

/**
 * Returns contexts beyond the usual ones, or `unknown` if a build of this file computes its context from a variable.
 */
export async function findBuildContexts(
  dockerfile: string,
  layout: FileLayout,
  read: ReadConfig,
): Promise<string[] | "unknown"> {
  const contexts: string[] = [];
  const name = dockerfile.slice(dockerfile.lastIndexOf("/") + 1);
  const builders = layout.paths().filter((path) => compose.test(path) || workflow.test(path));
  for (const path of builders.slice(0, mostFiles)) {
    const text = await read(path);
    if (text === null || !/\bbuild\b/.test(text) || !(text.includes(name) || /\bcontext\b/.test(text))) continue;
    for (const build of await parseBuilds(path, text)) {
      const built = contextFor(dockerfile, build);
      if (built?.is === "unknown") return "unknown";
      if (built) contexts.push(built.folder);
    }
  }
  return contexts;
}

interface DockerBuild {
  /** The folder that the names are relative to. */
  from: string;
  context: string;
  file: string | null;
  /** Compose resolves the Dockerfile in the context, the command line in the working folder. */
  fileIn: "context" | "folder";
}

type BuildContext = { is: "known"; folder: string } | { is: "unknown" };

/** Null if the build uses another Dockerfile or another repository. */
function contextFor(dockerfile: string, { from, context, file, fileIn }: DockerBuild): BuildContext | null {
  const isVariable = (text: string) => /[$`]/.test(text);
  const name = dockerfile.slice(dockerfile.lastIndexOf("/") + 1);
  if (file !== null && isVariable(file)) return { is: "unknown" };
  if (isVariable(context)) return (file ?? "Dockerfile").endsWith(name) ? { is: "unknown" } : null;
  const folder = /^[a-z+]+:|^git@/.test(context) ? null : resolveFrom(from, context);
  if (folder === null) return null;
  const path = resolveFrom(fileIn === "context" || file === null ? folder : from, file ?? "Dockerfile");
  return path === dockerfile ? { is: "known", folder } : null;
}

async function parseBuilds(path: string, text: string): Promise<DockerBuild[]> {
  // Loads the YAML parser only if something is missing.
  const { parse } = await import("yaml");
  let root: unknown;
  try {
    root = parse(text, { maxAliasCount: 100, logLevel: "silent" });
  } catch {
    return [];
  }
  return compose.test(path) ? composeBuilds(folderOf(path), root) : workflowBuilds(root);
}

function composeBuilds(folder: string, root: unknown): DockerBuild[] {
  return Object.values(asObject(asObject(root)["services"])).flatMap((service): DockerBuild[] => {
    const build = asObject(service)["build"];
    if (typeof build === "string") return [{ from: folder, context: build, file: null, fileIn: "context" }];
    const { context, dockerfile } = asObject(build);
    if (typeof context !== "string") return [];
    return [{ from: folder, context, file: typeof dockerfile === "string" ? dockerfile : null, fileIn: "context" }];
  });
}

function workflowBuilds(root: unknown): DockerBuild[] {
  return stepsIn(root).flatMap((step): DockerBuild[] => {
    const { uses, run } = step;
    if (typeof uses === "string" && uses.includes("build-push-action")) {
      const { context, file } = asObject(step["with"]);
      return [
        {
          from: "",
          context: typeof context === "string" ? context : ".",
          file: typeof file === "string" ? file : null,
          fileIn: "folder",
        },
      ];
    }
    const folder = step["working-directory"];
    return typeof run === "string" ? commandBuilds(run, typeof folder === "string" ? folder : "") : [];
  });
}

function stepsIn(root: unknown): Record<string, unknown>[] {
  const jobs = Object.values(asObject(asObject(root)["jobs"])).map((job) => asObject(job)["steps"]);
  return [...jobs, asObject(asObject(root)["runs"])["steps"]].flatMap((steps) =>
    Array.isArray(steps) ? steps.map(asObject) : [],
  );
}

/** Parses `docker build -f FILE … CONTEXT`, including continued lines. */
export function commandBuilds(script: string, folder: string): DockerBuild[] {
  return script
    .replaceAll(/\\\r?\n/g, " ")
    .split(/\n|&&|;/)
    .filter((command) => /\bdocker\s+(?:buildx\s+)?build\b/.test(command))
    .map((command) => {
      const words = command.trim().split(/\s+/);
      const flag = words.findIndex((word) => word === "-f" || word === "--file");
      const joined = words.find((word) => word.startsWith("--file="))?.slice("--file=".length);
      const file = (flag < 0 ? joined : words[flag + 1]) ?? null;
      return { from: folder, context: words.at(-1) ?? ".", file, fileIn: "folder" as const };
    });
}

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}
