/** What a function wrote to its standard output, whatever that is; docs/specification/wire-format.md 3. */
import { failure, KrmError, type Location } from "../../diagnostics.ts";
import { inlinedObjects, scalarText } from "../../resource/index.ts";
import { decodeText, parseResources, toValue } from "../../yaml/index.ts";
import { get, isNull, locate, type MapNode, type Node } from "../../yaml/nodes/node.ts";
import { type FunctionResult, MOST_RESULTS, readResults } from "./results.ts";

export interface FunctionOutput {
  /** The objects, lists among them taken apart. */
  readonly items: readonly MapNode[];
  readonly results: readonly FunctionResult[];
  /** Whether there was anything but white space and comments. */
  readonly isEmpty: boolean;
}

const VERSIONS: ReadonlySet<string> = new Set([
  "",
  "config.kubernetes.io/v1",
  "config.kubernetes.io/v1beta1",
  "config.kubernetes.io/v1alpha1",
]);

/**
 * Of a function that failed only the results count, if it got as far as to write any
 * (docs/specification/results.md 2.3).
 */
export function readFailedOutput(bytes: Uint8Array): readonly FunctionResult[] {
  try {
    return resultsOf(parseResources(decodeText(bytes), OUTPUT));
  } catch {
    return [];
  }
}

export interface OutputRules {
  /** The objects that need no name; none unless given. */
  readonly mayLackName?: ((item: MapNode) => boolean) | undefined;
  /** Whether `{}` and `[]` are passed over where an object should be, as in files. */
  readonly skipsEmpty?: boolean | undefined;
}

/**
 * Reads an output: a ResourceList, a List, or plain documents. Aliases are resolved over the whole document.
 * @param location what later problems of the objects are said to be at
 * @throws KrmError `function-output` at `location`
 */
export function readOutput(
  bytes: Uint8Array,
  location: Location,
  { mayLackName, skipsEmpty = false }: OutputRules = {},
): FunctionOutput {
  try {
    const documents = parseResources(decodeText(bytes), OUTPUT);
    for (const document of documents) checkList(document);
    const results = resultsOf(documents);
    const nodes = unwrapped(documents);
    if (!skipsEmpty) for (const node of nodes) checkNotEmpty(node);
    const items = inlinedObjects(nodes, mayLackName);
    for (const item of items) checkObject(item);
    for (const item of items) if (item.source !== undefined) item.source.within = location;
    return { items, results, isEmpty: documents.length === 0 };
  } catch (thrown) {
    throw unreadable(thrown, bytes, location);
  }
}

/** What messages among the objects lead to. What is said of files then, such as not to list them, is no help here. */
const MIXED_UP = new Set(["invalid-yaml", "invalid-resource"]);

/** Stands for the name of a file in places within the output. */
const OUTPUT = "output";

function resultsOf(documents: readonly Node[]): readonly FunctionResult[] {
  const lists = documents.filter(isResourceList);
  return lists.flatMap((list) => readResults(get(list, "results"))).slice(0, MOST_RESULTS);
}

function isResourceList(node: Node): boolean {
  return scalarText(get(node, "kind")) === "ResourceList";
}

/** A document that is a list. kustomize takes items that are none for no items, and deletes everything. */
function checkList(list: Node): void {
  const kind = scalarText(get(list, "kind"));
  if (kind !== "ResourceList" && kind !== "List") return;
  const apiVersion = scalarText(get(list, "apiVersion"));
  if (kind === "ResourceList" && !VERSIONS.has(apiVersion)) {
    throw failure("function-output", `a ResourceList of ${apiVersion} is none that is known`, {
      ...locate(list),
      hint: "Write apiVersion: config.kubernetes.io/v1.",
    });
  }
  const items = get(list, "items");
  if (items !== undefined && items.kind !== "seq" && !isNull(items)) {
    throw failure("function-output", `the items of a ${kind} are not a list`, { ...locate(items) });
  }
}

/** Of what has the form of a collection only an object can be meant. */
function checkNotEmpty(node: Node): void {
  const isEmpty = node.kind === "map" ? node.entries.length === 0 : node.kind === "seq" && node.items.length === 0;
  if (!isEmpty) return;
  throw failure("function-output", `an empty ${node.kind === "map" ? "mapping" : "list"} is no object`, {
    ...locate(node),
    hint: "Write null, or nothing, where there is no object.",
  });
}

/** @throws KrmError also for values that no JSON can hold */
function checkObject(item: MapNode): void {
  // kustomize would take it for an object, and print it.
  if (isResourceList(item)) {
    throw failure("function-output", "a ResourceList without items", {
      ...locate(item),
      hint: "Write `items: []` where there are none.",
    });
  }
  const annotations = get(get(item, "metadata"), "annotations");
  if (annotations?.kind === "scalar" && !isNull(annotations)) {
    throw failure("function-output", "the annotations of an object are not a mapping", { ...locate(annotations) });
  }
  toValue(item);
}

/** The items of a list that stands alone; several lists are taken apart like other lists. */
function unwrapped(documents: readonly Node[]): readonly Node[] {
  const [only] = documents;
  if (documents.length !== 1 || only === undefined) return documents;
  const kind = scalarText(get(only, "kind"));
  if (kind !== "ResourceList" && kind !== "List") return documents;
  const items = get(only, "items");
  if (items === undefined && get(only, "functionConfig") === undefined) return documents;
  return items?.kind === "seq" ? items.items.filter((item) => !isNull(item)) : [];
}

/** Lines of an output that are shown where it is no output. */
const SHOWN_LINES = 3;
const SHOWN_CHARACTERS = 200;

function unreadable(thrown: unknown, bytes: Uint8Array, location: Location): unknown {
  if (!(thrown instanceof KrmError)) return thrown;
  const [first] = thrown.diagnostics;
  const line = first?.line === undefined ? "" : `line ${first.line} of its output: `;
  const text = new TextDecoder().decode(bytes.subarray(0, 4096)).trimStart();
  // Objects may be Secrets; what begins like one is not quoted.
  const isProse = !/^(?:---|apiVersion|kind|metadata|items|data|\{|\[|-|#|%)/.test(text);
  const lines = text.split("\n", SHOWN_LINES).map((each) => each.slice(0, SHOWN_CHARACTERS).trimEnd());
  const quoted = isProse ? `; it begins with ${JSON.stringify(lines.join("\n").trimEnd())}` : "";
  return failure("function-output", `${line}${first?.message ?? thrown.message}${quoted}`, {
    ...location,
    hint:
      isProse || MIXED_UP.has(first?.code ?? "")
        ? "Standard output is for the resources alone: write messages to standard error."
        : (first?.hint ?? "Run the function by hand on the same input."),
    cause: thrown,
  });
}
