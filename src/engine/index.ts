/** Builds a directory: from the files of a tree to ordered objects. */

export { KUSTOMIZATION_FILE_NAMES, type KustomizationEdits, type SourceEdits } from "../documents/index.ts";
export { createBuilder } from "./builder.ts";
export type { Builder, BuildOptions, Built, BuiltResource, OneBuild } from "./context/built.ts";
export type { Inclusion, Trace, TracedStep } from "./context/index.ts";
export { type LimitedWork, limitedWork } from "./limited-work.ts";
export { isRemote, type LoadRestrictor, ParsedFiles } from "./loading/index.ts";
export { STRICT_CODES } from "./output/index.ts";
