/** Writes the completion for fish. */
import type { Command, Option } from "../command.ts";
import { optionsOf } from "../options/option-table.ts";
import { argumentsOf, type Candidates, candidatesText, valuesOf } from "./candidates.ts";

export function fishCompletion(commands: readonly Command[]): string {
  const lines = commands.flatMap((command) => [
    `complete -c krm-render -n __fish_use_subcommand -f -a ${command.name} -d ${quoted(command.summary)}`,
    ...argumentLine(command),
    ...optionsOf(command).map((option) => `${start(command)} ${optionPart(option)} -d ${quoted(option.summary)}`),
  ]);
  return `# Completion of krm-render for fish. To load it: krm-render completion fish | source

function __krm_render_revisions
    echo HEAD
    git for-each-ref --format='%(refname:short)' 2>/dev/null
end

complete -c krm-render -f
complete -c krm-render -n __fish_use_subcommand -l help -d 'Print the list of commands.'
complete -c krm-render -n __fish_use_subcommand -l version -d 'Print the version.'
complete -c krm-render -n __fish_use_subcommand -f -a help -d 'print the manual of a command'
complete -c krm-render -n '__fish_seen_subcommand_from help' -f -a '${commands.map(({ name }) => name).join(" ")}'
${lines.join("\n")}
`;
}

function start({ name }: Command): string {
  return `complete -c krm-render -n '__fish_seen_subcommand_from ${name}'`;
}

function argumentLine(command: Command): string[] {
  const part = candidatesPart(argumentsOf(command));
  return part === "" ? [] : [`${start(command)} ${part}`];
}

function optionPart(option: Option): string {
  const candidates = valuesOf(option);
  const names = `${option.short === undefined ? "" : `-s ${option.short} `}-l ${option.name}`;
  if (candidates === undefined) return names;
  const values = candidatesPart(candidates);
  // A value that may be left out follows the equals sign only, so it is not required.
  return `${names}${option.optional ? "" : " -r"}${values === "" ? "" : ` ${values}`}`;
}

const PARTS = {
  directories: "-f -a '(__fish_complete_directories)'",
  files: "-F",
  revisions: "-f -a '(__krm_render_revisions)'",
  nothing: "",
};

function candidatesPart(candidates: Candidates): string {
  return candidatesText(candidates, PARTS, (list) => `-f -a ${quoted(list)}`);
}

function quoted(text: string): string {
  return `'${text.replace(/[\\']/g, "\\$&")}'`;
}
