/** ResourceAccumulator, which only a composition has: it adds files and directories; docs/specification/composition.md 9.5. */
import { failure, type Location } from "../../diagnostics.ts";
import {
  ACCUMULATOR_KINDS,
  type Dialect,
  list,
  type PathEntry,
  pathEntry,
  Reading,
  record,
} from "../../documents/index.ts";
import type { Resource } from "../../resource/index.ts";
import { toValue } from "../../yaml/index.ts";
import { type MapNode, map } from "../../yaml/nodes/node.ts";

/** @param config of apiVersion `builtin` */
export function isAccumulator({ id }: Resource): boolean {
  return ACCUMULATOR_KINDS.has(id.kind);
}

interface AccumulatorDocument {
  readonly paths?: readonly PathEntry[];
  readonly files?: readonly PathEntry[];
  readonly resources?: readonly PathEntry[];
  readonly location?: Location;
}

const fields = record<AccumulatorDocument>({
  paths: list(pathEntry),
  files: list(pathEntry),
  resources: list(pathEntry),
});

/** The fields of every object. */
const OBJECT_FIELDS: ReadonlySet<string> = new Set(["apiVersion", "kind", "metadata"]);

const dialect: Dialect = {
  unknownFields: "error",
  duplicateFields: "error",
  coercesToText: false,
  value: toValue,
};

/** The entries of all three names of the list. @throws KrmError with every problem of the document */
export function accumulatedPaths(config: Resource): readonly PathEntry[] {
  const { id, origin, node } = config;
  const reading = new Reading(dialect, origin?.file ?? "the inline document", `this ${id.kind}`);
  const { paths = [], files = [], resources = [] } = fields(argumentsOf(node), reading) ?? {};
  reading.finish();
  const all = [...paths, ...files, ...resources];
  if (all.length > 0) return all;
  throw failure("invalid-value", `this ${id.kind} lists nothing`, {
    ...origin,
    object: config.describe(),
    hint: "List files and directories under `paths`.",
  });
}

function argumentsOf(node: MapNode | undefined): MapNode {
  const entries = node?.entries.filter(({ key }) => key.kind !== "scalar" || !OBJECT_FIELDS.has(key.value));
  return Object.assign(map(entries), { source: node?.source, offset: node?.offset });
}
