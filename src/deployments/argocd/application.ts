/** Reads an Application of Argo CD: its sources, and what is rendered of each; docs/specification/argocd-helm-sources.md 1. */
import { type Diagnostic, failure, KrmError, type Location } from "../../diagnostics.ts";
import { isMap, textAt, valueAt } from "../../manifests/index.ts";
import { type PastTree, shownAddress } from "../../sources/index.ts";
import type { Tree } from "../../sources/tree.ts";
import type { Value } from "../../yaml/index.ts";
import type { ObjectPlaces, PlaceOf, PrintedObject } from "../objects/index.ts";
import {
  type ApplicationControls,
  ARGOCD_NAMESPACE,
  controlsOf,
  type Destination,
  destinationOf,
} from "./application-object.ts";
import type {
  BuiltSourceOf,
  ChartSourceOf,
  FetchedSource,
  OtherSourceOf,
  ReadSource,
  RemoteSource,
} from "./application-recipe.ts";
import { type BuildEnvironment, buildEnvironment, NO_COMMIT } from "./build-environment.ts";
import { readDirectorySource } from "./directory-source.ts";
import { readHelmSource } from "./helm-source.ts";
import { readKustomizeSource } from "./kustomize-source.ts";
import { namedPaths } from "./named-paths.ts";
import { type Own, pastOf, revisionText, SourceElsewhere } from "./own-repository.ts";
import { GlobEffort } from "./patterns/index.ts";
import { isSameCommit, repositoryElsewhere } from "./remote-source.ts";
import { Fields } from "./source-fields.ts";
import { withOverrides } from "./source-overrides.ts";
import { type Place, placeOfSource, type Refs, refRule, refsOf, requirePath, requireRefs } from "./source-places.ts";
import { discoveredType, explicitType, requireManifests } from "./source-type.ts";
import type { FileRules } from "./value-files.ts";

export interface ApplicationInput extends Own {
  readonly tree: Tree;
  readonly places: ObjectPlaces;
  /** The places of the fields of the object; by default those of the document that it comes from. */
  readonly placeOf?: PlaceOf | undefined;
  /** The name of the cluster that Argo CD runs in; `in-cluster` where that is not known. */
  readonly home?: string | undefined;
  /** The id of the commit that is rendered; undefined where there is none. */
  readonly commit?: string | undefined;
}

/** An Application, with what is rendered of its sources. */
export interface ApplicationSources {
  readonly name: string;
  readonly namespace: string;
  readonly destination: Destination;
  readonly origin: Location;
  /** The object as its parent renders it. */
  readonly object: Value;
  readonly controls: ApplicationControls;
  /** In their order, without those that only others refer to. */
  readonly sources: readonly ReadSource[];
  /** A mistake for which Argo CD renders nothing of the Application. */
  readonly problem?: Diagnostic | undefined;
}

/** Reads the sources of an Application. Mistakes are problems of the source, or of the Application, that has them. */
export async function readApplication(printed: PrintedObject, input: ApplicationInput): Promise<ApplicationSources> {
  const { value, name } = printed;
  const namespace = printed.namespace || ARGOCD_NAMESPACE;
  const origin: Location = printed.origin ?? { file: "." };
  const placeOf = input.placeOf ?? (await input.places.of(origin, value));
  const destination = destinationOf(value, input.home);
  const about = { name, namespace, destination, origin, object: value, controls: controlsOf(value) };
  const spec = new Fields(valueAt(value, "spec"), (...path) => placeOf("spec", ...path));
  try {
    if (destination.cluster === undefined)
      throw spec.wrong(
        "`destination` must have either `server` or `name`",
        spec.has("destination") ? spec.placeOf("destination") : spec.placeOf(),
        "Write the one that names the cluster.",
      );
    // What is hydrated is what the hydrator renders: it pushes that to the branch that Argo CD applies.
    const hydrator = spec.map("sourceHydrator");
    const listed = spec.has("sourceHydrator") ? [] : spec.maps("sources");
    const single = spec.has("sourceHydrator") ? hydrator.map("drySource") : spec.map("source");
    const sources = listed.length > 0 ? listed : [single];
    if (!sources.every(({ value: one }) => isMap(one)))
      throw spec.wrong("`source` or `sources` is missing", spec.placeOf(), "Write what Argo CD is to deploy.");
    const refs = refsOf(sources);
    const hasSeveral = listed.length > 0;
    const effort = new GlobEffort();
    const read: ReadSource[] = [];
    for (const source of sources) {
      if (hasSeveral && source.text("ref") !== "" && source.text("path") === "" && source.text("chart") === "")
        continue;
      read.push(
        await readSource(source, {
          ...input,
          name,
          destination,
          refs,
          hasSeveral,
          effort,
          project: textAt(value, "spec", "project"),
        }),
      );
    }
    return { ...about, sources: read };
  } catch (thrown) {
    return { ...about, sources: [], problem: problemOf(thrown) };
  }
}

interface SourceInput extends ApplicationInput {
  readonly name: string;
  readonly destination: Destination;
  readonly refs: Refs;
  /** True for `sources`, false for `source`. */
  readonly hasSeveral: boolean;
  readonly effort: GlobEffort;
  readonly project: string | undefined;
  /** The trees of sources that others refer to; by default the one of the source. */
  readonly treeOfRef?: FileRules["treeOfRef"];
}

async function readSource(source: Fields, input: SourceInput): Promise<ReadSource> {
  const location = source.placeOf();
  try {
    const remote = await remoteSource(source, input);
    if (remote !== undefined) return { type: "Remote", location, remote, problems: [] };
    const past = await pastOf(source, input);
    const at = past === undefined ? input : atPast(input, past, revisionText(source));
    const place = await placeOfSource(source, at.tree, at);
    if (input.hasSeveral) requireRefs(source, input.refs);
    const read = await readPlaced(source, place, at);
    return past === undefined ? read : { ...read, commit: past.commit };
  } catch (thrown) {
    const problem = problemOf(thrown);
    const elsewhere = notAtHand(source, problem, thrown);
    const rules = {
      ...input,
      environment: environmentOf(source, input),
      treeOfRef: input.treeOfRef ?? refRule(input.refs, input.tree, input),
    };
    return { type: undefined, location, problem, elsewhere, paths: await namedPaths(source, rules) };
  }
}

/** A source in another repository; undefined for all others. @throws KrmError `argocd-invalid`, `argocd-plugin` */
async function remoteSource(source: Fields, input: SourceInput): Promise<RemoteSource | undefined> {
  const url = repositoryElsewhere(source, input);
  if (url === undefined) return undefined;
  requirePath(source);
  if (explicitType(source) === "Plugin") throw pluginNeeded(source);
  if (input.hasSeveral) requireRefs(source, input.refs);
  const { name, project, refs } = input;
  const rules = { ...input, environment: environmentOf(source, input), treeOfRef: refRule(refs, input.tree, input) };
  return {
    type: "Remote",
    url,
    location: source.placeOf("repoURL"),
    written: [source.value, name, project],
    paths: await namedPaths(source, rules),
    read: (found) => readFetched(source, input, found),
  };
}

/** Reads a source of another repository as if that were the one at hand. Only values may come from the latter. */
async function readFetched(
  source: Fields,
  input: SourceInput,
  { tree, commit, own }: FetchedSource,
): Promise<BuiltSourceOf | ChartSourceOf> {
  const [repoURL, revision] = [source.text("repoURL"), revisionText(source)];
  const ofOwn = refRule(input.refs, own, input);
  const ofThis: FileRules["treeOfRef"] = (name, location) => {
    const ref = input.refs.get(name);
    return ref !== undefined && isSameCommit(ref, source) ? tree : ofOwn(name, location);
  };
  const there: SourceInput = {
    ...input,
    tree,
    commit,
    own: repoURL,
    history: undefined,
    branches: new Set([revision.replace(/^refs\/heads\//, "")]),
    past: revision === "" ? undefined : revision,
    treeOfRef: ofThis,
  };
  return readPlaced(source, await placeOfSource(source, tree, there), there);
}

/** The rest of a sentence about a source that only the place knows where Argo CD runs, by the codes of problems. */
const KNOWN_ELSEWHERE: ReadonlyMap<string, string> = new Map([
  ["argocd-plugin", "is rendered by a plugin of Argo CD"],
  ["argocd-plugin-perhaps", "has no manifests, so that perhaps a plugin of Argo CD renders it"],
  ["argocd-values-elsewhere", "has values that a plugin of helm reads"],
]);

/** Why a source is not at hand; undefined for a mistake. */
function notAtHand(source: Fields, { code, hint }: Diagnostic, thrown: unknown): OtherSourceOf["elsewhere"] {
  // It may be another source of the Application, of which this one takes values.
  if (thrown instanceof SourceElsewhere) return thrown.of === source ? thrown.elsewhere : undefined;
  const reason = KNOWN_ELSEWHERE.get(code);
  return reason === undefined ? undefined : { source: shownAddress(source.text("repoURL")), reason, hint: hint ?? "" };
}

/** The input for a source at another branch, a tag or a commit. */
function atPast(input: SourceInput, { tree, commit }: PastTree, past: string): SourceInput {
  return { ...input, tree, commit, past, branches: new Set([past]) };
}

async function readPlaced(written: Fields, place: Place, input: SourceInput): Promise<BuiltSourceOf | ChartSourceOf> {
  const { tree, name, destination } = input;
  const location = written.placeOf();
  const isLocal = place.from === "tree";
  const source = isLocal ? await withOverrides(written, tree, place.directory, name) : written;
  const explicit = explicitType(source);
  const type = explicit ?? (isLocal ? await discoveredType(tree, place.directory) : "Helm");
  if (type === "Plugin") throw pluginNeeded(source);
  if (explicit === undefined && type === "Directory" && isLocal) await requireManifests(source, tree, place.directory);
  const environment = environmentOf(written, input);
  const commits = (names: boolean): readonly Diagnostic[] =>
    input.commit === undefined && names ? [unknownCommit(location)] : [];
  if (type !== "Helm") {
    const { directory } = place as Extract<Place, { readonly from: "tree" }>;
    const { namesCommit, ...built } =
      type === "Directory"
        ? await readDirectorySource(source, directory, tree, environment)
        : readKustomizeSource(source, directory, environment);
    return { type, location, built, problems: commits(namesCommit) };
  }
  const read = await readHelmSource(source, {
    tree,
    directory: isLocal ? place.directory : undefined,
    environment,
    effort: input.effort,
    treeOfRef: input.treeOfRef ?? refRule(input.refs, input.tree, input),
    name,
    namespace: destination.namespace,
    chart: isLocal
      ? { from: "tree", packagedBy: "helm", directory: place.directory, location: source.placeOf("path") }
      : {
          from: "repository",
          wanted: place.wanted,
          location: source.placeOf(written.has("chart") ? "chart" : "repoURL"),
        },
  });
  const problems = [...read.problems, ...commits(read.namesCommit)];
  return { ...read, problems, type, location, placeOf: source.placeOf };
}

function environmentOf(source: Fields, { name, destination, project, commit }: SourceInput): BuildEnvironment {
  return buildEnvironment({
    name,
    namespace: destination.namespace,
    project: project || "default",
    commit: commit ?? NO_COMMIT,
    repoURL: source.text("repoURL"),
    path: source.text("path"),
    targetRevision: source.text("targetRevision"),
  });
}

function unknownCommit(location: Location): Diagnostic {
  return {
    code: "argocd-commit",
    severity: "notice",
    message: `the source names the commit that Argo CD deploys, in whose place its objects have ${NO_COMMIT.slice(0, 8)}…`,
    ...location,
  };
}

function pluginNeeded(source: Fields): KrmError {
  const name = source.map("plugin").text("name");
  const shown = name === "" ? "a plugin of Argo CD" : `the plugin ${name} of Argo CD`;
  return failure("argocd-plugin", `${shown} renders the source`, {
    ...source.placeOf("plugin"),
    hint: "Plugins run where Argo CD runs. What this one makes is not known here.",
  });
}

function problemOf(thrown: unknown): Diagnostic {
  if (!(thrown instanceof KrmError)) throw thrown;
  return thrown.diagnostics[0] as Diagnostic;
}
