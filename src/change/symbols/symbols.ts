// Types of the declarations, exports and imports of a file, for every language.

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
  /** The line of the name; `start` and `end` hold the whole declaration, body included. */
  line: number;
  start: number;
  end: number;
  /** Visible to other files: by keyword, by convention (Go's capital, Python's `_`), or by default. */
  exported: boolean;
  /** The enclosing class, interface, impl or module; null at top level. */
  within: string | null;
  /** The declaration without its body and without comments, white space folded to single spaces. */
  signature: string;
}

export interface Exported {
  /** The name that others import; `default` for a default export, `*` for everything of `from`. */
  name: string;
  /** The name inside this file, or inside `from`. */
  local: string;
  /** The module as written, for a re-export; null for what the file itself declares. */
  from: string | null;
  typeOnly: boolean;
  line: number;
}

export interface Imported {
  /** The name in the other module; `default`, `*` for the whole of it, "" for an import for its effects alone. */
  name: string;
  /** The name it has here; null when it has none. */
  local: string | null;
  /** The module as written. */
  from: string;
  how: "import" | "re-export" | "require" | "dynamic";
  typeOnly: boolean;
  line: number;
}

export interface Symbols {
  language: string;
  /** `words`: no grammar, or the grammar failed; only lines are known. */
  by: "grammar" | "words";
  /** The grammar met text that it could not read; what stands around it may be missing. */
  broken: boolean;
  declared: readonly Declared[];
  exports: readonly Exported[];
  imports: readonly Imported[];
}

/** A line at head that contains a name as a whole word. */
export interface NameUse {
  path: string;
  line: number;
  /** The line, verbatim. */
  text: string;
}

export interface NameUses {
  /** In the order of the paths, then of the lines. */
  at: readonly NameUse[];
  /** There were more than the search keeps of one name. */
  cut: boolean;
}

/** Every name that was asked for has an entry, if an empty one. */
export type Uses = ReadonlyMap<string, NameUses>;
