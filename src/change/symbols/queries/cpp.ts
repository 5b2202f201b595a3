// Reads C++ symbols, and C with the same grammar: names that are not `static`, private or in an anonymous namespace are
// public. A namespace is not a parent: like a package, it is shared by many files.
import {
  childOf,
  childNodes,
  field,
  fieldNodes,
  innerScope,
  syntaxLine,
  addSymbol,
  scopeNodes,
  present,
  top,
  unquotedText,
  type FileSymbols,
  type SymbolEntry,
  type SymbolReader,
  type SymbolScope,
  type SyntaxSource,
  type Syntax,
} from "../syntax.ts";
import type { SymbolKind } from "../symbols.ts";
import { isFunctionDeclarator, isMacroInUse, lastName, nameIn, qualifierOf } from "./cpp-names.ts";

const transparent =
  /^(preproc_(if|ifdef|else|elif|elifdef)|linkage_specification|declaration_list|export_declaration)$/;
const aggregates = /^(class|struct|union|enum)_specifier$/;

interface Place extends SymbolScope {
  /** Inside a class: its members are fields and methods. */
  isType: boolean;
}

export const readCpp: SymbolReader = (source) => {
  const symbols: FileSymbols = { declared: [], exports: [], imports: [] };
  readBody(symbols, source, { ...top, isType: false }, source.root, true);
  for (const node of present(source.root.descendantsOfType(["preproc_include"]))) readInclude(symbols, node);
  return symbols;
};

function readBody(
  symbols: FileSymbols,
  source: SyntaxSource,
  place: Place,
  body: Syntax | null,
  isPublic: boolean,
): void {
  let isOpen = isPublic;
  for (const node of scopeNodes(body, place)) {
    if (node.type === "access_specifier") isOpen = node.text !== "private";
    else readNode(symbols, source, place, node, node, isOpen);
  }
}

function readNode(
  symbols: FileSymbols,
  source: SyntaxSource,
  place: Place,
  node: Syntax,
  whole: Syntax,
  isOpen: boolean,
): void {
  const name = field(node, "name");
  const deeper = { ...place, depth: place.depth + 1 };
  switch (node.type) {
    case "namespace_definition":
      readBody(symbols, source, { ...deeper, open: place.open && name !== null }, field(node, "body"), true);
      break;
    case "template_declaration":
      for (const child of scopeNodes(node, deeper))
        if (child.type !== "template_parameter_list") readNode(symbols, source, deeper, child, node, isOpen);
      break;
    case "preproc_def":
    case "preproc_function_def":
      // An include guard is not a symbol.
      if (name && !isGuard(source.root, node)) {
        const body = field(node, "value");
        addSymbol(symbols, source, top, { node, name, kind: "macro", exported: true, body });
      }
      break;
    case "function_definition":
      readDeclarator(symbols, source, place, node, isOpen, field(node, "declarator"), {
        node,
        body: childOf(node, "field_initializer_list") ?? field(node, "body"),
        whole,
      });
      break;
    case "alias_declaration":
      if (name) addSymbol(symbols, source, place, { node, name, kind: "type", exported: isOpen, whole });
      break;
    case "type_definition":
      readTypedef(symbols, source, place, node, isOpen);
      break;
    case "declaration":
    case "field_declaration":
      readDeclaration(symbols, source, place, node, whole, isOpen);
      break;
    default:
      if (aggregates.test(node.type)) readAggregate(symbols, source, place, node, whole, isOpen);
      else if (transparent.test(node.type)) readBody(symbols, source, deeper, node, isOpen);
  }
}

function isGuard(root: Syntax, define: Syntax): boolean {
  const parent = define.parent;
  if (parent?.type !== "preproc_ifdef" || field(define, "value") !== null) return false;
  return field(parent, "name")?.text === field(define, "name")?.text && parent.startIndex < root.endIndex;
}

function isStatic(node: Syntax): boolean {
  return childNodes(node, "storage_class_specifier").some(({ text }) => text === "static");
}

/** A class, struct, union or enum with a body; one without declares nothing. */
function readAggregate(
  symbols: FileSymbols,
  source: SyntaxSource,
  place: Place,
  node: Syntax,
  whole: Syntax,
  isOpen: boolean,
  alias: Syntax | null = null,
): void {
  const name = field(node, "name") ?? alias;
  const body = field(node, "body");
  if (body === null) return;
  const isEnum = node.type === "enum_specifier";
  if (name)
    addSymbol(symbols, source, place, {
      node,
      name,
      kind: isEnum ? "type" : "class",
      exported: isOpen,
      whole,
      body,
      from: whole.type === "type_definition" ? whole : enclosingTemplate(whole),
    });
  const scope = name ? innerScope(place, name.text, isOpen) : { ...place, depth: place.depth + 1 };
  if (isEnum) {
    for (const member of childNodes(body, "enumerator")) {
      const named = field(member, "name");
      if (named) addSymbol(symbols, source, scope, { node: member, name: named, kind: "enum-member", exported: true });
    }
  } else readBody(symbols, source, { ...scope, isType: true }, body, node.type !== "class_specifier");
}

function readTypedef(symbols: FileSymbols, source: SyntaxSource, place: Place, node: Syntax, isOpen: boolean): void {
  const type = field(node, "type");
  const names = fieldNodes(node, "declarator").flatMap((declarator) => nameIn(declarator) ?? []);
  const isWritten = type !== null && aggregates.test(type.type) && field(type, "body") !== null;
  if (isWritten) readAggregate(symbols, source, place, type, node, isOpen, names[0] ?? null);
  // `typedef struct { … } T` is already declared as T.
  const known = isWritten ? (field(type, "name") ?? names[0])?.text : undefined;
  for (const name of names)
    if (name.text !== known)
      addSymbol(symbols, source, place, {
        node,
        name,
        kind: "type",
        exported: isOpen,
        body: isWritten ? field(type, "body") : null,
      });
}

function readDeclaration(
  symbols: FileSymbols,
  source: SyntaxSource,
  place: Place,
  node: Syntax,
  whole: Syntax,
  isOpen: boolean,
): void {
  const type = field(node, "type");
  if (type && aggregates.test(type.type)) readAggregate(symbols, source, place, type, whole, isOpen);
  const declarators = fieldNodes(node, "declarator");
  // `int a, *b`: the text before the first declarator applies to each.
  const prefix = source.text.slice(node.startIndex, declarators[0]?.startIndex ?? node.startIndex);
  for (const declarator of declarators) {
    const value = declarator.type === "init_declarator" ? field(declarator, "value") : null;
    const cut =
      declarators.length === 1
        ? { node, body: value ?? field(node, "default_value") }
        : { node: declarator, body: value, prefix };
    readDeclarator(symbols, source, place, node, isOpen, declarator, { ...cut, whole });
  }
}

function readDeclarator(
  symbols: FileSymbols,
  source: SyntaxSource,
  place: Place,
  node: Syntax,
  isOpen: boolean,
  declarator: Syntax | null,
  cut: Pick<SymbolEntry, "node" | "body" | "prefix"> & { whole: Syntax },
): void {
  const name = declarator && nameIn(declarator);
  if (!name) return;
  const owner = qualifierOf(name);
  if (!place.isType && owner === null && isMacroInUse(node, lastName(name))) return;
  // In a class `static` does not limit visibility.
  const exported = isOpen && (place.isType || !isStatic(node));
  const scope = owner === null ? place : innerScope(place, owner);
  addSymbol(symbols, source, scope, {
    ...cut,
    from: enclosingTemplate(cut.whole),
    name: lastName(name),
    at: name,
    kind: kindOf(node, declarator, place.isType, owner !== null),
    exported,
  });
}

function kindOf(node: Syntax, declarator: Syntax, isMember: boolean, isOwned: boolean): SymbolKind {
  if (isFunctionDeclarator(declarator)) return isMember || isOwned ? "method" : "function";
  if (isMember) return "field";
  return childNodes(node, "type_qualifier").some(({ text }) => /^const/.test(text)) ? "constant" : "variable";
}

/** `template <…>` precedes the declaration and is part of its signature. */
function enclosingTemplate(whole: Syntax): Syntax | null {
  return whole.type === "template_declaration" ? whole : null;
}

function readInclude(symbols: FileSymbols, node: Syntax): void {
  const path = field(node, "path");
  if (path === null || !/^(string_literal|system_lib_string)$/.test(path.type)) return;
  const from = path.type === "system_lib_string" ? path.text : unquotedText(path);
  symbols.imports.push({ name: "*", local: null, from, how: "import", typeOnly: false, line: syntaxLine(node) });
}
