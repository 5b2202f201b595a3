// Counts the required and accepted arguments in a function signature.

interface Arity {
  required: number;
  /** Infinity with a rest parameter. */
  most: number;
}

/** Returns null if the text has no complete parameter list. */
export function arityOf(signature: string): Arity | null {
  const list = parameterList(signature);
  if (list === null) return null;
  const parameters = splitAtCommas(list).filter((one) => one !== "" && !/^this\s*:/.test(one));
  const rest = parameters.at(-1)?.startsWith("...") === true;
  const lastRequired = parameters.findLastIndex((one) => !isOptional(one));
  return { required: lastRequired + 1, most: rest ? Infinity : parameters.length };
}

function isOptional(parameter: string): boolean {
  if (parameter.startsWith("...")) return true;
  // The name up to its type or default; a destructuring pattern is one parameter.
  const name = /^(?:\{.*?\}|\[.*?\]|[^:=]*)/.exec(parameter)?.[0] ?? "";
  return name.trimEnd().endsWith("?") || hasDefault(parameter);
}

/** An `=` at the top level that is part of neither an arrow nor a comparison. */
function hasDefault(parameter: string): boolean {
  let depth = 0;
  for (let at = 0; at < parameter.length; at++) {
    const character = parameter[at]!;
    if ("([{<".includes(character)) depth++;
    else if (")]}".includes(character) || (character === ">" && parameter[at - 1] !== "=")) depth--;
    else if (character === "=" && depth === 0 && parameter[at + 1] !== ">") return true;
  }
  return false;
}

function parameterList(signature: string): string | null {
  const start = openingParenthesis(signature);
  if (start < 0) return null;
  let depth = 0;
  for (let at = start; at < signature.length; at++) {
    if (signature[at] === "(") depth++;
    if (signature[at] === ")" && --depth === 0) return signature.slice(start + 1, at);
  }
  return null;
}

/** The first parenthesis that is not inside type parameters. */
function openingParenthesis(signature: string): number {
  let depth = 0;
  for (let at = 0; at < signature.length; at++) {
    if (signature[at] === "<") depth++;
    if (signature[at] === ">" && signature[at - 1] !== "=") depth--;
    if (signature[at] === "(" && depth <= 0) return at;
  }
  return -1;
}

function splitAtCommas(list: string): string[] {
  const parts = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < list.length; at++) {
    const character = list[at]!;
    if ("([{<".includes(character)) depth++;
    else if (")]}".includes(character) || (character === ">" && list[at - 1] !== "=")) depth--;
    else if (character === "," && depth === 0) {
      parts.push(list.slice(from, at).trim());
      from = at + 1;
    }
  }
  return [...parts, list.slice(from).trim()];
}
