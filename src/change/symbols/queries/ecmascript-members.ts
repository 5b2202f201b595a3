// Reads the members of JavaScript and TypeScript classes, interfaces, object types and enums.
import { childOf, field, hasToken, addSymbol, scopeNodes, present, unquotedText } from "../syntax.ts";
import type { FileSymbols, SymbolScope, SyntaxSource, Syntax } from "../syntax.ts";
import type { SymbolKind } from "../symbols.ts";

export function readMembers(symbols: FileSymbols, source: SyntaxSource, scope: SymbolScope, body: Syntax | null): void {
  for (const member of scopeNodes(body, scope)) {
    const name = field(member, "name") ?? field(member, "property");
    if (name === null) continue;
    const hidden =
      name.type === "private_property_identifier" || childOf(member, "accessibility_modifier")?.text === "private";
    const text = name.type === "string" ? unquotedText(name) : name.text;
    const add = (kind: SymbolKind, until: Syntax | null) =>
      addSymbol(symbols, source, scope, {
        node: member,
        name: text,
        at: name,
        kind,
        exported: !hidden,
        body: until,
        from: afterDecorators(member),
      });
    switch (member.type) {
      case "method_definition":
      case "method_signature":
      case "abstract_method_signature":
        add("method", field(member, "body"));
        if (text === "constructor") readParameterFields(symbols, source, scope, member);
        break;
      case "public_field_definition":
      case "field_definition":
      case "property_signature": {
        const value = field(member, "value");
        const shape = valueShape(value);
        add(shape?.kind === "function" ? "method" : "field", shape ? shape.body : value);
        break;
      }
    }
  }
}

export function afterDecorators(node: Syntax): Syntax | null {
  const children = present(node.children);
  return children[0]?.type === "decorator" ? (children.find(({ type }) => type !== "decorator") ?? null) : null;
}

/** `constructor(private readonly x: X)` declares a field. */
function readParameterFields(
  symbols: FileSymbols,
  source: SyntaxSource,
  scope: SymbolScope,
  constructor: Syntax,
): void {
  const parameters = field(constructor, "parameters");
  for (const parameter of scopeNodes(parameters, scope)) {
    const access = childOf(parameter, "accessibility_modifier")?.text;
    const name = field(parameter, "pattern");
    if (name?.type !== "identifier" || (access === undefined && !hasToken(parameter, "readonly"))) continue;
    addSymbol(symbols, source, scope, {
      node: parameter,
      name,
      kind: "field",
      exported: access !== "private",
      body: field(parameter, "value"),
      from: afterDecorators(parameter),
    });
  }
}

export function readEnum(symbols: FileSymbols, source: SyntaxSource, scope: SymbolScope, body: Syntax | null): void {
  for (const member of scopeNodes(body, scope)) {
    const name = member.type === "enum_assignment" ? field(member, "name") : member;
    if (name === null || !/^(property_identifier|string|enum_assignment)$/.test(member.type)) continue;
    const text = name.type === "string" ? unquotedText(name) : name.text;
    addSymbol(symbols, source, scope, { node: member, name: text, kind: "enum-member", exported: true });
  }
}

/** More keys are data. */
const mostKeys = 500;

/** The keys of an object. */
export function readKeys(symbols: FileSymbols, source: SyntaxSource, scope: SymbolScope, object: Syntax | null): void {
  const parts = scopeNodes(object, scope);
  if (parts.length > mostKeys) return;
  for (const part of parts) {
    const key = part.type === "shorthand_property_identifier" ? part : (field(part, "key") ?? field(part, "name"));
    if (key === null || !/^(?:property_identifier|shorthand_property_identifier|string)$/.test(key.type)) continue;
    const text = key.type === "string" ? unquotedText(key) : key.text;
    const shape = part.type === "method_definition" ? "method" : valueShape(field(part, "value"));
    addSymbol(symbols, source, scope, {
      node: part,
      name: text,
      at: key,
      kind: shape === null ? "field" : "method",
      exported: true,
      body: part.type === "method_definition" ? field(part, "body") : field(part, "value"),
    });
  }
}

/** `{ … }`, `{ … } as const`, `Object.freeze({ … })`. */
export function objectIn(value: Syntax | null): Syntax | null {
  let node = value;
  for (let depth = 0; depth < 4 && node !== null; depth++) {
    if (node.type === "object") return node;
    if (/^(?:as|satisfies|parenthesized)_expression$/.test(node.type)) node = scopeNodes(node)[0] ?? null;
    else if (node.type === "call_expression" && field(node, "function")?.text === "Object.freeze")
      node = scopeNodes(field(node, "arguments"))[0] ?? null;
    else return null;
  }
  return null;
}

/** A variable whose value is a function or class counts as one. */
export function valueShape(value: Syntax | null): { kind: "function" | "class"; body: Syntax | null } | null {
  if (value === null) return null;
  if (/^(arrow_function|function_expression|generator_function|function)$/.test(value.type))
    return { kind: "function", body: field(value, "body") };
  return value.type === "class" ? { kind: "class", body: field(value, "body") } : null;
}
