// Completion for fish.
import { helpOption, refsCommand, version, type CompletedCommand, type CompletedOption, type Value } from "./words.ts";

export function fishScript(commands: readonly CompletedCommand[]): string {
  return `# Completion of crosscheck for fish; made by \`crosscheck completion fish\`.

# Branches and tags, also after the dots of a range.
function __crosscheck_range
    set -l before (string match -r '^.*\\.\\.\\.?' -- (commandline -ct))
    for ref in (${refsCommand})
        printf '%s\\n' "$before$ref"
    end
end

complete -c crosscheck -f
${[helpOption, version].map((option) => optionLine("__fish_use_subcommand", option)).join("\n")}
${commands.map(({ id, title }) => `complete -c crosscheck -n __fish_use_subcommand -a ${id} -d ${quoted(title)}`).join("\n")}
${commands.flatMap(commandLines).join("\n")}
`;
}

function commandLines({ id, options, argument }: CompletedCommand): string[] {
  const here = quoted(`__fish_seen_subcommand_from ${id}`);
  return [
    ...options.map((option) => optionLine(here, option)),
    ...(argument && argument.is !== "text" ? [`complete -c crosscheck -n ${here} ${offer(argument)}`] : []),
  ];
}

function optionLine(condition: string, { names, says, value }: CompletedOption): string {
  const flags = names.map((name) => (name.startsWith("--") ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`));
  // -r: a value must follow; -x: and it is no file.
  const taken = value === null ? "" : value.is === "file" ? " -r -F" : ` -x ${offer(value)}`.trimEnd();
  return `complete -c crosscheck -n ${condition} ${flags.join(" ")}${taken} -d ${quoted(says)}`;
}

function offer(value: Value): string {
  switch (value.is) {
    case "one-of":
      return `-a ${quoted(value.words.join(" "))}`;
    case "file":
      return "-F";
    case "folder":
      return "-a '(__fish_complete_directories)'";
    case "range":
      return "-a '(__crosscheck_range)'";
    case "text":
      return "";
  }
}

function quoted(text: string): string {
  return `'${text.replaceAll(/[\\']/g, "\\$&")}'`;
}
