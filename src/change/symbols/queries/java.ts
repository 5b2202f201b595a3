// Reads Java symbols: `public` and `protected` are visible to other packages; interface members are public by default.
import {
  childOf,
  field,
  fieldNodes,
  innerScope,
  syntaxLine,
  addSymbol,
  scopeNodes,
  present,
  leafTokens,
  top,
  type FileSymbols,
  type SymbolReader,
  type SymbolScope,
  type SyntaxSource,
  type Syntax,
} from "../syntax.ts";
import type { SymbolKind } from "../symbols.ts";

interface Place extends SymbolScope {
  /** Members are public unless declared `private`. */
  isInterface: boolean;
}

export const readJava: SymbolReader = (source) => {
  const symbols: FileSymbols = { declared: [], exports: [], imports: [] };
  readBody(symbols, source, { ...top, isInterface: false }, source.root);
  return symbols;
};

function readBody(symbols: FileSymbols, source: SyntaxSource, place: Place, body: Syntax | null): void {
  for (const node of scopeNodes(body, place)) readMember(symbols, source, place, node);
}

function readMember(symbols: FileSymbols, source: SyntaxSource, place: Place, node: Syntax): void {
  const name = field(node, "name");
  const body = field(node, "body");
  const words = tokensOf(childOf(node, "modifiers"));
  const exported =
    words.includes("public") || words.includes("protected") || (place.isInterface && !words.includes("private"));
  const add = (kind: SymbolKind, until: Syntax | null = body) =>
    name &&
    addSymbol(symbols, source, place, { node, name, kind, exported, body: until, from: afterAnnotations(node) });
  const members = (isInterface: boolean) => {
    if (name) readBody(symbols, source, { ...innerScope(place, name.text, exported), isInterface }, body);
  };
  switch (node.type) {
    case "import_declaration":
      readImport(symbols, node);
      break;
    case "class_declaration":
      add("class");
      members(false);
      break;
    case "record_declaration":
      add("class");
      if (name) readComponents(symbols, source, innerScope(place, name.text, exported), node);
      members(false);
      break;
    case "interface_declaration":
    case "annotation_type_declaration":
      add("type");
      members(true);
      break;
    case "enum_declaration":
      add("type");
      members(false);
      break;
    case "enum_body_declarations":
      readBody(symbols, source, place, node);
      break;
    case "enum_constant":
      if (name) addSymbol(symbols, source, place, { node, name, kind: "enum-member", exported: true, body });
      break;
    case "method_declaration":
    case "constructor_declaration":
    case "compact_constructor_declaration":
    case "annotation_type_element_declaration":
      add("method");
      break;
    case "field_declaration":
    case "constant_declaration": {
      const isConstant = node.type === "constant_declaration" || (words.includes("static") && words.includes("final"));
      readFields(symbols, source, place, node, isConstant ? "constant" : "field", exported);
      break;
    }
  }
}

function tokensOf(node: Syntax | null): string[] {
  return node === null ? [] : leafTokens(node);
}

/** Annotations usually come first and are not part of the signature. */
function afterAnnotations(node: Syntax): Syntax | null {
  const modifiers = childOf(node, "modifiers");
  if (modifiers === null) return null;
  const word = present(modifiers.children).find(({ type }) => !/annotation|comment/.test(type));
  return word ?? present(node.children).find(({ type }) => !/^modifiers$|comment/.test(type)) ?? null;
}

function readFields(
  symbols: FileSymbols,
  source: SyntaxSource,
  scope: SymbolScope,
  node: Syntax,
  kind: SymbolKind,
  exported: boolean,
): void {
  const declarators = fieldNodes(node, "declarator");
  const start = (afterAnnotations(node) ?? node).startIndex;
  // `int a, b`: the text before the first declarator applies to each.
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
        body: field(declarator, "value"),
        prefix,
      });
  }
}

function readComponents(symbols: FileSymbols, source: SyntaxSource, scope: SymbolScope, record: Syntax): void {
  for (const component of scopeNodes(field(record, "parameters"), scope)) {
    const name = field(component, "name");
    if (name) addSymbol(symbols, source, scope, { node: component, name, kind: "field", exported: true });
  }
}

function readImport(symbols: FileSymbols, node: Syntax): void {
  const path = childOf(node, "scoped_identifier", "identifier")?.text ?? "";
  const all = childOf(node, "asterisk") !== null;
  const dot = path.lastIndexOf(".");
  const name = all ? "*" : path.slice(dot + 1);
  symbols.imports.push({
    name,
    local: all ? null : name,
    from: all || dot < 0 ? path : path.slice(0, dot),
    how: "import",
    typeOnly: false,
    line: syntaxLine(node),
  });
}
