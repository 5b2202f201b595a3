// How well the rules tell what is already fixed, over generated histories of real git commits with the truth known.
//   node bench/already-fixed.ts [N=500] [SEED=1] [wrong | missed: prints them]
// Of what they call already_fixed 98 in 100 must be, and of what really is they must find 80 in 100. Each set of comments
// is measured by itself (`already-fixed/sets.ts`).
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Oid } from "../src/change/change.ts";
import type { CommentId, ReviewThread, ThreadComment, ThreadId } from "../src/threads/thread.ts";
import { codeFacts, triageByRules } from "../src/threads/triage.ts";
import { openGit } from "../src/world/git/repository.ts";
import { draw } from "./already-fixed/draw.ts";
import { history, kinds, reallyFixed, type History } from "./already-fixed/histories.ts";
import { reviewSets, type ReviewSet } from "./already-fixed/sets.ts";
import { finish } from "./measure.ts";

const [wanted = "500", seed = "1", only = "", onlySet = ""] = process.argv.slice(2);
const count = Number(wanted);
const goals: Record<string, boolean> = {};
for (const set of reviewSets) if (onlySet === "" || set.name === onlySet) Object.assign(goals, await measureSet(set));
finish(goals);

async function measureSet(set: ReviewSet): Promise<Record<string, boolean>> {
  const draws = draw(Number(seed));
  const histories = Array.from({ length: count }, (_, number) => history(draws, number, set.reviews));
  const folder = mkdtempSync(join(tmpdir(), "already-fixed-"));
  try {
    execFileSync("git", ["init", "-q", "--bare", folder]);
    const commits = importAll(folder, histories);
    const stop = new AbortController();
    const git = openGit(folder, process.env, stop.signal);
    try {
      return await measure(set, histories, commits, git);
    } finally {
      git.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(
  { name, note, reviews, mustFind }: ReviewSet,
  histories: readonly History[],
  commits: readonly string[][],
  git: ReturnType<typeof openGit>,
): Promise<Record<string, boolean>> {
  const started = performance.now();
  const table = new Map(kinds.map((kind) => [kind, new Map<string, number>()]));
  const styles = new Map<string, { fixed: number; found: number }>();
  const tally = { right: 0, wrong: 0, sure: 0, missed: 0 };
  for (const [at, one] of histories.entries()) {
    const thread = threadOf(one, at, commits[at]![0]!);
    const facts = await codeFacts(thread, commits[at]!.at(-1) as Oid, git);
    const { classification, confidence, evidence } = triageByRules(thread, facts);
    const row = table.get(one.kind)!;
    row.set(classification, (row.get(classification) ?? 0) + 1);
    const truth = reallyFixed.has(one.kind);
    const said = classification === "already_fixed";
    if (said && truth) tally.right++;
    if (said && !truth) tally.wrong++;
    if (said && !truth && confidence !== "low") tally.sure++;
    if (!said && truth) tally.missed++;
    const style = styles.get(one.style) ?? { fixed: 0, found: 0 };
    styles.set(one.style, { fixed: style.fixed + Number(truth), found: style.found + Number(truth && said) });
    if ((only === "wrong" && said && !truth) || (only === "missed" && !said && truth)) {
      const shown = { ...facts, before: facts.commented?.lines };
      console.log(JSON.stringify({ kind: one.kind, body: one.body, rule: evidence.rule, facts: shown }, null, 1));
    }
    if (said && evidence.commit === null) throw new Error("called fixed without a commit to name");
  }
  console.log(`Set "${name}", ${reviews.length} comments (${note}):`);
  print(table, styles);
  const precision = tally.right / (tally.right + tally.wrong);
  const recall = tally.right / (tally.right + tally.missed);
  const { right, wrong, sure, missed } = tally;
  const each = ((performance.now() - started) / count).toFixed(1);
  console.log(`already_fixed: ${right} rightly, ${wrong} wrongly (${sure} of them to be resolved), ${missed} missed`);
  console.log(`${name}: precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}, ${each} ms each\n`);
  return {
    [`${name}: precision 0.98 or more`]: precision >= 0.98,
    ...(mustFind && { [`${name}: recall 0.8 or more`]: recall >= 0.8 }),
  };
}

function print(
  table: ReadonlyMap<string, ReadonlyMap<string, number>>,
  styles: ReadonlyMap<string, { fixed: number; found: number }>,
): void {
  const classes = ["already_fixed", "stale", "needs_human"];
  console.log(`${"".padEnd(24)}${classes.map((one) => one.padStart(15)).join("")}`);
  for (const [kind, row] of table)
    console.log(`${kind.padEnd(24)}${classes.map((one) => String(row.get(one) ?? 0).padStart(15)).join("")}`);
  for (const [style, { fixed, found }] of styles) console.log(`${style}: ${found} of ${fixed} fixed ones found`);
}

/** All histories in one stream: each begins anew. Gives the ids of each one's commits, oldest first. */
function importAll(path: string, all: readonly History[]): string[][] {
  let mark = 0;
  const marks = all.map(({ states }) => states.map(() => ++mark));
  const input = all.flatMap(({ states }, at) =>
    states.flatMap((files, index) => {
      const own = marks[at]![index]!;
      const parent = index === 0 ? "" : `from :${own - 1}\n`;
      const head = `${index === 0 ? `reset refs/heads/h${at}\n` : ""}commit refs/heads/h${at}\nmark :${own}\ncommitter A <a@example.com> ${own} +0000\ndata 1\nx\n${parent}deleteall\n`;
      const entries = Object.entries(files).map(
        ([name, text]) => `M 100644 inline ${name}\ndata ${Buffer.byteLength(text)}\n${text}\n`,
      );
      return [head, ...entries];
    }),
  );
  for (let one = 1; one <= mark; one++) input.push(`get-mark :${one}\n`);
  const options = { input: input.join(""), maxBuffer: 1e8 };
  const ids = execFileSync("git", ["-C", path, "fast-import", "--quiet", "--force"], options)
    .toString()
    .trim()
    .split("\n");
  return marks.map((own) => own.map((one) => ids[one - 1]!));
}

function threadOf(one: History, at: number, original: string): ReviewThread {
  const lines = one.states[0]![one.path]!.split("\n");
  const shown = lines.slice(Math.max(0, one.line - 4), one.line).map((line) => `+${line}`);
  const comment: ThreadComment = {
    id: `C${at}` as CommentId,
    databaseId: at,
    author: "someone",
    authorKind: one.author,
    authorAssociation: "MEMBER",
    body: one.body,
    path: one.path,
    line: one.touched ? null : one.line,
    createdAt: null,
    updatedAt: null,
    lastEditedAt: null,
    isCut: false,
    url: null,
    isMinimized: false,
    viewerCanUpdate: false,
    viewerCanDelete: false,
  };
  return {
    threadId: `T${at}` as ThreadId,
    prNumber: 1,
    path: one.path,
    line: comment.line,
    startLine: null,
    originalLine: one.line,
    originalCommit: original as Oid,
    diffHunk: `@@ -0,0 +1,${shown.length} @@\n${shown.join("\n")}`,
    isResolved: false,
    isOutdated: one.touched,
    author: comment.author,
    authorKind: one.author,
    authorAssociation: comment.authorAssociation,
    firstComment: comment,
    latestComment: comment,
    comments: [comment],
    createdAt: null,
    updatedAt: null,
    url: null,
    source: "github-graphql",
    canReply: true,
    canResolve: true,
  };
}
