/** Finds the specification of a function in its config; docs/specification/function-configs.md 1.3, 2.1 to 2.5. */
import { failure, type Location, type Warn } from "../../diagnostics.ts";
import { scalarText } from "../../resource/index.ts";
import { print } from "../../yaml/index.ts";
import { get, isNull, locate, type MapNode, type Node } from "../../yaml/nodes/node.ts";
import type { FunctionSpecification } from "./function-specification.ts";
import { chooseRuntime } from "./runtime.ts";
import { type DocumentReading, imageDocument, KEYS, readDocument } from "./specification-document.ts";

const ANNOTATIONS = ["config.kubernetes.io/function", "config.k8s.io/function"] as const;
const IMAGE_ANNOTATION = "config.kubernetes.io/container";

/**
 * The specification that a config holds, from the first form that it has: the annotation of either name, the field
 * `metadata.configFn`, the annotation that names a bare image; or the reserved field `runtime`, once `provider`.
 * Undefined for a config that holds none.
 * @param file how the user would name the config's file
 * @throws KrmError `invalid-function` and the problems of a document
 */
export function readSpecification(config: MapNode, file: string, warn: Warn): FunctionSpecification | undefined {
  const annotated = inAnnotation(config, file);
  const [runtime, provider] = RESERVED.map((name) => inReservedField(config, name, file));
  const [found, ...others] = [annotated, runtime, provider].filter((each) => each !== undefined);
  if (found === undefined) return undefined;
  found.reading.finish(warn);
  for (const other of others) other.reading.finish();
  if (runtime !== undefined && provider !== undefined && !saysTheSame(runtime, provider)) {
    const message = "`runtime` and `provider` name two ways to run this function";
    throw failure("invalid-function", message, { ...provider.location, hint: "Remove `provider`, its old name." });
  }
  const reserved = runtime ?? provider;
  if (annotated !== undefined && reserved !== undefined && !saysTheSame(annotated, reserved)) {
    const message = "an annotation and a field name two ways to run this function";
    throw failure("invalid-function", message, { ...reserved.location, hint: "Keep one of them." });
  }
  if (provider !== undefined) {
    warn({
      code: "deprecated-field",
      severity: "notice",
      message: "`provider` is the old name of `runtime`",
      ...provider.location,
      hint: "Write `runtime`.",
    });
  }
  return chooseRuntime(found.document, found.location, warn);
}

/** The fields of a config that are not for its function to see. */
export function reservedFields(config: MapNode): readonly string[] {
  return RESERVED.filter((name) => isReserved(get(config, name)));
}

interface Found extends DocumentReading {
  readonly location: Location;
}

function inAnnotation(config: MapNode, file: string): Found | undefined {
  const metadata = get(config, "metadata");
  const annotations = get(metadata, "annotations");
  for (const name of ANNOTATIONS) {
    const found = annotation(annotations, name, file, readDocument);
    if (found !== undefined) return found;
  }
  const configFn = get(metadata, "configFn");
  if (configFn === undefined || isNull(configFn)) return annotation(annotations, IMAGE_ANNOTATION, file, imageDocument);
  const location = locate(configFn) ?? { file };
  return { ...readDocument(print(configFn), location, "metadata.configFn"), location };
}

/** @throws KrmError for one that is no text, which would say nothing of a function in the end */
function annotation(
  annotations: Node | undefined,
  name: string,
  file: string,
  read: (text: string, location: Location, where: string) => DocumentReading,
): Found | undefined {
  const node = get(annotations, name);
  const location = locate(node) ?? { file };
  if (node !== undefined && node.kind !== "scalar") {
    throw failure("invalid-function", `the annotation ${name} is not a text`, {
      ...location,
      hint: `Write \`${name}: |\`, and what it says below it.`,
    });
  }
  const text = scalarText(node);
  return text === "" ? undefined : { ...read(text, location, name), location };
}

const RESERVED = ["runtime", "provider"] as const;

/** A function may have a field of that name for itself. It is ours only where it holds nothing but what is known. */
function isReserved(node: Node | undefined): boolean {
  if (node?.kind !== "map" || node.entries.length === 0) return false;
  return node.entries.every(({ key, value }) => {
    return key.kind === "scalar" && KEYS.has(key.value) && (key.value === "deferFailure" || value.kind === "map");
  });
}

function inReservedField(config: MapNode, name: string, file: string): Found | undefined {
  const node = get(config, name);
  if (node === undefined || !isReserved(node)) return undefined;
  const location = locate(node) ?? { file };
  return { ...readDocument(print(node), location, name), location };
}

function saysTheSame(one: Found, other: Found): boolean {
  return JSON.stringify(withoutPlaces(one.document)) === JSON.stringify(withoutPlaces(other.document));
}

/** With the keys in one order. */
function withoutPlaces(found: unknown): unknown {
  if (Array.isArray(found)) return found.map(withoutPlaces);
  if (typeof found !== "object" || found === null) return found;
  const kept = Object.entries(found).filter(([key]) => key !== "location");
  return Object.fromEntries(
    kept.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, value]) => [key, withoutPlaces(value)]),
  );
}
