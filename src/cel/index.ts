/**
 * The Common Expression Language as Kubernetes has it. Only this room knows the library. Pure: expressions and values in, outcomes out.
 * docs/decisions/0043-policies-in-cel.md
 */
import type * as engine from "./engine.ts";

export type { Mistake, Outcome, Program } from "./program.ts";
export type { CelValue } from "./values.ts";

/** The functions that evaluate expressions. */
export type Cel = typeof engine;

let loaded: Cel | undefined;

/** Loads what evaluates expressions, which most runs do not need. */
export async function loadCel(): Promise<Cel> {
  return (loaded ??= await import("./engine.ts"));
}

/** Returns what evaluates expressions; undefined unless it was loaded before. */
export function loadedCel(): Cel | undefined {
  return loaded;
}
