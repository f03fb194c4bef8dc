/** The syntax tree of a program. `at` is the offset of a node's own sign in the text: an operator, a bracket, a dot. */
import type { Binding } from "./scope.ts";

export type Arithmetic = "+" | "-" | "*" | "/" | "//" | "%";
export type Comparison = "==" | "!=" | "<" | "<=" | ">" | ">=";
export type BinaryOperator = Arithmetic | Comparison | "&" | "|" | "^" | "<<" | ">>" | "in" | "not in";

export interface Name {
  readonly kind: "name";
  readonly at: number;
  readonly name: string;
  /** The variable; set by the resolver. */
  binding?: Binding;
}

/** The kind of a number distinguishes `1` from `1.0`. */
export type Literal =
  | { readonly kind: "int"; readonly at: number; readonly value: number | bigint }
  | { readonly kind: "float"; readonly at: number; readonly value: number }
  | { readonly kind: "string" | "bytes"; readonly at: number; readonly value: string };

export interface ForClause {
  readonly kind: "for";
  readonly at: number;
  readonly target: Expression;
  readonly source: Expression;
}

export type Clause = ForClause | { readonly kind: "if"; readonly condition: Expression };

export interface Pair {
  readonly at: number;
  readonly key: Expression;
  readonly value: Expression;
}

export interface Comprehension {
  readonly kind: "comprehension";
  readonly at: number;
  /** The element of a list, or the entry of a dict. */
  readonly body: Expression | Pair;
  /** The first is always a `for`. */
  readonly clauses: readonly Clause[];
}

export interface Argument {
  readonly at: number;
  /** `f(x)`, `f(name=x)`, `f(*x)` or `f(**x)`. */
  readonly form: "positional" | "named" | "*" | "**";
  readonly name: string;
  readonly value: Expression;
}

export interface Call {
  readonly kind: "call";
  readonly at: number;
  readonly callee: Expression;
  readonly arguments: readonly Argument[];
}

export interface Parameter {
  readonly at: number;
  /** `x`, `x=1`, `*x` or `*`, `**x`. */
  readonly form: "required" | "optional" | "*" | "**";
  /** Undefined for a bare `*`. */
  readonly name: Name | undefined;
  readonly initial: Expression | undefined;
}

/** A function from `def` or `lambda`. The resolver sets `locals` and `captured`. */
export interface FunctionNode {
  readonly name: string;
  readonly at: number;
  readonly parameters: readonly Parameter[];
  readonly body: readonly Statement[];
  locals: Binding[];
  /** The variables of outer functions that it uses, as bindings of those functions. */
  captured: Binding[];
}

interface Operands {
  readonly at: number;
  readonly x: Expression;
  readonly y: Expression;
}

export type Expression =
  | Name
  | Literal
  | Comprehension
  | Call
  | { readonly kind: "list" | "tuple"; readonly at: number; readonly items: readonly Expression[] }
  | { readonly kind: "dict"; readonly at: number; readonly pairs: readonly Pair[] }
  | { readonly kind: "unary"; readonly at: number; readonly operator: "-" | "+" | "~" | "not"; readonly x: Expression }
  | (Operands & { readonly kind: "binary"; readonly operator: BinaryOperator })
  | (Operands & { readonly kind: "logical"; readonly operator: "and" | "or" })
  | {
      readonly kind: "conditional";
      readonly at: number;
      readonly condition: Expression;
      readonly yes: Expression;
      readonly no: Expression;
    }
  | (Operands & { readonly kind: "index" })
  | {
      readonly kind: "slice";
      readonly at: number;
      readonly x: Expression;
      readonly low: Expression | undefined;
      readonly high: Expression | undefined;
      readonly step: Expression | undefined;
    }
  | { readonly kind: "dot"; readonly at: number; readonly x: Expression; readonly name: string }
  | { readonly kind: "lambda"; readonly at: number; readonly node: FunctionNode }
  | { readonly kind: "parentheses"; readonly at: number; readonly x: Expression };

export interface If {
  readonly kind: "if";
  readonly at: number;
  readonly condition: Expression;
  readonly yes: readonly Statement[];
  readonly no: readonly Statement[];
}

export type Statement =
  | If
  | { readonly kind: "expression"; readonly at: number; readonly x: Expression }
  | {
      readonly kind: "assign";
      readonly at: number;
      /** The operator of `x += 1` and the like. */
      readonly operator: BinaryOperator | undefined;
      readonly target: Expression;
      readonly value: Expression;
    }
  | { readonly kind: "def"; readonly at: number; readonly name: Name; readonly node: FunctionNode }
  | (ForClause & { readonly body: readonly Statement[] })
  | { readonly kind: "while"; readonly at: number; readonly condition: Expression; readonly body: readonly Statement[] }
  | { readonly kind: "return"; readonly at: number; readonly value: Expression | undefined }
  | { readonly kind: "break" | "continue" | "pass"; readonly at: number }
  | { readonly kind: "load"; readonly at: number; readonly names: readonly Name[] };
