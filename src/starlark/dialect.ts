/** What of the language a program may use. Whatever is not listed here is always on. */
export interface Dialect {
  /** Float literals, the `float` function and `/`. */
  readonly float: boolean;
  readonly lambda: boolean;
  /** `def` inside a function. */
  readonly nestedDef: boolean;
  /** The `set` function. */
  readonly set: boolean;
  /** Functions that call themselves, directly or not. */
  readonly recursion: boolean;
  readonly while: boolean;
  /** `if`, `for` and `while` outside of functions. */
  readonly topLevelControl: boolean;
  /** Assigning to a global more than once. */
  readonly globalReassign: boolean;
  /**
   * The rules of 2020: `\d` in a string means itself, `\xff` is a byte, and `\u` is no escape; floats are written in six
   * digits, and like integers where they have no fraction; `x % y` of floats has the sign of `x`; `None < None` is no error.
   */
  readonly rulesOf2020: boolean;
}

/** What kustomize accepted until version 5.4, with starlark-go of March 2020. */
export const KUSTOMIZE: Dialect = {
  float: false,
  lambda: false,
  nestedDef: false,
  set: false,
  recursion: false,
  while: false,
  topLevelControl: false,
  globalReassign: false,
  rulesOf2020: true,
};

/** What functions may use: all that ran in kustomize runs and means the same, and nothing of today's core is missing. */
export const FUNCTIONS: Dialect = { ...KUSTOMIZE, float: true, lambda: true, nestedDef: true };

/** The language as its interpreter in Go has it today, without any of its switches. */
export const CORE: Dialect = { ...FUNCTIONS, set: true, rulesOf2020: false };

/** What kpt's `starlark` function accepts, which moves with its interpreter. */
export const KPT: Dialect = {
  ...CORE,
  recursion: true,
  while: true,
  topLevelControl: true,
  globalReassign: true,
};
