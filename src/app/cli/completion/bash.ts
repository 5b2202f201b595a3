// Completion for bash, from 3.2 on. Words are compared, never expanded: branch names are other people's words, and
// `compgen -W` would run what stands in them.
import { refsCommand, helpOption, version, type CompletedCommand, type Value } from "./words.ts";

export function bashScript(commands: readonly CompletedCommand[]): string {
  return `# Completion of crosscheck for bash; made by \`crosscheck completion bash\`.

# Offers those of the words that begin like the one at the cursor; after a comma, the next of a list.
_crosscheck_words() {
  local current=$1 before= word
  shift
  if [[ $current == *,* ]]; then
    before=\${current%,*},
    current=\${current##*,}
  fi
  for word in "$@"; do
    if [[ $word == "$current"* ]]; then COMPREPLY+=("$before$word"); fi
  done
}

# Offers branches and tags, also after the dots of a range.
_crosscheck_range() {
  local current=$1 before= ref
  case $current in
    *...*) before=\${current%...*}... current=\${current##*...} ;;
    *..*) before=\${current%..*}.. current=\${current##*..} ;;
  esac
  while IFS= read -r ref; do
    if [[ $ref == "$current"* ]]; then COMPREPLY+=("$before$(printf '%q' "$ref")"); fi
  done < <(${refsCommand})
}

# Offers files (-f) or folders (-d).
_crosscheck_files() {
  local name
  if type compopt >/dev/null 2>&1; then compopt -o filenames 2>/dev/null; fi
  while IFS= read -r name; do COMPREPLY+=("$name"); done < <(compgen "$1" -- "$2")
}

_crosscheck() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous= command= at
  if ((COMP_CWORD > 0)); then previous=\${COMP_WORDS[COMP_CWORD - 1]}; fi
  COMPREPLY=()
  # bash takes --option=value for three words.
  if [[ $current == = ]]; then
    current=
  elif [[ $previous == = ]] && ((COMP_CWORD > 1)); then
    previous=\${COMP_WORDS[COMP_CWORD - 2]}
  fi
  for ((at = 1; at < COMP_CWORD; at++)); do
    if [[ \${COMP_WORDS[at]} != -* ]]; then
      command=\${COMP_WORDS[at]}
      break
    fi
  done
  case $command in
    '') _crosscheck_words "$current" ${words([...commands.map(({ id }) => id), ...[helpOption, version].flatMap(({ names }) => names)])} ;;
${commands.map(commandCase).join("\n")}
  esac
}

complete -F _crosscheck crosscheck
`;
}

function commandCase({ id, options, argument }: CompletedCommand): string {
  const valued = options.flatMap(({ names, value }) => (value ? [[names, value] as const] : []));
  const values = valued.map(([names, value]) => `        ${names.map(quoted).join(" | ")}) ${offer(value)}; return ;;`);
  return [
    `    ${quoted(id)})`,
    ...(values.length === 0 ? [] : ["      case $previous in", ...values, "      esac"]),
    `      if [[ $current == -* ]]; then _crosscheck_words "$current" ${words(options.flatMap(({ names }) => names))}`,
    `      else ${argument ? offer(argument) : ":"}`,
    "      fi",
    "      ;;",
  ].join("\n");
}

function offer(value: Value): string {
  switch (value.is) {
    case "one-of":
      return `_crosscheck_words "$current" ${words(value.words)}`;
    case "file":
      return '_crosscheck_files -f "$current"';
    case "folder":
      return '_crosscheck_files -d "$current"';
    case "range":
      return '_crosscheck_range "$current"';
    case "text":
      return ":";
  }
}

function words(all: readonly string[]): string {
  return all.map(quoted).join(" ");
}

/** As the shell reads it back: nothing in it is special. */
function quoted(word: string): string {
  return /^[\w-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
