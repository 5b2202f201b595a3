// Reads PHP symbols: everything is public unless `private`. A namespace is not a parent, because many files share it.
import {
  childOf,
  childNodes,
  field,
  innerScope,
  syntaxLine,
  addSymbol,
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
import type { SymbolKind } from "../symbols.ts";

const transparent = ["if_statement", "else_clause", "else_if_clause", "compound_statement", "colon_block"];

export const readPhp: SymbolReader = (source) => {
  const symbols: FileSymbols = { declared: [], exports: [], imports: [] };
  readBody(symbols, source, top, source.root);
  const types = ["require_expression", "require_once_expression", "include_expression", "include_once_expression"];
  for (const node of present(source.root.descendantsOfType(types))) readRequire(symbols, node);
  return symbols;
};

function readBody(symbols: FileSymbols, source: SyntaxSource, scope: SymbolScope, body: Syntax | null): void {
  for (const node of scopeNodes(body, scope)) readNode(symbols, source, scope, node);
}

function readNode(symbols: FileSymbols, source: SyntaxSource, scope: SymbolScope, node: Syntax): void {
  const name = field(node, "name");
  const body = field(node, "body");
  const exported = childOf(node, "visibility_modifier")?.text !== "private";
  const add = (kind: SymbolKind) =>
    name && addSymbol(symbols, source, scope, { node, name, kind, exported, body, from: afterAttributes(node) });
  switch (node.type) {
    case "namespace_use_declaration":
      readUse(symbols, node);
      break;
    case "namespace_definition":
      readBody(symbols, source, { ...scope, depth: scope.depth + 1 }, body);
      break;
    case "class_declaration":
    case "trait_declaration":
      add("class");
      if (name) readBody(symbols, source, innerScope(scope, name.text), body);
      break;
    case "interface_declaration":
    case "enum_declaration":
      add("type");
      if (name) readBody(symbols, source, innerScope(scope, name.text), body);
      break;
    case "enum_case":
      add("enum-member");
      break;
    case "function_definition":
      add("function");
      break;
    case "method_declaration":
      add("method");
      readPromoted(symbols, source, scope, node);
      break;
    case "const_declaration":
      readConstants(symbols, source, scope, node, exported);
      break;
    case "property_declaration":
      readProperties(symbols, source, scope, node, exported);
      break;
    case "expression_statement":
      readDefine(symbols, source, scope, node);
      break;
    default:
      if (transparent.includes(node.type)) readBody(symbols, source, { ...scope, depth: scope.depth + 1 }, node);
  }
}

function afterAttributes(node: Syntax): Syntax | null {
  const children = present(node.children);
  return children[0]?.type === "attribute_list" ? (children[1] ?? null) : null;
}

function readConstants(
  symbols: FileSymbols,
  source: SyntaxSource,
  scope: SymbolScope,
  node: Syntax,
  exported: boolean,
): void {
  const elements = childNodes(node, "const_element");
  const prefix = beforeFirst(source, node, elements);
  for (const element of elements) {
    const name = childOf(element, "name");
    const body = present(element.children).find(({ type }) => type === "=") ?? null;
    const whole = elements.length === 1 ? node : element;
    if (name)
      addSymbol(symbols, source, scope, { node: element, name, kind: "constant", exported, whole, body, prefix });
  }
}

/** `private const int A = 1, B = 2`: the text before the first element applies to each. */
function beforeFirst(source: SyntaxSource, node: Syntax, elements: readonly Syntax[]): string {
  const start = (afterAttributes(node) ?? node).startIndex;
  return source.text.slice(start, elements[0]?.startIndex ?? start);
}

function readProperties(
  symbols: FileSymbols,
  source: SyntaxSource,
  scope: SymbolScope,
  node: Syntax,
  exported: boolean,
): void {
  const elements = childNodes(node, "property_element");
  const prefix = beforeFirst(source, node, elements);
  for (const element of elements) {
    const name = field(element, "name");
    if (name)
      addSymbol(symbols, source, scope, {
        node: element,
        name: name.text.replace(/^\$/, ""),
        at: name,
        kind: "field",
        exported,
        whole: elements.length === 1 ? node : element,
        body: field(element, "default_value"),
        prefix,
      });
  }
}

/** `__construct(private int $p)` declares a field. */
function readPromoted(symbols: FileSymbols, source: SyntaxSource, scope: SymbolScope, method: Syntax): void {
  for (const node of childNodes(field(method, "parameters"), "property_promotion_parameter")) {
    const name = field(node, "name");
    const exported = childOf(node, "visibility_modifier")?.text !== "private";
    const body = field(node, "default_value");
    if (name)
      addSymbol(symbols, source, scope, {
        node,
        name: name.text.replace(/^&?\$/, ""),
        at: name,
        kind: "field",
        exported,
        body,
      });
  }
}

/** `define("NAME", …)`. */
function readDefine(symbols: FileSymbols, source: SyntaxSource, scope: SymbolScope, node: Syntax): void {
  const call = childOf(node, "function_call_expression");
  if (call === null || field(call, "function")?.text !== "define") return;
  const string = childOf(scopeNodes(field(call, "arguments"))[0] ?? null, "string", "encapsed_string");
  if (string)
    addSymbol(symbols, source, scope, {
      node: call,
      name: unquotedText(string),
      at: string,
      kind: "constant",
      exported: true,
      whole: node,
    });
}

function readUse(symbols: FileSymbols, node: Syntax): void {
  const prefix = childOf(node, "namespace_name")?.text;
  const group = field(node, "body");
  for (const clause of childNodes(group ?? node, "namespace_use_clause")) {
    const path = childOf(clause, "qualified_name", "name")?.text;
    if (path === undefined) continue;
    const whole = `${prefix === undefined ? "" : `${prefix}\\`}${path}`.replace(/^\\/, "");
    const at = whole.lastIndexOf("\\");
    const name = whole.slice(at + 1);
    symbols.imports.push({
      name,
      local: field(clause, "alias")?.text ?? name,
      from: whole.slice(0, Math.max(0, at)),
      how: "import",
      typeOnly: false,
      line: syntaxLine(clause),
    });
  }
}

function readRequire(symbols: FileSymbols, node: Syntax): void {
  const strings = present(node.descendantsOfType(["string", "encapsed_string"]));
  const path = strings.at(-1);
  if (path === undefined || childOf(path, "variable_name") !== null) return;
  const isBesideThis = node.text.includes("__DIR__") && unquotedText(path).startsWith("/");
  const from = isBesideThis ? `.${unquotedText(path)}` : unquotedText(path);
  symbols.imports.push({ name: "*", local: null, from, how: "require", typeOnly: false, line: syntaxLine(node) });
}
