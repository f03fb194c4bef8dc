/** The parts of a built-in: kind, decoder, fields that stand for it, and effect; docs/specification/plugin-configs.md 2. */
import type { Budget } from "../budget/index.ts";
import type { Location, Warn } from "../diagnostics.ts";
import type { Configuration, Decoder, Kustomization } from "../documents/index.ts";
import type { Resource } from "../resource/index.ts";
import type { ChartWanted, Directory } from "../sources/index.ts";
import type { SecretTexts } from "../text/index.ts";
import type { ConfigOptions } from "../yaml/index.ts";
import type { MapNode, Node } from "../yaml/nodes/node.ts";
import type { GeneratedObject } from "./data/generated-object.ts";
import type { KeySource } from "./data/key-values.ts";
import type { HelmSettings } from "./helm/arguments.ts";
import type { Transformer } from "./transformer.ts";

/** One row of the table. */
export type Builtin = GeneratorKind | TransformerKind;

/** The arguments of a built-in, from a document or from a field of a kustomization. */
export interface BuiltinArgs {
  /** The document or the entry. */
  readonly location: Location;
}

interface BuiltinKind<Args extends BuiltinArgs> {
  readonly kind: string;
  /** Decodes a document of `apiVersion: builtin` and this kind. */
  readonly decode: Decoder<Args>;
}

/** A built-in that makes objects. */
export interface GeneratorKind<Args extends BuiltinArgs = BuiltinArgs> extends BuiltinKind<Args> {
  readonly role: "generator";
  /** The field of a kustomization that stands for documents of this kind. */
  readonly field?: GeneratorField<Args>;
  /**
   * Makes the objects.
   * @param sources receives the source of each key, for a trace
   * @throws KrmError
   */
  generate(
    args: Args,
    context: BuiltinContext,
    sources?: Map<string, KeySource>,
  ): readonly GeneratedObject[] | Promise<readonly GeneratedObject[]>;
  /** The error for a generated object whose identity is taken. Without it, the behavior of the object decides. */
  conflict?(args: Args, resource: Resource): Error;
}

export interface GeneratorField<Args> {
  readonly name: "configMapGenerator" | "secretGenerator" | "helmCharts";
  /** The arguments of each entry. @param outerNamespace the namespace of the levels around this one, or "" */
  args(kustomization: Kustomization, outerNamespace: string): readonly Args[];
}

/** A built-in that changes objects. */
export interface TransformerKind<Args extends BuiltinArgs = BuiltinArgs> extends BuiltinKind<Args> {
  readonly role: "transformer";
  /** The fields of a kustomization that stand for documents of this kind. */
  readonly fields?: readonly TransformerField<Args>[];
  /**
   * Fills in the field specs of the field that stands for the kind, if the arguments have none. Only documents in a
   * composition get these (docs/specification/composition.md 9.2).
   */
  withFieldSpecs?(args: Args, configuration: Configuration): Args;
  /** Checks the arguments and reads the files that they name. @throws KrmError */
  create(args: Args, context: BuiltinContext): readonly Transformer[] | Promise<readonly Transformer[]>;
}

export interface TransformerField<Args> {
  readonly name: keyof Kustomization;
  /** The arguments of each step. @throws KrmError */
  args(kustomization: Kustomization, configuration: Configuration): readonly Args[];
  /** How many steps of kustomize one set of arguments stands for; 1 unless given. */
  steps?(args: Args): number;
}

/** The field specs that a built-in starts from; files of `configurations` add to them. */
export interface WithDefaults<Tables extends keyof Configuration> {
  readonly defaults: Pick<Configuration, Tables>;
}

/** The parts of a kustomization that the built-ins in it may use. Paths are relative to its directory. */
export interface BuiltinContext {
  /** The directory of the kustomization, absolute within its tree. */
  readonly directory: string;
  readonly warn: Warn;
  readonly budget: Budget;
  /** Fires when the build ends, also if its time is up. */
  readonly ended: AbortSignal;
  /** Undefined if charts are not enabled. */
  readonly helm: HelmSettings | undefined;
  /** Notes what may be a value of a Secret, so that no message quotes it. */
  readonly secrets?: SecretTexts | undefined;
  /** @throws KrmError `file-not-found`, `not-a-file` or `outside-root` */
  read(path: string, location: Location): Promise<NamedFile>;
  /** Reads a file of objects, for the caller to change. @throws KrmError as `read`, and for what is wrong in the file */
  readObjects(path: string, location: Location): Promise<MapNode[]>;
  /** Reads a file in the dialect of kustomizations. @throws KrmError as `read`, and for what is wrong in the file */
  readConfig(path: string, location: Location, options?: ConfigOptions): Promise<ConfigFile>;
  /** Reads the directory of a chart; undefined if there is no such directory. */
  readChart(path: string): Promise<Directory | undefined>;
  /** Fetches a chart of another machine. @throws KrmError also `remote-unsupported` if nothing is fetched */
  fetchChart(wanted: ChartWanted): Promise<Directory>;
  /** The name of a path in messages. */
  display(path: string): string;
}

export interface NamedFile {
  readonly bytes: Uint8Array;
  /** Its name in messages. */
  readonly display: string;
}

export interface ConfigFile {
  /** The first document; undefined if the file holds none. */
  readonly node: Node | undefined;
  /** The name of the file in messages. */
  readonly display: string;
}
