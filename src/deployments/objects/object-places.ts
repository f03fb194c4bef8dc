/** Finds the places of fields in the files that objects come from: a build keeps only where an object begins. */
import { getOrInsert } from "../../collections.ts";
import type { Location } from "../../diagnostics.ts";
import type { KustomizationEdits } from "../../engine/index.ts";
import { areEqualValues, isMap } from "../../manifests/index.ts";
import { isInTree } from "../../sources/index.ts";
import { pointerSteps } from "../../text/index.ts";
import { get, locate, type Node, parseConfig, parseResources, toValue, type Value } from "../../yaml/index.ts";
import { locateOffset } from "../../yaml/nodes/node.ts";
import type { YamlFiles } from "./yaml-files.ts";

/** The place of a field of an object, by keys and indexes. */
export type PlaceOf = (...path: Path) => Location;

type Path = readonly (string | number)[];

/** Patches that may have given an object what its file does not have. */
export interface PatchedBy {
  readonly patches: NonNullable<KustomizationEdits["patches"]>;
  /** The place of all else. */
  readonly location: Location;
}

export class ObjectPlaces {
  readonly #files: Pick<YamlFiles, "documents">;
  readonly #pathOf: (file: string) => string;
  readonly #documents = new Map<string, Promise<readonly Node[]>>();
  readonly #patches = new Map<string, ReadPatch>();

  /** @param pathOf the path in the tree of a file as messages show it */
  constructor(files: Pick<YamlFiles, "documents">, pathOf: (file: string) => string = (file) => `/${file}`) {
    this.#files = files;
    this.#pathOf = pathOf;
  }

  /**
   * The places of the fields of an object: where its file has the value, or else the line of a patch that has it.
   * @param origin of the object, as a build gives it
   */
  async of(origin: Location, value: Value, patched?: PatchedBy): Promise<PlaceOf> {
    const found = (await this.#documentsOf(origin.file)).find((document) => locate(document)?.line === origin.line);
    const patches = (patched?.patches ?? []).toReversed();
    const texts = new Map<string, readonly string[]>();
    for (const { location } of patches)
      texts.set(location.file, (await this.#documentsOf(location.file))[0]?.source?.text.split("\n") ?? []);
    return (...path) => {
      if (path.length === 0) return origin;
      const own = descend(found, path, value);
      const place = locate(own.node);
      if (place !== undefined && own.isEqual) return place;
      for (const patch of patches) {
        const read = getOrInsert(this.#patches, patch.patch ?? "", () => readPatch(patch.patch ?? ""));
        const node = nodesInPatch(read, path, value).find(({ isEqual }) => isEqual)?.node;
        if (node !== undefined) return placeInPatch(patch, node, texts.get(patch.location.file) ?? []);
      }
      return place ?? patched?.location ?? origin;
    };
  }

  #documentsOf(file: string): Promise<readonly Node[]> {
    return getOrInsert(this.#documents, file, async () => {
      const path = this.#pathOf(file);
      return isInTree(path) ? this.#files.documents(path) : [];
    });
  }
}

/** The node at a path, and whether it has the value that the object has there. Elements of lists are found by their values. */
function descend(
  node: Node | undefined,
  path: Path,
  value: Value,
): { readonly node: Node | undefined; readonly isEqual: boolean } {
  let [found, wanted]: [Node | undefined, Value | undefined] = [node, value];
  for (const step of path) {
    wanted = childOf(wanted, step);
    if (typeof step === "string") found = get(found, step);
    else {
      const items: readonly Node[] = found?.kind === "seq" ? found.items : [];
      const at = items[step];
      found = hasValue(at, wanted) ? at : (items.find((item) => hasValue(item, wanted)) ?? at);
    }
  }
  return { node: found, isEqual: hasValue(found, wanted) };
}

function childOf(value: Value | undefined, step: string | number): Value | undefined {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, step)) return undefined;
  return (value as { readonly [key: string]: Value })[step];
}

function hasValue(node: Node | undefined, value: Value | undefined): boolean {
  if (node === undefined || value === undefined || node.kind !== formOf(value)) return false;
  // Patches can be long texts. Only folded ones can change when they are printed.
  if (node.kind === "scalar" && node.tag === "!!str" && node.style !== "folded") return node.value === value;
  try {
    return areEqualValues(toValue(node), value);
  } catch {
    return false;
  }
}

/** The kind of the node of a value. */
function formOf(value: Value): Node["kind"] {
  if (Array.isArray(value)) return "seq";
  return isMap(value) ? "map" : "scalar";
}

/** The operations of a JSON patch, or the objects of a strategic merge patch. */
type ReadPatch = { readonly operations: readonly Node[] } | { readonly objects: readonly Node[] };

/** A patch with mistakes has none. */
function readPatch(text: string): ReadPatch {
  try {
    const config = parseConfig(text, "");
    return config?.kind === "seq" ? { operations: config.items } : { objects: parseResources(text, "") };
  } catch {
    return { objects: [] };
  }
}

/** The nodes that a patch may give to an object at a path. */
function nodesInPatch(patch: ReadPatch, path: Path, value: Value): ReturnType<typeof descend>[] {
  if ("objects" in patch) return patch.objects.map((object) => descend(object, path, value));
  return patch.operations.flatMap((operation) => {
    const pointer = get(operation, "path");
    const steps = pointer?.kind === "scalar" ? pointerSteps(pointer.value) : undefined;
    const isAbove = steps?.every(
      (step, at) => step === String(path[at]) || (step === "-" && typeof path[at] === "number"),
    );
    if (steps === undefined || isAbove !== true) return [];
    const given = path.slice(0, steps.length).reduce<Value | undefined>(childOf, value);
    return given === undefined ? [] : [descend(get(operation, "value"), path.slice(steps.length), given)];
  });
}

/** The line of a node of an inline patch; the place of the patch if its text is no literal block. @param lines of its file */
function placeInPatch(
  { patch = "", location }: PatchedBy["patches"][number],
  { offset }: Node,
  lines: readonly string[],
): Location {
  const { line = 1, column = 1 } = locateOffset({ file: location.file, text: patch }, offset);
  // The text of a literal block begins on the line behind its mark.
  const at = (location.line ?? 0) + line;
  const [written = "", expected = ""] = [lines[at - 1]?.trimEnd(), patch.split("\n")[line - 1]?.trimEnd()];
  if (expected === "" || !written.endsWith(expected)) return location;
  return { file: location.file, line: at, column: written.length - expected.length + column };
}
