/** The places of files that name something elsewhere; docs/specification/lock.md 5. */
import type { Location } from "../diagnostics.ts";
import type { MapNode, ScalarNode, Source } from "../yaml/nodes/node.ts";

/**
 * `resource`: a repository or a file, by what the server has. `git`: a repository. `file`: a file, whose digest only a lock can
 * hold. `catalog`, `image`: by digest. `chart`: an exact version, and a digest in the lock.
 */
export type PlaceKind = "resource" | "git" | "file" | "catalog" | "image" | "chart";

export interface Place {
  readonly kind: PlaceKind;
  /** The reference as it is written, without a key in front. For a chart, its version. */
  readonly reference: string;
  /** The scalar that holds it. Undefined for a chart without a version. */
  readonly node: ScalarNode | undefined;
  readonly location: Location;
  /** True if an alias leads to it. */
  readonly isAlias: boolean;
  readonly chart?: ChartPlace | undefined;
}

export interface ChartPlace {
  readonly repo: string;
  readonly name: string;
  readonly devel: boolean;
  /** The entry, which gets a version if it has none, behind this field. */
  readonly entry: MapNode;
  readonly nameNode: ScalarNode;
  readonly versionField: "version" | "chartVersion";
}

/** A local file or directory that a file includes. */
export interface Include {
  readonly path: string;
  readonly location: Location;
  /** The content: objects, which name nothing; configs of functions; or a catalog. */
  readonly as: "resources" | "configs" | "catalog" | "composition";
}

/** The references and includes of one file. */
export interface Found {
  readonly places: readonly Place[];
  readonly includes: readonly Include[];
  /** For texts that lie in texts: the scalar that each is the value of. */
  readonly holders: ReadonlyMap<Source, ScalarNode>;
}
