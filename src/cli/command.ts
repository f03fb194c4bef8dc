/** The description of a command, as data: its options, its help page and how its code is loaded. */
import type { Terminal } from "./terminal.ts";

export interface Option {
  /** The names and the placeholder for the value, as help prints them, such as `-o, --output FILE`. */
  readonly spelling: string;
  /** Without dashes, such as `output-dir`. */
  readonly name: string;
  /** The one-letter form. */
  readonly short: string | undefined;
  /** The placeholder for the value in the help, such as `DIR`; absent for a switch. */
  readonly value: string | undefined;
  /** True if the value may be left out; it is then given as in `--name=VALUE` only. */
  readonly optional: boolean;
  /** The only values that are accepted. */
  readonly choices?: readonly string[];
  /** The default, in words or as a value. */
  readonly default?: string;
  /** The options that its values set, each as `NAME` or `NAME=VALUE`. */
  readonly others?: readonly Option[];
  /** May be given more than once; otherwise the last one counts, as with kustomize. */
  readonly repeatable?: true;
  readonly summary: string;
}

export interface Command {
  readonly name: string;
  /** The arguments after the name, such as `[DIR]`; one entry for each form. */
  readonly usage: readonly string[];
  /** One line, for the list of commands. */
  readonly summary: string;
  /** Paragraphs about the effect and the output of the command. */
  readonly description: readonly string[];
  readonly options: readonly Option[];
  /** Commands by comments. */
  readonly examples: Readonly<Record<string, string>>;
  /** The meanings of exit statuses. The help adds status 2, wrong usage, to every command. */
  readonly exitCodes: Readonly<Record<number, string>>;
  /** The highest number of arguments, options not counted. */
  readonly maxArguments: number;
  /** The error message for more arguments than that. */
  readonly tooManyArguments?: string;
  /** Imports the code of the command, so that no command loads the code of the others. */
  load(): Promise<CommandCode>;
}

/**
 * Reads all arguments and options, and returns the work to do. It has no terminal, so it can neither open nor print anything.
 * @throws UsageError for a wrong value
 */
export type CommandCode = (invocation: Invocation) => Task | Promise<Task>;

/** Does the work of a command and returns the exit status. */
export type Task = (terminal: Terminal) => Promise<number>;

/** The arguments of a command, checked against its table of options. */
export interface Invocation {
  readonly arguments: readonly string[];
  /** The last value given to an option. */
  value(name: string): string | undefined;
  /** All values of a repeatable option, in order. */
  values(name: string): readonly string[];
  /** True if a switch is on. */
  has(name: string): boolean;
}

/** Wrong usage: exits with status 2. */
export class UsageError extends Error {
  readonly hint: string | undefined;

  constructor(message: string, hint?: string) {
    super(message);
    this.name = "UsageError";
    this.hint = hint;
  }
}
