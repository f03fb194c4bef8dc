import type { Rendering } from "./rendering.ts";

/** The length of all manifests of a rendering, in UTF-16 code units. */
export function sizeOf(rendering: Rendering): number {
  return rendering.status === "rendered" ? rendering.resources.reduce((sum, { yaml }) => sum + yaml.length, 0) : 0;
}
