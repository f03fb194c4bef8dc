/** The specification of a function, read from any form in which a config declares it. */
import type { Location } from "../../diagnostics.ts";

interface Declared {
  /** The place of the annotation or field that declares the function. */
  readonly location: Location;
}

export interface Mount {
  /** `bind` by default. */
  readonly type: string;
  /** The text of the config; relative to the directory of the kustomization that lists the config. */
  readonly source: string;
  readonly target: string;
  readonly writable: boolean;
}

export interface ContainerSpecification extends Declared {
  readonly type: "container";
  /** The text of the config, with or without registry, tag and digest. */
  readonly image: string;
  /** The digest of the image, as written. */
  readonly sha256?: string | undefined;
  /** True if a catalog names the image. Then it needs a digest, and is fetched and verified by this process. False by default. */
  readonly fromCatalog?: boolean | undefined;
  /** True if the function asks for the network. */
  readonly network: boolean;
  readonly mounts: readonly Mount[];
  /** `NAME=value`, or `NAME` for a variable of the host. */
  readonly envs: readonly string[];
}

export interface ExecSpecification extends Declared {
  readonly type: "exec";
  readonly path: string;
  readonly args: readonly string[];
  /** Written like {@link ContainerSpecification.envs}. */
  readonly envs: readonly string[];
  /** The digest of the file: 64 hexadecimal digits in lower case. */
  readonly sha256?: string | undefined;
}

export interface StarlarkSpecification extends Declared {
  readonly type: "starlark";
  readonly name: string;
  /** Either `path` or `url` is set. */
  readonly path?: string | undefined;
  readonly url?: string | undefined;
  /** The digest of the program, written like {@link ExecSpecification.sha256}. A `url` needs one. */
  readonly sha256?: string | undefined;
  /** The language that it may use: that of kustomize 5.4, or that of kpt's function, which accepts more. */
  readonly dialect: "kustomize" | "kpt";
}

/** The permissions that a config asks for, whose program a catalog names. */
export interface RequestedFunction extends Declared {
  readonly type: "catalog";
  /** Undefined: as the catalog says. */
  readonly network: boolean | undefined;
  readonly mounts: readonly Mount[];
}

export type FunctionSpecification =
  | ContainerSpecification
  | ExecSpecification
  | StarlarkSpecification
  | RequestedFunction;
