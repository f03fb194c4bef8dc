/** The source of randomness of random trees, and the few names that they use, so that references find objects. */
import fc from "fast-check";
import type { Yaml } from "./yaml-text.ts";

export interface Draw {
  of<T>(...values: readonly T[]): T;
  /** True once in the given number of draws, on average. */
  once(inSoMany: number): boolean;
  count(most: number): number;
}

export function drawFrom(g: fc.GeneratorValue): Draw {
  return drawWith((most) => g(fc.nat, { max: most }));
}

/** @param count draws a number from zero to the one given */
export function drawWith(count: (most: number) => number): Draw {
  return {
    count,
    of: <T>(...values: readonly T[]): T => values[count(values.length - 1)] as T,
    once: (inSoMany) => count(inSoMany - 1) === inSoMany - 1,
  };
}

/** Draws evenly, unlike fast-check, which prefers small numbers. */
export function drawEvenly(seed: number): Draw {
  let state = seed === 0 ? 1 : seed;
  // An xorshift generator.
  return drawWith((most) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % (most + 1);
  });
}

/** Keys with undefined values are left out. */
export type Fields = { readonly [key: string]: Yaml | undefined };

export const NAMES = ["web", "db", "app-config"] as const;
export const NAMESPACES = ["shop", "ops", "default"] as const;

export function name(draw: Draw): string {
  return draw.once(20) ? draw.of('"web"', "'db'", "default", "web-1") : draw.of(...NAMES);
}

/** One to `most` of something. */
export function some(draw: Draw, make: () => Yaml, most = 2): Yaml[] {
  return Array.from({ length: draw.count(most - 1) + 1 }, make);
}

export function pairs(draw: Draw): Fields {
  const one = (): Fields => ({
    [draw.of("app", "team", "example.com/part", "é", "a10", "a2")]: draw.of(
      "web",
      '"1"',
      '"true"',
      '""',
      "a b",
      '"é 😀"',
    ),
  });
  return draw.once(3) ? { ...one(), ...one() } : one();
}
