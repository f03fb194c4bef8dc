/** What was found out about the machine, the clone and the run. Collected by the command line; see `krm-render doctor`. */
import type { Diagnostic } from "../../diagnostics.ts";
import type { Survey } from "../survey/index.ts";
import type { Trial } from "../trial/index.ts";

export interface Facts {
  /** Such as `20.17.0`. */
  readonly node: string;
  readonly git: ProgramFact;
  /** Undefined outside of a repository. */
  readonly repository: RepositoryFacts | undefined;
  /** Undefined outside of a workflow; problems with its variables or its event. */
  readonly run: RunFacts | readonly Diagnostic[] | undefined;
  readonly helm: ProgramFact;
  readonly engines: readonly EngineFact[];
  /** Why executables of catalogs cannot be isolated here; undefined if they can. */
  readonly noSandbox: string | undefined;
  readonly store: StoreFacts;
  /** The problems of `.krm-render.yaml`; undefined if there is none. */
  readonly configuration: readonly Diagnostic[] | undefined;
  /** Undefined if the tree could not be searched. */
  readonly survey: Survey | undefined;
  /** What the targets are and whether they build, or why they cannot be selected. */
  readonly targets: Trial | readonly Diagnostic[];
}

/** A program of the machine. */
export interface ProgramFact {
  /** Undefined if it could not be run. */
  readonly version: string | undefined;
  /** Why not, in one line. */
  readonly problem?: string;
}

export interface EngineFact extends ProgramFact {
  /** Such as `docker`. */
  readonly name: string;
}

export interface RepositoryFacts {
  readonly isShallow: boolean;
  readonly hasCommit: boolean;
  /** Whether there is an `origin` to fetch from. */
  readonly hasOrigin: boolean;
  /** Whether git has credentials for it, or needs none that are known: an address of ssh. */
  readonly hasCredentials: boolean;
  /** What a review would compare with. */
  readonly base: BaseFact | undefined;
}

export interface BaseFact {
  /** A branch or a commit, for people. */
  readonly label: string;
  /** Whether the clone has the commit, and the history that the two sides share. */
  readonly isHere: boolean;
}

export interface RunFacts {
  readonly event: string;
  /** The number of the pull request. */
  readonly pullRequest: number | undefined;
  /** Why the token of this run is read-only. */
  readonly readOnly: "fork" | "dependabot" | undefined;
  /** Whether this step sees a token. */
  readonly hasToken: boolean;
  /** Whether this step sees the Actions cache. */
  readonly hasCache: boolean;
}

export interface StoreFacts {
  readonly directory: string;
  /** The bytes of its entries. */
  readonly bytes: number;
  /** Why it cannot be written; undefined if it can. */
  readonly problem: string | undefined;
}
