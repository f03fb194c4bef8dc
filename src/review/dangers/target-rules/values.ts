/** Reads parts of objects, whose shapes nobody has checked. */
import type { Value } from "../../../render/rendering.ts";

/** A text that is not empty. */
export function text(value: Value | undefined): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
