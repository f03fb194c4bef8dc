/** Consolidates Compositions: files in, one list of transformers with its provenance out; docs/specification/composition.md. */

export { baseOf } from "./base.ts";
export type { CompositionFile } from "./composition-document.ts";
export { type ConsolidationPorts, consolidate } from "./consolidate.ts";
export type { AppliedOverride, CompositionRoot, Consolidated, Entry } from "./consolidated.ts";
export { type PathForm, pathFieldsOf } from "./path-fields.ts";
export { rewritePaths } from "./paths.ts";
export { viewJson, viewYaml } from "./view.ts";
