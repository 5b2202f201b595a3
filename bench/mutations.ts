// Breaks references in real repositories, by seed, and measures which of the broken lines the review reports.
//   node bench/mutations.ts REPOSITORY... [--seed N] [--each 5] [--language Go] [--list]     (bare repositories)
// Which lines break is decided by a strict rule per language in bench/mutations/, which shares no code with the product.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openGitRepository } from "../src/app/review/open-repository.ts";
import { readChange } from "../src/change/read-change.ts";
import { staleReference } from "../src/findings/checks/stale-reference.ts";
import { gate } from "../src/findings/gate.ts";
import { reachesAuthor } from "../src/findings/finding.ts";
import { runChecks } from "../src/findings/run-checks.ts";
import { textsOf } from "../src/findings/texts.ts";
import { largestFile } from "../src/world/git/own-directory.ts";
import { finish } from "./measure.ts";
import { c } from "./mutations/c.ts";
import { csharp } from "./mutations/csharp.ts";
import { go } from "./mutations/go.ts";
import { java, kotlin } from "./mutations/jvm.ts";
import { php } from "./mutations/php.ts";
import { python } from "./mutations/python.ts";
import { typescript } from "./mutations/typescript.ts";
import { ruby } from "./mutations/ruby.ts";
import { rust } from "./mutations/rust.ts";
import { blanked, type Rule, type Source, type Thing } from "./mutations/rule.ts";

const rules: readonly Rule[] = [c, csharp, go, java, kotlin, php, python, ruby, rust, typescript];
/** Lines recall that is asked for, by language. */
const goals: Readonly<Record<string, number>> = {
  Go: 0.9,
  Java: 0.9,
  Python: 0.9,
  TypeScript: 0.9,
  "C and C++": 0.8,
  "C#": 0.8,
  Kotlin: 0.8,
  PHP: 0.8,
  Ruby: 0.8,
  Rust: 0.8,
};
/** A thing that more lines use says little more. */
const mostBroken = 300;

interface Mutation {
  what: string;
  /** New texts by path; null for a removed file. */
  edits: ReadonlyMap<string, string | null>;
  broken: ReadonlySet<string>;
  /** Names of which the rule cannot tell what breaks. */
  unsure: readonly string[];
}

const { values, positionals } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    each: { type: "string", default: "5" },
    language: { type: "string" },
    list: { type: "boolean", default: false },
  },
  allowPositionals: true,
});
if (positionals.length === 0) {
  console.log("skipped: no repositories given");
  process.exit(0);
}

let state = Number(values.seed) >>> 0;
/** Mulberry32: the same seed gives the same mutations. */
function random(): number {
  state = (state + 0x6d2b79f5) >>> 0;
  let mixed = Math.imul(state ^ (state >>> 15), state | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
}

function shuffled<T>(all: readonly T[]): T[] {
  return all
    .map((one) => ({ one, key: random() }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ one }) => one);
}

interface Tally {
  changes: number;
  broken: number;
  posted: number;
  advisory: number;
  wrongPosted: number;
  wrongAdvisory: number;
}

const tallies = new Map<string, Tally>();
const stop = new AbortController().signal;
for (const repository of positionals) await measure(realpathSync(repository));
report();

async function measure(repository: string): Promise<void> {
  const scratch = mkdtempSync(join(tmpdir(), "mutations-"));
  const git = (args: string[], input?: string | Buffer) =>
    execFileSync("git", ["-C", scratch, ...args], {
      input,
      maxBuffer: 2 ** 30,
      env: { ...process.env, GIT_INDEX_FILE: join(scratch, "index") },
    });
  try {
    execFileSync("git", ["init", "-q", "--bare", scratch]);
    mkdirSync(join(scratch, "objects/info"), { recursive: true });
    writeFileSync(join(scratch, "objects/info/alternates"), `${join(repository, "objects")}\n`);
    const head = execFileSync("git", ["-C", repository, "rev-parse", "HEAD"], { encoding: "utf8" }).trim();
    for (const rule of rules) {
      if (values.language !== undefined && values.language !== rule.language) continue;
      const files = readSources(rule, head, git);
      if (files.length < 10) continue;
      for (const mutation of mutationsOf(rule, files)) {
        const changed = commit(mutation, head, git);
        judge(rule, mutation, files, await reported(scratch, head, changed));
      }
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function readSources(rule: Rule, head: string, git: (args: string[], input?: string) => Buffer): Source[] {
  const rows = git(["ls-tree", "-r", "-z", head]).toString().split("\0");
  const chosen = rows.flatMap((row) => {
    const [meta, path] = row.split("\t");
    const [mode, , id] = meta!.split(" ");
    return path !== undefined && mode?.startsWith("100") && rule.holds.test(path) ? { path, id: id! } : [];
  });
  const bytes = git(["cat-file", "--batch"], chosen.map(({ id }) => `${id}\n`).join(""));
  let at = 0;
  return chosen.map(({ path }) => {
    const start = bytes.indexOf(10, at) + 1;
    const size = Number(bytes.toString("utf8", at, start).split(" ")[2]);
    at = start + size + 1;
    const text = bytes.toString("utf8", start, start + size);
    return { path, text, code: blanked(text, rule.blanks) };
  });
}

function mutationsOf(rule: Rule, files: readonly Source[]): Mutation[] {
  const each = Number(values.each);
  const take = (what: string, all: readonly (() => Mutation | null)[]) => {
    const taken: Mutation[] = [];
    for (const one of shuffled(all)) {
      if (taken.length === each) break;
      const mutation = one();
      const control = what.startsWith("control");
      if (mutation && (control || (mutation.broken.size > 0 && mutation.broken.size <= mostBroken)))
        taken.push({ ...mutation, what });
    }
    return taken;
  };
  const things = files.map((file) => ({ file, things: rule.things(file) }));
  const top = things.flatMap((one) =>
    one.things.filter(({ within }) => within === null).map((thing) => ({ ...one, thing })),
  );
  const members = things.flatMap((one) =>
    one.things.filter(({ within }) => within !== null).map((thing) => ({ ...one, thing })),
  );
  const kept = things.filter((one) => one.things.length > 0);
  return [
    ...take(
      "deleted file",
      kept.map((one) => () => deleted(one.file, one.things, rule, files)),
    ),
    ...take(
      "moved file",
      kept.map(
        ({ file }) =>
          () =>
            moved(file, rule, files),
      ),
    ),
    ...take(
      "renamed declaration",
      top.map(
        ({ file, thing }) =>
          () =>
            without(thing, file, rule, files, rename),
      ),
    ),
    ...take(
      "removed declaration",
      top.map(
        ({ file, thing }) =>
          () =>
            without(thing, file, rule, files, cut),
      ),
    ),
    ...take(
      "removed member",
      members.map(
        ({ file, thing }) =>
          () =>
            without(thing, file, rule, files, cut),
      ),
    ),
    ...take(
      "control: renamed everywhere",
      top.map(
        ({ thing }) =>
          () =>
            renamedEverywhere(thing, rule, files),
      ),
    ),
  ];
}

function deleted(file: Source, things: readonly Thing[], rule: Rule, files: readonly Source[]): Mutation | null {
  const whole = rule.deleted?.(file, files) ?? null;
  const lost = things
    .filter(({ within }) => within === null)
    .map((thing) => ({ thing, broken: rule.broken(thing, files) }));
  const unsure = [
    ...(rule.reachedOtherwise?.(file) ?? []),
    ...things.filter(({ within }) => within !== null).map(({ name }) => name),
    ...lost.filter(({ broken }) => broken === null).map(({ thing }) => thing.name),
  ];
  return {
    what: "",
    edits: new Map([[file.path, null]]),
    broken: outside(
      whole ?? [...lost.flatMap(({ broken }) => broken ?? []), ...(rule.fileUses?.(file, files) ?? [])],
      file,
    ),
    unsure,
  };
}

function moved(file: Source, rule: Rule, files: readonly Source[]): Mutation | null {
  const move = rule.moved(file, files);
  if (move === null) return null;
  const edits = new Map(move.edits.flatMap(({ from, to, text }) => [[from, null] as const, [to, text] as const]));
  return { what: "", edits, broken: new Set(move.broken), unsure: rule.reachedOtherwise?.(file) ?? [] };
}

function outside(broken: readonly string[], { path }: Source): Set<string> {
  return new Set(broken.filter((place) => !place.startsWith(`${path}:`)));
}

function without(
  thing: Thing,
  file: Source,
  rule: Rule,
  files: readonly Source[],
  change: (text: string, thing: Thing) => string,
): Mutation | null {
  const broken = rule.broken(thing, files);
  const text = change(file.text, thing);
  if (broken === null || text === file.text) return null;
  const lines = text.split("\n");
  // What went with the declaration is not broken.
  const still = broken.filter((place) => {
    const colon = place.lastIndexOf(":");
    return (
      place.slice(0, colon) !== file.path ||
      new RegExp(`\\b${thing.name}\\b`).test(lines[Number(place.slice(colon + 1)) - 1]!)
    );
  });
  return { what: "", edits: new Map([[file.path, text]]), broken: new Set(still), unsure: [] };
}

function rename(text: string, { name, nameAt }: Thing): string {
  return `${text.slice(0, nameAt)}${name}Anew${text.slice(nameAt + name.length)}`;
}

/** Leaves the line breaks, so that lines keep their numbers. */
function cut(text: string, { start, end }: Thing): string {
  return text.slice(0, start) + text.slice(start, end).replaceAll(/[^\n]/g, "") + text.slice(end);
}

function renamedEverywhere(thing: Thing, rule: Rule, files: readonly Source[]): Mutation | null {
  if (!(rule.broken(thing, files)?.length ?? 0)) return null;
  const word = new RegExp(`\\b${thing.name}\\b`, "g");
  const edits = new Map(
    files
      .filter(({ text }) => text.search(word) >= 0)
      .map(({ path, text }) => [path, text.replaceAll(word, `${thing.name}Anew`)]),
  );
  return { what: "", edits, broken: new Set(), unsure: [] };
}

function commit({ edits }: Mutation, head: string, git: (args: string[], input?: string) => Buffer): string {
  git(["read-tree", head]);
  const rows = [...edits].map(([path, text]) => {
    if (text === null) return `0 ${"0".repeat(head.length)}\t${path}\n`;
    return `100644 ${git(["hash-object", "-w", "--stdin"], text).toString().trim()}\t${path}\n`;
  });
  git(["update-index", "--index-info"], rows.join(""));
  const tree = git(["write-tree", "--missing-ok"]).toString().trim();
  const person = ["-c", "user.name=Bench", "-c", "user.email=bench@example.com"];
  return git([...person, "commit-tree", tree, "-p", head, "-m", "Change code"])
    .toString()
    .trim();
}

async function reported(
  folder: string,
  from: string,
  to: string,
): Promise<Map<string, { posted: boolean; text: string }>> {
  const { git, code, close } = openGitRepository(
    folder,
    { ...process.env, XDG_CACHE_HOME: join(folder, "cache") },
    stop,
  );
  try {
    const target = { kind: "range", from, to, symmetric: false } as const;
    const change = await readChange(target, { ignoreConfig: true }, { git, user: {}, knownChecks: [], largestFile });
    const at = code.at(change.base, change.head);
    const texts = textsOf(at);
    const reports = await runChecks([staleReference], change, at, { stop, now: () => performance.now(), texts });
    const failed = reports.find(({ status }) => status === "failed");
    if (failed) throw new Error(`${failed.unit} failed: ${JSON.stringify(failed.why)}`);
    const judged = (await gate(change, reports, texts, "2026-01-05")).filter(({ finding }) =>
      /^(?:import|use|member)-of-removed$/.test(finding.kind),
    );
    return new Map(
      judged
        .filter((one) => reachesAuthor(one) || one.outcome === "advisory")
        .map((one) => [
          `${one.finding.at.path}:${one.finding.at.start}`,
          { posted: reachesAuthor(one), text: one.finding.evidence[0]?.text ?? "" },
        ]),
    );
  } finally {
    await close();
  }
}

function judge(
  rule: Rule,
  { what, broken, unsure, edits }: Mutation,
  files: readonly Source[],
  found: Awaited<ReturnType<typeof reported>>,
) {
  const key = `${rule.language.padEnd(11)} ${what}`;
  const tally = tallies.get(key) ?? { changes: 0, broken: 0, posted: 0, advisory: 0, wrongPosted: 0, wrongAdvisory: 0 };
  tallies.set(key, tally);
  tally.changes++;
  tally.broken += broken.size;
  const unsureWord = new RegExp(`\\b(?:${unsure.join("|") || "(?!)"})\\b`);
  for (const [place, { posted, text }] of found)
    if (broken.has(place)) tally[posted ? "posted" : "advisory"]++;
    else if (!unsureWord.test(text)) {
      tally[posted ? "wrongPosted" : "wrongAdvisory"]++;
      if (values.list)
        console.log(`wrong   ${what} ${[...edits.keys()][0]} ${place}${posted ? "" : " (advisory)"} ${text.trim()}`);
    }
  if (!values.list) return;
  for (const place of broken)
    if (!found.has(place)) {
      const colon = place.lastIndexOf(":");
      const text = files.find(({ path }) => path === place.slice(0, colon))?.text.split("\n")[
        Number(place.slice(colon + 1)) - 1
      ];
      console.log(`missed  ${what} ${[...edits.keys()][0]} ${place} ${text?.trim()}`);
    }
}

function report(): void {
  const byLanguage = new Map<string, Tally>();
  const reportedControls = new Map<string, number>();
  for (const [key, tally] of tallies) {
    console.log(`${key.padEnd(40)} ${line(tally)}`);
    const language = key.slice(0, 11).trim();
    if (key.includes("control"))
      reportedControls.set(language, (reportedControls.get(language) ?? 0) + tally.wrongPosted + tally.wrongAdvisory);
    const all = byLanguage.get(language);
    byLanguage.set(
      language,
      all
        ? (Object.fromEntries(
            Object.entries(all).map(([name, value]) => [name, value + tally[name as keyof Tally]]),
          ) as unknown as Tally)
        : { ...tally },
    );
  }
  const results: Record<string, boolean> = {};
  for (const [language, all] of byLanguage) {
    console.log(`${language.padEnd(40)} ${line(all)}`);
    const goal = goals[language]!;
    results[`${language}: ${goal * 100}% of the broken lines are reported`] =
      (all.posted + all.advisory) / all.broken >= goal;
    if (reportedControls.has(language))
      results[`${language}: nothing is reported of what was renamed everywhere`] = reportedControls.get(language) === 0;
    const shown = all.posted + all.wrongPosted;
    results[`${language}: at most 3% of the posted lines are wrong`] = all.wrongPosted <= shown * 0.03;
  }
  finish(results);
}

function line({ changes, broken, posted, advisory, wrongPosted, wrongAdvisory }: Tally): string {
  return `${changes} changes, ${broken} broken lines: ${posted} posted, ${advisory} advisory; wrong: ${wrongPosted} posted, ${wrongAdvisory} advisory`;
}
