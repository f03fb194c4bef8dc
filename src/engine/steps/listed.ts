/** The entries of `generators`, `transformers` and `validators`: documents, and compositions among them. */
import type { Location } from "../../diagnostics.ts";
import type { Resource } from "../../resource/index.ts";
import type { Accumulator } from "../context/index.ts";

/** A composition in one of these fields; docs/specification/composition.md 10. */
export interface ListedComposition {
  /** The entry. */
  readonly location: Location;
  /** Runs it as the field says: it generates, transforms, or validates. @throws KrmError */
  run(into: Accumulator): Promise<void>;
}

export type Listed = Resource | ListedComposition;
