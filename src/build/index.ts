/** The pipeline of one directory: files of a tree in, ordered objects out. */
export { createBuilder } from "./builder.ts";
export type { Builder, BuildOptions, Built, BuiltResource } from "./built.ts";
export { KUSTOMIZATION_FILE_NAMES } from "./kustomization-file.ts";
export { isRemote } from "./remote-references.ts";
export type { Trace, TracedStep } from "./trace.ts";
