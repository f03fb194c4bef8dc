/**
 * The annotations that krm-render and functions exchange;
 * docs/specification/wire-format.md 2.2, 2.3, 5.3, 6.1.
 */

export const INTERNAL = "internal.config.kubernetes.io/";

/** The identity that an object had when it was sent. */
export const RESOURCE_ID = "kustomize.config.k8s.io/id";
export { LOCAL_CONFIG } from "../../resource/index.ts";

export const LEGACY_INDEX = "config.kubernetes.io/index";
export const INDEX = `${INTERNAL}index`;
export const MIGRATION_ID = `${INTERNAL}annotations-migration-resource-id`;
export const ID = `${INTERNAL}id`;
export const LEGACY_ID = "config.k8s.io/id";

export const LEGACY_PATH = "config.kubernetes.io/path";
export const PATH = `${INTERNAL}path`;

/** Requests of a generator: a hash suffix, and how the object joins one of the same identity. */
export const NEEDS_HASH = "kustomize.config.k8s.io/needs-hash";
export const BEHAVIOR = "kustomize.config.k8s.io/behavior";

/** Written for each call, and ignored when they come back. */
export const PER_CALL: ReadonlySet<string> = new Set([
  RESOURCE_ID,
  LEGACY_INDEX,
  INDEX,
  MIGRATION_ID,
  ID,
  LEGACY_ID,
  LEGACY_PATH,
  PATH,
]);

/** Tells whether only the orchestrator, not a function, may set the annotation. */
export function isReserved(name: string): boolean {
  return name.startsWith(INTERNAL);
}
