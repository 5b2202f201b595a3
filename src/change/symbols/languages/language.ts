// Defines what a language file must know to follow references across files: names, imports and how they resolve.
import type { Tree } from "../../change.ts";
import type { Declared, SymbolKind } from "../symbols.ts";
import type { CodeToken } from "./code-tokens.ts";

/** A declaration or a whole file that other files can refer to. */
export interface ReferenceTarget {
  /** The file that declares it. */
  path: string;
  /** Its name; `*` for the file itself, as modules are imported. */
  name: string;
  /** The enclosing types, joined by `.`; null at the top level. */
  within: string | null;
  kind: SymbolKind;
  /** The line of the declaration. */
  line: number;
  /** The package or namespace of the file, as `homeOf` of its language names it. */
  home: string;
}

export interface CodeFile {
  path: string;
  text: string;
  tokens: readonly CodeToken[];
}

/** A place that means a target. */
export interface CodeReference {
  line: number;
  /** `import`: the statement that brings the name in; `use`: a name without an import of its own, or a qualified one. */
  how: "import" | "use";
  /** The reference as code writes it: `shop.cart`, `cmdutil.Flags`. */
  written: string;
  target: ReferenceTarget;
  /** The receiver's type is unknown: only the name fits, and nothing else in the repository declares it. */
  byNameOnly?: boolean;
  /** Something else of that name, such as an extension method, would provide it as well. */
  mayBeExtension?: boolean;
}

export interface ReferenceLanguage {
  /** As shown to people. */
  name: string;
  /** Whether its references may be in the file. Files of another language can share its names: Kotlin those of Java. */
  holds(path: string): boolean;
  tokens(text: string): CodeToken[];
  /** The declarations of a file, for languages without a grammar in `grammars`. */
  declared?(file: CodeFile): Declared[];
  /** The package or namespace that the file's declarations belong to; for languages of modules, the path. */
  homeOf(file: CodeFile): string;
  /**
   * Whether others import the file as a whole, by path or module name, so that they break without it: then the
   * target is `*`. A function tells that of a file that is gone from its home, by the tree without it.
   */
  importsFiles: boolean | ((file: CodeFile, tree: Tree) => Promise<boolean>);
  /** Whether the constants of an enum are used without its name, so that each is missed on its own. */
  hasOpenEnums?: boolean;
  /** Whether several files can declare parts of one type, so that a type inside it may be missed on its own. */
  reopensTypes?: boolean;
  /**
   * Search terms that occur in every file that may refer to the target, the most specific first: the first that the
   * search has not truncated is used. Each entry is a list of which any may occur.
   */
  searchTerms(target: ReferenceTarget): readonly (readonly string[])[];
  /** Files that can name the target without an import, to be read if the search for its name was truncated. */
  beside?(target: Pick<ReferenceTarget, "path">, paths: readonly string[]): readonly string[];
  /**
   * Whether the file declares the target's name where the target was, so that references still mean something. It is
   * asked of files of the target's home; for `*` of all, because a namespace also exists by what is below it.
   */
  declares(file: CodeFile, target: ReferenceTarget): boolean;
  /** Whether a file of any home gives something else the target's full name: an alias. */
  declaresElsewhere?(file: CodeFile, target: ReferenceTarget): boolean;
  /** Whether any type of the file has a member of that name: references `byNameOnly` may then mean that. */
  declaresMember?(file: CodeFile, name: string): boolean;
  /** The places in the file that mean one of the targets, by the files of `modules`, in the order of the file. */
  references(
    file: CodeFile,
    targets: readonly ReferenceTarget[],
    modules: Tree,
  ): Promise<CodeReference[]> | CodeReference[];
  /** The packages or namespaces that the file imports with every name in them. */
  importsWhole?(file: CodeFile): readonly string[];
  /** Whether an import resolves in another tree to something else that provides the name; absent if homes decide. */
  stillResolves?(reference: CodeReference, file: CodeFile, tree: Tree): Promise<boolean>;
}
