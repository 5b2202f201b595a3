// Reads Ruby symbols: everything is public except after `private` or named by it.
import {
  childNodes,
  field,
  innerScope,
  syntaxLine,
  note,
  noteOnce,
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
  const found: FileSymbols = { declared: [], exports: [], imports: [] };
  readBody(found, source, top, source.root);
  for (const call of present(source.root.descendantsOfType(["call"]))) readRequire(found, call);
  return found;
};

function readBody(found: FileSymbols, source: SyntaxSource, scope: SymbolScope, body: Syntax | null): void {
  const named = privateNames(scopeNodes(body, scope));
  let isPrivate = false;
  for (const node of scopeNodes(body, scope)) {
    if (node.type === "identifier" && /^(private|public|protected|module_function)$/.test(node.text))
      isPrivate = node.text === "private";
    else readNode(found, source, scope, node, { isPrivate, named });
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

function readNode(found: FileSymbols, source: SyntaxSource, scope: SymbolScope, node: Syntax, hidden: Hidden): void {
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
        note(found, source, scope, { node, name, kind, exported: isOpen, body: body ?? endOf(node) });
      }
      break;
    case "class":
    case "module":
      if (name) readClass(found, source, scope, node, name, !hidden.named.has(name.text));
      break;
    case "singleton_class":
      readBody(found, source, { ...scope, depth: scope.depth + 1 }, body);
      break;
    case "alias":
      if (name) note(found, source, scope, { node, name, kind: "method", exported: !isHidden(name.text) });
      break;
    case "assignment":
      readConstant(found, source, scope, node, hidden);
      break;
    case "call":
      readCall(found, source, scope, node, hidden);
      break;
    default:
      if (transparent.includes(node.type)) readBody(found, source, { ...scope, depth: scope.depth + 1 }, node);
  }
}

/** `class A::B` declares `B` within `A`. */
function readClass(
  found: FileSymbols,
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
  note(found, source, outer, { node, name: own, kind, exported: isOpen, body: body ?? endOf(node) });
  readBody(found, source, innerScope(outer, own.text, isOpen), body);
}

/** Without a body, the signature ends at the line's end or at `end`. */
function endOf(node: Syntax): Syntax | null {
  const children = present(node.children);
  return children.find(({ type }) => type === ";" || type === "end") ?? null;
}

function readConstant(
  found: FileSymbols,
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
  noteOnce(found, source, scope, { node, name, kind, exported: isOpen, body: value });
  const held = block && field(block, "block");
  if (held) readBody(found, source, innerScope(scope, name.text, isOpen), field(held, "body"));
}

function readCall(found: FileSymbols, source: SyntaxSource, scope: SymbolScope, node: Syntax, hidden: Hidden): void {
  const method = field(node, "method")?.text ?? "";
  const block = field(node, "block");
  if (field(node, "receiver") !== null) return;
  if (/^attr_(reader|writer|accessor)$|^attr$/.test(method)) {
    for (const { name, at } of symbolsIn(node)) {
      const exported = !hidden.isPrivate && !hidden.named.has(name);
      note(found, source, scope, { node: at, name, kind: "field", exported, whole: node, prefix: method });
    }
  } else if (method === "define_method" || method === "alias_method") {
    const [first] = symbolsIn(node);
    const exported = first !== undefined && !hidden.isPrivate && !hidden.named.has(first.name);
    if (first) note(found, source, scope, { node, name: first.name, kind: "method", exported, body: block });
  } else if (/^(private|public|protected|module_function|private_class_method)$/.test(method)) {
    // `private def m`: the definition is the argument.
    const isPrivate = method.startsWith("private");
    for (const held of childNodes(field(node, "arguments"), "method", "singleton_method")) {
      const name = field(held, "name")?.text ?? "";
      const named = isPrivate ? new Set([...hidden.named, name]) : hidden.named;
      readNode(found, source, scope, held, { isPrivate, named });
    }
  } else if (classBlocks.includes(method) && block)
    readBody(found, source, { ...scope, depth: scope.depth + 1 }, field(block, "body"));
}

function readRequire(found: FileSymbols, call: Syntax): void {
  const method = field(call, "method")?.text ?? "";
  if (!/^(require|require_relative|load|autoload)$/.test(method)) return;
  const receiver = field(call, "receiver")?.text;
  if (receiver !== undefined && receiver !== "Kernel") return;
  const strings = childNodes(field(call, "arguments"), "string");
  const path = strings.at(-1);
  if (path === undefined || childNodes(path, "interpolation").length > 0) return;
  const text = unquotedText(path);
  const from = method === "require_relative" && !text.startsWith(".") ? `./${text}` : text;
  found.imports.push({ name: "*", local: null, from, how: "require", typeOnly: false, line: syntaxLine(call) });
}
