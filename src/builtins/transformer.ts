import type { Location, Warn } from "../diagnostics.ts";
import type { ResourceSet } from "../resource/index.ts";

/** A configured step of a level: everything it has to read was read when it was made. */
export interface Transformer {
  /** The kind of the built-in, such as `PatchTransformer`. */
  readonly kind: string;
  /** The entry, where several transformers are one step of the reference. */
  readonly location?: Location;
  /**
   * Changes the resources in place.
   * @param warn hears of what matched nothing and so had no effect
   * @throws KrmError
   */
  transform(resources: ResourceSet, warn: Warn): void;
}
