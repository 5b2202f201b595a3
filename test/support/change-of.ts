// A Change made from two folders of files, for tests of pure code. git itself compares them.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { noPast, type Change, type Code, type Oid, type Tree, type AuthorText } from "../../src/change/change.ts";
import { effectiveConfig } from "../../src/change/config.ts";
import type { RepositoryConfig } from "../../src/change/config.ts";
import { findConcerns } from "../../src/change/concerns.ts";
import { readIntent } from "../../src/change/intent.ts";
import { parseDiff } from "../../src/change/parse-diff.ts";
import { isNoisePath } from "../../src/change/file-kinds.ts";
import type { Uses } from "../../src/change/symbols/symbols.ts";
import { standsIn } from "../../src/world/code/match.ts";
import { triage } from "../../src/change/triage.ts";
import { grammars } from "./symbols-of.ts";

type Files = Record<string, string | Uint8Array>;

export interface ChangeOf {
  base?: Files;
  head?: Files;
  title?: string;
  body?: string;
  words?: Partial<AuthorText>;
  config?: RepositoryConfig;
}

export function changeOf({ base = {}, head = {}, title = "", body = "", words = {}, config = {} }: ChangeOf): Change {
  const said: AuthorText = {
    title,
    body,
    branch: null,
    author: null,
    labels: [],
    draft: false,
    commits: [],
    commitsTotal: 0,
    issues: [],
    request: null,
    ...words,
  };
  const intent = readIntent(said);
  const effective = effectiveConfig({ repository: config, intent });
  const files = compare(base, head);
  return {
    from: { kind: "local", shown: "base..head", why: null },
    base: "base" as Oid,
    head: "head" as Oid,
    files,
    words: said,
    intent,
    concerns: findConcerns(said),
    triage: triage({ files, words: said, intent, config: effective, attributes: [], headers: new Map() }),
    config: effective,
    owned: { is: "unknown", why: "not-asked" },
    past: noPast,
    cuts: [],
  };
}

export interface CodeOf extends Pick<ChangeOf, "base" | "head"> {
  /** The ids of the repository's commits; null where it cannot tell, as a shallow clone. */
  commits?: readonly string[] | null;
}

export function codeOf({ base = {}, head = {}, commits = [] }: CodeOf): Code {
  const trees = { base: treeOf(base), head: treeOf(head) };
  return {
    ...trees,
    symbols: async (path, side) => {
      const bytes = await trees[side].read(path);
      return bytes === null ? null : await grammars().symbols(path, bytes);
    },
    uses: async (names) => usesIn(head, names),
    commits: async () => [],
    hasCommit: async (id) => commits && commits.some((one) => one.startsWith(id)),
  };
}

/** As the real search does it, on files that are held in memory. */
function usesIn(files: Files, names: readonly string[]): Uses {
  const lines = Object.entries(files)
    .filter(([path, content]) => typeof content === "string" && !isNoisePath(path))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([path, content]) =>
      String(content)
        .split("\n")
        .map((text, index) => ({ path, line: index + 1, text })),
    );
  return new Map(names.map((name) => [name, { at: lines.filter(({ text }) => standsIn(text, name)), cut: false }]));
}

function treeOf(files: Files): Tree {
  return {
    async read(path) {
      const content = files[path];
      return content === undefined ? null : typeof content === "string" ? new TextEncoder().encode(content) : content;
    },
    async paths() {
      return Object.keys(files).toSorted();
    },
  };
}

function compare(base: Files, head: Files): Change["files"] {
  const folder = mkdtempSync(join(tmpdir(), "crosscheck-change-of-"));
  try {
    for (const [side, files] of [
      ["a", base],
      ["b", head],
    ] as const) {
      mkdirSync(join(folder, side));
      for (const [path, content] of Object.entries(files)) {
        mkdirSync(dirname(join(folder, side, path)), { recursive: true });
        writeFileSync(join(folder, side, path), content);
      }
    }
    return parseDiff(diffOf(folder)).map((file) => ({
      ...file,
      oldPath: file.oldPath?.replace(/^a\//, "") ?? null,
      newPath: file.newPath?.replace(/^b\//, "") ?? null,
    }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** git names what it compares with the folder in front of each path. */
function diffOf(folder: string): Uint8Array {
  try {
    execFileSync("git", ["diff", "--no-index", "--full-index", "-M", "a", "b"], {
      cwd: folder,
      stdio: ["ignore", "pipe", "pipe"],
      maxBuffer: 1e9,
    });
    return new Uint8Array();
  } catch (error) {
    return (error as { stdout: Uint8Array }).stdout;
  }
}
