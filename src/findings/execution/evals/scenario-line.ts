// Finds the line of a file that names a scenario in full, not as a part of another name.

/** Characters around a name, apart from whitespace: quotes, and punctuation of lists and tables. */
const before = `"'\`:=>|([{,*#`;
const after = `"'\`,)]}<|#:`;
const longestLine = 2_000;
/** Per line. */
const mostTries = 10;

/** The line number, or null. */
export function scenarioLine(name: string, text: string): number | null {
  if (name.trim() === "") return null;
  const written = [name, JSON.stringify(name).slice(1, -1), name.replaceAll("'", String.raw`\'`)];
  const forms = [...new Set(written)].filter((form) => text.includes(form));
  if (forms.length === 0) return null;
  const at = text.split("\n").findIndex((line) => forms.some((form) => isNamed(form, line)));
  return at === -1 ? null : at + 1;
}

function isNamed(form: string, line: string): boolean {
  if (line.length > longestLine) return false;
  let at = line.indexOf(form);
  for (let tries = 0; at !== -1 && tries < mostTries; tries++) {
    if (mayPrecede(line.slice(0, at)) && mayFollow(line.slice(at + form.length))) return true;
    at = line.indexOf(form, at + 1);
  }
  return false;
}

function mayPrecede(text: string): boolean {
  const last = text.trimEnd().at(-1);
  // A list item, not a hyphen in a word.
  return last === undefined || before.includes(last) || /^\s*-\s+$/.test(text);
}

function mayFollow(text: string): boolean {
  const first = text.trimStart().at(0);
  return first === undefined || after.includes(first);
}

/** Results prefix the scenario with its groups; a file does not. */
export function scenarioName(name: string): string {
  return name.split(" > ").at(-1) ?? name;
}
