// Parses the command line and runs one command.
import { Command as Program, CommanderError, Option } from "commander";
import { commands } from "./commands/index.ts";
import { listOptions, type Command, type Input } from "./commands/command.ts";
import { runActionCommand } from "../action/run-action-command.ts";
import { runTaskCommand } from "../child/run-task-command.ts";
import type { ProcessEnvironment } from "../process-environment.ts";

export async function runCli(args: readonly string[], outside: ProcessEnvironment): Promise<number> {
  let code = 0;
  const program = new Program("crosscheck")
    .description("Reviews a change: with no model at all, or with several.")
    .version(outside.version, "-V, --version", "print the version")
    .helpOption("-h, --help", "show help")
    .helpCommand("help [command]", "show help for a command")
    .showHelpAfterError("(crosscheck --help shows what there is)")
    .addHelpText(
      "after",
      "\nStart with:\n  crosscheck demo      a review of a small flawed repository, nothing needed\n  crosscheck review    the branch you are on\n",
    )
    .exitOverride()
    // Each command on one line at 80 columns, without a repeated `[options]`.
    .configureHelp({ subcommandTerm: (sub) => [sub.name(), ...argumentsOf(sub)].join(" ") })
    .configureOutput({
      writeOut: outside.print,
      writeErr: outside.tell,
      getOutHelpWidth: () => outside.screen.width,
      getErrHelpWidth: () => outside.screen.width,
    });
  for (const command of [...commands, runTaskCommand, runActionCommand])
    addCommand(program, command, async (input) => void (code = await command.run(input, outside)));
  try {
    await program.parseAsync([...args], { from: "user" });
    return code;
  } catch (error) {
    // Commander has printed the error; help and version are not errors.
    if (error instanceof CommanderError)
      return error.exitCode === 0 || error.code === "commander.help" ? helpCode(error) : 2;
    throw error;
  }
}

function argumentsOf(sub: Program): string[] {
  return sub.registeredArguments.map((one) => (one.required ? `<${one.name()}>` : `[${one.name()}]`));
}

function helpCode(error: CommanderError): number {
  return error.code === "commander.help" && error.exitCode !== 0 ? 2 : 0;
}

function addCommand(program: Program, command: Command, run: (input: Input) => Promise<void>): void {
  const sub = program
    // Commands without an example are internal.
    .command(command.id, { hidden: command.examples.length === 0 })
    .summary(command.title)
    .description(command.title)
    .exitOverride()
    .showHelpAfterError(`(crosscheck ${command.id} --help shows what there is)`)
    .addHelpText(
      "after",
      `\nExamples:\n${command.examples.map(([line, says]) => `  ${line}\n      ${says}`).join("\n")}\n`,
    );
  if (command.argument) sub.argument(command.argument.name, command.argument.says);
  for (const option of listOptions(command)) {
    const made = new Option(option.flags, option.says);
    if (option.choices) made.choices([...option.choices]);
    if (option.many) made.argParser((value: string, earlier: string[] | undefined) => [...(earlier ?? []), value]);
    sub.addOption(made);
  }
  sub.action(async () => await run({ args: sub.args, options: sub.opts() }));
}
