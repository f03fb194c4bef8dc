/** Catalogs of KRM functions: which programs implement them, and which of them may run; docs/specification/catalogs.md. */
export { type Catalog, type CatalogEntry, describeFunction, entryFor, type FunctionId } from "./catalog.ts";
export { compareCatalogs, type EntryComparison, type FieldChange } from "./comparison.ts";
export { type ConfigToCheck, checkConfig } from "./config-check.ts";
export { type ExplicitRuntime, findExplicit } from "./explicit-runtime.ts";
export { lintCatalog } from "./lint.ts";
export { isOn, type NamedSwitch, parseSwitch, permissionsOf, type Switch, type Switches } from "./permissions.ts";
export { type Platform, type Program, programOf } from "./program.ts";
export { MAX_CATALOG_BYTES, readCatalog, sha256Of } from "./read-catalog.ts";
export {
  type CatalogReference,
  distinctReferences,
  isPinned,
  type PathReference,
  parseCatalogReference,
  type Referrer,
  referrerOf,
  resolveReference,
  shownReference,
  withPath,
} from "./reference.ts";
export { type FoundFunction, findEntry, findFunction, unusedReferences } from "./search.ts";
export type { CatalogPorts, CatalogSearch, LoadedCatalog } from "./search-input.ts";
export { type Grant, trustedDigest, trustOf } from "./trust.ts";
export { parseTrustLines, type SignatureDemand, type TrustLine } from "./trust-lines.ts";
export { type UnpinnedProgram, unpinnedPrograms } from "./unpinned-programs.ts";
export { type ViewOptions, viewCatalog, viewCatalogJson, viewText } from "./view.ts";
