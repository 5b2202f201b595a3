// Reads Python symbols: a top-level name is public unless it starts with `_` or `__all__` says otherwise.
import {
  childNodes,
  field,
  fieldNodes,
  innerScope,
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

/** Blocks that create no scope in Python. */
const transparent = [
  "if_statement",
  "elif_clause",
  "else_clause",
  "try_statement",
  "except_clause",
  "except_group_clause",
  "finally_clause",
  "with_statement",
  "block",
];

export const readPython: SymbolReader = (source) => {
  const symbols: FileSymbols = { declared: [], exports: [], imports: [] };
  readImports(symbols, source.root);
  readAll(symbols, source.root);
  const listed = symbols.exports.length === 0 ? null : new Set(symbols.exports.map(({ name }) => name));
  readBlock(symbols, source, top, source.root, listed);
  return symbols;
};

function readBlock(
  symbols: FileSymbols,
  source: SyntaxSource,
  scope: SymbolScope,
  block: Syntax,
  listed: Listed,
): void {
  for (const statement of scopeNodes(block, scope)) readStatement(symbols, source, scope, statement, statement, listed);
}

type Listed = ReadonlySet<string> | null;

function readStatement(
  symbols: FileSymbols,
  source: SyntaxSource,
  scope: SymbolScope,
  node: Syntax,
  whole: Syntax,
  listed: Listed,
): void {
  const name = field(node, "name");
  const body = field(node, "body");
  switch (node.type) {
    case "decorated_definition": {
      const definition = field(node, "definition");
      if (definition) readStatement(symbols, source, scope, definition, node, listed);
      break;
    }
    case "function_definition":
      if (name) {
        const kind = scope.within === null ? "function" : "method";
        addSymbol(symbols, source, scope, {
          node,
          name,
          kind,
          exported: isPublic(name.text, scope, listed),
          whole,
          body,
        });
      }
      break;
    case "class_definition":
      if (name && body) {
        const exported = isPublic(name.text, scope, listed);
        addSymbol(symbols, source, scope, { node, name, kind: "class", exported, whole, body });
        readBlock(symbols, source, innerScope(scope, name.text, exported), body, listed);
      }
      break;
    case "type_alias_statement": {
      const left = field(node, "left");
      if (left)
        addSymbol(symbols, source, scope, {
          node,
          name: left,
          kind: "type",
          exported: isPublic(left.text, scope, listed),
        });
      break;
    }
    case "expression_statement":
      for (const assignment of childNodes(node, "assignment"))
        readAssignment(symbols, source, scope, assignment, node, listed);
      break;
    default:
      if (transparent.includes(node.type))
        readBlock(symbols, source, { ...scope, depth: scope.depth + 1 }, node, listed);
  }
}

function readAssignment(
  symbols: FileSymbols,
  source: SyntaxSource,
  scope: SymbolScope,
  node: Syntax,
  whole: Syntax,
  listed: Listed,
): void {
  const right = field(node, "right");
  for (const name of assignmentTargets(field(node, "left"))) {
    if (/^__\w+__$/.test(name.text)) continue;
    addSymbolOnce(symbols, source, scope, {
      node,
      name,
      kind: scope.within !== null ? "field" : /^_*[A-Z][A-Z0-9_]*$/.test(name.text) ? "constant" : "variable",
      exported: isPublic(name.text, scope, listed),
      whole,
      body: right,
    });
  }
  if (right?.type === "assignment")
    readAssignment(symbols, source, { ...scope, depth: scope.depth + 1 }, right, whole, listed);
}

function assignmentTargets(left: Syntax | null): Syntax[] {
  if (left === null) return [];
  if (left.type === "identifier") return [left];
  return left.type === "pattern_list" || left.type === "tuple_pattern" ? childNodes(left, "identifier") : [];
}

/** `__init__` and other special methods are public. */
function isPublic(name: string, scope: SymbolScope, listed: Listed): boolean {
  if (scope.within === null && listed?.has(name)) return true;
  return !name.startsWith("_") || /^__\w+__$/.test(name);
}

/** Reads `__all__`, even if it is assembled in several statements at the top level. */
function readAll(symbols: FileSymbols, root: Syntax): void {
  for (const statement of scopeNodes(root)) {
    const assignment = childNodes(statement, "assignment", "augmented_assignment")[0];
    if (statement.type !== "expression_statement" || assignment === undefined) continue;
    if (field(assignment, "left")?.text !== "__all__") continue;
    for (const string of present(field(assignment, "right")?.descendantsOfType(["string"]) ?? [])) {
      const name = unquotedText(string);
      const imported = symbols.imports.find(({ local }) => local === name);
      symbols.exports.push({
        name,
        local: imported?.name ?? name,
        from: imported?.from ?? null,
        typeOnly: false,
        line: syntaxLine(string),
      });
    }
  }
}

function readImports(symbols: FileSymbols, root: Syntax): void {
  for (const node of present(root.descendantsOfType(["import_statement", "import_from_statement"]))) {
    const module = field(node, "module_name");
    const add = (name: string, local: string | null, from: string, at: Syntax) =>
      symbols.imports.push({ name, local, from, how: "import", typeOnly: false, line: syntaxLine(at) });
    for (const named of fieldNodes(node, "name")) {
      const name = (field(named, "name") ?? named).text;
      const alias = field(named, "alias")?.text;
      // `import a.b` binds `a`.
      if (module === null) add("*", alias ?? name.split(".")[0]!, name, named);
      else add(name, alias ?? name, module.text, named);
    }
    for (const all of childNodes(node, "wildcard_import")) if (module) add("*", null, module.text, all);
  }
}
