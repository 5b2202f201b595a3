// Reads the imports of JavaScript and TypeScript modules: `import`, `import()` and `require()`.
import type { Imported } from "../symbols.ts";
import { childOf, field, hasToken, syntaxLine, scopeNodes, unquotedText } from "../syntax.ts";
import type { FileSymbols, SyntaxSource, Syntax } from "../syntax.ts";
import { patternNames } from "./ecmascript-exports.ts";

export function readImport(symbols: FileSymbols, statement: Syntax): void {
  const required = childOf(statement, "import_require_clause");
  const source = field(required ?? statement, "source");
  if (source === null) return;
  const from = unquotedText(source);
  const typeOnly = hasToken(statement, "type");
  const add = (name: string, local: string | null, node: Syntax, onlyType = typeOnly) =>
    symbols.imports.push({
      name,
      local,
      from,
      how: required ? "require" : "import",
      typeOnly: onlyType,
      line: syntaxLine(node),
    });
  const clause = childOf(statement, "import_clause");
  if (required) add("*", childOf(required, "identifier")?.text ?? null, statement);
  else if (clause === null) add("", null, statement, false);
  for (const part of scopeNodes(clause)) {
    if (part.type === "identifier") add("default", part.text, part);
    else if (part.type === "namespace_import") add("*", childOf(part, "identifier")?.text ?? null, part);
    else if (part.type === "named_imports")
      for (const specifier of scopeNodes(part)) {
        const name = field(specifier, "name");
        if (name === null) continue;
        const alias = field(specifier, "alias") ?? name;
        const text = name.type === "string" ? unquotedText(name) : name.text;
        add(text, alias.text, specifier, typeOnly || hasToken(specifier, "type"));
      }
  }
}

/**
 * Calls of `require` and `import` can be anywhere. Searching the text for candidates is far cheaper than visiting every
 * call of the tree.
 */
export function readCalls(symbols: FileSymbols, { text, root }: SyntaxSource): void {
  for (const match of text.matchAll(/(?<![\w$.#])(?:require(?:\.resolve)?|import)\s{0,20}\(/g)) {
    const word = root.descendantForIndex(match.index);
    const call = callAt(word);
    const [first] = scopeNodes(call === null ? null : field(call, "arguments"));
    if (call === null || first === undefined || !/^(string|template_string)$/.test(first.type)) continue;
    if (first.type === "template_string" && scopeNodes(first).some(({ type }) => type === "template_substitution"))
      continue;
    const how = match[0].startsWith("import") ? "dynamic" : "require";
    symbols.imports.push(...boundImports(call, unquotedText(first), how));
  }
}

function callAt(word: Syntax | null): Syntax | null {
  let node = word;
  for (let i = 0; i < 3 && node !== null; i++) {
    if (node.type === "call_expression") return node;
    if (!/^(import|identifier|member_expression|property_identifier)$/.test(node.type)) return null;
    node = node.parent;
  }
  return node?.type === "call_expression" ? node : null;
}

/** The names that the call's result is bound to: `const { a, b: c } = await import("m")`, `require("m").a`. */
function boundImports(call: Syntax, from: string, how: Imported["how"]): Imported[] {
  const line = syntaxLine(call);
  const one = (name: string, local: string | null, typeOnly = false): Imported[] => [
    { name, local, from, how, typeOnly, line },
  ];
  const value = outermostWrapper(call, [
    "await_expression",
    "parenthesized_expression",
    "non_null_expression",
    "as_expression",
  ]);
  const leaseOwner = value.parent;
  if (isTypePosition(value)) return one(typeMember(leaseOwner), null, true);
  if (leaseOwner?.type === "member_expression") {
    const property = field(leaseOwner, "property")?.text ?? "*";
    // `import("m").then(…)`: the use of the module is unknown.
    if (how === "dynamic" && value === call) return one("*", null);
    const declarator = leaseOwner.parent;
    const name = declarator?.type === "variable_declarator" ? field(declarator, "name") : null;
    return one(property, name?.type === "identifier" ? name.text : null);
  }
  if (leaseOwner?.type === "expression_statement") return one(how === "require" ? "" : "*", null);
  if (leaseOwner?.type !== "variable_declarator") return one("*", null);
  const pattern = field(leaseOwner, "name");
  if (pattern?.type === "identifier") return one("*", pattern.text);
  if (pattern?.type !== "object_pattern") return one("*", null);
  if (childOf(pattern, "rest_pattern")) return one("*", null);
  return patternNames(pattern).flatMap(({ node, key }) => one(key, node.text));
}

function outermostWrapper(call: Syntax, wrappers: readonly string[]): Syntax {
  let node = call;
  for (let i = 0; i < 4 && node.parent !== null && wrappers.includes(node.parent.type); i++) node = node.parent;
  return node;
}

/** `let a: import("m").A`, `typeof import("m")`. */
function isTypePosition(call: Syntax): boolean {
  let node = call.parent;
  for (let i = 0; i < 6 && node !== null; i++, node = node.parent) {
    if (/^(type_annotation|type_query|type_alias_declaration|generic_type|type_arguments|union_type)$/.test(node.type))
      return true;
    if (!/^(member_expression|nested_type_identifier|nested_identifier|array_type|readonly_type)$/.test(node.type))
      return false;
  }
  return false;
}

function typeMember(leaseOwner: Syntax | null): string {
  return (leaseOwner?.type === "member_expression" && field(leaseOwner, "property")?.text) || "*";
}
