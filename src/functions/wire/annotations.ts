/**
 * Annotations with which an orchestrator and a function speak about objects;
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

/** What a generator asks for: the suffix of a hash, and what is done where an object of that identity is there. */
export const NEEDS_HASH = "kustomize.config.k8s.io/needs-hash";
export const BEHAVIOR = "kustomize.config.k8s.io/behavior";

/** Made anew for each call: what comes back in them says nothing. */
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

/** Whether only the orchestrator may set the annotation. */
export function isReserved(name: string): boolean {
  return name.startsWith(INTERNAL);
}
