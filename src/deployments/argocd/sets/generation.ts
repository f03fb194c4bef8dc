/** The types of what runs generators. */
import type { Location } from "../../../diagnostics.ts";
import type { GitUrl, PastTree, RemoteRepository } from "../../../sources/index.ts";
import type { MapValue } from "../../../yaml/index.ts";
import type { PlaceOf } from "../../objects/index.ts";
import type { Own } from "../own-repository.ts";
import type { ParameterFiles } from "./parameter-files.ts";
import type { ParameterSet } from "./parameters.ts";
import type { Renderer } from "./renderer.ts";
import type { TreeListing } from "./tree-listing.ts";

/** A cluster that Argo CD deploys to, as its Secret describes it. */
export interface ClusterParameters {
  readonly name: string;
  readonly server: string;
  /** The labels of the Secret. The one by which Argo CD finds Secrets of clusters is added if it is missing. */
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  readonly project?: string | undefined;
}

/** The parameters that a user declares for a generator; undefined for none. @param kind the name of its field, such as `pullRequest` */
export type DeclaredParameters = (generator: MapValue, kind: string) => readonly MapValue[] | undefined;

/** Fetches another repository that a git generator names. @throws KrmError */
export type FetchRepository = (url: GitUrl, place: Location) => Promise<RemoteRepository>;

/** The files of one revision of a repository, for git generators. */
export interface GeneratorTree {
  readonly listing: TreeListing;
  readonly files: ParameterFiles;
  /** The paths that git generators found, by what they look for: the second one of a matrix often looks for the same again. */
  readonly paths: Map<string, Promise<readonly string[]>>;
}

/** Everything that the generators of a set need. */
export interface Generation {
  readonly own: Own;
  /** The files at a revision; undefined for what is reviewed. */
  readonly treeAt: (past: PastTree | undefined) => GeneratorTree;
  /** Undefined where nothing may be fetched. */
  readonly fetch: FetchRepository | undefined;
  /** Undefined if nobody says which clusters there are. */
  readonly clusters: readonly ClusterParameters[] | undefined;
  readonly declared: DeclaredParameters;
  readonly renderer: Renderer;
}

/** A generator with one kind. */
export interface Requested {
  /** Its field of the kind, with the parameters of another generator filled in. */
  readonly fields: MapValue;
  /** The places in that field. */
  readonly placeOf: PlaceOf;
  /** The place of the generator. */
  readonly place: Location;
}

/** Runs generators of one kind. @throws KrmError `argocd-set-invalid`, `argocd-set-unknown`, `argocd-source-elsewhere` */
export type Generator = (requested: Requested, generation: Generation) => Promise<readonly ParameterSet[]>;
