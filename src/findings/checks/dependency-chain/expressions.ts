// Which members of the `needs` and `steps` contexts a workflow's expressions read.

export interface NameRead {
  name: string;
  /** Where in the text, and the characters as they stand there. */
  at: number;
  matched: string;
}

/** A condition is an expression as a whole; elsewhere only what stands between `${{` and `}}` is one. */
export function namesRead(text: string, condition: boolean, context: "needs" | "steps"): NameRead[] {
  if (!text.includes(context)) return [];
  if (condition) return namesIn(text, 0, context);
  const names: NameRead[] = [];
  for (let start = text.indexOf("${{"); start >= 0; start = text.indexOf("${{", start + 3)) {
    const end = text.indexOf("}}", start);
    if (end < 0) break;
    names.push(...namesIn(text.slice(start + 3, end), start + 3, context));
  }
  return names;
}

const member = String.raw`(?:\.([A-Za-z_][\w-]{0,100})|\[\s{0,9}'([\w-]{1,100})'\s{0,9}\])`;
const patterns = {
  needs: new RegExp(String.raw`(?<![\w.-])needs${member}`, "g"),
  steps: new RegExp(String.raw`(?<![\w.-])steps${member}\s{0,9}\.\s{0,9}(?:outputs|outcome|conclusion)\b`, "g"),
};

function namesIn(expression: string, offset: number, context: "needs" | "steps"): NameRead[] {
  const bare = withoutStrings(expression);
  return [...bare.matchAll(patterns[context])].flatMap((match) => {
    const name = match[1] ?? match[2];
    return name === undefined ? [] : { name, at: offset + match.index, matched: match[0] };
  });
}

/** Blanks out string literals, but keeps those that are an index: `needs['build']` reads a name. */
function withoutStrings(expression: string): string {
  return expression.replace(/(\[\s{0,9})?'(?:[^']|'')*'/g, (whole, index: string | undefined) =>
    index === undefined ? " ".repeat(whole.length) : whole,
  );
}
