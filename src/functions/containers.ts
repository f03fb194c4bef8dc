/** The port to a container engine. */
import type { Warn } from "../diagnostics.ts";
import type { Program } from "./program.ts";
import type { ContainerSpecification } from "./specification/function-specification.ts";
import type { FunctionRoot } from "./step.ts";

export interface ContainerSettings {
  /** Relative mounts start from this directory. */
  readonly root: FunctionRoot;
  /** The directory of the root on this machine. Makes a private copy of a tree that is not on disk. */
  directory(): Promise<string>;
  readonly warn: Warn;
}

export interface ContainerProgram extends Program {
  /** The digest by which the image was found, `sha256:` and 64 digits. Without one, the id in the engine. */
  readonly digest: string;
}

export interface Containers {
  /** @throws KrmError if the image, or a permission that it asks for, is refused, or the engine does not answer */
  program(specification: ContainerSpecification, settings: ContainerSettings): Promise<ContainerProgram>;
  /** Whether the engine is there and answers. */
  isAvailable(): Promise<boolean>;
  /** Removes what the run has made. */
  close(): Promise<void>;
}
