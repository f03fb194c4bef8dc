/** Reads Applications of Argo CD, and keeps what it has read for the other side of a comparison. */
import type { Diagnostic } from "../../diagnostics.ts";
import { isMap } from "../../manifests/index.ts";
import { answersEqually, recordedTree } from "../../sources/index.ts";
import type { Tree, TreeRecord } from "../../sources/tree.ts";
import {
  type ApplicationRecipe,
  type ApplicationSources,
  isBuiltSource,
  isChartSource,
  isRemoteSource,
  type Own,
  readApplication,
  readIgnoreRules,
  type SourceRecipe,
  syncOptionsOf,
} from "../argocd/index.ts";
import { NO_PATHS, pathsOfApplication } from "../builds/index.ts";
import type { Unrenderable } from "../flux/index.ts";
import type { ObjectPlaces, PlaceOf, PrintedObject } from "../objects/index.ts";

/** An Application as it is read, without what follows from the name of its cluster. */
export interface ReadApplication
  extends Pick<ApplicationSources, "name" | "namespace" | "origin" | "object" | "controls"> {
  readonly recipe: ApplicationRecipe | Unrenderable;
  readonly problems: readonly Diagnostic[];
}

/** Applications that one side has read, by the objects that both sides print. */
export type KnownApplications = WeakMap<
  object,
  { readonly read: ReadApplication | undefined; readonly record: TreeRecord }
>;

export interface ReadingInput {
  readonly own: Own;
  readonly tree: Tree;
  readonly places: ObjectPlaces;
  readonly known: KnownApplications;
}

/**
 * Reads an Application, or takes what the other side has read of the same object where it asked the same.
 * @param placeOf the places of its fields; by default those of the document that it comes from
 * @returns undefined for one that is not rendered, because it holds values of Secrets: they would get into all that is rendered
 */
export async function readKnown(
  object: PrintedObject,
  { known, tree, ...input }: ReadingInput,
  placeOf?: PlaceOf,
): Promise<ReadApplication | undefined> {
  const key = isMap(object.value) ? object.value : {};
  const before = known.get(key);
  if (before !== undefined && (await answersEqually(before.record, tree))) return before.read;
  const recorded = recordedTree(tree);
  const holdsSecrets = object.withheld?.some(([field]) => field === "spec") === true;
  const read = holdsSecrets ? undefined : await readOne(object, { ...input, tree: recorded }, placeOf);
  known.set(key, { read, record: recorded.record });
  return read;
}

function atCommit({ commit }: { readonly commit?: string | undefined }): { readonly commit?: string } {
  return commit === undefined ? {} : { commit };
}

async function readOne(
  object: PrintedObject,
  { own, ...input }: Omit<ReadingInput, "known">,
  placeOf: PlaceOf | undefined,
): Promise<ReadApplication> {
  const {
    sources,
    problem: mistake,
    destination,
    ...read
  } = await readApplication(object, { ...own, ...input, placeOf });
  const others = sources.filter((source) => "problem" in source);
  const [first] = others;
  const problem = mistake ?? first?.problem;
  const elsewhere = mistake === undefined ? first?.elsewhere : undefined;
  const charts = sources.filter(isChartSource);
  const ignores = readIgnoreRules(object.value);
  const recipe: ApplicationRecipe = {
    kind: "Application",
    sources: sources.flatMap((source): SourceRecipe[] =>
      isChartSource(source)
        ? [{ type: "Helm", index: charts.indexOf(source), ...atCommit(source) }]
        : isBuiltSource(source)
          ? [{ ...source.built, ...atCommit(source) }]
          : isRemoteSource(source)
            ? [source.remote]
            : [],
    ),
    charts: charts.map((source) => source.recipe),
    places: charts.map((source) => source.placeOf),
    namespace: destination.namespace,
    sync: syncOptionsOf(object.value),
    ...(ignores !== undefined && { ignores }),
  };
  const paths = (): readonly string[] => [
    ...pathsOfApplication(recipe, NO_PATHS),
    ...others.flatMap((source) => source.paths),
  ];
  return {
    ...read,
    recipe: problem === undefined ? recipe : { problem, ...(elsewhere !== undefined && { elsewhere }), paths: paths() },
    problems: sources.flatMap((source) => ("problems" in source ? source.problems : [])),
  };
}
