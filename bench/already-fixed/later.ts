// What the author makes of the commented line afterwards, commit by commit.
import { filler, names, type Draw } from "./draw.ts";
import { commentMark, fillers } from "./fillers.ts";
import type { Kind } from "./histories.ts";
import type { Review } from "./review.ts";

export interface Later {
  kind: Kind;
  review: Review;
  as(lines: readonly string[]): string[];
  at: { path: string; above: string[]; below: string[]; lines: string[] };
  other: string;
  started: Record<string, string>;
  draws: Draw;
}

type Files = Record<string, string>;

/** What the author does, with commits about other things in between. */
export function later(given: Later): Files[] {
  const { draws, at } = given;
  const states: Files[] = [];
  const plain = new Set([...at.above, ...at.below].filter((line) => !at.lines.includes(line)));
  const noise = () => {
    if (!draws.chance(0.5)) return;
    const fresh = filler(given.review.file, 1 + draws.below(3), draws);
    const where = draws.pick([at.above, at.below]);
    const from = draws.below(Math.max(1, where.length - 2));
    // What was moved there stays: only what is about nothing goes away.
    const takes = draws.below(2) === 1 && plain.has(where[from]!) ? 1 : 0;
    where.splice(from, takes, ...fresh);
    const last = states.at(-1);
    const path = Object.keys(last ?? {}).find((one) => one === at.path) ?? at.path;
    states.push({ ...(last ?? given.started), [path]: fileText([...at.above, ...at.lines, ...at.below]) });
  };
  noise();
  for (const step of stepsOf(given)) {
    const last: Files = { ...(states.at(-1) ?? given.started) };
    states.push(step(last));
    noise();
  }
  if (states.length === 0) states.push({ ...given.started, "CHANGES.md": "x\n" });
  return states;
}

type Step = (files: Files) => Files;

function stepsOf({ kind, review, as, at, other, draws }: Later): Step[] {
  const bad = at.lines;
  const write = (files: Files) => ({ ...files, [at.path]: fileText([...at.above, ...at.lines, ...at.below]) });
  const put =
    (lines: readonly string[]): Step =>
    (files) => {
      at.lines = [...lines];
      return write(files);
    };
  const rename: Step = (files) => {
    const { [at.path]: old, ...rest } = files;
    at.path = at.path.replace("src/", "lib/");
    return { ...rest, [at.path]: old! };
  };
  const elsewhere =
    (lines: readonly string[]): Step =>
    (files) => {
      at.lines = [];
      const there = files[other]!.split("\n").slice(0, -1);
      there.splice(draws.below(there.length), 0, ...indented(lines, draws));
      return write({ ...files, [other]: fileText(there) });
    };
  const within =
    (lines: readonly string[]): Step =>
    (files) => {
      at.lines = [];
      const where = draws.pick([at.above, at.below]);
      const far =
        where === at.above
          ? draws.below(Math.max(1, where.length - 4))
          : 3 + draws.below(Math.max(1, where.length - 3));
      where.splice(far, 0, ...indented(lines, draws));
      return write(files);
    };
  const fixed = as(review.fixed);
  switch (kind) {
    case "fixed":
      return [put(fixed)];
    case "fixed otherwise":
      return [put(as(review.otherwise!))];
    case "fixed beside it":
      return [put([`${/^\s*/.exec(bad[0]!)![0]}${as([draws.pick(fillers[review.file]!)])[0]!.trim()}`, ...bad])];
    case "fixed and renamed":
      return draws.chance(0.5) ? [rename, put(fixed)] : [put(fixed), rename];
    case "fixed, undone, fixed":
      return [put(fixed), put(bad), put(fixed)];
    case "fixed elsewhere":
      return [elsewhere(fixed)];
    case "half fixed":
      return [put(as(review.half))];
    case "moved within the file":
      return [within(bad)];
    case "moved to another file":
      return [elsewhere(bad)];
    case "moved and edited":
      return [draws.pick([within, elsewhere])(as(review.unrelated))];
    case "file renamed":
      return [rename];
    case "undone":
      return draws.chance(0.5) ? [put(fixed), put(bad)] : [put(as(review.half)), put(fixed), put(bad)];
    case "reformatted":
      return [put(review.file === "py" || review.file === "yml" ? indented(bad, draws) : reformatted(bad, draws))];
    case "only comments":
      return [put(commented(bad, commentMark[review.file]!, draws))];
    case "untouched":
      return [];
    case "edited otherwise":
      return [put(as(review.unrelated))];
    case "names changed":
      return [put(renamed(bad, draws))];
  }
}

function indented(lines: readonly string[], draws: Draw): string[] {
  const blank = draws.pick(["", "  ", "    ", "\t"]);
  return lines.map((line) => blank + line.trimStart());
}

function reformatted(lines: readonly string[], draws: Draw): string[] {
  if (draws.chance(0.5)) return lines.map((line) => `  ${line.replaceAll(/([(,=])(?! )(?=[\w"'])/g, "$1 ")}`);
  return lines.flatMap((line) => {
    const cut = line.search(/[(,] ?(?=[\w$"'])/);
    return cut < 0 ? [`    ${line.trim()}`] : [line.slice(0, cut + 1), `      ${line.slice(cut + 1).trim()}`];
  });
}

function commented(lines: readonly string[], mark: string, draws: Draw): string[] {
  const words = `${mark} ${draws.pick(["keep this in step with the other one", "see the notes", "done as agreed"])}`;
  const [first = "", ...rest] = lines;
  return draws.chance(0.5) ? [words, `${first} ${words}`, ...rest] : [`${first} ${words}`, ...rest];
}

/** One name that occurs in it becomes another. */
function renamed(lines: readonly string[], draws: Draw): string[] {
  const found = lines.join("\n").match(/\b[a-z][A-Za-z_]{3,}\d*\b/g) ?? [];
  const known = found.filter((one) => names.some((name) => one.startsWith(name)));
  if (known.length === 0) return lines.map((line) => `${line} `);
  const old = draws.pick(known);
  return lines.map((line) => line.replaceAll(new RegExp(`\\b${old}\\b`, "g"), `${draws.pick(names)}New`));
}

export function fileText(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join("");
}
