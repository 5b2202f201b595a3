// Tells whether a file is loaded by a glob, a folder listing or a path in a config.
import { globMatcher } from "../../../change/path-glob.ts";
import { folderOf, resolveFrom } from "../../../change/paths.ts";
import type { Tree } from "../../../change/change.ts";
import { linksOf } from "../../../change/symbols/links-of.ts";
import { holdsScript } from "../../../change/symbols/script-blocks.ts";
import type { Uses } from "../../../change/symbols/symbols.ts";

const globCalls = ["import.meta.glob", "import.meta.globEager", "require.context", "import(`", "require(`"];
const folderReads = ["readdirSync", "readdir", "globSync", "fast-glob", "tinyglobby", "globby"];

export class PatternLoaders {
  static readonly searchTerms: readonly string[] = [...globCalls, ...folderReads];

  private readonly tree: Tree;
  private readonly uses: Uses;
  private patterns: Promise<((path: string) => boolean)[]> | null = null;

  constructor(tree: Tree, uses: Uses) {
    this.tree = tree;
    this.uses = uses;
  }

  async loads(path: string): Promise<boolean> {
    this.patterns ??= this.readPatterns();
    if ((await this.patterns).some((matches) => matches(path))) return true;
    return this.isNamedByConfig(path) || this.mayBeListed(path);
  }

  private filesWith(names: readonly string[]): string[] {
    return [...new Set(names.flatMap((name) => this.uses.get(name)?.at ?? []).map(({ path }) => path))];
  }

  private async readPatterns(): Promise<((path: string) => boolean)[]> {
    const all: ((path: string) => boolean)[] = [];
    const paths = this.filesWith(globCalls).filter(holdsScript).slice(0, 300);
    await linksOf(this.tree).ahead(paths);
    for (const path of paths) {
      const links = await linksOf(this.tree).of(path);
      for (const glob of links?.globs.slice(0, 50) ?? []) {
        const matcher = createMatcher(glob, folderOf(path));
        if (matcher) all.push(matcher);
      }
    }
    return all;
  }

  /** `src/worker.ts` in a config, manifest, page or shell script. */
  private isNamedByConfig(path: string): boolean {
    const name = path.slice(path.lastIndexOf("/") + 1);
    const stem = name.replace(/\.[cm]?[jt]sx?$/, "");
    return (this.uses.get(`/${stem}.`)?.at ?? []).some(
      (use) =>
        use.path !== path &&
        (/\.config\.[cm]?[jt]s$|(?:^|\/)\.[^/]+$/.test(use.path) || !holdsScript(use.path)) &&
        new RegExp(`/${escapeRegExp(stem)}\\.(?:[cm]?[jt]sx?)\\b`).test(use.text.slice(0, 2000)),
    );
  }

  /** A file that lists folders, in the same folder or above, may load this file. */
  private mayBeListed(path: string): boolean {
    const folder = folderOf(path);
    return this.filesWith(folderReads).some((reader) => {
      const own = folderOf(reader);
      return own !== "" && (folder === own || folderOf(folder) === own);
    });
  }
}

function escapeRegExp(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, (character) => `\\${character}`);
}

/** A pattern that is not a repository path, such as one with an alias, is matched by its ending. */
function createMatcher(glob: string, folder: string): ((path: string) => boolean) | null {
  const plain = glob.replace(/^!/, "");
  if (plain.length > 300 || !/[\w]/.test(plain)) return null;
  const path = /^\.{1,2}\//.test(plain) ? resolveFrom(folder, plain) : `**/${plain.replace(/^[@~$#]?\w*\//, "")}`;
  return path === null ? null : globMatcher(path, { dot: true });
}
