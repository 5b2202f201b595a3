// Describes a program that can act as a model. One file each; `open.ts` does the rest.
import type { ModelEffort } from "../../../change/config.ts";
import type { ModelFaultKind } from "../../../errors.ts";
import type { AnswerLimits } from "../../../findings/asking/asking.ts";
import type { Usage } from "../model.ts";
import type { JsonLine } from "./json-lines.ts";

export interface ModelProgram {
  /** Its name on the PATH. */
  id: "codex" | "gemini" | "claude";
  /** The vendor of its models, as in the price list. */
  vendor: string;
  /** The oldest version known to work. */
  oldest: string;
  /** Arguments that print the help with all `flags`. */
  help: readonly string[];
  /** Without one of these it could do more than answer. */
  flags: readonly string[];
  /** The environment variable of its key. */
  key: string;
  /** With a key it needs none of the user's settings and logins, and gets a temporary home. */
  home: {
    /** The variable that sets its home. */
    variable: string;
    files: Readonly<Record<string, string>>;
    /** `any`: a key in its variable is always used. `named`: only a key named in our settings is. */
    forKey: "any" | "named";
  };
  /** The hosts that it needs with a key. */
  hosts: readonly string[];
  /** How it works in a sandbox without a key. */
  login: {
    /** Its home below the user's, if its variable is not set. */
    folder: string;
    hosts: readonly string[];
    /** Null: there is no login that it can use. `readJson` reads a file of its home. */
    copy(readJson: (name: string) => unknown, env: Readonly<Record<string, string>>): LoginCopy | null;
  };
  /** Whether it can be told how much to reason. */
  takesEffort: boolean;
  /** The tools that read files, where it must be told of them. */
  fileTools?: readonly string[];
  /** Other environment variables it may have: keys, login location, vendor address. */
  variables: readonly string[];
  /** Its arguments for one question, which is on standard input. */
  start(call: ProgramCall): Start;
  /** Whether this output line shows that the model has begun to answer. */
  begins(line: JsonLine): boolean;
  /** Interprets its output after it has ended. */
  read(lines: readonly JsonLine[]): ParsedProgramOutput;
}

interface ProgramCall {
  /** Null: its default. */
  model: string | null;
  /** JSON Schema of the answer. */
  schema: Record<string, unknown>;
  limits: AnswerLimits;
  /** Null: its default. */
  effort: ModelEffort | null;
  /** The base URL of the vendor's API, if not the default. */
  baseUrl: string | null;
  /** A folder for files named in arguments. */
  beside: string;
  /** It may read the files in its working folder, with its own tools or those of this MCP server. Null: it may not. */
  reader: FileReader | null;
}

/**
 * A login without what renews it. Renewing often invalidates what the user's own file holds, so that is left to the
 * program outside the sandbox.
 */
export interface LoginCopy {
  /** Files of its home, by name. */
  files: Readonly<Record<string, string>>;
  /** When it ends, in milliseconds since 1970. */
  expires: number;
  secrets: readonly string[];
}

export interface FileReader {
  command: string;
  args: readonly string[];
}

export interface Start {
  args: readonly string[];
  /** Variables that override the environment. */
  env: Readonly<Record<string, string>>;
  /** Files to write to `beside` first, by name. */
  files: Readonly<Record<string, string>>;
}

export type ParsedProgramOutput =
  | { is: "answer"; text: string; usage: Usage; steps: number }
  /** `kind` null: derived from the text. */
  | { is: "fault"; kind: ModelFaultKind | null; message: string }
  /** It gave no final answer. */
  | { is: "nothing" };
