/** A part of a template. `at` is its offset in the text, in UTF-16 code units. */
export type Part =
  | { readonly kind: "text"; readonly at: number; readonly bytes: string }
  | { readonly kind: "action"; readonly at: number; readonly pipe: Pipe }
  | Branch
  | { readonly kind: "call"; readonly at: number; readonly name: string; readonly pipe: Pipe | undefined }
  | { readonly kind: "break" | "continue"; readonly at: number };

/** `if`, `with` or `range`. */
export interface Branch {
  readonly kind: "if" | "with" | "range";
  readonly at: number;
  readonly pipe: Pipe;
  readonly body: readonly Part[];
  readonly otherwise: readonly Part[] | undefined;
}

/** Commands, each of which gets the value of the one before, and the variables that get the last value. */
export interface Pipe {
  readonly kind: "pipe";
  readonly at: number;
  /** The variables, with their `$`. At most two, and two only in `range`. */
  readonly variables: readonly string[];
  /** `=` instead of `:=`. */
  readonly isAssignment: boolean;
  readonly commands: readonly Command[];
}

/** A function, field or variable with its arguments, or a value. There is at least one word. */
export interface Command {
  readonly at: number;
  readonly words: readonly [Word, ...Word[]];
}

export type Word =
  | { readonly kind: "dot" | "nil"; readonly at: number }
  | { readonly kind: "bool"; readonly at: number; readonly value: boolean }
  | { readonly kind: "string"; readonly at: number; readonly bytes: string }
  | NumberWord
  | { readonly kind: "name"; readonly at: number; readonly name: string }
  | { readonly kind: "field"; readonly at: number; readonly path: readonly string[] }
  /** A variable, and fields of it. */
  | { readonly kind: "variable"; readonly at: number; readonly name: string; readonly path: readonly string[] }
  /** Fields of anything else. */
  | { readonly kind: "chain"; readonly at: number; readonly of: Word; readonly path: readonly string[] }
  | Pipe;

/** A number, which takes the type that its place asks for. */
export interface NumberWord {
  readonly kind: "number";
  readonly at: number;
  readonly text: string;
  /** The value as a whole number; undefined if it is none, or does not fit into 64 bits. */
  readonly whole: bigint | undefined;
  readonly float: number;
  /** True if it is written as a float, so that it is one where nothing else is asked for. */
  readonly looksFloat: boolean;
}
