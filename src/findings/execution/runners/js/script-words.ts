// Splits a package.json script into commands and words. Words with variables or substitutions are dropped, because
// nothing is expanded.

export interface ScriptCommand {
  words: readonly string[];
  env: Readonly<Record<string, string>>;
}

const longestScript = 4000;
/** Variables that could replace programs or that the sandbox sets. */
const refusedNames =
  /^(?:PATH|HOME|TMPDIR|SHELL|IFS|ENV|BASH.*|LD_.*|DYLD_.*|GLIBC_.*|MALLOC_.*|GCONV_PATH|LOCPATH|PYTHON.*|PERL.*|NODE_PATH|CI|FORCE_COLOR|NO_COLOR)$/;

export function commandsIn(script: string): ScriptCommand[] {
  const commands: ScriptCommand[] = [];
  for (const words of split(script.slice(0, longestScript))) {
    const env: Record<string, string> = {};
    let first = 0;
    for (; first < words.length; first++) {
      const word = words[first]!;
      const assigned = /^([A-Z_][A-Z0-9_]*)=(.*)$/s.exec(word);
      if (assigned && !refusedNames.test(assigned[1]!)) env[assigned[1]!] = assigned[2]!;
      if (!assigned && !/^(?:cross-env(?:-shell)?|env|npx|pnpx|bunx|time|exec|command|-y|--yes|--)$/.test(word)) break;
    }
    if (first < words.length) commands.push({ words: words.slice(first), env });
  }
  return commands;
}

/** Words of each command without quotes. */
function split(script: string): string[][] {
  const commands: string[][] = [[]];
  // A word (plain, quoted and escaped parts) or an operator.
  for (const [token] of script.matchAll(/(?:[^\s"'\\;&|<>]|"(?:[^"\\]|\\.)*"|'[^']*'|\\.)+|&&|\|\||[;&|\n]|[<>]+/gs)) {
    if (/^(?:&&|\|\||[;&|\n])$/.test(token)) commands.push([]);
    else if (isLiteral(token)) commands.at(-1)!.push(unquoted(token));
    else if (/^[A-Z_][A-Z0-9_]*=/.test(token)) commands.at(-1)!.push(unquoted(withoutVariables(token)));
  }
  return commands;
}

/** `NODE_OPTIONS="$NODE_OPTIONS --a"`: keeps the added part. */
function withoutVariables(token: string): string {
  const plain = token.replaceAll(/\$(?:\w+|\{[^}]*\}) ?/g, "");
  return isLiteral(plain) ? plain : token.slice(0, token.indexOf("=") + 1);
}

/** True without shell expansions. */
function isLiteral(token: string): boolean {
  return !/[$`<>]/.test(token.replaceAll(/'[^']*'/g, ""));
}

function unquoted(token: string): string {
  return token.replaceAll(
    /"((?:[^"\\]|\\.)*)"|'([^']*)'|\\(.)/gs,
    (_, double?: string, single?: string, one?: string) =>
      double === undefined ? (single ?? one ?? "") : double.replaceAll(/\\(["\\])/g, "$1"),
  );
}
