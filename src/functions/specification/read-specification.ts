/** Reads the specification of a function from its config; docs/specification/function-configs.md 1.3, 2.1 to 2.5. */
import { isDeepStrictEqual } from "node:util";
import { failure, type Location, type Warn } from "../../diagnostics.ts";
import { scalarText } from "../../resource/index.ts";
import { print } from "../../yaml/index.ts";
import { get, isNull, locate, type MapNode, type Node } from "../../yaml/nodes/node.ts";
import type { FunctionSpecification } from "./function-specification.ts";
import { chooseRuntime } from "./runtime.ts";
import { type Document, type DocumentReading, imageDocument, KEYS, readDocument } from "./specification-document.ts";

const ANNOTATIONS = ["config.kubernetes.io/function", "config.k8s.io/function"] as const;
const IMAGE_ANNOTATION = "config.kubernetes.io/container";

/**
 * Reads the specification from the first form that the config has: the annotation of either name, the field
 * `metadata.configFn`, the annotation that names a bare image; or from the reserved field `runtime`, formerly `provider`.
 * @param file the config's file, as messages name it
 * @returns undefined for a config without a specification
 * @throws KrmError `invalid-function`, and the errors of decoding it
 */
export function readSpecification(config: MapNode, file: string, warn: Warn): FunctionSpecification | undefined {
  const annotated = inAnnotation(config, file);
  const [runtime, provider] = RESERVED.map((name) => inReservedField(config, name, file));
  const [found, ...others] = [annotated, runtime, provider].filter((each) => each !== undefined);
  if (found === undefined) return undefined;
  found.reading.finish(warn);
  for (const other of others) other.reading.finish();
  if (runtime !== undefined && provider !== undefined && !isSame(runtime, provider)) {
    throw different("`runtime` and `provider` specify", provider, "Remove `provider`, its old name.");
  }
  const reserved = runtime ?? provider;
  if (annotated !== undefined && reserved !== undefined && !isSame(annotated, reserved)) {
    throw different("an annotation and a field specify", reserved, "Remove one of them.");
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

function different(subject: string, { location }: Found, hint: string): Error {
  return failure("invalid-function", `${subject} different functions`, { ...location, hint });
}

/** The reserved fields that the config has. Its function does not receive them. */
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

/** @throws KrmError `invalid-function` for a value that is not a scalar: ignoring it would hide the specification */
function annotation(
  annotations: Node | undefined,
  name: string,
  file: string,
  read: (text: string, location: Location, where: string) => DocumentReading,
): Found | undefined {
  const node = get(annotations, name);
  const location = locate(node) ?? { file };
  if (node !== undefined && node.kind !== "scalar") {
    const hint = `Write \`${name}: |\`, and the specification indented below it.`;
    throw failure("invalid-function", `the annotation ${name} is not a string`, { ...location, hint });
  }
  const text = scalarText(node);
  return text === "" ? undefined : { ...read(text, location, name), location };
}

const RESERVED = ["runtime", "provider"] as const;

/** Tells whether the field is the reserved one. A function may use the name itself, so other keys make it an ordinary field. */
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

function isSame(one: Found, other: Found): boolean {
  return isDeepStrictEqual(withoutLocations(one.document), withoutLocations(other.document));
}

function withoutLocations(document: Document): unknown {
  return JSON.parse(JSON.stringify(document, (key, value) => (key === "location" ? undefined : value)));
}
