/** What a config says about how its function is run: all declarative forms, as one record. */
import type { Location } from "../../diagnostics.ts";

/** What all of them have. */
interface Declared {
  /** Where it is declared: the annotation, or the field. */
  readonly location: Location;
}

export interface Mount {
  /** `bind` unless given. */
  readonly type: string;
  /** As written: relative to the kustomization that lists the config. */
  readonly source: string;
  readonly target: string;
  readonly writable: boolean;
}

export interface ContainerSpecification extends Declared {
  readonly type: "container";
  /** As written: with or without registry, tag and digest. */
  readonly image: string;
  /** Of the image, as written. */
  readonly sha256?: string | undefined;
  /** Whether it asks for the network. */
  readonly network: boolean;
  readonly mounts: readonly Mount[];
  /** `NAME=value`, or `NAME` for a variable of the host. */
  readonly envs: readonly string[];
}

export interface ExecSpecification extends Declared {
  readonly type: "exec";
  readonly path: string;
  readonly args: readonly string[];
  /** As in {@link ContainerSpecification.envs}. */
  readonly envs: readonly string[];
  /** Of the file, 64 small hexadecimal digits. */
  readonly sha256?: string | undefined;
}

export interface StarlarkSpecification extends Declared {
  readonly type: "starlark";
  readonly name: string;
  /** One of the two. */
  readonly path?: string | undefined;
  readonly url?: string | undefined;
  /** Of the program, as above: what an address has to have. */
  readonly sha256?: string | undefined;
  /** Which statements it may use: those that kustomize took, or also those that kpt's function does. */
  readonly dialect: "kustomize" | "kpt";
}

export type FunctionSpecification = ContainerSpecification | ExecSpecification | StarlarkSpecification;
