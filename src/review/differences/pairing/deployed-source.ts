/** The fields by which an object names what somebody else deploys from it: a directory, a chart, or a repository. */
import { posix } from "node:path";
import { listAt, textAt, valueAt } from "../../../manifests/index.ts";
import type { RenderedResource, Value } from "../../../render/rendering.ts";
import { stableJson } from "../../../text/index.ts";
import { groupOf } from "./identity.ts";

type Source = (spec: Value | undefined) => unknown;

const addressOf: Source = (spec) => textAt(spec, "url");

const APPLICATION = "argoproj.io/Application";

/** By group and kind. Versions are left out: another version is the same deployment. */
const SOURCES: ReadonlyMap<string, Source> = new Map<string, Source>([
  [
    "kustomize.toolkit.fluxcd.io/Kustomization",
    (spec) => [directoryOf(textAt(spec, "path")), valueAt(spec, "sourceRef")],
  ],
  [
    "helm.toolkit.fluxcd.io/HelmRelease",
    (spec) => [...fieldsOf(valueAt(spec, "chart", "spec"), ["chart", "sourceRef"]), valueAt(spec, "chartRef")],
  ],
  ["source.toolkit.fluxcd.io/HelmChart", (spec) => fieldsOf(spec, ["chart", "sourceRef"])],
  ["source.toolkit.fluxcd.io/GitRepository", addressOf],
  ["source.toolkit.fluxcd.io/HelmRepository", addressOf],
  ["source.toolkit.fluxcd.io/OCIRepository", addressOf],
  ["helm.cattle.io/HelmChart", (spec) => fieldsOf(spec, ["chart", "repo"])],
  [APPLICATION, applicationSources],
  ["argoproj.io/ApplicationSet", (spec) => applicationSources(valueAt(spec, "template", "spec"))],
]);

/** Tells whether two objects of one kind name the same source. True for kinds that name none. */
export function haveSameSource(before: RenderedResource, after: RenderedResource): boolean {
  const kind = `${groupOf(before)}/${before.kind}`;
  const source = SOURCES.get(kind);
  if (source === undefined) return true;
  const isEqual = (of: (spec: Value | undefined) => unknown): boolean => {
    const [left, right] = [before, after].map((resource) => stableJson(of(valueAt(resource.value(), "spec"))));
    return left === right;
  };
  return isEqual(source) || (kind === APPLICATION && isEqual(placeOf) && hasPath(valueAt(before.value(), "spec")));
}

/** A directory of a repository that was renamed as well, and where it is deployed to. */
const placeOf: Source = (spec) => [
  sourcesIn(spec).map((source) => fieldsOf(source, ["path", "chart"])),
  valueAt(spec, "destination"),
];

function hasPath(spec: Value | undefined): boolean {
  return sourcesIn(spec).every(
    (source) => directoryOf(textAt(source, "path")) !== "." && textAt(source, "chart") === undefined,
  );
}

/** The directory that the `path` of a Kustomization of Flux names, from the top of its source: `.` for all of it. */
export function directoryOf(path: string | undefined): string {
  return posix.relative("/", posix.resolve("/", path ?? "")) || ".";
}

function applicationSources(spec: Value | undefined): unknown {
  return sourcesIn(spec).map((source) => fieldsOf(source, ["repoURL", "path", "chart"]));
}

function sourcesIn(spec: Value | undefined): readonly Value[] {
  const source = valueAt(spec, "source");
  return [...(source === undefined ? [] : [source]), ...listAt(spec, "sources")];
}

function fieldsOf(holder: Value | undefined, names: readonly string[]): unknown[] {
  return names.map((name) => valueAt(holder, name));
}
