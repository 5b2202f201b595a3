// Pull requests as they go on after a comment, with the truth known: what the author made of the commented line.
import { commentMark, fillers, reviews, type Review } from "./reviews.ts";

export const kinds = [
  "fixed",
  "fixed otherwise",
  "fixed beside it",
  "fixed and renamed",
  "fixed, undone, fixed",
  "fixed elsewhere",
  "half fixed",
  "moved within the file",
  "moved to another file",
  "moved and edited",
  "file renamed",
  "undone",
  "reformatted",
  "only comments",
  "untouched",
  "edited otherwise",
  "names changed",
] as const;
export type Kind = (typeof kinds)[number];

/** How often of a hundred; those above the half are really fixed. */
const weights: Record<Kind, number> = {
  fixed: 27,
  "fixed otherwise": 6,
  "fixed beside it": 1,
  "fixed and renamed": 5,
  "fixed, undone, fixed": 3,
  "fixed elsewhere": 1,
  "half fixed": 11,
  "moved within the file": 6,
  "moved to another file": 6,
  "moved and edited": 4,
  "file renamed": 4,
  undone: 6,
  reformatted: 5,
  "only comments": 4,
  untouched: 3,
  "edited otherwise": 5,
  "names changed": 3,
};

export const reallyFixed = new Set<Kind>(kinds.slice(0, 6));

export type Author = "human" | "bot";
export type Style = "quoting" | "suggestion" | "prose" | "diff";

export interface History {
  kind: Kind;
  author: Author;
  style: Style;
  file: string;
  body: string;
  path: string;
  /** In the first state. */
  line: number;
  /** Files of each commit, the first being the one that the comment is about. */
  states: Record<string, string>[];
  commented: string;
  touched: boolean;
}

export interface Draw {
  below(limit: number): number;
  pick<T>(list: readonly T[]): T;
  chance(share: number): boolean;
}

export function draw(seed: number): Draw {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return { below, pick: (list) => list[below(list.length)]!, chance: (share) => next() < share };
}

const names =
  "account order total entry buffer parcel route widget folder panel index batch cursor region ticket ledger packet signal vendor basket option reader writer socket limit sample record target source window".split(
    " ",
  );

function fill(lines: readonly string[], draws: Draw, values = drawNames(draws)): string[] {
  return lines.map((line) =>
    line
      .replaceAll(/\$([abc])(?![\w{])/g, (_, name: string) => values[name]!)
      .replaceAll(/(?<=[\w])\$([abc])/g, (_, name: string) => values[name]!)
      .replaceAll(/\$n(?!\w)/g, () => values.n!),
  );
}

function drawNames(draws: Draw): Record<string, string> {
  const name = () => {
    const [first, second] = [draws.pick(names), draws.pick(names)];
    return draws.pick([
      first,
      `${first}${second[0]!.toUpperCase()}${second.slice(1)}`,
      `${first}_${second}`,
      `${first}${second.length}`,
    ]);
  };
  return { a: name(), b: name(), c: name(), n: String(draws.below(900) + 10) };
}

function filler(file: string, count: number, draws: Draw): string[] {
  return Array.from({ length: count }, () => fill([draws.pick(fillers[file]!)], draws)[0]!);
}

export function history(draws: Draw, number: number): History {
  const review = draws.pick(reviews);
  const values = drawNames(draws);
  const as = (lines: readonly string[]) => fill(lines, draws, values);
  const bad = as(review.bad);
  const kind = drawKind(review, draws);
  const above = filler(review.file, 4 + draws.below(40), draws);
  const below = filler(review.file, 4 + draws.below(40), draws);
  // The same line stands elsewhere too, now and then; or quite near.
  if (draws.chance(0.2)) below.splice(6 + draws.below(Math.max(1, below.length - 6)), 0, ...bad);
  if (draws.chance(0.05)) above.splice(above.length - 2, 0, ...bad);
  const path = `src/${draws.pick(names)}/${draws.pick(names)}${number}.${review.file}`;
  const other = `src/${draws.pick(names)}/more${number}.${review.file}`;
  const others = { [other]: text(filler(review.file, 20, draws)), "README.md": `# ${draws.pick(names)}\n` };
  const at = { path, above, below, lines: bad };
  const started = { ...others, [path]: text([...above, ...bad, ...below]) };
  const line = above.length + bad.length;
  const states = [started, ...later({ kind, review, as, at, other, started, draws })];
  const author = draws.pick(["human", "bot"] as const);
  const style = drawStyle(author, draws);
  return {
    kind,
    author,
    style,
    file: review.file,
    body: bodyOf(review, style, { as, bad, draws }),
    path,
    line,
    states,
    commented: bad.at(-1)!,
    touched: !["untouched", "fixed beside it", "undone", "file renamed"].includes(kind),
  };
}

function drawKind(review: Review, draws: Draw): Kind {
  for (;;) {
    let left = draws.below(100);
    const kind = kinds.find((one) => (left -= weights[one]) < 0)!;
    if (kind === "fixed otherwise" && !review.otherwise) continue;
    if ((kind === "fixed elsewhere" || kind === "fixed, undone, fixed") && review.fixed.length === 0) continue;
    return kind;
  }
}

/** Of a hundred comments. Programs nearly always show code; a quarter of people's comments has none. */
const styles: Record<Author, Record<Style, number>> = {
  bot: { quoting: 40, suggestion: 30, diff: 25, prose: 5 },
  human: { quoting: 48, suggestion: 27, diff: 0, prose: 25 },
};

function drawStyle(author: Author, draws: Draw): Style {
  let left = draws.below(100);
  return (["quoting", "suggestion", "diff", "prose"] as const).find((one) => (left -= styles[author][one]) < 0)!;
}

const openings = ["", "", "", "nit: ", "Hm, ", "_⚠️ Potential issue_\n\n", "**Potential bug.** ", "[P2] "];
const endings = ["", "", "", "\n\nThanks!", "\n\n<!-- fingerprinting:phantom:triton:hawk -->", " LGTM otherwise."];

function bodyOf(
  review: Review,
  style: Style,
  { as, bad, draws }: { as(lines: readonly string[]): string[]; bad: readonly string[]; draws: Draw },
) {
  const says = as([draws.pick(style === "quoting" ? review.quoting : review.prose)])[0]!;
  const words = `${draws.pick(openings)}${style === "suggestion" && draws.chance(0.4) ? as([draws.pick(review.quoting)])[0]! : says}`;
  const fixed = as(review.fixed);
  const ending = draws.pick(endings);
  if (style === "suggestion")
    return `${words}\n\n\`\`\`suggestion\n${fixed.map((one) => `${one}\n`).join("")}\`\`\`\n${ending}`;
  if (style === "diff")
    return `${words}\n\n\`\`\`diff\n${[...bad.map((one) => `-${one}`), ...fixed.map((one) => `+${one}`)].join("\n")}\n\`\`\`\n${ending}`;
  return words + ending;
}

interface Later {
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
function later(given: Later): Files[] {
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
    states.push({ ...(last ?? given.started), [path]: text([...at.above, ...at.lines, ...at.below]) });
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
  const write = (files: Files) => ({ ...files, [at.path]: text([...at.above, ...at.lines, ...at.below]) });
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
      return write({ ...files, [other]: text(there) });
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

function text(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join("");
}
