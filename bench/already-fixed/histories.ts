// Pull requests as they go on after a comment, with the truth known: what the author made of the commented line.
import { drawNames, fill, filler, names, type Draw } from "./draw.ts";
import { fileText, later } from "./later.ts";
import type { Review } from "./review.ts";

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

type Author = "human" | "bot";
type Style = "quoting" | "suggestion" | "prose" | "diff";

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

export function history(draws: Draw, number: number, reviews: readonly Review[]): History {
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
  const others = { [other]: fileText(filler(review.file, 20, draws)), "README.md": `# ${draws.pick(names)}\n` };
  const at = { path, above, below, lines: bad };
  const started = { ...others, [path]: fileText([...above, ...bad, ...below]) };
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
