/** Writes the completion for bash. */
import type { Command } from "../command.ts";
import { optionsOf } from "../options/option-table.ts";
import { argumentsOf, type Candidates, candidatesText, valuesOf } from "./candidates.ts";

/** A script for bash 3.2 and newer: that of macOS is old. */
export function bashCompletion(commands: readonly Command[]): string {
  const names = [...commands.map(({ name }) => name), "help"];
  const values: string[] = [];
  const options: string[] = [];
  const words: string[] = [];
  for (const command of commands) {
    for (const option of optionsOf(command)) {
      const candidates = valuesOf(option);
      if (candidates === undefined) continue;
      const spellings = [`--${option.name}`, ...(option.short === undefined ? [] : [`-${option.short}`])];
      // A value that may be left out follows the equals sign only.
      const sign = option.optional ? "=" : "";
      const patterns = spellings.map((spelling) => `"${command.name} ${spelling}${sign}"`);
      values.push(`    ${patterns.join("|")}) ${action(candidates)}; return ;;`);
    }
    const spelt = optionsOf(command).map(({ name, value }) => `--${name}${value === undefined ? "" : "="}`);
    options.push(`      ${command.name}) _krm_render_words "${spelt.join(" ")}" ;;`);
    words.push(`    ${command.name}) ${action(argumentsOf(command))} ;;`);
  }
  return `# Completion of krm-render for bash. To load it: source <(krm-render completion bash)

_krm_render_words() {
  COMPREPLY=($(compgen -W "$1" -- "$cur"))
  # A word that ends with an equals sign goes on.
  if [[ \${#COMPREPLY[@]} -eq 1 && \${COMPREPLY[0]} == *= ]]; then compopt -o nospace 2>/dev/null; fi
}

_krm_render_files() {
  local IFS=$'\\n'
  compopt -o filenames 2>/dev/null
  COMPREPLY=($(compgen "$1" -- "$cur"))
}

# A name of a branch can hold commands. compgen would run them, and a name that was completed would be a part of the line.
_krm_render_revisions() {
  local name
  while IFS= read -r name; do
    if [[ $name == "$cur"* && $name != *[!A-Za-z0-9._/@+=-]* ]]; then COMPREPLY+=("$name"); fi
  done < <(echo HEAD; git for-each-ref --format='%(refname:short)' 2>/dev/null)
}

_krm_render() {
  local cur=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD - 1]} sign=""
  COMPREPLY=()
  # bash makes words of their own of equals signs.
  if [[ $cur == "=" ]]; then
    cur="" sign="="
  elif [[ $previous == "=" ]]; then
    previous=\${COMP_WORDS[COMP_CWORD - 2]} sign="="
  fi
  if [[ $COMP_CWORD -eq 1 ]]; then
    _krm_render_words "${names.join(" ")} --help --version"
    return
  fi
  local command=\${COMP_WORDS[1]}
  if [[ $command == help ]]; then
    _krm_render_words "${names.join(" ")}"
    return
  fi
  case "$command $previous" in
${values.filter((line) => !line.includes('="')).join("\n")}
  esac
  case "$command $previous$sign" in
${values.filter((line) => line.includes('="')).join("\n")}
  esac
  if [[ -n $sign ]]; then return; fi
  if [[ $cur == -* ]]; then
    case "$command" in
${options.join("\n")}
    esac
    return
  fi
  case "$command" in
${words.join("\n")}
  esac
}

complete -F _krm_render krm-render
`;
}

const ACTIONS = {
  directories: "_krm_render_files -d",
  files: "_krm_render_files -f",
  revisions: "_krm_render_revisions",
  nothing: ":",
};

function action(candidates: Candidates): string {
  return candidatesText(candidates, ACTIONS, (list) => `_krm_render_words "${list}"`);
}
