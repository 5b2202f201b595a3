// Reads the exports of JavaScript and TypeScript modules: `export`, `export =` and CommonJS.
import { childOf, field, hasToken, syntaxLine, scopeNodes, present, leafTokens, unquotedText } from "../syntax.ts";
import type { FileSymbols, Syntax } from "../syntax.ts";

const typeDeclarations = ["interface_declaration", "type_alias_declaration"];

export function readExports(symbols: FileSymbols, statement: Syntax): void {
  if (statement.type === "export_statement") readExportStatement(symbols, statement);
  else if (statement.type === "expression_statement") readCommonJs(symbols, statement);
}

function readExportStatement(symbols: FileSymbols, statement: Syntax): void {
  const words = leafTokens(statement);
  const typeOnly = words.includes("type");
  const source = field(statement, "source");
  const from = source === null ? null : unquotedText(source);
  const line = syntaxLine(statement);
  const declaration = field(statement, "declaration");
  const clause = childOf(statement, "export_clause");
  const named = childOf(statement, "namespace_export");
  if (clause) readClause(symbols, clause, from, typeOnly);
  else if (named) {
    const name = scopeNodes(named)[0];
    if (name) symbols.exports.push({ name: nameIn(name), local: "*", from, typeOnly, line });
  } else if (words.includes("*")) symbols.exports.push({ name: "*", local: "*", from, typeOnly, line });
  else if (words.includes("default")) readDefault(symbols, statement, declaration ?? field(statement, "value"));
  else if (words.includes("=")) readDefault(symbols, statement, scopeNodes(statement)[0] ?? null);
  else if (declaration) readDeclaration(symbols, declaration);
}

function readClause(symbols: FileSymbols, clause: Syntax, from: string | null, allTypes: boolean): void {
  for (const specifier of scopeNodes(clause)) {
    const name = field(specifier, "name");
    if (name === null) continue;
    const alias = field(specifier, "alias");
    symbols.exports.push({
      name: nameIn(alias ?? name),
      local: nameIn(name),
      from,
      typeOnly: allTypes || hasToken(specifier, "type"),
      line: syntaxLine(specifier),
    });
  }
}

function readDefault(symbols: FileSymbols, statement: Syntax, value: Syntax | null): void {
  const name = value === null ? null : value.type === "identifier" ? value : field(value, "name");
  const isName = name !== null && (value?.type === "identifier" || /class|function|interface/.test(value?.type ?? ""));
  symbols.exports.push({
    name: "default",
    local: isName ? name.text : "default",
    from: null,
    typeOnly: value?.type === "interface_declaration",
    line: syntaxLine(statement),
  });
}

function readDeclaration(symbols: FileSymbols, declaration: Syntax): void {
  const node = declaration.type === "ambient_declaration" ? (scopeNodes(declaration)[0] ?? declaration) : declaration;
  const typeOnly = typeDeclarations.includes(node.type);
  const names =
    node.type === "lexical_declaration" || node.type === "variable_declaration"
      ? scopeNodes(node).flatMap((declarator) => {
          const pattern = field(declarator, "name");
          return pattern === null ? [] : patternNames(pattern).map(({ node: name }) => name);
        })
      : present([field(node, "name")]);
  for (const name of names)
    symbols.exports.push({ name: name.text, local: name.text, from: null, typeOnly, line: syntaxLine(name) });
}

/** `module.exports = …`, `module.exports.a = …`, `exports.a = …`. */
function readCommonJs(symbols: FileSymbols, statement: Syntax): void {
  const expression = childOf(statement, "assignment_expression");
  if (expression === null) return;
  const left = field(expression, "left")?.text ?? "";
  const right = lastValue(field(expression, "right"));
  const member = /^(?:module\.)?exports\.([\w$]+)$/.exec(left)?.[1];
  const line = syntaxLine(statement);
  if (member !== undefined) {
    const local = right?.type === "identifier" ? right.text : member;
    symbols.exports.push({ name: member, local, from: null, typeOnly: false, line });
  } else if (left === "module.exports" && right?.type === "object") readObject(symbols, right);
  else if (left === "module.exports") {
    const local = right?.type === "identifier" ? right.text : right === null ? undefined : field(right, "name")?.text;
    symbols.exports.push({ name: "default", local: local ?? "default", from: null, typeOnly: false, line });
  }
}

/** `module.exports = exports = f` exports `f`. */
function lastValue(node: Syntax | null): Syntax | null {
  let value = node;
  for (let i = 0; i < 4 && value?.type === "assignment_expression"; i++) value = field(value, "right");
  return value;
}

function readObject(symbols: FileSymbols, object: Syntax): void {
  for (const part of scopeNodes(object)) {
    const key = part.type === "shorthand_property_identifier" ? part : (field(part, "key") ?? field(part, "name"));
    if (key === null || key.type === "computed_property_name") continue;
    const value = field(part, "value");
    const name = nameIn(key);
    const local = value?.type === "identifier" ? value.text : name;
    symbols.exports.push({ name, local, from: null, typeOnly: false, line: syntaxLine(part) });
  }
}

function nameIn(node: Syntax): string {
  return node.type === "string" ? unquotedText(node) : node.text;
}

/** The names that a pattern binds, each with its key. */
export function patternNames(pattern: Syntax, depth = 0): { node: Syntax; key: string }[] {
  if (depth > 8) return [];
  switch (pattern.type) {
    case "identifier":
    case "shorthand_property_identifier_pattern":
      return [{ node: pattern, key: pattern.text }];
    case "pair_pattern": {
      const value = field(pattern, "value");
      const key = field(pattern, "key")?.text ?? "";
      return value === null ? [] : patternNames(value, depth + 1).map(({ node }) => ({ node, key }));
    }
    case "object_assignment_pattern":
    case "assignment_pattern": {
      const left = field(pattern, "left");
      return left === null ? [] : patternNames(left, depth + 1);
    }
    case "object_pattern":
    case "array_pattern":
    case "rest_pattern":
      return scopeNodes(pattern).flatMap((part) => patternNames(part, depth + 1));
    default:
      return [];
  }
}
