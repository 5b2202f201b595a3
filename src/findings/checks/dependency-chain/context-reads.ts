// Finds the members of `needs` and `steps` that workflow expressions read.

export interface ContextRead {
  name: string;
  /** Offset in the text, and the characters at that offset. */
  at: number;
  matched: string;
}

/** A condition is an expression as a whole; elsewhere only text between `${{` and `}}` is one. */
export function findContextReads(text: string, condition: boolean, context: "needs" | "steps"): ContextRead[] {
  return text.includes(context)
    ? readExpressions(text, condition, (part, at) => readsInExpression(part, at, context))
    : [];
}

function readExpressions<T>(text: string, condition: boolean, read: (expression: string, offset: number) => T[]): T[] {
  if (condition) return read(text, 0);
  const all: T[] = [];
  for (let start = text.indexOf("${{"); start >= 0; start = text.indexOf("${{", start + 3)) {
    const end = text.indexOf("}}", start);
    if (end < 0) break;
    all.push(...read(text.slice(start + 3, end), start + 3));
  }
  return all;
}

const member = String.raw`(?:\.([A-Za-z_][\w-]{0,100})|\[\s{0,9}'([\w-]{1,100})'\s{0,9}\])`;
const patterns = {
  needs: new RegExp(String.raw`(?<![\w.-])needs${member}`, "g"),
  steps: new RegExp(String.raw`(?<![\w.-])steps${member}\s{0,9}\.\s{0,9}(?:outputs|outcome|conclusion)\b`, "g"),
};

const jobOutput = new RegExp(String.raw`(?<![\w.-])needs${member}\s{0,9}\.\s{0,9}outputs${member}`, "g");

function readsInExpression(expression: string, offset: number, context: "needs" | "steps"): ContextRead[] {
  const bare = blankStrings(expression);
  return [...bare.matchAll(patterns[context])].flatMap((match) => {
    const name = match[1] ?? match[2];
    return name === undefined ? [] : { name, at: offset + match.index, matched: match[0] };
  });
}

/** Finds reads of job outputs, `needs.<job>.outputs.<name>`. */
export function findOutputReads(text: string, condition: boolean): (ContextRead & { job: string })[] {
  if (!text.includes("outputs")) return [];
  return readExpressions(text, condition, (expression, offset) =>
    [...blankStrings(expression).matchAll(jobOutput)].map((match) => ({
      job: match[1] ?? match[2] ?? "",
      name: match[3] ?? match[4] ?? "",
      at: offset + match.index,
      matched: match[0],
    })),
  );
}

/** Blanks out string literals except those used as an index: `needs['build']` reads a name. */
function blankStrings(expression: string): string {
  return expression.replace(/(\[\s{0,9})?'(?:[^']|'')*'/g, (whole, index: string | undefined) =>
    index === undefined ? " ".repeat(whole.length) : whole,
  );
}
