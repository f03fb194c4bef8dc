/** Optional values. */
import { Optional } from "@marcbachmann/cel-js";
import type { CelValue } from "./values.ts";

/** @param value undefined for none */
export function optionalOf(value: CelValue): CelValue {
  return value === undefined ? Optional.none() : Optional.of(value);
}
