/** Writes what is moving as what is fixed, in place; docs/specification/lock.md 5. */
export { addFunction, emptyCatalog, type NewFunction, type NewPlatform, type NewRuntime } from "./catalog-document.ts";
export { collectFiles, type PinFile } from "./collect.ts";
export { movingReferences, type PinPlan, type PlannedFile, planPins } from "./pin.ts";
export { type DigestSource, type PinnedCatalog, pinCatalog } from "./pin-catalog.ts";
export type { ChartWanted, Resolver } from "./resolver.ts";
