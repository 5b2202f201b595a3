// One search for many names on a tree. git's own grep reads a pack faster than anything that asks for its objects.
import { Unavailable } from "../../errors.ts";
import { pathText } from "../../path-text.ts";
import { runGit, type GitRun } from "./run.ts";

export interface GrepHit {
  path: string;
  line: number;
  text: string;
}

export async function grep(run: GitRun, tree: string, pattern: string): Promise<GrepHit[]> {
  const options = ["-n", "-z", "-I", "--no-color", "--full-name", "--threads=2", "-P", "-e", pattern];
  const { code, stdout, stderr } = await runGit(run, ["grep", ...options, "--end-of-options", tree, "--"]);
  // 1 is grep's word for nothing found.
  if (code > 1) throw new Unavailable("git", `git grep ended with ${code}: ${stderr}`);
  return hitsIn(stdout, tree);
}

/** Each hit is `<tree>:<path> NUL <line> NUL <text> LF`. */
function hitsIn(output: Buffer, tree: string): GrepHit[] {
  const hits: GrepHit[] = [];
  for (let at = 0; at < output.length;) {
    const pathEnd = output.indexOf(0, at);
    const lineEnd = output.indexOf(0, pathEnd + 1);
    const textEnd = output.indexOf(10, lineEnd + 1);
    const end = textEnd < 0 ? output.length : textEnd;
    hits.push({
      path: pathText(output.subarray(at + tree.length + 1, pathEnd)),
      line: Number(output.toString("latin1", pathEnd + 1, lineEnd)),
      text: output.toString("utf8", lineEnd + 1, end),
    });
    at = end + 1;
  }
  return hits;
}
