// Reads the imports of a Python file line by line. Leading dots stay.

/** `import a.b` and `from a import b` give "a.b"; `from . import x` gives ".x". Modules and imported names are both included. */
export function pythonImports(text: string): ReadonlySet<string> {
  const found = new Set<string>();
  const lines = text.split("\n");
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!;
    const plain = /^\s*import\s+([\w.,\s]+)/.exec(line);
    if (plain) for (const part of plain[1]!.split(",")) add(found, part.trim().split(/\s/, 1)[0]!);
    const from = /^\s*from\s+(\.*[\w.]*)\s+import\s+(.*)$/.exec(line);
    if (!from) continue;
    let names = from[2]!.replace(/#.*$/, "");
    if (names.startsWith("("))
      for (let more = 0; !names.includes(")") && more < 200 && at + 1 < lines.length; more++)
        names += ` ${lines[++at]!.replace(/#.*$/, "")}`;
    const module = from[1]!;
    if (/[^.]/.test(module)) found.add(module);
    for (const name of names.replaceAll(/[()\\]/g, " ").split(",")) {
      const word = name.trim().split(/\s/, 1)[0]!;
      if (/^\w+$/.test(word)) found.add(module.endsWith(".") ? `${module}${word}` : `${module}.${word}`);
    }
  }
  return found;
}

function add(found: Set<string>, module: string): void {
  if (/^[\w.]+$/.test(module)) found.add(module);
}
