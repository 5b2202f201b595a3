// Reads Go symbols: names with a capital first letter are public.
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
  type SymbolReader,
  type SymbolScope,
  type SyntaxSource,
  type Syntax,
} from "../syntax.ts";

export const readGo: SymbolReader = (source) => {
  const symbols: FileSymbols = { declared: [], exports: [], imports: [] };
  for (const node of scopeNodes(source.root)) readDeclaration(symbols, source, node);
  return symbols;
};

function isPublic(name: string): boolean {
  return /^\p{Lu}/u.test(name);
}

function readDeclaration(symbols: FileSymbols, source: SyntaxSource, node: Syntax): void {
  const name = field(node, "name");
  const body = field(node, "body");
  switch (node.type) {
    case "import_declaration":
      for (const spec of present(node.descendantsOfType(["import_spec"]))) readImport(symbols, spec);
      break;
    case "function_declaration":
      if (name) addSymbol(symbols, source, top, { node, name, kind: "function", exported: isPublic(name.text), body });
      break;
    case "method_declaration":
      if (name)
        addSymbol(symbols, source, ownerOf(node), { node, name, kind: "method", exported: isPublic(name.text), body });
      break;
    case "const_declaration":
    case "var_declaration":
      for (const spec of listSpecs(node, ["const_spec", "var_spec"])) readValues(symbols, source, node, spec);
      break;
    case "type_declaration":
      for (const spec of listSpecs(node, ["type_spec", "type_alias"])) readType(symbols, source, node, spec);
      break;
  }
}

/** Accepts grouped (parenthesised) and single specs. */
function listSpecs(node: Syntax, types: readonly string[]): Syntax[] {
  return scopeNodes(node).flatMap((child) => (types.includes(child.type) ? [child] : childNodes(child, ...types)));
}

/** A method is reachable only if its type is: `func (r *T) M()`. */
function ownerOf(method: Syntax): SymbolScope {
  const receiver = field(method, "receiver");
  const [type] = present(receiver?.descendantsOfType(["type_identifier"]) ?? []);
  return type ? innerScope(top, type.text, isPublic(type.text)) : top;
}

function readImport(symbols: FileSymbols, spec: Syntax): void {
  const path = field(spec, "path");
  if (path === null) return;
  const alias = field(spec, "name")?.text;
  const from = unquotedText(path);
  const local = alias === undefined ? packageName(from) : alias;
  symbols.imports.push({
    name: alias === "_" ? "" : "*",
    local: local === "_" || local === "." ? null : local,
    from,
    how: "import",
    typeOnly: false,
    line: syntaxLine(spec),
  });
}

/** The last segment that is not a version: `x/y/v2` is `y`, `gopkg.in/yaml.v3` is `yaml`. */
function packageName(path: string): string {
  const segments = path.split("/");
  const last = segments.at(-1)!;
  const named = /^v\d+$/.test(last) && segments.length > 1 ? segments.at(-2)! : last;
  return named.replace(/\.v\d+$/, "");
}

function readValues(symbols: FileSymbols, source: SyntaxSource, declaration: Syntax, spec: Syntax): void {
  const isConstant = declaration.type === "const_declaration";
  const alone = listSpecs(declaration, ["const_spec", "var_spec"]).length === 1;
  for (const name of fieldNodes(spec, "name")) {
    if (name.text === "_" || name.type !== "identifier") continue;
    addSymbol(symbols, source, top, {
      node: spec,
      name,
      kind: isConstant ? "constant" : "variable",
      exported: isPublic(name.text),
      whole: alone ? declaration : spec,
      body: field(spec, "value"),
      prefix: isConstant ? "const" : "var",
    });
  }
}

function readType(symbols: FileSymbols, source: SyntaxSource, declaration: Syntax, spec: Syntax): void {
  const name = field(spec, "name");
  const type = field(spec, "type");
  if (name === null) return;
  const fieldList = childOf(type, "field_declaration_list");
  const isInterface = type?.type === "interface_type";
  const alone = listSpecs(declaration, ["type_spec", "type_alias"]).length === 1;
  addSymbol(symbols, source, top, {
    node: spec,
    name,
    kind: type?.type === "struct_type" ? "class" : "type",
    exported: isPublic(name.text),
    whole: alone ? declaration : spec,
    body: fieldList ?? (isInterface ? bodyOf(type) : null),
    prefix: "type",
  });
  const scope = innerScope(top, name.text, isPublic(name.text));
  for (const member of scopeNodes(fieldList)) readField(symbols, source, scope, member);
  if (isInterface) for (const member of childNodes(type, "method_elem")) readField(symbols, source, scope, member);
}

/** Interface members have no enclosing node of their own. */
function bodyOf(type: Syntax): Syntax | null {
  return type.children.find((child) => child?.type === "{") ?? null;
}

function readField(symbols: FileSymbols, source: SyntaxSource, scope: SymbolScope, member: Syntax): void {
  const kind = member.type === "method_elem" ? "method" : "field";
  const names = fieldNodes(member, "name").filter(({ type }) => type === "field_identifier");
  const embedded = names.length === 0 ? present([field(member, "type")]).flatMap(lastIdentifier) : [];
  if (member.type === "field_declaration" || member.type === "method_elem")
    for (const name of [...names, ...embedded])
      addSymbol(symbols, source, scope, {
        node: member,
        name,
        kind,
        exported: isPublic(name.text),
        body: field(member, "tag"),
      });
}

/** An embedded type is a field with the type's name. */
function lastIdentifier(type: Syntax): Syntax[] {
  if (type.type === "type_identifier") return [type];
  const [base] = type.type === "generic_type" ? present([field(type, "type")]) : [type];
  return present(base?.descendantsOfType(["type_identifier"]) ?? []).slice(-1);
}
