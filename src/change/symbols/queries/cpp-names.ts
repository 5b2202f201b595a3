// Reads C++ declarators: the name inside pointers, references, arrays, parentheses and scopes.
import { childOf, field, scopeNodes, type Syntax } from "../syntax.ts";

/** `int *f(int)` declares a function; `int (*f)(int)` a function pointer variable. */
export function isFunctionDeclarator(declarator: Syntax): boolean {
  let node: Syntax | null = declarator;
  for (let i = 0; i < 12 && node !== null; i++) {
    if (node.type === "operator_cast") return true;
    if (node.type === "function_declarator") return field(node, "declarator")?.type !== "parenthesized_declarator";
    node = field(node, "declarator") ?? childOf(node, "function_declarator", "reference_declarator");
  }
  return false;
}

const leaves =
  /^(identifier|field_identifier|type_identifier|destructor_name|operator_name|qualified_identifier|operator_cast|template_function)$/;

export function nameIn(declarator: Syntax): Syntax | null {
  let node: Syntax | null = declarator;
  for (let i = 0; i < 12 && node !== null; i++) {
    if (leaves.test(node.type)) return node;
    node =
      field(node, "declarator") ??
      scopeNodes(node).find(({ type }) => leaves.test(type) || /declarator$/.test(type)) ??
      null;
  }
  return null;
}

/** The last segment of `n::C<T>::m`. */
export function lastName(name: Syntax): string {
  let node = name;
  for (let i = 0; i < 12 && node.type === "qualified_identifier"; i++)
    node = field(node, "name") ?? childOf(node, "identifier") ?? node;
  if (node.type === "operator_cast") return `operator ${field(node, "type")?.text ?? ""}`.trim();
  return node.type === "template_function" ? (field(node, "name")?.text ?? node.text) : node.text;
}

/** `C` in `n::C<T>::m`; null for an unqualified name. */
export function qualifierOf(name: Syntax): string | null {
  // In `EXPORT uint64_t f()` the grammar reads the macro as the type, and the scope has no `::`.
  if (!name.text.includes("::")) return null;
  let node: Syntax | null = name;
  let owner: string | null = null;
  for (let i = 0; i < 12 && node?.type === "qualified_identifier"; i++) {
    const scope = field(node, "scope");
    owner = scope === null ? owner : (field(scope, "name") ?? scope).text;
    node = field(node, "name");
  }
  return owner;
}

/** `TEST(a, b) { … }`: a macro call looks like a function without a return type, which only a constructor is. */
export function isMacroInUse(node: Syntax, name: string): boolean {
  const type = field(node, "type")?.text;
  return type === undefined ? !/^(~|operator\b)/.test(name) : isAllCaps(type) && isAllCaps(name);
}

function isAllCaps(name: string): boolean {
  return /^[A-Z][A-Z0-9_]+$/.test(name);
}
