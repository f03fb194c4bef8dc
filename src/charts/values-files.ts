/** Replaces the values of a chart by those of `valuesFiles`, as source-controller does; docs/specification/helm-charts.md 10.3. */
import { posix } from "node:path";
import { failure, type Location } from "../diagnostics.ts";
import type { Directory } from "../sources/index.ts";
import type { Tree } from "../sources/tree.ts";
import { decodeText, emit, isMap, parseConfig, toConfigValue, type Value } from "../yaml/index.ts";
import type { ChartSource } from "./recipe.ts";

const VALUES = "values.yaml";

/** A file with its name in messages. */
interface FoundFile {
  readonly bytes: Uint8Array;
  readonly display: string;
  /** True if all documents count. Else it is the first one. */
  readonly isWhole?: boolean;
}

type FindFile = (path: string) => Promise<FoundFile | undefined>;
type ValuesMap = { readonly [key: string]: Value };

function replacesValues({ valuesFiles = [] }: Pick<ChartSource, "valuesFiles">): boolean {
  return valuesFiles.length > 1 || (valuesFiles.length === 1 && posix.normalize(valuesFiles[0] ?? "") !== VALUES);
}

/** @throws KrmError `file-not-found`, `invalid-values`, `invalid-yaml` */
export async function withValuesFiles(files: Directory, source: ChartSource, find: FindFile): Promise<Directory> {
  if (!replacesValues(source)) return files;
  const { location } = source;
  const hint = "Correct `valuesFiles`.";
  let merged: ValuesMap = Object.create(null);
  for (const path of source.valuesFiles ?? []) {
    const found = await find(path);
    if (found !== undefined) for (const values of valuesOf(found)) merged = mergeMaps(merged, values);
    else if (source.ignoresMissingValuesFiles !== true)
      throw failure("file-not-found", `there is no values file ${JSON.stringify(path.slice(0, 200))}`, {
        ...location,
        hint,
      });
  }
  if (!files.has(VALUES)) {
    const message = `\`valuesFiles\` replaces the file ${VALUES} of a chart, and this one has none`;
    throw failure("invalid-values", message, { ...location, hint: "Add it to the chart; it may be empty." });
  }
  const text = Object.keys(merged).length === 0 ? "" : emit(asFloats(merged));
  return new Map([...files, [VALUES, Buffer.from(text)]]);
}

/** Values files of a chart that was fetched are in it, beside its templates. */
export function inFetchedChart(files: Directory, display: string): FindFile {
  return async (path) => {
    const name = posix.normalize(path);
    const isOther = /^(?:templates|charts)\/|^(?:Chart\.yaml|Chart\.lock|values\.schema\.json)$/.test(name);
    const bytes = isOther ? undefined : files.get(name);
    // helm reads all documents of its own values.
    return bytes && { bytes, display: `${display}/${name}`, isWhole: name === VALUES };
  };
}

/** Values files of a chart of a repository are relative to the top of the repository, and never above it. */
export function inTree(tree: Tree, location: Location): FindFile {
  return async (path) => {
    const absolute = posix.join("/", path).replace(/(?<=.)\/$/, "");
    const located = await tree.lookup(absolute);
    if (located === undefined) return undefined;
    if (located.type === "file") return { bytes: await tree.read(absolute), display: tree.display(absolute) };
    throw failure("not-a-file", `${tree.display(absolute)} is no values file`, {
      ...location,
      hint: "Correct `valuesFiles`.",
    });
  };
}

function valuesOf({ bytes, display, isWhole = false }: FoundFile): readonly ValuesMap[] {
  const text = decodeText(bytes, display);
  return (isWhole ? text.split(/^---[ \t\r]*$/m) : [text]).map((document) => {
    const node = parseConfig(document, display);
    if (node === undefined) return Object.create(null);
    if (node.kind === "map") return toConfigValue(node) as ValuesMap;
    const hint = "Write names of values, with the values behind them.";
    throw failure("invalid-values", "a values file must be a map", { file: display, hint });
  });
}

/** Values of the second map count. Only maps are merged. */
function mergeMaps(one: ValuesMap, other: ValuesMap): ValuesMap {
  const merged: { [key: string]: Value } = Object.assign(Object.create(null), one);
  for (const [key, value] of Object.entries(other)) {
    const known = merged[key];
    merged[key] = isMap(known) && isMap(value) ? mergeMaps(known, value) : value;
  }
  return merged;
}

/** All numbers become 64-bit floats, as in Go. */
function asFloats(value: Value): Value {
  if (typeof value === "bigint") return Number(value);
  if (Array.isArray(value)) return value.map(asFloats);
  if (!isMap(value)) return value;
  const object: { [key: string]: Value } = Object.create(null);
  for (const [key, each] of Object.entries(value)) object[key] = asFloats(each);
  return object;
}
