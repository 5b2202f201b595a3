// Reads Ruby symbols: everything is public except after `private` or named by it.
import {
  childNodes,
  field,
  innerScope,
  syntaxLine,
  addSymbol,
  addSymbolOnce,
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

const transparent = ["if", "unless", "else", "elsif", "then", "begin", "begin_block", "body_statement", "block_body"];
/** Blocks in which a class or module defines its methods. */
const classBlocks = ["class_methods", "included", "prepended"];
const makesClass = /^(?:Struct|Class|Module|Data)\.(?:new|define)\b/;

export const readRuby: SymbolReader = (source) => {
  const symbols: FileSymbols = { declared: [], exports: [], imports: [] };
  readBody(symbols, source, top, source.root);
  for (const call of present(source.root.descendantsOfType(["call"]))) readRequire(symbols, call);
  return symbols;
};

function readBody(symbols: FileSymbols, source: SyntaxSource, scope: SymbolScope, body: Syntax | null): void {
  const named = privateNames(scopeNodes(body, scope));
  let isPrivate = false;
  for (const node of scopeNodes(body, scope)) {
    if (node.type === "identifier" && /^(private|public|protected|module_function)$/.test(node.text))
      isPrivate = node.text === "private";
    else readNode(symbols, source, scope, node, { isPrivate, named });
  }
}

interface Hidden {
  isPrivate: boolean;
  /** `private :a`, `private_class_method :b`, `private_constant :C`. */
  named: ReadonlySet<string>;
}

function privateNames(nodes: readonly Syntax[]): Set<string> {
  const calls = nodes.filter(
    (node) => node.type === "call" && /^private(_class_method|_constant)?$/.test(field(node, "method")?.text ?? ""),
  );
  return new Set(calls.flatMap((call) => symbolsIn(call).map(({ name }) => name)));
}

function symbolsIn(call: Syntax): { name: string; at: Syntax }[] {
  return scopeNodes(field(call, "arguments"))
    .filter(({ type }) => type === "simple_symbol" || type === "string")
    .map((at) => ({ name: at.type === "string" ? unquotedText(at) : at.text.slice(1), at }));
}

function readNode(symbols: FileSymbols, source: SyntaxSource, scope: SymbolScope, node: Syntax, hidden: Hidden): void {
  const name = field(node, "name");
  const body = field(node, "body");
  const isHidden = (text: string) => hidden.isPrivate || hidden.named.has(text);
  switch (node.type) {
    case "method":
    case "singleton_method":
      if (name) {
        const kind = scope.within === null ? "function" : "method";
        // `private` on its own line does not apply to `def self.m`.
        const isOpen = node.type === "method" ? !isHidden(name.text) : !hidden.named.has(name.text);
        addSymbol(symbols, source, scope, { node, name, kind, exported: isOpen, body: body ?? signatureEnd(node) });
      }
      break;
    case "class":
    case "module":
      if (name) readClass(symbols, source, scope, node, name, !hidden.named.has(name.text));
      break;
    case "singleton_class":
      readBody(symbols, source, { ...scope, depth: scope.depth + 1 }, body);
      break;
    case "alias":
      if (name) addSymbol(symbols, source, scope, { node, name, kind: "method", exported: !isHidden(name.text) });
      break;
    case "assignment":
      readConstant(symbols, source, scope, node, hidden);
      break;
    case "call":
      readCall(symbols, source, scope, node, hidden);
      break;
    default:
      if (transparent.includes(node.type)) readBody(symbols, source, { ...scope, depth: scope.depth + 1 }, node);
  }
}

/** `class A::B` declares `B` within `A`. */
function readClass(
  symbols: FileSymbols,
  source: SyntaxSource,
  scope: SymbolScope,
  node: Syntax,
  name: Syntax,
  isOpen: boolean,
): void {
  const own = name.type === "scope_resolution" ? (field(name, "name") ?? name) : name;
  const path = name.type === "scope_resolution" ? field(name, "scope") : null;
  const outer = path === null ? scope : innerScope(scope, path.text);
  const body = field(node, "body");
  const kind = node.type === "class" ? "class" : "module";
  addSymbol(symbols, source, outer, { node, name: own, kind, exported: isOpen, body: body ?? signatureEnd(node) });
  readBody(symbols, source, innerScope(outer, own.text, isOpen), body);
}

/** Without a body, the signature ends at the line's end or at `end`. */
function signatureEnd(node: Syntax): Syntax | null {
  const children = present(node.children);
  return children.find(({ type }) => type === ";" || type === "end") ?? null;
}

function readConstant(
  symbols: FileSymbols,
  source: SyntaxSource,
  scope: SymbolScope,
  node: Syntax,
  hidden: Hidden,
): void {
  const name = field(node, "left");
  const value = field(node, "right");
  if (name?.type !== "constant") return;
  const isOpen = !hidden.named.has(name.text);
  const block = value?.type === "call" && makesClass.test(value.text) ? value : null;
  const kind = block ? "class" : "constant";
  addSymbolOnce(symbols, source, scope, { node, name, kind, exported: isOpen, body: value });
  const body = block && field(block, "block");
  if (body) readBody(symbols, source, innerScope(scope, name.text, isOpen), field(body, "body"));
}

function readCall(symbols: FileSymbols, source: SyntaxSource, scope: SymbolScope, node: Syntax, hidden: Hidden): void {
  const method = field(node, "method")?.text ?? "";
  const block = field(node, "block");
  if (field(node, "receiver") !== null) return;
  if (/^attr_(reader|writer|accessor)$|^attr$/.test(method)) {
    for (const { name, at } of symbolsIn(node)) {
      const exported = !hidden.isPrivate && !hidden.named.has(name);
      addSymbol(symbols, source, scope, { node: at, name, kind: "field", exported, whole: node, prefix: method });
    }
  } else if (method === "define_method" || method === "alias_method") {
    const [first] = symbolsIn(node);
    const exported = first !== undefined && !hidden.isPrivate && !hidden.named.has(first.name);
    if (first) addSymbol(symbols, source, scope, { node, name: first.name, kind: "method", exported, body: block });
  } else if (/^(private|public|protected|module_function|private_class_method)$/.test(method)) {
    // `private def m`: the definition is the argument.
    const isPrivate = method.startsWith("private");
    for (const definition of childNodes(field(node, "arguments"), "method", "singleton_method")) {
      const name = field(definition, "name")?.text ?? "";
      const named = isPrivate ? new Set([...hidden.named, name]) : hidden.named;
      readNode(symbols, source, scope, definition, { isPrivate, named });
    }
  } else if (classBlocks.includes(method) && block)
    readBody(symbols, source, { ...scope, depth: scope.depth + 1 }, field(block, "body"));
}

function readRequire(symbols: FileSymbols, call: Syntax): void {
  const method = field(call, "method")?.text ?? "";
  if (!/^(require|require_relative|load|autoload)$/.test(method)) return;
  const receiver = field(call, "receiver")?.text;
  if (receiver !== undefined && receiver !== "Kernel") return;
  const strings = childNodes(field(call, "arguments"), "string");
  const path = strings.at(-1);
  if (path === undefined || childNodes(path, "interpolation").length > 0) return;
  const text = unquotedText(path);
  const from = method === "require_relative" && !text.startsWith(".") ? `./${text}` : text;
  symbols.imports.push({ name: "*", local: null, from, how: "require", typeOnly: false, line: syntaxLine(call) });
}
