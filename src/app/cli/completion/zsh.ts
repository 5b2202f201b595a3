// Completion for zsh, in the form that its own `_arguments` takes.
import { helpOption, refsCommand, version, type CompletedCommand, type CompletedOption, type Value } from "./words.ts";

export function zshScript(commands: readonly CompletedCommand[]): string {
  return `#compdef crosscheck
# Completion of crosscheck for zsh; made by \`crosscheck completion zsh\`.

autoload -U is-at-least

_crosscheck_range() {
  local -a refs
  if [[ $PREFIX == *...* ]]; then
    compset -P '*...'
  elif [[ $PREFIX == *..* ]]; then
    compset -P '*..'
  fi
  refs=(\${(f)"$(${refsCommand})"})
  compadd -a refs
}

_crosscheck_commands() {
  local -a commands
  commands=(
${commands.map(({ id, title }) => `    ${quoted(`${id}:${title.replaceAll(":", "\\:")}`)}`).join("\n")}
  )
  _describe -t commands 'crosscheck command' commands "$@"
}

_crosscheck() {
  typeset -A opt_args
  typeset -a _arguments_options
  local ret=1
  if is-at-least 5.2; then
    _arguments_options=(-s -S -C)
  else
    _arguments_options=(-s -C)
  fi
  local context curcontext="$curcontext" state line
  _arguments "\${_arguments_options[@]}" : \\
${[helpOption, version].flatMap(optionSpecs).map(line).join("")}    ':: :_crosscheck_commands' \\
    '*::: :->crosscheck' && ret=0
  case $state in
    (crosscheck)
      words=($line[1] "\${words[@]}")
      ((CURRENT += 1))
      curcontext="\${curcontext%:*:*}:crosscheck-command-$line[1]:"
      case $line[1] in
${commands.map(commandCase).join("\n")}
      esac
      ;;
  esac
  return ret
}

if [ "$funcstack[1]" = "_crosscheck" ]; then
  _crosscheck "$@"
else
  compdef _crosscheck crosscheck
fi
`;
}

const line = (spec: string) => `    ${spec} \\\n`;

function commandCase({ id, options, argument }: CompletedCommand): string {
  const specs = [
    ...options.flatMap(optionSpecs),
    ...(argument ? [quoted(`${argument.optional ? "::" : ":"}${message(argument.name)}:${action(argument)}`)] : []),
  ];
  return [
    `        (${id})`,
    `          _arguments "\${_arguments_options[@]}" : \\`,
    ...specs.map((spec, index) => `            ${spec}${index < specs.length - 1 ? " \\" : " && ret=0"}`),
    "          ;;",
  ].join("\n");
}

/** One for each name. With a sign after the name, the value may follow it or be the next word. */
function optionSpecs({ names, says, value, many }: CompletedOption): string[] {
  return names.map((name) => {
    const long = name.startsWith("--");
    const taken = value ? `:${message(value.name)}:${action(value)}` : "";
    return quoted(`${many ? "*" : ""}${name}${value && long ? "=" : ""}[${message(says)}]${taken}`);
  });
}

function action(value: Value): string {
  switch (value.is) {
    case "one-of":
      return `(${value.words.join(" ")})`;
    case "file":
      return "_files";
    case "folder":
      return "_files -/";
    case "range":
      return "_crosscheck_range";
    case "text":
      return " ";
  }
}

/** Brackets and colons end a part of a spec. */
function message(text: string): string {
  return text.replaceAll(/[\\[\]:$`]/g, "\\$&");
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
