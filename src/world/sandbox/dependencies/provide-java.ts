// Provides the machine's Java, Maven and Gradle with their caches. Settings files stay outside: they hold passwords.
import { existsSync, readdirSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Machine, SandboxDependencies, StagedTree } from "../sandbox-dependencies.ts";
import {
  dependenciesInside,
  mountInPlace,
  treePath,
  isReadableInSandbox,
  isSystem,
  noDependencies,
  noProgram,
  programFile,
  toolchainUnreachable,
  foldersFrom,
  mountExisting,
  workingProgram,
  type ReadOnlyMount,
  type NotProvidedReason,
} from "./this-machine.ts";

const mavenInside = `${dependenciesInside}/maven/repository`;
const gradleInside = `${dependenciesInside}/gradle`;
const gradleHome = "/tmp/gradle";

export async function provideJava(
  cwd: string,
  tree: StagedTree,
  machine: Machine,
): Promise<SandboxDependencies | NotProvidedReason> {
  const home = await javaHome(machine);
  if (home === null) return noProgram("java");
  if (!isReadableInSandbox(home)) return toolchainUnreachable("java", "Java", home);
  const repository = join(machine.env["HOME"] ?? "/", ".m2", "repository");
  const usesMaven = foldersFrom(cwd).some((folder) => tree.paths.includes(treePath(folder, "pom.xml")));
  // The repository holds Maven's plugins; without it nothing runs.
  if (usesMaven && !isReadableInSandbox(repository)) return noRepository(repository);
  const maven = bindMaven(repository, machine);
  const gradle = bindGradle(machine);
  return {
    readOnly: [
      ...mountInPlace(home),
      ...mountExisting(["/etc/alternatives", ...settingsOfJava()]),
      ...maven.bound,
      ...gradle.bound,
    ],
    // Otherwise Java would read sources as ASCII.
    env: { JAVA_HOME: home, LC_ALL: "C.UTF-8", ...maven.env, ...gradle.env },
    path: [join(home, "bin"), ...maven.path, ...gradle.path],
    links: [],
    did: { ecosystem: "java", from: "machine", folder: home },
  };
}

async function javaHome(machine: Machine): Promise<string | null> {
  const runs = async (home: string) =>
    (await workingProgram("java", ["-version"], [], { ...machine, env: { PATH: join(home, "bin") } })) !== null;
  const set = machine.env["JAVA_HOME"];
  if (set !== undefined && (await runs(set))) return realpathSync(set);
  const found = programFile("javac", machine) ?? programFile("java", machine);
  const home = found === null ? null : dirname(dirname(realpathSync(found)));
  return home !== null && (await runs(home)) ? home : null;
}

/** Debian's Java links to these folders. */
function settingsOfJava(): string[] {
  return readdirSync("/etc")
    .filter((name) => /^java-\d+-openjdk$/.test(name))
    .map((name) => join("/etc", name));
}

interface Tool {
  bound: readonly ReadOnlyMount[];
  env: Readonly<Record<string, string>>;
  path: readonly string[];
}

const noTool: Tool = { bound: [], env: {}, path: [] };

function noRepository(path: string): NotProvidedReason {
  const why = existsSync(path)
    ? `only root can read ${path}, and the sandbox does not run as root. Make it readable for others, or run as another user`
    : `there is no ${path}. Run the tests with mvn in your clone once`;
  return noDependencies("java", why);
}

function bindMaven(repository: string, machine: Machine): Tool {
  const program = programFile("mvn", machine);
  if (program === null) return noTool;
  const home = dirname(dirname(realpathSync(program)));
  const parts = ["bin", "boot", "lib", "conf/logging"].map((part) => join(home, part));
  // Debian keeps Maven's config in /etc. settings.xml stays outside in either case.
  const own = isSystem(home) ? ["/etc/maven/m2.conf", "/etc/maven/logging"] : parts;
  const hasRepository = isReadableInSandbox(repository);
  const options = ["-Duser.home=/tmp", ...(hasRepository ? [`-Dmaven.repo.local=${mavenInside}`] : [])];
  return {
    bound: [...mountExisting(own), ...(hasRepository ? [{ from: repository, to: mavenInside }] : [])],
    env: { MAVEN_OPTS: options.join(" "), MAVEN_SKIP_RC: "1" },
    path: isSystem(home) ? [] : [join(home, "bin")],
  };
}

/** Gradle supports a read-only module cache; its own home is writable. */
function bindGradle(machine: Machine): Tool {
  const home = machine.env["GRADLE_USER_HOME"] ?? join(machine.env["HOME"] ?? "/", ".gradle");
  const modules = join(home, "caches", "modules-2");
  const wrappers = join(home, "wrapper", "dists");
  const program = programFile("gradle", machine);
  const installed = program === null ? null : dirname(dirname(realpathSync(program)));
  return {
    bound: [
      ...(isReadableInSandbox(modules) ? [{ from: modules, to: `${gradleInside}/modules-2` }] : []),
      ...(isReadableInSandbox(wrappers) ? [{ from: wrappers, to: `${gradleHome}/wrapper/dists` }] : []),
      ...(installed === null ? [] : mountExisting([installed])),
    ],
    env: {
      GRADLE_USER_HOME: gradleHome,
      ...(isReadableInSandbox(modules) ? { GRADLE_RO_DEP_CACHE: gradleInside } : {}),
    },
    path: installed === null || isSystem(installed) ? [] : [join(installed, "bin")],
  };
}
