import type { TemplateEffort } from "../effort.ts";
import type { GoMap, GoObject, GoValue } from "../values/values.ts";

/** The types of parameters, and how a function gets its arguments. */
export interface ParameterTypes {
  /** Anything. What is no value comes as null. */
  any: GoValue;
  /** Anything, as it is: functions of the language itself tell no value from a nil. */
  value: GoValue;
  string: string;
  bool: boolean;
  float64: number;
  /** An `int`, near enough: counts beyond 2^53 are rounded. */
  int: number;
  /** A map of anything. No value comes as a nil map. */
  map: GoMap;
  time: GoObject;
}

export type ParameterType = keyof ParameterTypes;

/** Everything that a function may use beside its arguments. */
export interface Surroundings {
  readonly effort: TemplateEffort;
}

/** A function with the types of its parameters, which a call is checked against. */
export interface GoFunction {
  readonly parameters: readonly ParameterType[];
  /** The type of further arguments, of any number; undefined if there are none. */
  readonly rest: ParameterType | undefined;
  run(surroundings: Surroundings, args: readonly unknown[]): GoValue;
}

type Arguments<P extends readonly ParameterType[]> = { [I in keyof P]: ParameterTypes[P[I]] };

type Run = (this: Surroundings, ...args: unknown[]) => GoValue;

/** Makes a function with a fixed number of arguments. */
export function fixed<const P extends readonly ParameterType[]>(
  parameters: P,
  run: (this: Surroundings, ...args: Arguments<P>) => GoValue,
): GoFunction {
  return {
    parameters,
    rest: undefined,
    // The executor checks arguments against these types before it calls.
    run: (surroundings, args) => (run as unknown as Run).apply(surroundings, [...args]),
  };
}

/** Makes a function with any number of further arguments of one type. */
export function variadic<const P extends readonly ParameterType[], R extends ParameterType>(
  parameters: P,
  rest: R,
  run: (this: Surroundings, ...args: [...Arguments<P>, ...ParameterTypes[R][]]) => GoValue,
): GoFunction {
  return {
    parameters,
    rest,
    run: (surroundings, args) => (run as unknown as Run).apply(surroundings, [...args]),
  };
}
