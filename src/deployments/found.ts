/** The result of the search in one tree. */
import type { Diagnostic } from "../diagnostics.ts";
import type { FoundApplications } from "./applications/index.ts";
import type { Deployment } from "./builds/index.ts";
import { type BuildReach, Marked } from "./reach/index.ts";

export interface Found {
  /** By id, sorted. */
  readonly deployments: ReadonlyMap<string, Deployment>;
  /** Why those do not build of which it is therefore not known what they declare, by id. */
  readonly failed: ReadonlyMap<string, Diagnostic>;
  readonly problems: readonly Diagnostic[];
  /** Tells whether a deployment that does not build may declare one of a directory. @param directory absolute within the tree */
  readonly mayDeclare: (directory: string) => boolean;
  /** Tells whether a directory with a kustomization is a part of a deployment. @param directory absolute within the tree */
  readonly covers: (directory: string) => boolean;
  /** See {@link BuildReach.kustomizationsOf}. */
  readonly kustomizationsOf: (directory: string) => Iterable<string>;
  readonly reached: DirectoryReach;
  /** The Applications of Argo CD, of which the deployments have none yet. */
  readonly applications: FoundApplications;
}

/** The deployments of Flux, and the Applications that they print. */
export interface FoundFlux extends Found {
  /** Tells whether a deployment takes in a file that no kustomization names. */
  readonly coversFile: (path: string) => boolean;
}

/** See {@link BuildReach.reached}. */
export type DirectoryReach = BuildReach["reached"];

export const NOTHING: FoundFlux = {
  deployments: new Map(),
  failed: new Map(),
  problems: [],
  mayDeclare: () => false,
  covers: () => false,
  kustomizationsOf: () => [],
  reached: () => [],
  applications: {
    byFlux: [],
    entries: [],
    failed: new Set(),
    large: new Set(),
    problems: [],
    mayPrint: () => false,
    marked: new Marked([]),
    options: [],
    hasGlobalProjects: false,
  },
  coversFile: () => false,
};
