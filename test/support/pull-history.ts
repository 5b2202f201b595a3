// A pull request that is rewritten at random, for tests of later rounds: functions and files with flaws in them, rebased,
// amended, squashed, reordered, renamed, moved and mended. What it holds is known exactly.
import { execFileSync } from "node:child_process";

const flawKinds = ["debugger", "note", "catch", "job"] as const;
export type FlawKind = (typeof flawKinds)[number];

export interface Flaw {
  id: number;
  kind: FlawKind;
}

interface Block {
  /** Part of the function's name; a rename gives another. */
  name: number;
  id: number;
  flaws: Flaw[];
}

interface File {
  path: string;
  /** For a file of the base: its path there. */
  basePath: string | null;
  blocks: Block[];
}

export interface Step {
  do:
    | "rebase"
    | "new function"
    | "new flaw"
    | "mend"
    | "remove function"
    | "rename function"
    | "move within"
    | "move between"
    | "rename file"
    | "new file"
    | "new job"
    | "history";
  a: number;
  b: number;
}

export class PullHistory {
  #next = 1;
  #baseLines = 1;
  #commits = 1;
  readonly #jobs: File = { path: ".github/workflows/extra.yml", basePath: null, blocks: [] };
  readonly #files: File[] = [
    { path: "src/alpha.ts", basePath: "src/alpha.ts", blocks: [] },
    { path: "src/beta.ts", basePath: "src/beta.ts", blocks: [] },
    { path: "src/added.ts", basePath: null, blocks: [] },
  ];

  constructor() {
    for (const file of this.#files) file.blocks.push(this.#block("debugger"), this.#block("note"));
    this.#jobs.blocks.push(this.#block("job"));
  }

  /** Every flaw that the change has now. */
  flaws(): Flaw[] {
    return [...this.#files, this.#jobs].flatMap(({ blocks }) => blocks.flatMap(({ flaws }) => flaws));
  }

  take({ do: deed, a, b }: Step): void {
    const file = pick(this.#files, a)!;
    const block = pick(file.blocks, b);
    switch (deed) {
      case "rebase":
        this.#baseLines++;
        return;
      case "new function":
        file.blocks.splice(b % (file.blocks.length + 1), 0, this.#block("debugger", pick(flawKinds.slice(1, 3), b)!));
        return;
      case "new flaw":
        // One with words of its own: an equal one in a place that was seen could as well have been moved there.
        block?.flaws.push(this.#flaw(pick(["note", "catch"] as const, a)!));
        return;
      case "mend":
        block?.flaws.splice(a % Math.max(1, block.flaws.length), 1);
        return;
      case "remove function":
        file.blocks.splice(b % Math.max(1, file.blocks.length), 1);
        return;
      case "rename function":
        if (block) block.name = this.#next++;
        return;
      case "move within":
        if (block) move(block, file, file, a);
        return;
      case "move between":
        if (block) move(block, file, pick(this.#files, b)!, a);
        return;
      case "rename file":
        file.path = `src/renamed-${this.#next++}.ts`;
        return;
      case "new file":
        this.#files.push({
          path: `src/new-${this.#next++}.ts`,
          basePath: null,
          blocks: [this.#block("debugger", "catch")],
        });
        return;
      case "new job":
        this.#jobs.blocks.push(this.#block("job"));
        return;
      case "history":
        this.#commits = 1 + (a % 3);
        return;
    }
  }

  #flaw(kind: FlawKind): Flaw {
    return { id: this.#next++, kind };
  }

  #block(...kinds: FlawKind[]): Block {
    const id = this.#next++;
    return { id, name: id, flaws: kinds.map((kind) => this.#flaw(kind)) };
  }

  /** Writes base and head into the repository, in as many commits as the author feels like. */
  write(repository: string, config: string): { base: string; head: string } {
    const base: Record<string, string> = {
      ".crosscheck.yml": config,
      "README.md": "x\n".repeat(this.#baseLines),
      "src/alpha.ts": this.#baseText("alpha"),
      "src/beta.ts": this.#baseText("beta"),
    };
    const head: Record<string, string> = { ".crosscheck.yml": config, "README.md": base["README.md"]! };
    for (const file of this.#files) if (file.basePath || file.blocks.length > 0) head[file.path] = this.#textOf(file);
    if (this.#jobs.blocks.length > 0) head[this.#jobs.path] = this.#workflow();
    const paths = Object.keys(head);
    const trees = Array.from({ length: this.#commits }, (_, index) => {
      const taken = new Set(paths.filter((_path, at) => at % this.#commits <= index));
      return index === this.#commits - 1
        ? head
        : { ...base, ...Object.fromEntries([...taken].map((path) => [path, head[path]!])) };
    });
    const [first, ...rest] = importAll(repository, [base, ...trees]);
    return { base: first!, head: rest.at(-1)! };
  }

  /** The base's file; what is merged into the base lies between and around what the change adds. */
  #baseText(name: string): string {
    const top = Array.from({ length: this.#baseLines }, (_, index) => `export const ${name}Top${index} = ${index};`);
    const rest = Array.from({ length: 30 }, (_, index) => `export const ${name}${index} = "${name} ${index * 7}";`);
    return `${[...top, ...rest].join("\n")}\n`;
  }

  #textOf({ basePath, blocks }: File): string {
    const lines = basePath
      ? this.#baseText(/(\w+)\.ts$/.exec(basePath)![1]!)
          .trimEnd()
          .split("\n")
      : [];
    const middle = Math.floor(lines.length / 2);
    const functions = blocks.flatMap((block, index) => [
      "",
      ...functionText(block),
      ...(index % 2 ? [`// ${block.id}`] : []),
    ]);
    return `${[...lines.slice(0, middle), ...functions, "", ...lines.slice(middle)].join("\n")}\n`;
  }

  #workflow(): string {
    const jobs = this.#jobs.blocks.flatMap(({ id, flaws }) => [
      `  job${id}:`,
      "    runs-on: ubuntu-latest",
      ...flaws.map((flaw) => `    needs: gone${flaw.id}`),
      "    steps:",
      `      - run: echo ${id}`,
    ]);
    return `${["on: push", "jobs:", "  first:", "    runs-on: ubuntu-latest", "    steps:", "      - run: echo first", ...jobs].join("\n")}\n`;
  }
}

/** What a finding about the flaw quotes, blanks normalised. */
export function quoteOfFlaw({ id, kind }: Flaw): string {
  return {
    debugger: "debugger;",
    note: `// remove this before merging ${id}`,
    catch: `} catch (error${id}) {}`,
    job: `needs: gone${id}`,
  }[kind];
}

function functionText({ id, name, flaws }: Block): string[] {
  const body = flaws.flatMap((flaw) => [...flawText(flaw), `  count${id} += step${flaw.id}(${flaw.id});`]);
  return [
    `export function work${name}(step${id}: number) {`,
    `  let count${id} = step${id} * ${id};`,
    ...body,
    `  return count${id};`,
    "}",
  ];
}

function flawText(flaw: Flaw): string[] {
  if (flaw.kind === "catch") return ["  try {", `    await save${flaw.id}();`, `  ${quoteOfFlaw(flaw)}`];
  return [`  ${quoteOfFlaw(flaw)}`];
}

function pick<T>(list: readonly T[], at: number): T | undefined {
  return list[at % Math.max(1, list.length)];
}

function move(block: Block, from: File, to: File, at: number): void {
  from.blocks.splice(from.blocks.indexOf(block), 1);
  to.blocks.splice(at % (to.blocks.length + 1), 0, block);
}

/** Each a commit on the one before it; their ids. */
function importAll(repository: string, trees: readonly Readonly<Record<string, string>>[]): string[] {
  const commits = trees.map((files, index) => {
    const entries = Object.entries(files).map(
      ([path, text]) => `M 100644 inline ${path}\ndata ${Buffer.byteLength(text)}\n${text}\n`,
    );
    const from = index === 0 ? "" : `from :${index}\n`;
    return `commit refs/heads/pull\nmark :${index + 1}\ncommitter A <a@example.com> 0 +0000\ndata 4\nwork\n${from}deleteall\n${entries.join("")}\nget-mark :${index + 1}\n`;
  });
  const reset = "reset refs/heads/pull\n\n";
  const ids = execFileSync("git", ["-C", repository, "fast-import", "--quiet", "--force"], {
    input: reset + commits.join(""),
  });
  return ids.toString().trim().split("\n");
}
