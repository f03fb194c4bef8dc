import type { Location, Warn } from "../diagnostics.ts";
import type { ResourceSet } from "../resource/index.ts";

/** A configured step of a level. Its files are already read. */
export interface Transformer {
  /** The kind of the built-in, such as `PatchTransformer`. */
  readonly kind: string;
  /** The entry, if several transformers are one step of kustomize. */
  readonly location?: Location;
  /**
   * Changes the resources in place.
   * @param warn receives warnings about entries that match nothing
   * @throws KrmError
   */
  transform(resources: ResourceSet, warn: Warn): void;
}
