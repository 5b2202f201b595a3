// Reads the declarations of JavaScript and TypeScript modules.
import {
  childOf,
  field,
  hasToken,
  innerScope,
  addSymbol,
  scopeNodes,
  leafTokens,
  top,
  unquotedText,
} from "../syntax.ts";
import type { FileSymbols, SymbolReader, SymbolScope, SyntaxSource, Syntax } from "../syntax.ts";
import type { SymbolKind } from "../symbols.ts";
import { patternNames, readExports } from "./ecmascript-exports.ts";
import { readCalls, readImport } from "./ecmascript-imports.ts";
import { afterDecorators, objectIn, readEnum, readKeys, readMembers, valueShape } from "./ecmascript-members.ts";

interface Place extends SymbolScope {
  /** Names in an export list elsewhere in the file. */
  listed: ReadonlySet<string>;
  /** Everything is exported without a keyword: an ambient file that is not a module, or `declare module`. */
  ambient: boolean;
}

export const readEcmascript: SymbolReader = (source) => {
  const symbols: FileSymbols = { declared: [], exports: [], imports: [] };
  const statements = scopeNodes(source.root);
  for (const statement of statements) readExports(symbols, statement);
  const isModule = statements.some(({ type }) => type === "export_statement" || type === "import_statement");
  const place: Place = {
    ...top,
    listed: new Set(symbols.exports.filter(({ from }) => from === null).map(({ local }) => local)),
    ambient: /\.d\.[cm]?ts$/.test(source.path) && !isModule,
  };
  for (const statement of statements) {
    if (statement.type === "import_statement") readImport(symbols, statement);
    else readStatement(symbols, source, place, statement, statement, false);
  }
  readCalls(symbols, source);
  for (const { from, local, typeOnly, line } of symbols.exports)
    if (from !== null) symbols.imports.push({ name: local, local: null, from, how: "re-export", typeOnly, line });
  return symbols;
};

function readStatement(
  symbols: FileSymbols,
  source: SyntaxSource,
  place: Place,
  node: Syntax,
  whole: Syntax,
  keyword: boolean,
): void {
  const name = field(node, "name");
  const isExported = (text: string) => keyword || place.ambient || (place.within === null && place.listed.has(text));
  const add = (kind: SymbolKind, body: Syntax | null) =>
    name &&
    addSymbol(symbols, source, place, {
      node,
      name,
      kind,
      exported: isExported(name.text),
      whole,
      body,
      from: afterDecorators(node),
    });
  const body = field(node, "body");
  switch (node.type) {
    case "export_statement":
      readExported(symbols, source, place, node);
      break;
    case "ambient_declaration":
      readAmbient(symbols, source, place, node, whole, keyword);
      break;
    case "expression_statement":
      readExpression(symbols, source, place, node);
      break;
    case "function_declaration":
    case "generator_function_declaration":
    case "function_signature":
      add("function", body);
      break;
    case "class_declaration":
    case "abstract_class_declaration":
      add("class", body);
      if (name) readMembers(symbols, source, innerScope(place, name.text, isExported(name.text)), body);
      break;
    case "interface_declaration":
      add("type", body);
      if (name) readMembers(symbols, source, innerScope(place, name.text, isExported(name.text)), body);
      break;
    case "type_alias_declaration": {
      add("type", null);
      const value = field(node, "value");
      if (name && value?.type === "object_type")
        readMembers(symbols, source, innerScope(place, name.text, isExported(name.text)), value);
      break;
    }
    case "enum_declaration":
      add("type", body);
      if (name) readEnum(symbols, source, innerScope(place, name.text, isExported(name.text)), body);
      break;
    case "lexical_declaration":
    case "variable_declaration":
      readVariables(symbols, source, place, node, whole, isExported);
      break;
    case "internal_module":
    case "module":
      readModule(symbols, source, place, node, whole, keyword);
      break;
  }
}

function readExported(symbols: FileSymbols, source: SyntaxSource, place: Place, node: Syntax): void {
  const declaration = field(node, "declaration");
  if (declaration) readStatement(symbols, source, place, declaration, node, true);
  const value = field(node, "value");
  if (value === null || !/^(class|function_expression|arrow_function|generator_function)$/.test(value.type)) return;
  const isClass = value.type === "class";
  const name = field(value, "name") ?? "default";
  const body = field(value, "body");
  addSymbol(symbols, source, place, {
    node: value,
    name,
    kind: isClass ? "class" : "function",
    exported: true,
    whole: node,
    body,
  });
  if (isClass) readMembers(symbols, source, innerScope(place, typeof name === "string" ? name : name.text), body);
}

/** `declare …`, `declare global { … }`. */
function readAmbient(
  symbols: FileSymbols,
  source: SyntaxSource,
  place: Place,
  node: Syntax,
  whole: Syntax,
  keyword: boolean,
): void {
  const block = childOf(node, "statement_block");
  if (block && hasToken(node, "global")) {
    const scope = { ...place, ...innerScope(place, "global"), ambient: true };
    for (const child of scopeNodes(block, scope)) readStatement(symbols, source, scope, child, child, false);
    return;
  }
  for (const child of scopeNodes(node, place)) readStatement(symbols, source, place, child, whole, keyword);
}

function readModule(
  symbols: FileSymbols,
  source: SyntaxSource,
  place: Place,
  node: Syntax,
  whole: Syntax,
  keyword: boolean,
): void {
  const name = field(node, "name");
  if (name === null) return;
  const isAmbient = name.type === "string";
  const text = isAmbient ? unquotedText(name) : name.text;
  const exported = keyword || isAmbient || place.ambient || (place.within === null && place.listed.has(text));
  const body = field(node, "body");
  addSymbol(symbols, source, place, { node, name: text, at: name, kind: "module", exported, whole, body });
  const scope = { ...place, ...innerScope(place, text, exported), ambient: isAmbient || place.ambient };
  for (const child of scopeNodes(body, scope)) readStatement(symbols, source, scope, child, child, false);
}

function readVariables(
  symbols: FileSymbols,
  source: SyntaxSource,
  place: Place,
  node: Syntax,
  whole: Syntax,
  isExported: (name: string) => boolean,
): void {
  const keyword = leafTokens(node).find((token) => /^(const|let|var|using)$/.test(token)) ?? "var";
  const declarators = scopeNodes(node, place).filter(({ type }) => type === "variable_declarator");
  for (const declarator of declarators) {
    const pattern = field(declarator, "name");
    const value = field(declarator, "value");
    if (pattern === null) continue;
    // A single declaration spans the whole statement; several span one declarator each.
    const lines = declarators.length === 1 ? whole : declarator;
    for (const { node: name } of patternNames(pattern)) {
      const shape = pattern === name ? valueShape(value) : null;
      addSymbol(symbols, source, place, {
        node: declarator,
        name,
        kind: shape?.kind ?? (keyword === "const" ? "constant" : "variable"),
        exported: isExported(name.text),
        whole: lines,
        body: shape ? shape.body : value,
        prefix: keyword,
      });
      const inner = () => innerScope(place, name.text, isExported(name.text));
      if (shape?.kind === "class") readMembers(symbols, source, inner(), shape.body);
      // Objects of constants are used like enums, by their keys.
      else if (keyword === "const" && pattern === name && isExported(name.text))
        readKeys(symbols, source, inner(), objectIn(value));
    }
  }
}

/**
 * Statements that declare by assignment: `exports.a = …`, `A.prototype.m = …`; and namespaces, which the grammar parses
 * as expressions.
 */
function readExpression(symbols: FileSymbols, source: SyntaxSource, place: Place, node: Syntax): void {
  const [expression] = scopeNodes(node, place);
  if (expression === undefined) return;
  if (expression.type === "internal_module") {
    readModule(symbols, source, place, expression, node, false);
    return;
  }
  if (expression.type !== "assignment_expression") return;
  const left = field(expression, "left");
  const right = field(expression, "right");
  const target = left === null ? null : /^(?:(?:module\.)?exports|([\w$]+)\.prototype)\.([\w$]+)$/.exec(left.text);
  const shape = valueShape(right);
  if (target) {
    const [, owner, name] = target;
    if (owner !== undefined && shape?.kind !== "function") return;
    const scope = owner === undefined ? place : innerScope(place, owner, place.listed.has(owner));
    const kind = shape?.kind ?? "constant";
    // `exports.a = a` exports something that is declared elsewhere.
    if (owner === undefined && right?.type === "identifier") return;
    addSymbol(symbols, source, scope, {
      node: expression,
      name: name!,
      kind: owner === undefined ? kind : "method",
      exported: true,
      whole: node,
      body: shape ? shape.body : right,
    });
    if (kind === "class") readMembers(symbols, source, innerScope(place, name!), shape?.body ?? null);
  } else if (left?.text === "module.exports" && right) readModuleExports(symbols, source, place, node, right);
}

/** `module.exports = { a() {}, b: () => 1 }` declares its members, `module.exports = class A {}` a class. */
function readModuleExports(
  symbols: FileSymbols,
  source: SyntaxSource,
  place: Place,
  whole: Syntax,
  right: Syntax,
): void {
  const shape = valueShape(right);
  if (shape) {
    const name = field(right, "name");
    addSymbol(symbols, source, place, {
      node: right,
      name: name ?? "default",
      kind: shape.kind,
      exported: true,
      whole,
      body: shape.body,
    });
    if (shape.kind === "class") readMembers(symbols, source, innerScope(place, name?.text ?? "default"), shape.body);
  }
  if (right.type !== "object") return;
  for (const part of scopeNodes(right, place)) {
    const name = field(part, part.type === "pair" ? "key" : "name");
    const valueOfPair = part.type === "pair" ? valueShape(field(part, "value")) : null;
    if (name === null || name.type !== "property_identifier" || (part.type === "pair" && !valueOfPair)) continue;
    addSymbol(symbols, source, place, {
      node: part,
      name,
      kind: valueOfPair?.kind ?? "function",
      exported: true,
      body: valueOfPair ? valueOfPair.body : field(part, "body"),
    });
  }
}
