/** What a command is: everything that parsing its arguments and printing its help need, as data. */
import type { Terminal } from "./terminal.ts";

export interface Option {
  /** Without dashes, such as `output-dir`. */
  readonly name: string;
  /** The one-letter form. */
  readonly short?: string;
  /** What the value is called in the help, such as `DIR`; absent for a switch. */
  readonly value?: string;
  /** The only values that are accepted. */
  readonly choices?: readonly string[];
  /** What holds when the option is not given, in words or as a value. */
  readonly default?: string;
  /** May be given more than once; otherwise the last one counts, as with kustomize. */
  readonly repeatable?: true;
  readonly summary: string;
}

export interface Example {
  readonly command: string;
  readonly comment: string;
}

export interface Command {
  readonly name: string;
  /** What follows the name, one line a form: `[DIR]`. */
  readonly usage: readonly string[];
  /** One line, for the list of commands. */
  readonly summary: string;
  /** What it does and prints; paragraphs. */
  readonly description: readonly string[];
  readonly options: readonly Option[];
  readonly examples: readonly Example[];
  /** By status; 2 for wrong usage is added to every command. */
  readonly exitCodes: readonly (readonly [status: number, meaning: string])[];
  /** How many arguments beside options it takes. */
  readonly maxArguments: number;
  /** What is said when there are more. */
  readonly tooManyArguments?: string;
  /** Imports the code of the command: starting one command must not load the others. */
  load(): Promise<(invocation: Invocation, terminal: Terminal) => Promise<number>>;
}

/** The arguments of a command, checked against its options. */
export interface Invocation {
  readonly arguments: readonly string[];
  /** The last value given to an option. */
  value(name: string): string | undefined;
  /** All values of a repeatable option, in order. */
  values(name: string): readonly string[];
  /** Whether a switch is on. */
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
