/** The pipeline of one directory: files of a tree in, ordered objects out. */
export type { BuildOptions, Builder, Built, BuiltResource } from "./built.ts";
