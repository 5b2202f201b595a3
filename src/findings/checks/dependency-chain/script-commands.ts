// Finds the files that a package.json script runs.

const scriptRunners = new Set(["node", "tsx", "ts-node", "ts-node-esm", "babel-node"]);
const plainFile = /^(?!-)[\w@./-]+\.[cm]?[jt]sx?$/;
// Flags that make the next word ambiguous: it may be the flag's value, or code.
const flagWithValue =
  /^(?:-[rCeip]|--(?:require|import|loader|experimental-loader|conditions|eval|print|env-file|project|tsconfig|config))$/;

/** Files that a script's commands pass to a runner by literal name. Ambiguous words are skipped. */
export function filesRunByScript(script: string): string[] {
  const files: string[] = [];
  for (const command of script.split(/&&|\|\||[;|&\n]/)) {
    const words = command.trim().split(/\s+/);
    while (words[0] !== undefined && (/^\w+=\S*$/.test(words[0]) || words[0] === "cross-env" || words[0] === "env"))
      words.shift();
    // After `cd`, names are relative to a folder that is not tracked here.
    if (/^(?:cd|pushd)$/.test(words[0] ?? "")) break;
    if (!scriptRunners.has(words.shift() ?? "")) continue;
    while (words[0]?.startsWith("-") && !flagWithValue.test(words[0])) words.shift();
    const word = words[0];
    if (word !== undefined && plainFile.test(word)) files.push(word);
  }
  return files;
}
