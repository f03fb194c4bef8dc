/** Writes the completion for zsh. */
import type { Command, Option } from "../command.ts";
import { optionsOf } from "../options/option-table.ts";
import { argumentsOf, type Candidates, candidatesText, valuesOf } from "./candidates.ts";

export function zshCompletion(commands: readonly Command[]): string {
  const list = commands.map(({ name, summary }) => `    ${quoted(`${name.replaceAll(":", "\\:")}:${summary}`)}`);
  const cases = commands.map((command) => {
    const lines = [...optionsOf(command).flatMap(optionSpecs), argumentSpec(command)];
    return `    ${command.name})\n      _arguments ${lines.map((line) => quoted(line)).join(" \\\n        ")}\n      ;;`;
  });
  return `#compdef krm-render
# Completion of krm-render for zsh. To load it: source <(krm-render completion zsh), after compinit.

_krm_render_revisions() {
  local -a revisions
  revisions=(HEAD \${(f)"$(git for-each-ref --format='%(refname:short)' 2>/dev/null)"})
  compadd -a revisions
}

_krm_render() {
  local -a commands
  commands=(
${list.join("\n")}
    'help:print the manual of a command'
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    compadd -- --help --version
    return
  fi
  local command=\${words[2]}
  shift words
  (( CURRENT-- ))
  case "$command" in
${cases.join("\n")}
    help) _describe command commands ;;
  esac
}

if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
  _krm_render "$@"
else
  compdef _krm_render krm-render
fi
`;
}

/** The specifications of an option for \`_arguments\`, one for each spelling. \`*\` lets it occur again. */
function optionSpecs(option: Option): string[] {
  const candidates = valuesOf(option);
  const summary = option.summary.replace(/[[\]\\:]/g, "\\$&");
  const value = candidates === undefined ? "" : `:${option.value?.replaceAll(":", "\\:")}:${action(candidates)}`;
  const sign = option.optional ? "=-" : candidates === undefined ? "" : "=";
  const repeat = option.repeatable ? "*" : "";
  const long = `${repeat}--${option.name}${sign}[${summary}]${option.optional ? value.replace(/^:/, "::") : value}`;
  if (option.short === undefined) return [long];
  return [long, `${repeat}-${option.short}${candidates === undefined ? "" : "+"}[${summary}]${value}`];
}

function argumentSpec(command: Command): string {
  const candidates = argumentsOf(command);
  // Only the first argument is one of the words; files may follow.
  return typeof candidates === "object" ? `1:task:${action(candidates)}` : `*:argument:${action(candidates)}`;
}

const ACTIONS = { directories: "_files -/", files: "_files", revisions: "_krm_render_revisions", nothing: " " };

function action(candidates: Candidates): string {
  return candidatesText(candidates, ACTIONS, (list) => `(${list})`);
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
