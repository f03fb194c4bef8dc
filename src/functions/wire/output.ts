/** What a function wrote to its standard output, whatever that is; functions.md A2.3 to A2.10. */
import { failure, KrmError, type Location } from "../../diagnostics.ts";
import { inlinedObjects } from "../../resource/objects.ts";
import { scalarText } from "../../resource/resource.ts";
import { decodeText, parseResources, toValue } from "../../yaml/index.ts";
import { get, isNull, locate, type MapNode, type Node } from "../../yaml/node.ts";
import { type FunctionResult, readResults } from "./results.ts";

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
 * Reads an output: a ResourceList, a List, or plain documents. Aliases are resolved over the whole document.
 * @param location what later problems of the objects are said to be at
 * @param mayLackName the objects that need no name; none unless given
 * @throws KrmError `function-output` at `location`
 */
export function readOutput(
  bytes: Uint8Array,
  location: Location,
  mayLackName?: (item: MapNode) => boolean,
): FunctionOutput {
  try {
    const documents = parseResources(decodeText(bytes), OUTPUT);
    const lists = documents.filter((document) => scalarText(get(document, "kind")) === "ResourceList");
    for (const list of lists) checkList(list);
    const results = lists.flatMap((list) => readResults(get(list, "results")));
    const items = inlinedObjects(unwrapped(documents), mayLackName);
    for (const item of items) toValue(item);
    for (const item of items) if (item.source !== undefined) item.source.within = location;
    return { items, results, isEmpty: documents.length === 0 };
  } catch (thrown) {
    throw unreadable(thrown, bytes, location);
  }
}

/** Stands for the name of a file in places within the output. */
const OUTPUT = "output";

/** kustomize would take a list without items for an object, and print it. */
function checkList(list: Node): void {
  const apiVersion = scalarText(get(list, "apiVersion"));
  if (!VERSIONS.has(apiVersion)) {
    throw failure("function-output", `a ResourceList of ${apiVersion} is none that is known`, {
      ...locate(list),
      hint: "Write apiVersion: config.kubernetes.io/v1.",
    });
  }
  const items = get(list, "items");
  if (items === undefined && get(list, "functionConfig") === undefined) {
    throw failure("function-output", "a ResourceList without items", {
      ...locate(list),
      hint: "Write `items: []` where there are none.",
    });
  }
  if (items !== undefined && items.kind !== "seq" && !isNull(items)) {
    throw failure("function-output", "the items of a ResourceList are not a list", { ...locate(items) });
  }
}

/** The items of a list that stands alone; several lists are taken apart like other lists. */
function unwrapped(documents: readonly Node[]): readonly Node[] {
  const [only] = documents;
  if (documents.length !== 1 || only === undefined) return documents;
  const kind = scalarText(get(only, "kind"));
  if (kind !== "ResourceList" && kind !== "List") return documents;
  const items = get(only, "items");
  if (items === undefined && kind === "List" && get(only, "functionConfig") === undefined) return documents;
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
    hint: isProse
      ? "Standard output is for the resources alone: write messages to standard error."
      : (first?.hint ?? "Run the function by hand on the same input."),
    cause: thrown,
  });
}
