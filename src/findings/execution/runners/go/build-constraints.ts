// Tells which files Go builds here: Go rejects a package without any.
import { fileName } from "../../../../change/paths.ts";

/** Tests run on Linux, on any architecture. */
const systems =
  "aix android darwin dragonfly freebsd illumos ios js nacl netbsd openbsd plan9 solaris wasip1 windows zos".split(" ");
const built = /^(?:linux|unix|gc|cgo|amd64|arm64|go1\.\d+)$/;

export function isBuiltOnLinux(path: string, text: string): boolean {
  const parts = fileName(path)
    .replace(/(?:_test)?\.go$/, "")
    .split("_")
    .slice(1);
  if (parts.slice(-2).some((part) => systems.includes(part))) return false;
  const line = /^\/\/go:build (.{1,500})$/m.exec(text.slice(0, 20_000).split(/^package /m, 1)[0]!)?.[1];
  return line === undefined || evaluate(line);
}

/** Evaluates `!`, `&&`, `||` and parentheses; true if it cannot be parsed. */
function evaluate(expression: string): boolean {
  const tokens = expression.match(/&&|\|\||[!()]|[\w.]+/g) ?? [];
  let at = 0;
  const value = either();
  return at < tokens.length ? true : value;

  function either(): boolean {
    let left = both();
    while (tokens[at] === "||") {
      at += 1;
      const right = both();
      left = left || right;
    }
    return left;
  }
  function both(): boolean {
    let left = one();
    while (tokens[at] === "&&") {
      at += 1;
      const right = one();
      left = left && right;
    }
    return left;
  }
  function one(): boolean {
    const token = tokens[at++];
    if (token === "!") return !one();
    if (token !== "(") return token !== undefined && built.test(token);
    const inside = either();
    at += 1;
    return inside;
  }
}
