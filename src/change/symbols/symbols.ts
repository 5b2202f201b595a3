// Defines the declarations, exports and imports of a file, for every language.

export type SymbolKind =
  | "function"
  | "method"
  | "class"
  | "type"
  | "constant"
  | "variable"
  | "field"
  | "module"
  | "enum-member"
  | "macro";

export interface Declared {
  name: string;
  kind: SymbolKind;
  /** The line of the name; `start` and `end` span the whole declaration, including its body. */
  line: number;
  start: number;
  end: number;
  /** Visible to other files: by keyword, by convention (Go's capital, Python's `_`), or by default. */
  exported: boolean;
  /** The enclosing class, interface, impl or module; null at top level. */
  within: string | null;
  /** The declaration without body and comments, with whitespace collapsed. */
  signature: string;
}

export interface Exported {
  /** The name that others import; `default` for a default export, `*` for everything in `from`. */
  name: string;
  /** The name inside this file or inside `from`. */
  local: string;
  /** The module specifier of a re-export; null for the file's own declarations. */
  from: string | null;
  typeOnly: boolean;
  line: number;
}

export interface Imported {
  /** The name in the other module; `default`, `*` for the whole module, "" for a side-effect import. */
  name: string;
  /** The local name; null if there is none. */
  local: string | null;
  /** The module specifier as written. */
  from: string;
  how: "import" | "re-export" | "require" | "dynamic";
  typeOnly: boolean;
  line: number;
}

export interface Symbols {
  language: string;
  /** `words`: no grammar, or the grammar failed; only lines are known. */
  by: "grammar" | "words";
  /** Whether the grammar met a syntax error; symbols near it may be missing. */
  broken: boolean;
  declared: readonly Declared[];
  exports: readonly Exported[];
  imports: readonly Imported[];
}

/** A line at head that contains a name as a whole word. */
export interface NameUse {
  path: string;
  line: number;
  text: string;
}

export interface NameUses {
  /** Ordered by path, then by line. */
  at: readonly NameUse[];
  /** Whether the search dropped some. */
  cut: boolean;
}

/** Every requested name has an entry, possibly an empty one. */
export type Uses = ReadonlyMap<string, NameUses>;
