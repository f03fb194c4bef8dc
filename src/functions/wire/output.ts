/** Reads the standard output of functions; docs/specification/wire-format.md 3. */
import { within } from "../../budget/index.ts";
import { failure, KrmError, type Location } from "../../diagnostics.ts";
import { inlinedObjects, scalarText } from "../../resource/index.ts";
import { sizeText } from "../../text/index.ts";
import { decodeText, parseResources, toValue } from "../../yaml/index.ts";
import { get, isNull, locate, type MapNode, type Node } from "../../yaml/nodes/node.ts";
import { type FunctionResult, MAX_RESULTS, readResults } from "./results.ts";

export interface FunctionOutput {
  /** The objects; lists are expanded. */
  readonly items: readonly MapNode[];
  readonly results: readonly FunctionResult[];
  /** True if the output holds nothing but white space and comments. */
  readonly isEmpty: boolean;
}

const VERSIONS: ReadonlySet<string> = new Set([
  "",
  "config.kubernetes.io/v1",
  "config.kubernetes.io/v1beta1",
  "config.kubernetes.io/v1alpha1",
]);

/** Reads the results of a function that failed; none if its output cannot be read (docs/specification/results.md 2.3). */
export function readFailedOutput(bytes: Uint8Array): readonly FunctionResult[] {
  try {
    return limited(bytes, () => resultsOf(parseResources(decodeText(bytes), OUTPUT)));
  } catch {
    return [];
  }
}

export interface OutputRules {
  /** Tells whether an object may lack a name. By default none may. */
  readonly mayLackName?: ((item: MapNode) => boolean) | undefined;
  /** True if `{}` and `[]` in place of an object are skipped, as in files. By default they are errors. */
  readonly skipsEmpty?: boolean | undefined;
}

/**
 * Reads an output: a ResourceList, a List, or plain documents. Aliases are resolved over the whole document. The memory
 * for the values is limited (docs/specification/function-limits.md 2.5).
 * @param location where the function is declared; later problems of the objects are reported there
 * @throws KrmError `function-output` at `location`
 */
export function readOutput(
  bytes: Uint8Array,
  location: Location,
  { mayLackName, skipsEmpty = false }: OutputRules = {},
): FunctionOutput {
  try {
    return limited(bytes, () => {
      const documents = parseResources(decodeText(bytes), OUTPUT);
      for (const document of documents) checkList(document);
      const results = resultsOf(documents);
      const nodes = unwrapped(documents);
      if (!skipsEmpty) for (const node of nodes) checkNotEmpty(node);
      const items = inlinedObjects(nodes, mayLackName);
      for (const item of items) checkObject(item);
      for (const item of items) if (item.source !== undefined) item.source.within = location;
      return { items, results, isEmpty: documents.length === 0 };
    });
  } catch (thrown) {
    throw unreadable(thrown, bytes, location);
  }
}

const MIB = 1024 ** 2;
/** The memory for the values of one output: about five million, and more if they are long texts. */
const MAX_MEMORY = 1024 * MIB;
const MEMORY_FOR_ALIASES = 64 * MIB;
/** The shortest values, of two bytes each, take less. */
const MEMORY_PER_BYTE = 256;

/** Reads the values of an output, within the memory for them. @throws KrmError `function-output` */
function limited<T>(bytes: Uint8Array, read: () => T): T {
  const memory = Math.min(MAX_MEMORY, MEMORY_FOR_ALIASES + MEMORY_PER_BYTE * bytes.length);
  return within(memory, () => tooManyValues(memory), read);
}

function tooManyValues(memory: number): Error {
  return failure("function-output", `it holds too many values: they take more than ${sizeText(memory)} of memory`, {
    hint: "Look for aliases that repeat each other, or print fewer objects.",
  });
}

/** Codes that log lines between the objects cause. Their own hints are about files and do not help here. */
const CAUSED_BY_LOG_LINES = new Set(["invalid-yaml", "invalid-resource"]);

/** Replaces the file name in locations within the output. */
const OUTPUT = "output";

function resultsOf(documents: readonly Node[]): readonly FunctionResult[] {
  const lists = documents.filter(isResourceList);
  return lists.flatMap((list) => readResults(get(list, "results"))).slice(0, MAX_RESULTS);
}

function isResourceList(node: Node): boolean {
  return scalarText(get(node, "kind")) === "ResourceList";
}

/** Checks a ResourceList or List. kustomize takes items that are not a list for no items, and deletes everything. */
function checkList(list: Node): void {
  const kind = scalarText(get(list, "kind"));
  if (kind !== "ResourceList" && kind !== "List") return;
  const apiVersion = scalarText(get(list, "apiVersion"));
  if (kind === "ResourceList" && !VERSIONS.has(apiVersion)) {
    const message = `the apiVersion ${apiVersion} of the ResourceList is unknown`;
    const hint = "Write apiVersion: config.kubernetes.io/v1.";
    throw failure("function-output", message, { ...locate(list), hint });
  }
  const items = get(list, "items");
  if (items !== undefined && items.kind !== "seq" && !isNull(items)) {
    throw failure("function-output", `the items of a ${kind} are not a list`, { ...locate(items) });
  }
}

function checkNotEmpty(node: Node): void {
  const isEmpty = node.kind === "map" ? node.entries.length === 0 : node.kind === "seq" && node.items.length === 0;
  if (!isEmpty) return;
  const message = `an empty ${node.kind === "map" ? "mapping" : "list"} is not an object`;
  const hint = "Print null, or nothing, where there is no object.";
  throw failure("function-output", message, { ...locate(node), hint });
}

/** @throws KrmError for a ResourceList without items, annotations that are not a mapping, and values outside of JSON */
function checkObject(item: MapNode): void {
  // kustomize takes it for an object and prints it.
  if (isResourceList(item)) {
    const hint = "Write `items: []` if there are none.";
    throw failure("function-output", "the ResourceList has no items", { ...locate(item), hint });
  }
  const annotations = get(get(item, "metadata"), "annotations");
  if (annotations?.kind === "scalar" && !isNull(annotations)) {
    throw failure("function-output", "the annotations of an object are not a mapping", { ...locate(annotations) });
  }
  // Throws for values that JSON cannot hold.
  toValue(item);
}

/** The items of the list if it is the only document; several lists are expanded later, like other lists. */
function unwrapped(documents: readonly Node[]): readonly Node[] {
  const [only] = documents;
  if (documents.length !== 1 || only === undefined) return documents;
  const kind = scalarText(get(only, "kind"));
  if (kind !== "ResourceList" && kind !== "List") return documents;
  const items = get(only, "items");
  if (items === undefined && get(only, "functionConfig") === undefined) return documents;
  return items?.kind === "seq" ? items.items.filter((item) => !isNull(item)) : [];
}

/** The part of an unreadable output that a message quotes. */
const SHOWN_LINES = 3;
const SHOWN_CHARACTERS = 200;

function unreadable(thrown: unknown, bytes: Uint8Array, location: Location): unknown {
  if (!(thrown instanceof KrmError)) return thrown;
  const [first] = thrown.diagnostics;
  const line = first?.line === undefined ? "" : `line ${first.line} of its output: `;
  const text = new TextDecoder().decode(bytes.subarray(0, 4096)).trimStart();
  // An object may be a Secret, so a text that begins like an object is not quoted.
  const isProse = !/^(?:---|apiVersion|kind|metadata|items|data|\{|\[|-|#|%)/.test(text);
  const lines = text.split("\n", SHOWN_LINES).map((each) => each.slice(0, SHOWN_CHARACTERS).trimEnd());
  const quoted = isProse ? `; it begins with ${JSON.stringify(lines.join("\n").trimEnd())}` : "";
  const message = `${line}${first?.message ?? thrown.message}${quoted}`;
  const hint =
    isProse || CAUSED_BY_LOG_LINES.has(first?.code ?? "")
      ? "Print only resources to standard output, and messages to standard error."
      : (first?.hint ?? "Run the function by hand on the same input.");
  return failure("function-output", message, { ...location, hint, cause: thrown });
}
