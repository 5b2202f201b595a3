// Matches paths against globs in polynomial time: globs come from reviewed changes, so none may be slow to match.

export interface GlobOptions {
  /** `*` and `?` at the start of a name match a dot; off, only a written dot does. */
  dot?: boolean;
  /** Parentheses are ordinary characters, as in `app/(shop)/page.tsx`. */
  noextglob?: boolean;
  /** A glob without a slash is matched with the last name of the path. */
  basename?: boolean;
}

/** People write globs of one line. A longer glob matches nothing. */
const longestGlob = 1_000;
const longestPath = 4_096;
/** How deep groups may be nested, and how many numbers a range such as `{1..9}` may have. */
const deepest = 8;
const longestRange = 100;

/** Whether a path matches any of the globs. A glob that starts with `!` matches what the rest does not. */
export function globMatcher(globs: string | readonly string[], options: GlobOptions = {}): (path: string) => boolean {
  const all = (typeof globs === "string" ? [globs] : [...new Set(globs)]).map((glob) => oneGlob(glob, options));
  return (path) => path !== "" && path.length <= longestPath && all.some((matches) => matches(path));
}

function oneGlob(glob: string, options: GlobOptions): (path: string) => boolean {
  if (glob.length > longestGlob) return () => false;
  const isNegated = glob.startsWith("!") && (options.noextglob === true || glob[1] !== "(");
  const plain = (isNegated ? glob.slice(1) : glob).replace(/^\.\//, "");
  const nodes = parseGlob(plain, options);
  if (nodes === null) return () => false;
  const byName = options.basename === true && !glob.includes("/");
  const start = literalStart(nodes);
  return (path) => {
    const text = byName ? path.slice(path.lastIndexOf("/") + 1) : path;
    const isMatch = text === plain || (text.startsWith(start) && matchesWhole(nodes, text, options.dot === true));
    return isMatch !== isNegated;
  };
}

type Node =
  | { is: "text"; text: string }
  /** `?` */
  | { is: "any" }
  /** `*` */
  | { is: "star" }
  /** Two stars and a slash: any number of folders. */
  | { is: "folders" }
  // `**` at the end: everything below.
  | { is: "below"; slash?: true }
  | { is: "set"; negated: boolean; ranges: readonly Range[] }
  | { is: "group"; how: "once" | "maybe" | "many" | "any number" | "not"; choices: readonly (readonly Node[])[] };

function literalStart([first]: readonly Node[]): string {
  return first?.is === "text" ? first.text : "";
}

/** Null for a glob that cannot be read within the limits. */
function parseGlob(glob: string, options: GlobOptions): readonly Node[] | null {
  const parser = new GlobParser(glob, options.noextglob !== true);
  try {
    return parser.parse();
  } catch (error) {
    if (error instanceof TooDeep) return null;
    throw error;
  }
}

class TooDeep extends Error {}

const groups = { "@": "once", "?": "maybe", "+": "many", "*": "any number", "!": "not" } as const;

class GlobParser {
  private readonly glob: string;
  private readonly extended: boolean;
  private readonly closings = new Map<number, number>();

  constructor(glob: string, extended: boolean) {
    this.glob = glob;
    this.extended = extended;
    this.pairBrackets();
  }

  parse(): readonly Node[] {
    return this.sequence(0, this.glob.length, 0);
  }

  /** Finds the partner of each brace and parenthesis in one pass; one without is an ordinary character. */
  private pairBrackets(): void {
    const open: number[] = [];
    for (let at = 0; at < this.glob.length; at++) {
      const character = this.glob[at]!;
      if (character === "\\") at++;
      else if (character === "[") at = Math.max(at, this.endOfSet(at) ?? at);
      else if (character === "{" || character === "(") open.push(at);
      else if (character === "}" || character === ")") {
        const partner = open.findLastIndex((one) => this.glob[one] === (character === "}" ? "{" : "("));
        if (partner < 0) continue;
        this.closings.set(open[partner]!, at);
        open.length = partner;
      }
    }
  }

  private sequence(start: number, end: number, depth: number): Node[] {
    if (depth > deepest) throw new TooDeep();
    const nodes: Node[] = [];
    let at = start;
    while (at < end) {
      const [node, next] = this.next(at, end, depth);
      at = next;
      const last = nodes.at(-1);
      // `a/**` matches `a` too; `*/**` does not.
      if (
        node.is === "below" &&
        last?.is === "text" &&
        last.text.endsWith("/") &&
        !(last.text === "/" && nodes.at(-2)?.is === "star")
      )
        nodes.splice(-1, 1, { is: "text", text: last.text.slice(0, -1) }, { is: "below", slash: true });
      else if (node.is === "text" && last?.is === "text")
        nodes[nodes.length - 1] = { is: "text", text: last.text + node.text };
      else nodes.push(node);
    }
    return nodes;
  }

  private next(at: number, end: number, depth: number): [Node, number] {
    const character = this.glob[at]!;
    if (character === "\\" && at + 1 < end) return [{ is: "text", text: this.glob[at + 1]! }, at + 2];
    const closing = this.closings.get(at + 1);
    if (this.extended && character in groups && this.glob[at + 1] === "(" && closing !== undefined && closing < end) {
      const how = groups[character as keyof typeof groups];
      return [{ is: "group", how, choices: this.choices(at + 2, closing, "|", depth) }, closing + 1];
    }
    if (character === "*") return this.stars(at, end);
    if (character === "?") return [{ is: "any" }, at + 1];
    if (character === "[") {
      const close = this.endOfSet(at);
      if (close !== null && close < end) return [setOf(this.glob.slice(at + 1, close)), close + 1];
    }
    const own = this.closings.get(at);
    if (own !== undefined && own < end) {
      if (character === "{") return [this.braces(at, own, depth), own + 1];
      if (this.extended) return [{ is: "group", how: "once", choices: this.choices(at + 1, own, "|", depth) }, own + 1];
    }
    return [{ is: "text", text: character }, at + 1];
  }

  private stars(start: number, end: number): [Node, number] {
    let at = start;
    while (at < end && this.glob[at] === "*") at++;
    const isWhole = at - start === 2 && (start === 0 || this.glob[start - 1] === "/");
    if (isWhole && at === end) return [{ is: "below" }, at];
    if (isWhole && this.glob[at] === "/") return [{ is: "folders" }, at + 1];
    return [{ is: "star" }, at];
  }

  /** `[` up to its `]`; the first character may itself be `]`. */
  private endOfSet(at: number): number | null {
    let from = at + 1;
    if (this.glob[from] === "!" || this.glob[from] === "^") from++;
    const named = /^(?:\[:\w{1,10}:\])+/.exec(this.glob.slice(from, from + 60));
    const end = this.glob.indexOf("]", named ? from + named[0].length : from + 1);
    return end < 0 || this.glob.slice(at, end).includes("/") ? null : end;
  }

  private braces(start: number, end: number, depth: number): Node {
    const choices = this.choices(start + 1, end, ",", depth);
    if (choices.length > 1) return { is: "group", how: "once", choices };
    const range = rangeOf(this.glob.slice(start + 1, end));
    if (range !== null) return { is: "group", how: "once", choices: range.map((text) => [{ is: "text", text }]) };
    return {
      is: "group",
      how: "once",
      choices: [[{ is: "text", text: "{" }, ...choices.flat(), { is: "text", text: "}" }]],
    };
  }

  /** What stands between separators that are not inside an inner pair. */
  private choices(start: number, end: number, separator: string, depth: number): Node[][] {
    const found: Node[][] = [];
    let from = start;
    for (let at = start; at < end; at++) {
      const closing = this.closings.get(at);
      if (this.glob[at] === "\\") at++;
      else if (closing !== undefined && closing < end) at = closing;
      else if (this.glob[at] === separator) {
        found.push(this.sequence(from, at, depth + 1));
        from = at + 1;
      }
    }
    return [...found, this.sequence(from, end, depth + 1)];
  }
}

function rangeOf(inner: string): string[] | null {
  const numbers = /^(-?\d{1,6})\.\.(-?\d{1,6})$/.exec(inner);
  const letters = /^([a-zA-Z])\.\.([a-zA-Z])$/.exec(inner);
  const code = (index: number) => (numbers ? Number(numbers[index]) : (letters?.[index]!.charCodeAt(0) ?? 0));
  if (!numbers && !letters) return null;
  const [low, high] = [code(1), code(2)].toSorted((a, b) => a - b) as [number, number];
  if (high - low >= longestRange) return null;
  const shown = (one: number) => (numbers ? String(one) : String.fromCharCode(one));
  return Array.from({ length: high - low + 1 }, (_, index) => shown(low + index));
}

type Range = readonly [string, string];

const classes: Readonly<Record<string, readonly Range[]>> = {
  alpha: [
    ["a", "z"],
    ["A", "Z"],
  ],
  digit: [["0", "9"]],
  alnum: [
    ["a", "z"],
    ["A", "Z"],
    ["0", "9"],
  ],
  upper: [["A", "Z"]],
  lower: [["a", "z"]],
  word: [
    ["a", "z"],
    ["A", "Z"],
    ["0", "9"],
    ["_", "_"],
  ],
};

function setOf(inner: string): Node {
  const negated = inner.startsWith("!") || inner.startsWith("^");
  const body = negated ? inner.slice(1) : inner;
  const ranges: Range[] = [];
  for (let at = 0; at < body.length; at++) {
    const named = /^\[:(\w{1,10}):\]/.exec(body.slice(at, at + 14));
    if (named) {
      ranges.push(...(classes[named[1]!] ?? []));
      at += named[0].length - 1;
    } else if (body[at + 1] === "-" && at + 2 < body.length) {
      ranges.push([body[at]!, body[at + 2]!]);
      at += 2;
    } else ranges.push([body[at]!, body[at]!]);
  }
  return { is: "set", negated, ranges };
}

/** Positions in the text, as a flag each: a glob node maps the set before it to the set after it. */
type Positions = Uint8Array;

function matchesWhole(nodes: readonly Node[], text: string, dot: boolean): boolean {
  const start = new Uint8Array(text.length + 1);
  start[0] = 1;
  return after(nodes, start, { text, dot })[text.length] === 1;
}

interface Matching {
  text: string;
  dot: boolean;
}

function after(nodes: readonly Node[], from: Positions, matching: Matching): Positions {
  let positions = from;
  for (const node of nodes) {
    if (!positions.includes(1)) return positions;
    positions = afterOne(node, positions, matching);
  }
  return positions;
}

function afterOne(node: Node, from: Positions, matching: Matching): Positions {
  switch (node.is) {
    case "text":
      return step(from, node.text.length, (at) => matching.text.startsWith(node.text, at));
    case "any":
      return step(from, 1, (at) => isWildAt(at, matching));
    case "set":
      return step(from, 1, (at) => isWildAt(at, matching) && isIn(node, matching.text[at]!));
    case "star":
      return stretch(from, (at) => isWildAt(at, matching));
    case "below":
      return afterBelow(node, from, matching);
    case "folders":
      return afterFolders(from, matching);
    case "group":
      return afterGroup(node, from, matching);
  }
}

/** A wildcard matches no slash, and a dot at the start of a name only where that is allowed. */
function isWildAt(at: number, { text, dot }: Matching): boolean {
  const character = text[at];
  if (character === undefined || character === "/") return false;
  return dot || character !== "." || (at > 0 && text[at - 1] !== "/");
}

function isIn({ negated, ranges }: Extract<Node, { is: "set" }>, character: string): boolean {
  return ranges.some(([low, high]) => character >= low && character <= high) !== negated;
}

function step(from: Positions, length: number, matches: (at: number) => boolean): Positions {
  const to = new Uint8Array(from.length);
  for (let at = from.indexOf(1); at >= 0 && at + length < from.length; at = from.indexOf(1, at + 1))
    if (matches(at)) to[at + length] = 1;
  return to;
}

function stretch(from: Positions, matches: (at: number) => boolean): Positions {
  const to = from.slice();
  for (let at = to.indexOf(1); at >= 0; at = to.indexOf(1, at + 1))
    if (at + 1 < to.length && matches(at)) to[at + 1] = 1;
  return to;
}

function afterBelow({ slash }: Extract<Node, { is: "below" }>, from: Positions, matching: Matching): Positions {
  const everything = (at: number) => matching.text[at] === "/" || isWildAt(at, matching);
  if (slash !== true) return stretch(from, everything);
  return union([
    from,
    stretch(
      step(from, 1, (at) => matching.text[at] === "/"),
      everything,
    ),
  ]);
}

function afterFolders(from: Positions, matching: Matching): Positions {
  const { text } = matching;
  const within = stretch(from, (at) => text[at] === "/" || isWildAt(at, matching));
  const to = from.slice();
  for (let at = 1; at < to.length; at++) if (within[at] === 1 && text[at - 1] === "/") to[at] = 1;
  return to;
}

function afterGroup({ how, choices }: Extract<Node, { is: "group" }>, from: Positions, matching: Matching): Positions {
  const once = (positions: Positions) => union(choices.map((choice) => after(choice, positions, matching)));
  if (how === "once") return once(from);
  if (how === "maybe") return union([from, once(from)]);
  if (how === "not") return afterNot(once, from, matching);
  let reached = once(from);
  for (let more = once(reached); more.some((one, at) => one === 1 && reached[at] === 0); more = once(reached))
    reached = union([reached, more]);
  return how === "many" ? reached : union([from, reached]);
}

/** The rest of a name that none of the choices matches, from each start by itself. */
function afterNot(once: (positions: Positions) => Positions, from: Positions, matching: Matching): Positions {
  const ends: Positions[] = [];
  for (let at = from.indexOf(1); at >= 0; at = from.indexOf(1, at + 1)) {
    const start = new Uint8Array(from.length);
    start[at] = 1;
    const excluded = once(start);
    ends.push(stretch(start, (one) => isWildAt(one, matching)).map((one, end) => (excluded[end] === 1 ? 0 : one)));
  }
  return union(ends.length > 0 ? ends : [new Uint8Array(from.length)]);
}

function union(all: readonly Positions[]): Positions {
  const [first, ...others] = all;
  const to = first!.slice();
  for (const one of others) for (let at = one.indexOf(1); at >= 0; at = one.indexOf(1, at + 1)) to[at] = 1;
  return to;
}
