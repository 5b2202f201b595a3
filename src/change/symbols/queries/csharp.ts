// Reads C# symbols: `public` and `protected` are visible to other assemblies; interface members are public by default.
// A namespace is not a parent: like a package, it is shared by many files.
import { childOf, childNodes, field, innerScope, syntaxLine, addSymbol, scopeNodes, present, top } from "../syntax.ts";
import type { FileSymbols, SymbolReader, SymbolScope, SyntaxSource, Syntax } from "../syntax.ts";
import type { SymbolKind } from "../symbols.ts";

interface Place extends SymbolScope {
  isInterface: boolean;
}

export const readCsharp: SymbolReader = (source) => {
  const symbols: FileSymbols = { declared: [], exports: [], imports: [] };
  readBody(symbols, source, { ...top, isInterface: false }, source.root);
  return symbols;
};

function readBody(symbols: FileSymbols, source: SyntaxSource, place: Place, body: Syntax | null): void {
  for (const node of scopeNodes(body, place)) readMember(symbols, source, place, node);
}

const transparent = /^(preproc_\w+|file_scoped_namespace_declaration|declaration_list)$/;

function readMember(symbols: FileSymbols, source: SyntaxSource, place: Place, node: Syntax): void {
  const name = field(node, "name");
  const body = bodyOf(node);
  const words = childNodes(node, "modifier").map(({ text }) => text);
  const isOpen = words.includes("public") || words.includes("protected");
  const exported = isOpen || (place.isInterface && !words.includes("private"));
  const add = (kind: SymbolKind, as: Syntax | string | null = name) =>
    as && addSymbol(symbols, source, place, { node, name: as, kind, exported, body, from: afterAttributes(node) });
  const members = (isInterface: boolean) => {
    if (name) readBody(symbols, source, { ...innerScope(place, name.text, exported), isInterface }, body);
  };
  switch (node.type) {
    case "using_directive":
      readUsing(symbols, node);
      break;
    case "namespace_declaration":
      readBody(symbols, source, { ...place, depth: place.depth + 1 }, body);
      break;
    case "class_declaration":
    case "struct_declaration":
    case "record_declaration":
    case "record_struct_declaration":
      add("class");
      if (node.type.startsWith("record") && name)
        readComponents(symbols, source, innerScope(place, name.text, exported), node);
      members(false);
      break;
    case "interface_declaration":
      add("type");
      members(true);
      break;
    case "enum_declaration":
      add("type");
      if (name) readEnum(symbols, source, innerScope(place, name.text, exported), body);
      break;
    case "delegate_declaration":
      add("type");
      break;
    case "method_declaration":
    case "constructor_declaration":
      add("method");
      break;
    case "indexer_declaration":
      add("method", "this");
      break;
    case "property_declaration":
    case "event_declaration":
      add("field");
      break;
    case "field_declaration":
    case "event_field_declaration":
      readFields(symbols, source, place, node, words.includes("const") ? "constant" : "field", exported);
      break;
    default:
      if (transparent.test(node.type)) readBody(symbols, source, { ...place, depth: place.depth + 1 }, node);
  }
}

/** `{ get; private set; }` is part of the signature; accessors with code are a body. */
function bodyOf(node: Syntax): Syntax | null {
  const accessors = field(node, "accessors");
  const isPlain = accessors !== null && accessors.text.length < 200 && /^\{[^{}=]*\}$/.test(accessors.text);
  const start = childOf(node, "constructor_initializer") ?? field(node, "body");
  return start ?? (isPlain ? null : accessors) ?? field(node, "value");
}

function afterAttributes(node: Syntax): Syntax | null {
  const children = present(node.children);
  return children[0]?.type === "attribute_list"
    ? (children.find(({ type }) => type !== "attribute_list" && type !== "comment") ?? null)
    : null;
}

function readFields(
  symbols: FileSymbols,
  source: SyntaxSource,
  scope: SymbolScope,
  node: Syntax,
  kind: SymbolKind,
  exported: boolean,
): void {
  const declarators = childNodes(childOf(node, "variable_declaration"), "variable_declarator");
  const start = (afterAttributes(node) ?? node).startIndex;
  const prefix = source.text.slice(start, declarators[0]?.startIndex ?? start);
  for (const declarator of declarators) {
    const name = field(declarator, "name");
    if (name)
      addSymbol(symbols, source, scope, {
        node: declarator,
        name,
        kind,
        exported,
        whole: declarators.length === 1 ? node : declarator,
        body: present(declarator.children).find(({ type }) => type === "=") ?? null,
        prefix,
      });
  }
}

function readComponents(symbols: FileSymbols, source: SyntaxSource, scope: SymbolScope, record: Syntax): void {
  for (const component of childNodes(childOf(record, "parameter_list"), "parameter")) {
    const name = field(component, "name");
    if (name) addSymbol(symbols, source, scope, { node: component, name, kind: "field", exported: true });
  }
}

function readEnum(symbols: FileSymbols, source: SyntaxSource, scope: SymbolScope, body: Syntax | null): void {
  for (const node of scopeNodes(body, scope)) {
    const name = node.type === "enum_member_declaration" ? field(node, "name") : null;
    if (name)
      addSymbol(symbols, source, scope, {
        node,
        name,
        kind: "enum-member",
        exported: true,
        from: afterAttributes(node),
      });
  }
}

function readUsing(symbols: FileSymbols, node: Syntax): void {
  const alias = field(node, "name");
  const path = childNodes(node, "qualified_name", "identifier", "alias_qualified_name", "generic_name").at(-1);
  if (path === undefined) return;
  const dot = path.text.lastIndexOf(".");
  const names = alias === null || dot < 0 ? { name: "*", from: path.text } : undefined;
  symbols.imports.push({
    ...(names ?? { name: path.text.slice(dot + 1), from: path.text.slice(0, dot) }),
    local: alias?.text ?? null,
    how: "import",
    typeOnly: false,
    line: syntaxLine(node),
  });
}
