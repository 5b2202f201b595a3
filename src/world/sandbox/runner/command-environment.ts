// Builds the environment of a command. It contains none of our variables, and of the machine's only the program
// folders.
import { workFolder } from "./sandbox-paths.ts";

export interface CommandEnvironment {
  cwd: string;
  path: readonly string[];
  provided: Readonly<Record<string, string>>;
  own: Readonly<Record<string, string>>;
}

const always = { CI: "true", HOME: "/tmp", TMPDIR: "/tmp", LANG: "C.UTF-8", NO_COLOR: "1" };
export const toolsFolder = "/tools";
const systemFolders = ["/usr/local/bin", "/usr/bin", "/bin"];

export function commandEnvironment({ cwd, path, provided, own }: CommandEnvironment): Record<string, string> {
  const folders = [...packagePrograms(cwd), ...path, toolsFolder, ...systemFolders];
  return { ...always, ...provided, ...own, PATH: [...new Set(folders)].join(":") };
}

/** Program folders of the project's packages, from the command's folder up to the root. */
function packagePrograms(cwd: string): string[] {
  const names = cwd.split("/").filter((name) => name !== "" && name !== ".");
  return [...names.keys(), names.length]
    .toReversed()
    .map((count) => [workFolder, ...names.slice(0, count), "node_modules/.bin"].join("/"));
}
