// What is to be known of a program that answers as a model does. One file each says it; `open.ts` does the rest for all.
import type { ModelFaultKind } from "../../../errors.ts";
import type { AnswerLimits } from "../../../findings/asking/asking.ts";
import type { Usage } from "../model.ts";
import type { JsonLine } from "./json-lines.ts";

export interface ModelProgram {
  /** The name under which it is found on the PATH. */
  id: "codex" | "gemini" | "claude";
  /** Whose models it asks, as the price list calls them. */
  vendor: string;
  /** The oldest version that was seen to do all of this. */
  oldest: string;
  /** Prints the help in which all `flags` are. */
  help: readonly string[];
  /** Without any one of these it could do more than answer. */
  flags: readonly string[];
  /** The variable in which it expects its key. */
  key: string;
  /**
   * With a key it needs nothing of the user's own settings, memory and logins: it gets a home of its own, which is gone
   * afterwards with all that it noted there.
   */
  home: {
    /** The variable that says where it is. */
    variable: string;
    files: Readonly<Record<string, string>>;
    /** `any`: a key in its variable is used, whatever else is set. `named`: only one that our own settings name is meant. */
    forKey: "any" | "named";
  };
  /** What else of the environment is its own: other keys, where its login lies, where its vendor is. */
  variables: readonly string[];
  /** How it is started for one question, which comes on its standard input. */
  start(call: ProgramCall): Start;
  /** Whether this line of its output shows that the model has begun to answer. */
  begins(line: JsonLine): boolean;
  /** What its output means once it has ended. */
  read(lines: readonly JsonLine[]): ParsedProgramOutput;
}

export interface ProgramCall {
  /** Null: its own choice. */
  model: string | null;
  /** JSON Schema of the answer. */
  schema: Record<string, unknown>;
  limits: AnswerLimits;
  /** Of the vendor's API elsewhere. */
  baseUrl: string | null;
  /** A folder beside the empty one, for files that arguments name. */
  beside: string;
}

export interface Start {
  args: readonly string[];
  /** Set whatever the environment says. */
  env: Readonly<Record<string, string>>;
  /** Written to `beside` before, by name. */
  files: Readonly<Record<string, string>>;
}

export type ParsedProgramOutput =
  | { is: "answer"; text: string; usage: Usage; steps: number }
  /** `kind` null: the words say it. */
  | { is: "fault"; kind: ModelFaultKind | null; message: string }
  /** It said nothing final. */
  | { is: "nothing" };
