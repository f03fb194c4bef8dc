/** What one directory builds to. Plain data, apart from `value()`. */
import type { HelmSettings } from "../../builtins/index.ts";
import type { Diagnostic, Location } from "../../diagnostics.ts";
import type { Functions } from "../../functions/index.ts";
import type { Remotes } from "../../sources/index.ts";
import type { Value } from "../../yaml/index.ts";
import type { LoadRestrictor } from "../loading/index.ts";
import type { Trace } from "./trace.ts";

/** One object of the output. */
export interface BuiltResource {
  readonly apiVersion: string;
  readonly kind: string;
  /** Empty when the object names none. */
  readonly namespace: string;
  /** The name in the output. */
  readonly name: string;
  /** The name without the content hash that a generator appended; equal to `name` for all others. */
  readonly baseName: string;
  /** The document as `build` prints it, ending in a newline, without separators. */
  readonly yaml: string;
  /** The same document as a value; computed on first use and kept. */
  value(): Value;
  /** The file that the object came from, or the kustomization whose generator made it. */
  readonly origin?: Location | undefined;
}

export interface Built {
  /** In output order. */
  readonly resources: readonly BuiltResource[];
  /** Warnings and notices; what fails a build is thrown. */
  readonly diagnostics: readonly Diagnostic[];
}

export interface BuildOptions {
  /** Whether files outside a kustomization's own root may be read (`--load-restrictor`). Default `root-only`. */
  readonly loadRestrictor?: LoadRestrictor;
  /** Overrides the order of the output (`--reorder`) where the kustomization itself has no sortOptions. Default `legacy`. */
  readonly reorder?: "legacy" | "none";
  /** Whether a build fails for what kustomize passes over in silence (`--strict`). It changes no output. */
  readonly strict?: boolean;
  /** Adds the label app.kubernetes.io/managed-by (`--enable-managedby-label`). */
  readonly managedByLabel?: boolean;
  /** Whether each object goes to a file of its own (`--output DIR`): there kustomize does not change folded texts. */
  readonly ownFiles?: boolean;
  /** Fetches what is on other machines; without it such a reference is an error. */
  readonly remotes?: Remotes | undefined;
  /** How long one build may take, in seconds, apart from the steps of builds beside it; as long as it likes if not given. */
  readonly timeoutSeconds?: number | undefined;
  /** Inflates Helm charts (`--enable-helm`); without it a chart is an error. */
  readonly helm?: HelmSettings | undefined;
  /** Runs KRM functions (`--enable-alpha-plugins`); without it all but built-ins are an error. */
  readonly functions?: Functions | undefined;
  /** Is told of every step. */
  readonly trace?: Trace | undefined;
}

/** Builds directories of one tree. What several of them share is read and parsed once. */
export interface Builder {
  /**
   * Builds one directory of the tree, as `kustomize build` would.
   * @param directory absolute within the tree, such as `/apps/web/overlays/prod`; or the address of a git repository
   * @throws KrmError with every problem that was found
   */
  build(directory: string): Promise<Built>;
}
