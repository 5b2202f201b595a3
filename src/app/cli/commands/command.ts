// Types of a command. Command files are light, so that `--help` is fast: a command imports what it needs when it runs.
import type { ProcessEnvironment } from "../../process-environment.ts";

export interface Option {
  says: string;
  choices?: readonly string[];
  /** Repeatable. */
  many?: boolean;
}

export interface Input {
  args: readonly string[];
  options: Readonly<Record<string, string | boolean | readonly string[] | undefined>>;
}

export interface Command {
  id: string;
  title: string;
  /** Such as `[range]`, with its meaning. */
  argument?: { name: string; says: string };
  /** By flags, as in `--format <name>`; a text is what the option means. */
  options: Readonly<Record<string, string | Option>>;
  examples: readonly (readonly [command: string, says: string])[];
  /** Returns the exit code: 0 done, 1 findings at or above --fail-on. */
  run(input: Input, outside: ProcessEnvironment): Promise<number>;
}

export function listOptions({ options }: Pick<Command, "options">): (Option & { flags: string })[] {
  return Object.entries(options).map(([flags, option]) =>
    typeof option === "string" ? { flags, says: option } : { flags, ...option },
  );
}

export function textOption(input: Input, name: string): string | undefined {
  const value = input.options[name];
  return typeof value === "string" ? value : undefined;
}

export function manyOption(input: Input, name: string): readonly string[] {
  const value = input.options[name];
  return Array.isArray(value) ? (value as readonly string[]) : typeof value === "string" ? [value] : [];
}
