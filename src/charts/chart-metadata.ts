/** Reads Chart.yaml and the files beside it: name, version and dependencies of a chart. */
import { failure, type Location } from "../diagnostics.ts";
import type { Directory } from "../sources/index.ts";
import { decodeText, parseConfig, toConfigValue, type Value } from "../yaml/index.ts";
import { get, locate, type MapNode, type Node } from "../yaml/nodes/node.ts";

export interface ChartMetadata {
  readonly name: string;
  readonly version: string;
  readonly apiVersion: string;
  /** The entries of `Chart.yaml`, or of the `requirements.yaml` of old charts. */
  readonly dependencies: readonly Dependency[];
  /** The content of `Chart.lock`, or of the `requirements.lock` of old charts. */
  readonly lock: DependencyLock | undefined;
}

export interface Dependency {
  readonly name: string;
  readonly version: string;
  /** Empty for a chart in `charts/`. */
  readonly repository: string;
  readonly alias: string;
  /** The whole entry. */
  readonly fields: Value;
  readonly location: Location;
}

export interface DependencyLock {
  readonly digest: string;
  readonly dependencies: readonly Dependency[];
  readonly location: Location;
}

/**
 * Reads the metadata of a chart.
 * @param display the directory of the chart in messages
 * @throws KrmError `chart-not-found` if there is no Chart.yaml, `invalid-yaml`
 */
export function readMetadata(files: Directory, display: string, location: Location): ChartMetadata {
  const read = (name: string): MapNode | undefined => {
    const bytes = files.get(name);
    const file = display === "." ? name : `${display}/${name}`;
    const node = bytes === undefined ? undefined : parseConfig(decodeText(bytes, file), file);
    return node?.kind === "map" ? node : undefined;
  };
  const chart = read("Chart.yaml");
  const [name, version] = [textOf(get(chart, "name")), textOf(get(chart, "version"))];
  if (chart === undefined || name === "" || version === "") {
    const hint = "Check the path, and `.helmignore`: a chart has a Chart.yaml with a name and a version.";
    throw failure("chart-not-found", `there is no chart in ${display}`, { ...location, hint });
  }
  const place = locate(chart) ?? location;
  const required = get(read("requirements.yaml"), "dependencies") ?? get(chart, "dependencies");
  const lock = read("requirements.lock") ?? read("Chart.lock");
  return {
    name,
    version,
    apiVersion: textOf(get(chart, "apiVersion")) || "v1",
    dependencies: dependenciesOf(required, place),
    lock: lock && {
      digest: textOf(get(lock, "digest")),
      dependencies: dependenciesOf(get(lock, "dependencies"), locate(lock) ?? place),
      location: locate(lock) ?? place,
    },
  };
}

function dependenciesOf(list: Node | undefined, place: Location): readonly Dependency[] {
  if (list?.kind !== "seq") return [];
  return list.items.map((item) => ({
    name: textOf(get(item, "name")),
    version: textOf(get(item, "version")),
    repository: textOf(get(item, "repository")),
    alias: textOf(get(item, "alias")),
    fields: toConfigValue(item),
    location: locate(item) ?? place,
  }));
}

function textOf(node: Node | undefined): string {
  if (node?.kind !== "scalar") return "";
  const value = node.tag === "!!str" ? node.value : toConfigValue(node);
  return typeof value === "object" ? "" : String(value);
}
