/** Parses arguments into an {@link Invocation}, by the table of the command. */
import { parseArgs } from "node:util";
import { nearest } from "../text/index.ts";
import { type Command, type Invocation, type Option, UsageError } from "./command.ts";
import { optionsOf } from "./options/option-table.ts";

/** An option of `kustomize build` that is accepted and ignored: defects are always printed with their stack. */
const IGNORED = "stack-trace";

/**
 * Parses the arguments that follow the name of a command.
 * @throws UsageError for an unknown option, a missing or illegal value, and too many arguments
 */
export function parseInvocation(command: Command, args: readonly string[]): Invocation {
  const options = optionsOf(command);
  const { tokens } = parseArgs({
    args: [...args],
    options: Object.fromEntries(options.map((option) => [option.name, parseOption(option)])),
    // Unknown options are reported below, with a suggestion.
    strict: false,
    allowPositionals: true,
    tokens: true,
  });

  const values = new Map<string, string[]>();
  const add = (option: Option, value: string): void => {
    if (option.others !== undefined) add(...otherOption(option, option.others, value));
    else if (option.repeatable && values.has(option.name)) values.get(option.name)?.push(value);
    else values.set(option.name, [value]);
  };
  const positionals: string[] = [];
  for (const token of tokens) {
    if (token.kind === "positional") positionals.push(token.value);
    if (token.kind !== "option") continue;
    const option = options.find(({ name }) => name === token.name);
    if (option === undefined) {
      if (token.name === IGNORED && command.name === "build") continue;
      throw unknownOption(command, options, token.name, token.rawName);
    }
    add(option, checkValue(option, token.rawName, valueOf(token)));
  }

  const help = values.get("help")?.at(-1) === "true";
  if (positionals.length > command.maxArguments && !help) {
    const message = command.tooManyArguments ?? `${command.name} takes no argument "${positionals.at(-1)}"`;
    throw new UsageError(message, `Run \`krm-render ${command.name} --help\` for its usage.`);
  }
  return {
    arguments: positionals,
    value: (name) => values.get(name)?.at(-1),
    values: (name) => values.get(name) ?? [],
    has: (name) => values.get(name)?.at(-1) === "true",
  };
}

interface OptionToken {
  readonly rawName: string;
  readonly value?: string | undefined;
  readonly inlineValue?: boolean | undefined;
}

/** Reads `-o=FILE` as `-o FILE`, as kustomize does. */
function valueOf({ rawName, value, inlineValue }: OptionToken): string | undefined {
  return inlineValue && !rawName.startsWith("--") && value !== "=" ? value?.replace(/^=/, "") : value;
}

function parseOption({ value, short, optional }: Option) {
  const type = value === undefined || optional ? ("boolean" as const) : ("string" as const);
  return short === undefined ? { type } : { type, short };
}

/** The option that a text such as `pull=never` sets, and its value. */
function otherOption({ name: own }: Option, others: readonly Option[], text: string): [Option, string] {
  const [, name = "", value] = /^([^=]*)(?:=(.*))?$/s.exec(text) ?? [];
  const option = others.find((each) => each.name === name);
  if (option !== undefined) return [option, checkValue(option, `--${own} ${name}`, value)];
  const guess = nearest(
    name,
    others.map((each) => each.name),
  );
  throw new UsageError(
    `--${own} sets no option ${JSON.stringify(name)}`,
    guess === undefined ? "`krm-render build --help` lists them." : `Did you mean ${guess}?`,
  );
}

/** Go's spellings of a boolean, which kustomize accepts. */
const BOOLEANS: ReadonlyMap<string, "true" | "false"> = new Map([
  ...["1", "t", "T", "true", "TRUE", "True"].map((text) => [text, "true"] as const),
  ...["0", "f", "F", "false", "FALSE", "False"].map((text) => [text, "false"] as const),
]);

/** A switch may have a value, as in `--name=false`, as with kustomize. */
function checkValue(option: Option, rawName: string, value: string | undefined): string {
  if (option.value === undefined) {
    const switched = value === undefined ? "true" : BOOLEANS.get(value);
    if (switched !== undefined) return switched;
    throw new UsageError(`${rawName} is a switch and takes no value "${value}"`);
  }
  if (value === undefined && option.optional) return "";
  if (value === undefined) throw new UsageError(`${rawName} needs a value: ${rawName} ${option.value}`);
  if (option.choices !== undefined && !option.choices.includes(value)) {
    const guess = nearest(value, option.choices);
    throw new UsageError(
      `illegal value "${value}" for ${rawName}: expected ${option.choices.join(" or ")}`,
      guess === undefined ? undefined : `Did you mean ${guess}?`,
    );
  }
  return value;
}

function unknownOption(command: Command, options: readonly Option[], name: string, rawName: string): UsageError {
  const holder = options.find(({ others }) => others?.some((other) => other.name === name));
  if (holder !== undefined)
    return new UsageError(`${rawName} is no option of ${command.name}`, `Write --${holder.name} ${name}.`);
  const names = options.map((option) => option.name);
  const ending = (): string | undefined => names.find((each) => each.endsWith(`-${name}`));
  const guess = name.length > 1 ? (nearest(name, names) ?? ending()) : undefined;
  return new UsageError(
    `unknown option ${rawName} for ${command.name}`,
    guess === undefined ? `Run \`krm-render ${command.name} --help\` for its options.` : `Did you mean --${guess}?`,
  );
}
