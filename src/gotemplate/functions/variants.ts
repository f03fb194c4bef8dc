/** Functions that sprig has in two variants. */
import type { GoFunction } from "../execution/function.ts";
import { TemplateError } from "../template-error.ts";
import type { GoValue } from "../values/values.ts";

/**
 * The same functions by two names. Those that begin with `must` say what is wrong, where the others panic, which is an error in
 * both cases.
 */
export function withMust(functions: Readonly<Record<string, GoFunction>>): Readonly<Record<string, GoFunction>> {
  const both = Object.entries(functions).flatMap(([name, one]): [string, GoFunction][] => [
    [name, one],
    [`must${name[0]?.toUpperCase()}${name.slice(1)}`, one],
  ]);
  return Object.fromEntries(both);
}

/** Works as another function, but gives something else where Go swallows an error. */
export function lenient(strict: GoFunction, otherwise: GoValue): GoFunction {
  return {
    ...strict,
    run(surroundings, args) {
      try {
        return strict.run(surroundings, args);
      } catch (error) {
        if (error instanceof TemplateError && error.kind === "execution") return otherwise;
        throw error;
      }
    },
  };
}
