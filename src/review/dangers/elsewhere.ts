/** The kinds of which somebody else renders what the cluster gets: a controller of charts, packages or other repositories. */
import { isEncrypted, isMap, isRedacted, listAt, textAt, valueAt } from "../../manifests/index.ts";
import type { Value } from "../../render/rendering.ts";
import { parseImageName } from "../../text/index.ts";
import { directoryOf } from "../differences/index.ts";
import type { Change, NewChange, RenderedVersion } from "../report.ts";

/** A version that an object names. */
export interface NamedVersion extends Pick<RenderedVersion, "what" | "name"> {
  readonly version: string;
  /** The steps to the version in the object. */
  readonly path: readonly (string | number)[];
}

type Kind = Pick<Change["object"], "apiVersion" | "kind">;
type Reader = (object: Value) => Iterable<NamedVersion>;

interface ElsewhereKind {
  readonly group: string;
  readonly kinds: readonly string[];
  /** Returns the versions that it names. */
  readonly versions?: Reader;
  /** Nothing else of the object is rendered elsewhere. */
  readonly isOnlyVersions?: true;
}

const FLUX_SOURCE = "source.toolkit.fluxcd.io";

const FLUX_KUSTOMIZATION: ElsewhereKind = { group: "kustomize.toolkit.fluxcd.io", kinds: ["Kustomization"] };

/** One row for each form of an object. */
const ELSEWHERE: readonly ElsewhereKind[] = [
  {
    group: "helm.toolkit.fluxcd.io",
    kinds: ["HelmRelease"],
    versions: named("chart", ["spec", "chart", "spec"], "chart", ["version"]),
  },
  { group: FLUX_SOURCE, kinds: ["HelmChart"], versions: named("chart", ["spec"], "chart", ["version"]) },
  { group: FLUX_SOURCE, kinds: ["OCIRepository"], versions: ofArtifact },
  {
    group: FLUX_SOURCE,
    kinds: ["GitRepository"],
    versions: named("repository", ["spec"], "url", ["ref/tag", "ref/semver", "ref/commit", "ref/name", "ref/branch"]),
  },
  { group: FLUX_SOURCE, kinds: ["HelmRepository", "Bucket", "ExternalArtifact"] },
  FLUX_KUSTOMIZATION,
  { group: "fluxcd.controlplane.io", kinds: ["FluxInstance", "ResourceSet", "ResourceSetInputProvider"] },
  { group: "helm.cattle.io", kinds: ["HelmChart"], versions: named("chart", ["spec"], "chart", ["version"]) },
  { group: "helm.cattle.io", kinds: ["HelmChartConfig"] },
  { group: "argoproj.io", kinds: ["Application"], versions: ofSources(["spec"]) },
  { group: "argoproj.io", kinds: ["ApplicationSet"], versions: ofSources(["spec", "template", "spec"]) },
  {
    group: "pkg.crossplane.io",
    kinds: ["Configuration", "Function", "Provider"],
    versions: ofImage("package", "package"),
  },
  {
    group: "operators.coreos.com",
    kinds: ["Subscription"],
    versions: named("operator", ["spec"], "name", ["startingCSV", "channel"]),
  },
  { group: "operators.coreos.com", kinds: ["CatalogSource"], versions: ofImage("catalog", "image") },
  {
    group: "olm.operatorframework.io",
    kinds: ["ClusterExtension"],
    versions: named("operator", ["spec", "source", "catalog"], "packageName", ["version"]),
  },
  {
    group: "tekton.dev",
    kinds: ["CustomRun", "Pipeline", "PipelineRun", "Task", "TaskRun"],
    versions: (object) => bundlesIn(valueAt(object, "spec"), ["spec"]),
    isOnlyVersions: true,
  },
];

/** Fields of `spec` that say when something is rendered and applied, and how it is fetched, but not what. */
const WHEN: ReadonlySet<string> = new Set(
  (
    "certSecretRef deletionPolicy dependsOn force healthCheckExprs healthChecks info installPlanApproval insecure interval " +
    "maxHistory passCredentials persistentClient project provider proxySecretRef prune retryInterval revisionHistoryLimit " +
    "rollback secretRef serviceAccountName suspend syncPolicy test timeout uninstall verify wait"
  ).split(" "),
);

/** Tells whether somebody else renders what the cluster gets from objects of this kind. */
export function isRenderedElsewhere(kind: Kind): boolean {
  return rowOf(kind) !== undefined;
}

/** The versions that an object of this kind names. Takes time linear in the object. */
export function versionsIn(object: Value | undefined, kind: Kind): readonly NamedVersion[] {
  return object === undefined ? [] : [...(rowOf(kind)?.versions?.(object) ?? [])];
}

/**
 * Returns the parts of a change that somebody else renders, so that a review does not show them; undefined for none.
 * @param before and `after`: the object without what is withheld
 */
export function elsewhereOf(
  { op, object, from, fields, moreFields }: NewChange,
  before: Value | undefined,
  after: Value | undefined,
): Change["elsewhere"] {
  const row = rowOf(object);
  if (row === undefined) return undefined;
  const versions = op === "changed" ? changedVersions(versionsIn(before, object), versionsIn(after, object)) : [];
  if (versions.length > 0) return { versions };
  const directory = op === "removed" && row === FLUX_KUSTOMIZATION ? directoryIn(before) : undefined;
  if (directory !== undefined) return { versions, directory };
  const isMore =
    op !== "changed" || from !== undefined || moreFields !== undefined || fields.some(({ path }) => decides(path));
  return isMore && !row.isOnlyVersions ? { versions } : undefined;
}

/** The directory that a Kustomization names; undefined where that is not shown. */
function directoryIn(object: Value | undefined): string | undefined {
  const spec = valueAt(object, "spec");
  const path = textAt(spec, "path");
  const isShown =
    path === undefined ||
    (path.length <= MAX_PATH && /^[^\0-\x1F]*$/.test(path) && !isRedacted(path) && !isEncrypted(path));
  return isMap(spec) && isShown ? directoryOf(path) : undefined;
}

const MAX_PATH = 1000;

function rowOf({ apiVersion, kind }: Kind): ElsewhereKind | undefined {
  const [group, version] = apiVersion.split("/");
  return version === undefined ? undefined : ROWS.get(`${group}/${kind}`);
}

const ROWS = new Map(ELSEWHERE.flatMap((row) => row.kinds.map((kind) => [`${row.group}/${kind}`, row])));

function decides(path: string): boolean {
  const [, top, field] = path.split("/", 3);
  return top === "spec" && !WHEN.has(field ?? "");
}

/** Returns the versions that changed among those that both sides name, each once. */
function changedVersions(before: readonly NamedVersion[], after: readonly NamedVersion[]): readonly RenderedVersion[] {
  const keyOf = ({ what, name, path }: NamedVersion): string => JSON.stringify([what, name, path.at(-1)]);
  const old = new Map(before.map((each) => [keyOf(each), each.version]));
  const changed = new Map<string, RenderedVersion>();
  for (const each of after) {
    const { what, name, version } = each;
    const known = old.get(keyOf(each));
    const key = JSON.stringify([what, name]);
    if (known !== undefined && known !== version && !changed.has(key))
      changed.set(key, { what, name, before: known, after: version });
  }
  return [...changed.values()];
}

/** @param fields those that can hold the version; the first that the object has counts most */
function named(what: NamedVersion["what"], at: readonly string[], name: string, fields: readonly string[]): Reader {
  return (object) => {
    const holder = valueAt(object, ...at);
    const found = nameIn(textAt(holder, name));
    if (found === undefined) return [];
    return fields.flatMap((field) => {
      const steps = field.split("/");
      const version = versionIn(textAt(holder, ...steps));
      return version === undefined ? [] : [{ what, name: found, version, path: [...at, ...steps] }];
    });
  };
}

/** An artifact of a registry is a chart if its layer is, or if its address says so. */
function ofArtifact(object: Value): Iterable<NamedVersion> {
  const media = textAt(object, "spec", "layerSelector", "mediaType") ?? "";
  const isChart = media.includes("helm.chart") || /\/(?:helm-)?charts?\//.test(textAt(object, "spec", "url") ?? "");
  return named(isChart ? "chart" : "artifact", ["spec"], "url", ["ref/digest", "ref/semver", "ref/tag"])(object);
}

/** The sources of Applications. */
function ofSources(at: readonly string[]): Reader {
  return function* (object) {
    const spec = valueAt(object, ...at);
    const sources = listAt(spec, "sources").map((source, index) => ({ source, path: ["sources", index] }));
    for (const { source, path } of [{ source: valueAt(spec, "source"), path: ["source"] }, ...sources]) {
      const chart = textAt(source, "chart");
      const name = nameIn(chart ?? textAt(source, "repoURL"));
      const version = versionIn(textAt(source, "targetRevision"));
      if (name === undefined || version === undefined) continue;
      yield {
        what: chart === undefined ? "repository" : "chart",
        name,
        version,
        path: [...at, ...path, "targetRevision"],
      };
    }
  };
}

/** A field of `spec` that is written like an image. */
function ofImage(what: NamedVersion["what"], field: string): Reader {
  return (object) => imageAt(what, textAt(object, "spec", field), ["spec", field]);
}

function imageAt(what: NamedVersion["what"], text: string | undefined, path: NamedVersion["path"]): NamedVersion[] {
  const image = parseImageName(text ?? "");
  if (typeof image === "string") return [];
  const name = nameIn(image.path);
  const version = versionIn(image.tag ?? image.digest);
  return name === undefined || version === undefined ? [] : [{ what, name, version, path }];
}

/** References are a few steps deep, those of a pipeline in a run included. */
const MAX_STEPS = 16;

/** Bundles of tasks, wherever a reference names one: as its field, or as a parameter of its resolver. */
function* bundlesIn(value: Value | undefined, path: NamedVersion["path"]): Iterable<NamedVersion> {
  if (path.length > MAX_STEPS) return;
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* bundlesIn(item, [...path, index]);
    return;
  }
  if (!isMap(value)) return;
  if (textAt(value, "resolver") === "bundles") {
    for (const [index, param] of listAt(value, "params").entries())
      if (textAt(param, "name") === "bundle")
        yield* imageAt("bundle", textAt(param, "value"), [...path, "params", index, "value"]);
    return;
  }
  yield* imageAt("bundle", textAt(value, "bundle"), [...path, "bundle"]);
  for (const key of Object.keys(value)) yield* bundlesIn(value[key], [...path, key]);
}

const MAX_NAME = 120;

/** The last part of an address, or of a path. Names with other characters than these are not shown. */
function nameIn(text: string | undefined): string | undefined {
  const last = text
    ?.replace(/\/+$/, "")
    .replace(/\.git$/, "")
    .replace(/^.*[/:]/s, "");
  return last !== undefined && last.length <= MAX_NAME && /^[\w.~{}$-]+$/.test(last) ? last : undefined;
}

/** Versions, ranges, digests and names of branches: one line. */
function versionIn(text: string | undefined): string | undefined {
  return text !== undefined &&
    text.length <= MAX_NAME &&
    /^[\w.~{}$+@:/*^<>=|, -]+$/.test(text) &&
    !text.startsWith("<redacted")
    ? text
    : undefined;
}
