// Reads Rust symbols: `pub` in any form makes a name public. Items of a trait, or of an `impl` of one, are as public as
// the trait.
import { childOf, field, innerScope, syntaxLine, addSymbol, scopeNodes, present, top } from "../syntax.ts";
import type { FileSymbols, SymbolReader, SymbolScope, SyntaxSource, Syntax } from "../syntax.ts";
import type { SymbolKind } from "../symbols.ts";

interface Place extends SymbolScope {
  /** Everything is public: items of a trait, or of an `impl` of a trait. */
  all: boolean;
  isType: boolean;
  /** Types of this file that other files cannot name. */
  hidden: ReadonlySet<string>;
}

export const readRust: SymbolReader = (source) => {
  const symbols: FileSymbols = { declared: [], exports: [], imports: [] };
  const types = scopeNodes(source.root).filter(({ type }) => /^(struct|enum|trait|union)_item$/.test(type));
  const hidden = new Set(types.filter((node) => !isPublic(node)).flatMap((node) => field(node, "name")?.text ?? []));
  readItems(symbols, source, { ...top, all: false, isType: false, hidden }, source.root);
  for (const use of present(source.root.descendantsOfType(["use_declaration", "extern_crate_declaration"])))
    readUse(symbols, use);
  return symbols;
};

function isPublic(node: Syntax): boolean {
  const visibility = childOf(node, "visibility_modifier");
  return visibility !== null && !visibility.text.includes("self");
}

function readItems(symbols: FileSymbols, source: SyntaxSource, place: Place, body: Syntax | null): void {
  let isMacroExported = false;
  for (const node of scopeNodes(body, place)) {
    if (node.type === "attribute_item") {
      isMacroExported ||= node.text.includes("macro_export");
      continue;
    }
    readItem(symbols, source, place, node, isMacroExported);
    isMacroExported = false;
  }
}

const kinds: Readonly<Record<string, SymbolKind>> = {
  const_item: "constant",
  static_item: "variable",
  type_item: "type",
  associated_type: "type",
  struct_item: "class",
  union_item: "class",
  enum_item: "type",
  trait_item: "type",
  mod_item: "module",
};

function readItem(
  symbols: FileSymbols,
  source: SyntaxSource,
  place: Place,
  node: Syntax,
  isMacroExported: boolean,
): void {
  const name = field(node, "name");
  const body = field(node, "body");
  const exported = place.all || isPublic(node);
  const scope = (text: string, all = false, isType = true) => ({
    ...place,
    ...innerScope(place, text, exported),
    all,
    isType,
  });
  const kind = kinds[node.type];
  if (name && kind) {
    const until = body?.type === "ordered_field_declaration_list" ? null : (body ?? field(node, "value"));
    addSymbol(symbols, source, place, { node, name, kind, exported, body: until });
  }
  switch (node.type) {
    case "function_item":
    case "function_signature_item":
      if (name)
        addSymbol(symbols, source, place, { node, name, kind: place.isType ? "method" : "function", exported, body });
      break;
    case "struct_item":
    case "union_item":
      if (name) readFields(symbols, source, scope(name.text), body);
      break;
    case "enum_item":
      if (name) readVariants(symbols, source, scope(name.text), body);
      break;
    case "trait_item":
      if (name) readItems(symbols, source, scope(name.text, true), body);
      break;
    case "mod_item":
      if (name) readItems(symbols, source, scope(name.text, false, false), body);
      break;
    case "impl_item":
      readImplementation(symbols, source, place, node, body);
      break;
    case "foreign_mod_item":
      readItems(symbols, source, { ...place, depth: place.depth + 1 }, body);
      break;
    case "macro_definition":
      if (name)
        addSymbol(symbols, source, place, {
          node,
          name,
          kind: "macro",
          exported: isMacroExported,
          body: node.children.find((child) => child?.type === "{" || child?.type === "(") ?? null,
        });
      break;
  }
}

function readImplementation(
  symbols: FileSymbols,
  source: SyntaxSource,
  place: Place,
  node: Syntax,
  body: Syntax | null,
): void {
  const type = field(node, "type");
  if (type === null) return;
  const name = typeName(type);
  const isOpen = !place.hidden.has(name);
  const all = field(node, "trait") !== null;
  readItems(symbols, source, { ...place, ...innerScope(place, name, isOpen), all, isType: true }, body);
}

function typeName(type: Syntax): string {
  const base = type.type === "generic_type" ? (field(type, "type") ?? type) : type;
  return base.type === "scoped_type_identifier" ? (field(base, "name")?.text ?? base.text) : base.text.slice(0, 200);
}

function readFields(symbols: FileSymbols, source: SyntaxSource, place: Place, body: Syntax | null): void {
  for (const node of scopeNodes(body, place)) {
    const name = node.type === "field_declaration" ? field(node, "name") : null;
    if (name) addSymbol(symbols, source, place, { node, name, kind: "field", exported: place.all || isPublic(node) });
  }
}

function readVariants(symbols: FileSymbols, source: SyntaxSource, place: Place, body: Syntax | null): void {
  for (const node of scopeNodes(body, place)) {
    const name = node.type === "enum_variant" ? field(node, "name") : null;
    if (name === null) continue;
    addSymbol(symbols, source, place, { node, name, kind: "enum-member", exported: true });
    const fields = field(node, "body");
    if (fields?.type === "field_declaration_list")
      readFields(symbols, source, { ...place, ...innerScope(place, name.text), all: true }, fields);
  }
}

function readUse(symbols: FileSymbols, node: Syntax): void {
  const reExported = isPublic(node);
  const add = (name: string, local: string | null, from: string, at: Syntax) => {
    const line = syntaxLine(at);
    const how = reExported ? "re-export" : "import";
    symbols.imports.push({ name, local, from, how, typeOnly: false, line });
    if (reExported) symbols.exports.push({ name: local ?? "*", local: name, from, typeOnly: false, line });
  };
  const argument = field(node, "argument");
  const crate = node.type === "extern_crate_declaration" ? field(node, "name") : null;
  if (crate) add("*", field(node, "alias")?.text ?? crate.text, crate.text, node);
  if (argument) readTree(argument, "", add, 0);
}

type AddImport = (name: string, local: string | null, from: string, at: Syntax) => void;

/** `a::{b, c as d, e::*}`: one import per leaf. */
function readTree(node: Syntax, prefix: string, add: AddImport, depth: number, alias?: string): void {
  if (depth > 20) return;
  const path = (text: string) => (prefix === "" ? text : `${prefix}::${text}`);
  switch (node.type) {
    case "scoped_use_list": {
      const under = field(node, "path");
      const list = field(node, "list");
      if (list) readTree(list, under ? path(under.text) : prefix, add, depth + 1);
      break;
    }
    case "use_list":
      for (const part of scopeNodes(node)) readTree(part, prefix, add, depth + 1);
      break;
    case "use_as_clause": {
      const named = field(node, "path");
      if (named) readTree(named, prefix, add, depth + 1, field(node, "alias")?.text);
      break;
    }
    case "use_wildcard": {
      const [under] = scopeNodes(node);
      add("*", null, under ? path(under.text) : prefix, node);
      break;
    }
    case "self": {
      const at = prefix.lastIndexOf("::");
      const name = prefix.slice(at < 0 ? 0 : at + 2);
      add(at < 0 ? "*" : name, alias ?? name, at < 0 ? prefix : prefix.slice(0, at), node);
      break;
    }
    case "scoped_identifier": {
      const under = field(node, "path");
      const name = field(node, "name")?.text ?? node.text;
      add(name, alias ?? name, under ? path(under.text) : prefix, node);
      break;
    }
    case "identifier":
    case "crate":
    case "super":
      add(prefix === "" ? "*" : node.text, alias ?? node.text, prefix === "" ? node.text : prefix, node);
      break;
  }
}
