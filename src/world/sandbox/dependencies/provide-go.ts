// Provides the machine's Go and its module cache. Fetches nothing.
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Machine, SandboxDependencies, StagedTree } from "../sandbox-dependencies.ts";
import { asPlainObject, parseObject } from "./node-project.ts";
import { readStaged } from "./staged-file.ts";
import {
  askProgram,
  dependenciesInside,
  mountInPlace,
  treePath,
  isReadableInSandbox,
  noDependencies,
  noProgram,
  programFile,
  toolchainUnreachable,
  foldersFrom,
  mountExisting,
  type NotProvidedReason,
} from "./this-machine.ts";

const modulesInside = `${dependenciesInside}/go/mod`;
const variables = ["GOPATH", "GOROOT", "GOMODCACHE", "CGO_ENABLED"];

export async function provideGo(
  cwd: string,
  tree: StagedTree,
  machine: Machine,
): Promise<SandboxDependencies | NotProvidedReason> {
  const go = programFile("go", machine);
  if (go === null) return noProgram("go");
  // Do not fetch the toolchain that go.mod names.
  const output = await askProgram(go, ["env", "-json", "GOROOT", "GOMODCACHE", "CGO_ENABLED"], variables, machine, {
    GOTOOLCHAIN: "local",
  });
  const { GOROOT: root, GOMODCACHE: cache, CGO_ENABLED: cgo } = asPlainObject(parseObject(output)) ?? {};
  if (typeof root !== "string" || root === "" || typeof cache !== "string") return noProgram("go");
  if (!isReadableInSandbox(root)) return toolchainUnreachable("go", "Go", root);
  const module = foldersFrom(cwd).find((folder) => tree.paths.includes(treePath(folder, "go.mod")));
  const vendored = module !== undefined && tree.paths.includes(treePath(module, "vendor/modules.txt"));
  const missing = module === undefined || vendored ? [] : await notDownloaded(treePath(module, "go.mod"), tree, cache);
  if (missing.length > 0) return noModules(missing, cache);
  const hasModules = isReadableInSandbox(cache);
  return {
    readOnly: [
      ...mountInPlace(root),
      // The C compiler is often a link in there.
      ...mountExisting(["/etc/alternatives"]),
      ...(hasModules ? [{ from: cache, to: modulesInside }] : []),
    ],
    env: {
      GOTOOLCHAIN: "local",
      GOENV: "off",
      GOROOT: root,
      GOMODCACHE: hasModules ? modulesInside : "/tmp/go-mod",
      GOFLAGS: vendored ? "-mod=vendor" : "-mod=readonly",
      GOPROXY: "off",
      GOSUMDB: "off",
      GOCACHE: "/tmp/go-build",
      ...(cgo === "0" || cgo === "1" ? { CGO_ENABLED: cgo } : {}),
    },
    path: [join(root, "bin")],
    links: [],
    did: { ecosystem: "go", from: "machine", folder: cache },
  };
}

/** Direct requirements only; indirect ones may not be needed here. */
async function notDownloaded(path: string, tree: StagedTree, cache: string): Promise<string[]> {
  const text = (await readStaged(tree, path)) ?? "";
  const replaced = new Set([...text.matchAll(/^\s*(?:replace\s+)?(\S+)(?:\s+v\S+)?\s+=>/gm)].map(([, name]) => name));
  return [...text.matchAll(/^\s*(?:require\s+)?([\w.~-]+\.[\w.~/-]+)\s+(v[\w.+-]+)\s*(\/\/ indirect)?/gm)]
    .filter(([, name, , indirect]) => indirect === undefined && !replaced.has(name))
    .map(([, name = "", version = ""]) => `${escaped(name)}@${escaped(version)}`)
    .filter((name) => !name.includes("..") && !existsSync(join(cache, name)));
}

/** Go's cache escapes capitals because some file systems ignore case. */
function escaped(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `!${letter.toLowerCase()}`);
}

function noModules(names: readonly string[], cache: string): NotProvidedReason {
  const more = names.length > 3 ? ` and ${names.length - 3} more` : "";
  const which = names.slice(0, 3).join(", ");
  return noDependencies("go", `${which}${more} is not in ${cache}. Run go mod download in your clone`);
}
