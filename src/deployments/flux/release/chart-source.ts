/** Finds out which chart a HelmRelease installs; docs/specification/flux-releases.md 3. */
import { posix } from "node:path";
import type { ChartSource } from "../../../charts/index.ts";
import type { Diagnostic } from "../../../diagnostics.ts";
import type { ArtifactAddress } from "../../../lock/index.ts";
import { listAt, textAt, valueAt } from "../../../manifests/index.ts";
import { originOf, type TagRange } from "../../../sources/index.ts";
import type { Value } from "../../../yaml/index.ts";
import type { ObjectPlaces, PlaceOf, PrintedObject } from "../../objects/index.ts";
import type { Reference } from "../kustomization.ts";
import { findSource, keyOf, type OtherSource, type SourceRules, type Unrenderable } from "../sources.ts";
import type { ReleaseRecipe } from "./release-recipe.ts";

export interface FoundChart extends Pick<ReleaseRecipe, "ignore" | "reconcileStrategy"> {
  readonly source: ChartSource;
  readonly problems: readonly Diagnostic[];
}

export interface ChartInput {
  /** The HelmRelease, for people. */
  readonly shown: string;
  /** The namespace of the HelmRelease. */
  readonly namespace: string;
  readonly sources: SourceRules;
  readonly places: ObjectPlaces;
  /** The places of the fields of the HelmRelease. */
  readonly placeOf: PlaceOf;
}

/** The fields that name a chart: `chart.spec` of a HelmRelease, or `spec` of a HelmChart. */
interface ChartFields {
  readonly spec: Value | undefined;
  readonly namespace: string;
  readonly placeOf: PlaceOf;
  readonly problems: readonly Diagnostic[];
}

const DECLARE = "Flux waits until it exists. Declare it for the cluster, or correct the name and the namespace.";

export async function findChart(object: Value, input: ChartInput): Promise<FoundChart | Unrenderable> {
  const { shown, namespace, placeOf } = input;
  const [template, reference] = [valueAt(object, "spec", "chart"), valueAt(object, "spec", "chartRef")];
  if ((template === undefined) === (reference === undefined)) {
    const problem: Diagnostic = {
      code: "invalid-flux-release",
      severity: "error",
      message: `${shown} has ${template === undefined ? "neither chart nor chartRef" : "both chart and chartRef"}`,
      ...placeOf("spec"),
      hint: "Give it one of the two.",
    };
    return { problem };
  }
  if (template !== undefined) {
    const own: PlaceOf = (...path) => placeOf("spec", "chart", "spec", ...path);
    return chartOf({ spec: valueAt(template, "spec"), namespace, placeOf: own, problems: [] }, input);
  }
  const named = {
    kind: textAt(reference, "kind") ?? "",
    namespace: textAt(reference, "namespace") || namespace,
    name: textAt(reference, "name") ?? "",
  };
  const place: PlaceOf = (...path) => placeOf("spec", "chartRef", ...path);
  const found = await input.sources.lookUp(named);
  if (named.kind === "HelmChart" && found !== undefined) {
    const inChart = await placesOf(found, input);
    const chart: PlaceOf = (...path) => inChart("spec", ...path);
    const problems = suspensionOf(named, found, place);
    return chartOf({ spec: valueAt(found.value, "spec"), namespace: named.namespace, placeOf: chart, problems }, input);
  }
  if (named.kind === "OCIRepository") return artifactOf(named, found, place, input);
  if (named.kind === "ExternalArtifact")
    return elsewhere(
      {
        source: keyOf(named),
        reason: "is made by a generator, and charts of these are not rendered",
        hint: "Use an OCIRepository, or chart.spec with the source of the generator.",
      },
      place,
      shown,
    );
  return elsewhere(undeclared(named), place, shown);
}

/** The chart of a repository for charts, or of a directory of a source. */
async function chartOf(fields: ChartFields, input: ChartInput): Promise<FoundChart | Unrenderable> {
  const { spec, placeOf } = fields;
  const { sources, shown } = input;
  const [chart, version] = [textAt(spec, "chart") ?? "", textAt(spec, "version") ?? ""];
  const reference = {
    kind: textAt(spec, "sourceRef", "kind") ?? "",
    namespace: textAt(spec, "sourceRef", "namespace") || fields.namespace,
    name: textAt(spec, "sourceRef", "name") ?? "",
  };
  const place: PlaceOf = (...path) => placeOf("sourceRef", ...path);
  const files = listAt(spec, "valuesFiles").flatMap((file) => (typeof file === "string" ? [file] : []));
  const common = {
    location: placeOf(version === "" ? "chart" : "version"),
    ...(files.length > 0 && { ignoresMissingValuesFiles: valueAt(spec, "ignoreMissingValuesFiles") === true }),
  };
  const reconcileStrategy = textAt(spec, "reconcileStrategy") === "Revision" ? "Revision" : "ChartVersion";
  const found = await sources.lookUp(reference);
  const rest = {
    ignore: undefined,
    reconcileStrategy,
    problems: [...fields.problems, ...suspensionOf(reference, found, place)],
  } as const;
  if (reference.kind === "HelmRepository") {
    if (found === undefined) return elsewhere(undeclared(reference), place, shown);
    const address = textAt(found.value, "spec", "url") ?? "";
    const repo = address.replace(/\/+$/, "");
    const wanted = {
      repo,
      name: chart,
      version: version || "*",
      devel: false,
      chosenBy: "source-controller",
    } as const;
    return {
      ...rest,
      source: { from: "repository", wanted, ...common, ...(files.length > 0 && { valuesFiles: files }) },
    };
  }
  // The version of a chart in a directory is that of its Chart.yaml.
  const located = { ...common, location: placeOf("chart") };
  const source = await findSource(reference, sources);
  if (!("reason" in source)) {
    const directory = source.map(absolute(chart));
    const mapped = files.map((file) => source.map(absolute(file)));
    if (directory === undefined || mapped.includes(undefined))
      return elsewhere(
        { source: keyOf(reference), reason: `does not have ${chart}`, hint: "Correct the path." },
        place,
        shown,
      );
    const valuesFiles = mapped.length > 0 && { valuesFiles: mapped as readonly string[] };
    return { ...rest, ignore: source.ignore, source: { from: "tree", directory, ...located, ...valuesFiles } };
  }
  const address = textAt(found?.value, "spec", "url") ?? "";
  if (reference.kind !== "GitRepository" || originOf(address, sources.own) !== "other")
    return elsewhere(source, place, shown);
  const { revision, newest } = revisionOf(found?.value);
  // Two slashes end the address of a repository.
  const repository = `${address.replace(/\/+$/, "")}//?ref=${encodeURIComponent(revision)}`;
  const more = {
    ...(newest !== undefined && { newest }),
    ...(files.length > 0 && { valuesFiles: files.map(absolute) }),
  };
  return { ...rest, source: { from: "git", repository, directory: absolute(chart), ...located, ...more } };
}

/** The chart that is an artifact of a registry. */
async function artifactOf(
  reference: Reference,
  found: PrintedObject | undefined,
  place: PlaceOf,
  input: ChartInput,
): Promise<FoundChart | Unrenderable> {
  const address = textAt(found?.value, "spec", "url") ?? "";
  const [, host, name] = /^(oci:\/\/.+)\/([^/]+)$/.exec(address.replace(/\/+$/, "")) ?? [];
  if (found === undefined) return elsewhere(undeclared(reference), place, input.shown);
  if (host === undefined || name === undefined) {
    const reason = `is at ${address || "no address"}, which is no place in a registry`;
    return elsewhere({ source: keyOf(reference), reason, hint: "Write oci://HOST/PATH." }, place, input.shown);
  }
  const ref = valueAt(found.value, "spec", "ref");
  const field = ["digest", "semver", "tag"].find((each) => textAt(ref, each)) ?? "tag";
  const chosen = textAt(ref, field) || "latest";
  const [filter, layer] = [textAt(ref, "semverFilter"), textAt(found.value, "spec", "layerSelector", "mediaType")];
  const ignore = textAt(found.value, "spec", "ignore");
  const artifact: ArtifactAddress = {
    [field]: chosen,
    ...(field === "semver" && filter && { semverFilter: filter }),
    ...(layer && { layer }),
    ...(textAt(found.value, "spec", "layerSelector", "operation") === "copy" && { isCopied: true }),
    ...(ignore !== undefined && { ignore }),
  };
  const inRepository = await placesOf(found, input);
  const location = inRepository("spec", ...(textAt(ref, field) ? ["ref", field] : ["url"]));
  const version = field === "digest" ? "" : chosen;
  const wanted = { repo: host, name, version, devel: false, chosenBy: "source-controller", artifact } as const;
  return {
    ignore: undefined,
    reconcileStrategy: "ChartVersion",
    problems: suspensionOf(reference, found, place),
    source: { from: "repository", wanted, location },
  };
}

/** The branch, tag or commit of a GitRepository, or the range of versions in which its newest tag counts. */
function revisionOf(repository: Value | undefined): { readonly revision: string; readonly newest?: TagRange } {
  const ref = valueAt(repository, "spec", "ref");
  const exact = textAt(ref, "commit") || textAt(ref, "name");
  if (exact) return { revision: exact };
  const range = textAt(ref, "semver");
  if (range) return { revision: range, newest: { range, prefix: "", chosenBy: "source-controller" } };
  return { revision: textAt(ref, "tag") || textAt(ref, "branch") || "master" };
}

/** `..` never leads above the top. */
function absolute(path: string): string {
  return posix.join("/", path).replace(/(.)\/$/, "$1");
}

/** Says that a source is suspended. A HelmRepository of a registry does nothing that could be. */
function suspensionOf(reference: Reference, found: PrintedObject | undefined, place: PlaceOf): readonly Diagnostic[] {
  if (valueAt(found?.value, "spec", "suspend") !== true) return [];
  if (reference.kind === "HelmRepository" && textAt(found?.value, "spec", "type") === "oci") return [];
  return [
    {
      code: "flux-source-suspended",
      severity: "notice",
      message: `${keyOf(reference)} is suspended: Flux goes on with what it has fetched of it`,
      ...place(),
      hint: "What is rendered here counts once it is resumed.",
    },
  ];
}

function undeclared(reference: Reference): OtherSource {
  return { source: keyOf(reference), reason: "is not declared in this repository", hint: DECLARE };
}

function elsewhere(source: OtherSource, place: PlaceOf, shown: string): Unrenderable {
  const problem: Diagnostic = {
    code: "flux-source-elsewhere",
    severity: "error",
    message: `${shown} is not rendered: its source, ${source.source}, ${source.reason}`,
    ...place(),
    hint: source.hint,
  };
  return { problem, elsewhere: source };
}

async function placesOf(found: PrintedObject, { places, placeOf }: ChartInput): Promise<PlaceOf> {
  return found.origin === undefined ? () => placeOf("spec", "chartRef") : places.of(found.origin, found.value);
}
