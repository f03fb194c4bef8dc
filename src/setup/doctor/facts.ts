/** Facts about the machine, the clone and the run, which the command line collects for `krm-render doctor`. */
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
  /** The reason why executables of catalogs cannot be isolated here; undefined if they can. */
  readonly noSandbox: string | undefined;
  readonly store: StoreFacts;
  /** The problems of `.krm-render.yaml`; undefined if there is none. */
  readonly configuration: readonly Diagnostic[] | undefined;
  /** Undefined if the tree could not be searched. */
  readonly survey: Survey | undefined;
  /** The result of building the targets, or the problems of selecting them. */
  readonly targets: Trial | readonly Diagnostic[];
}

/** A program of the machine. */
export interface ProgramFact {
  /** Undefined if it could not be run. */
  readonly version: string | undefined;
  /** The reason, in one line. */
  readonly problem?: string;
}

export interface EngineFact extends ProgramFact {
  /** Such as `docker`. */
  readonly name: string;
}

export interface RepositoryFacts {
  readonly isShallow: boolean;
  readonly hasCommit: boolean;
  /** True if there is an `origin` to fetch from. */
  readonly hasOrigin: boolean;
  /** True if git has credentials for it, or its address is one of ssh, whose credentials are unknown. */
  readonly hasCredentials: boolean;
  /** The branch or the commit that a review would compare with. It is here if the clone has it and the history of both sides. */
  readonly base: { readonly label: string; readonly isHere: boolean } | undefined;
}

export interface RunFacts {
  readonly event: string;
  /** The number of the pull request. */
  readonly pullRequest: number | undefined;
  /** The reason why the token of this run is read-only. */
  readonly readOnly: "fork" | "dependabot" | undefined;
  /** True if this step sees a token. */
  readonly hasToken: boolean;
  /** True if this step sees the Actions cache. */
  readonly hasCache: boolean;
}

export interface StoreFacts {
  readonly directory: string;
  /** The bytes of its entries. */
  readonly bytes: number;
  /** The reason why it cannot be written; undefined if it can. */
  readonly problem: string | undefined;
}
