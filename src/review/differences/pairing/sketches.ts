/** The sketches of objects, each made once. */
import { getOrInsert } from "../../../collections.ts";
import type { RenderedResource } from "../../../render/rendering.ts";
import { type Sketch, sketchOf } from "./sketch.ts";

export class Sketches {
  readonly #known = new Map<RenderedResource, Sketch>();

  of(resource: RenderedResource): Sketch {
    return getOrInsert(this.#known, resource, () => sketchOf(resource));
  }

  /** Returns the hashes that objects with like contents have in common. */
  tokensOf(resource: RenderedResource): Float64Array {
    const { plain, neutral } = this.of(resource);
    return new Float64Array(new Set([...plain.values, ...neutral.values])).sort();
  }
}
