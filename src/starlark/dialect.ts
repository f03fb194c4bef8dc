/** The features of the language that a program may use. Features that are not listed are always on. */
export interface Dialect {
  /** Float literals, the `float` function and `/`. */
  readonly float: boolean;
  readonly lambda: boolean;
  /** `def` inside a function. */
  readonly nestedDef: boolean;
  /** The `set` function. */
  readonly set: boolean;
  /** Functions that call themselves, directly or indirectly. */
  readonly recursion: boolean;
  readonly while: boolean;
  /** `if`, `for` and `while` outside functions. */
  readonly topLevelControl: boolean;
  /** More than one assignment to a global. */
  readonly globalReassign: boolean;
  /**
   * The rules of starlark-go in March 2020: `\d` in a string means itself, `\xff` is a byte, and `\u` is not an escape.
   * Floats are written with six digits, and like integers if they have no fraction. `x % y` of floats has the sign of
   * `x`. `None < None` is not an error.
   */
  readonly rulesOf2020: boolean;
}

/** The dialect of kustomize until version 5.4, which used starlark-go of March 2020. */
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

/**
 * The dialect of functions. Programs for kustomize run with the same results, and the core of today's Starlark is
 * added.
 */
export const FUNCTIONS: Dialect = { ...KUSTOMIZE, float: true, lambda: true, nestedDef: true };

/** The dialect of today's starlark-go without any of its switches. */
export const CORE: Dialect = { ...FUNCTIONS, set: true, rulesOf2020: false };

/** The dialect of kpt's `starlark` function. */
export const KPT: Dialect = {
  ...CORE,
  recursion: true,
  while: true,
  topLevelControl: true,
  globalReassign: true,
};
