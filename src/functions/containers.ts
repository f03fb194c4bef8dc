/** The port to a container engine. */
import type { Warn } from "../diagnostics.ts";
import type { Program } from "./program.ts";
import type { ContainerSpecification } from "./specification/function-specification.ts";
import type { FunctionRoot } from "./step.ts";

export interface ContainerSettings {
  /** What relative mounts count from. */
  readonly root: FunctionRoot;
  /** Where the files of the root are on this machine; makes a private copy of a tree that is on no disk. */
  directory(): Promise<string>;
  readonly warn: Warn;
}

export interface Containers {
  /** @throws KrmError where the image or what it asks for is refused, or the engine is not there */
  program(specification: ContainerSpecification, settings: ContainerSettings): Promise<Program>;
  close(): Promise<void>;
}
