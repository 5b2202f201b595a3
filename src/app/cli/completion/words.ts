// Derives what can be completed from the commands' own data, for all three shells.
import { listOptions, type Command } from "../commands/command.ts";

/** What stands in the place of a value. */
export type Value =
  | { is: "one-of"; words: readonly string[] }
  | { is: "file" }
  | { is: "folder" }
  /** A branch, a tag, or two of them with dots between. */
  | { is: "range" }
  /** Free text: nothing is offered. */
  | { is: "text" };

export interface CompletedOption {
  /** As in `--json`, or `-h` and `--help`. */
  names: readonly string[];
  says: string;
  /** The value's name, as in `dir`; null for an option without one. */
  value: (Value & { name: string }) | null;
  many: boolean;
}

export interface CompletedCommand {
  id: string;
  title: string;
  options: readonly CompletedOption[];
  argument: (Value & { name: string; optional: boolean }) | null;
}

export const shells = ["bash", "zsh", "fish"] as const;

export const helpOption: CompletedOption = { names: ["-h", "--help"], says: "show help", value: null, many: false };
export const version: CompletedOption = {
  names: ["-V", "--version"],
  says: "print the version",
  value: null,
  many: false,
};

export function completedCommands(commands: readonly Command[], checkIds: readonly string[]): CompletedCommand[] {
  const named = commands.map(({ id, title, options, argument }) => ({
    id,
    title,
    options: [...listOptions({ options }).map((option) => completedOption(option, checkIds)), helpOption],
    argument: argument ? { ...placeholder(argument.name, undefined, checkIds)! } : null,
  }));
  const helpCommand: CompletedCommand = {
    id: "help",
    title: "show help for a command",
    options: [],
    argument: { is: "one-of", words: commands.map(({ id }) => id), name: "command", optional: true },
  };
  return [...named, helpCommand];
}

function completedOption(
  { flags, says, choices, many = false }: ReturnType<typeof listOptions>[number],
  checkIds: readonly string[],
): CompletedOption {
  const names = [...flags.matchAll(/(?<![\w-])--?[a-zA-Z][\w-]*/g)].map(([name]) => name);
  return { names, says, value: placeholder(flags, choices, checkIds), many };
}

/** What `<dir>` or `[range]` in the flags stands for; its name says it. */
function placeholder(
  flags: string,
  choices: readonly string[] | undefined,
  checkIds: readonly string[],
): (Value & { name: string; optional: boolean }) | null {
  const [, open, name] = /([<[])([\w-]+)/.exec(flags) ?? [];
  if (name === undefined) return null;
  return { ...valueNamed(name.toLowerCase(), choices, checkIds), name, optional: open === "[" };
}

function valueNamed(name: string, choices: readonly string[] | undefined, checkIds: readonly string[]): Value {
  if (choices) return { is: "one-of", words: choices };
  switch (name) {
    case "file":
    case "path":
      return { is: "file" };
    case "dir":
      return { is: "folder" };
    case "range":
    case "what":
      return { is: "range" };
    case "id":
      return { is: "one-of", words: checkIds };
    case "shell":
      return { is: "one-of", words: shells };
    default:
      return { is: "text" };
  }
}

/** The git command whose lines are the names that a range can be made of. */
export const refsCommand = "git for-each-ref --format='%(refname:short)' refs/heads refs/remotes refs/tags 2>/dev/null";
