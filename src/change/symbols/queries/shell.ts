// Reads shell symbols: a file that is sourced exposes all its functions and variables.
import {
  childOf,
  childNodes,
  field,
  hasToken,
  syntaxLine,
  addSymbol,
  addSymbolOnce,
  scopeNodes,
  present,
  top,
  unquotedText,
  type FileSymbols,
  type SymbolReader,
  type SymbolScope,
  type SyntaxSource,
  type Syntax,
} from "../syntax.ts";

const transparent = ["if_statement", "elif_clause", "else_clause", "compound_statement", "list", "negated_command"];

export const readShell: SymbolReader = (source) => {
  const symbols: FileSymbols = { declared: [], exports: [], imports: [] };
  readBody(symbols, source, top, source.root);
  for (const command of present(source.root.descendantsOfType(["command"]))) readSource(symbols, command);
  return symbols;
};

function readBody(symbols: FileSymbols, source: SyntaxSource, scope: SymbolScope, body: Syntax): void {
  for (const node of scopeNodes(body, scope)) {
    const name = field(node, "name");
    if (node.type === "function_definition" && name)
      addSymbol(symbols, source, scope, { node, name, kind: "function", exported: true, body: field(node, "body") });
    else if (node.type === "variable_assignment") readVariable(symbols, source, scope, node, node, false);
    else if (node.type === "declaration_command" && !hasToken(node, "local"))
      readDeclaration(symbols, source, scope, node);
    else if (transparent.includes(node.type)) readBody(symbols, source, { ...scope, depth: scope.depth + 1 }, node);
  }
}

function readDeclaration(symbols: FileSymbols, source: SyntaxSource, scope: SymbolScope, node: Syntax): void {
  const isConstant = hasToken(node, "readonly") || childNodes(node, "word").some(({ text }) => /^-\w*r/.test(text));
  for (const assignment of childNodes(node, "variable_assignment"))
    readVariable(symbols, source, scope, assignment, node, isConstant);
}

function readVariable(
  symbols: FileSymbols,
  source: SyntaxSource,
  scope: SymbolScope,
  node: Syntax,
  whole: Syntax,
  isConstant: boolean,
): void {
  const name = field(node, "name");
  if (name?.type !== "variable_name") return;
  const kind = isConstant ? "constant" : "variable";
  addSymbolOnce(symbols, source, scope, { node, name, kind, exported: true, whole, body: field(node, "value") });
}

function readSource(symbols: FileSymbols, command: Syntax): void {
  const name = field(command, "name")?.text;
  if (name !== "source" && name !== ".") return;
  const path = field(command, "argument");
  if (path === null || childOf(path, "command_substitution") !== null) return;
  const from = path.type === "string" || path.type === "raw_string" ? unquotedText(path) : path.text;
  symbols.imports.push({ name: "*", local: null, from, how: "import", typeOnly: false, line: syntaxLine(command) });
}
