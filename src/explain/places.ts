/** Finds the origin of a change: the entry of the kustomization that caused it, and the line that holds the value. */
import { posix } from "node:path";
import { editImage, imageMatcher } from "../builtins/index.ts";
import { formatLocation, type Location } from "../diagnostics.ts";
import type { FieldPlaces } from "../documents/index.ts";
import type { ValueOrigin } from "../render/index.ts";
import { get, locate, locateOffset, type Node, type ScalarNode, type Source } from "../yaml/nodes/node.ts";
import { type Change, type Step, textOf } from "./field.ts";
import type { History } from "./history.ts";
import { Patches, type PatchText, patchTexts, type SourcePlace } from "./patch-places.ts";
import type { ReadFiles } from "./read-files.ts";

const PATCH_FIELDS = ["patches", "patchesStrategicMerge", "patchesJson6902"] as const;
const PATCHES: ReadonlySet<string> = new Set([...PATCH_FIELDS, "transformers"]);

/** An entry of one of these fields. */
interface InlinePatch {
  readonly patch?: string;
  readonly text?: string;
  readonly location: Location;
}

function isPatchField(name: string): name is (typeof PATCH_FIELDS)[number] {
  return (PATCH_FIELDS as readonly string[]).includes(name);
}

export class Places {
  readonly #files: ReadFiles;
  readonly #patches = new Patches();
  /** The scalars that hold the texts of sources. */
  readonly #holders = new WeakMap<Source, ScalarNode | undefined>();

  constructor(files: ReadFiles) {
    this.#files = files;
  }

  /** The line that holds the value, or else the entry; undefined for a change that no file causes. */
  of(change: Change, history: History): Location | undefined {
    return this.#value(change, history) ?? this.entry(change, history);
  }

  /** The entry that caused the step; undefined for a change that no file causes. */
  entry(change: Change, history: History): Location | undefined {
    const { step, before } = change;
    const { kustomization, config, location, name, variables } = step;
    if (step.later !== undefined) return originsOf(change)[0]?.location ?? step.later.location;
    // A composition may list many files in one entry.
    if (step.imports !== undefined && location !== undefined) return location;
    if (config?.origin !== undefined) return config.origin;
    if (location !== undefined) return location;
    if (name === "hash") return this.ofCreation(history);
    if (name === "images") return lastImage(change) ?? kustomization?.location;
    if (name === "vars") return variables?.get(/\$\(([^$)]+)\)/.exec(textOf(before))?.[1] ?? "")?.location;
    if (name === "nameReference") return this.#renamingPlace(history.follows.get(change) ?? [], change);
    if (kustomization === undefined) return undefined;
    const setElsewhere = kustomization.fieldPlaces?.[name as keyof FieldPlaces];
    return setElsewhere ?? locate(this.entryNode(step)) ?? entryLocation(step) ?? kustomization.location;
  }

  #value(change: Change, history: History): Location | undefined {
    const { step, at, segments, after } = change;
    if (step.later !== undefined) return this.#expression(change, history);
    if (at !== undefined) return this.inFile(at);
    if (step.sources !== undefined) return this.#dataSource(step, segments);
    if (PATCHES.has(step.name)) return this.#inPatch(change, history) ?? inEntry(change);
    if (step.name === "images") {
      const entry = this.#image(change);
      const parts = ["newTag", "digest", "tagSuffix", "newName"].map((name) => get(entry, name));
      return locate(parts.find((part) => part !== undefined));
    }
    const entry = this.entryNode(step);
    if (step.name === "replicas") return locate(get(entry, "count"));
    const pairs = step.name === "labels" ? get(entry, "pairs") : step.name.startsWith("common") ? entry : undefined;
    // The first label adds the whole field, so the keys of the added map count, too.
    const keys = [segments.at(-1) ?? "", ...Object.keys(Object(after) as object)];
    return locate(keys.map((key) => get(pairs, key)).find((node) => node !== undefined));
  }

  /** The place of an expression that was replaced by what it says itself, such as its default. */
  #expression(change: Change, history: History): Location | undefined {
    const { step, field } = change;
    if (step.name !== "postBuild" || originsOf(change).length > 0) return undefined;
    const written = field.changes.findLast((other) => other.step.number < step.number);
    return written && this.of(written, history);
  }

  /** The place in the file that holds a source, which may be a part of it. */
  inFile({ source, offset }: SourcePlace): Location | undefined {
    const { within, file, text } = source;
    if (within === undefined) return file === "" ? undefined : locateOffset(source, offset);
    if (!this.#holders.has(source)) {
      this.#holders.set(source, this.#holderOf(text, within));
    }
    const holder = this.#holders.get(source);
    const place = locateOffset({ file, text }, offset);
    return holder === undefined ? (this.#inBlock(within, text, place) ?? within) : this.#inHolder(holder, text, place);
  }

  /** The scalar at or after a place that holds a text. */
  #holderOf(text: string, from: Location): ScalarNode | undefined {
    const { file } = from;
    return findScalar([this.#files.node(file)], text, from) ?? findScalar(this.#files.documents(file), text, from);
  }

  /** A place in a text that a file holds as a literal block; the start of the scalar for texts in another style. */
  #inHolder(holder: ScalarNode, text: string, { line = 1, column = 1 }: Location): Location | undefined {
    const start = locate(holder);
    if (start?.line === undefined) return start;
    const skipped = holder.value.slice(0, holder.value.indexOf(text.trim())).split("\n").length;
    const before = text.slice(0, text.indexOf(text.trim())).split("\n").length;
    const at = start.line + skipped - before + line;
    const [written = "", expected = ""] = [this.#files.lines(start.file)[at - 1], text.split("\n")[line - 1]];
    if (expected === "" || !written.endsWith(expected)) return start;
    return { file: start.file, line: at, column: written.length - expected.length + column };
  }

  /** A place in a literal block that begins at a place, which itself may be part of another text. */
  #inBlock(start: Location, text: string, { line = 1, column = 1 }: Location): Location | undefined {
    const expected = text.split("\n")[line - 1] ?? "";
    const at = (start.line ?? 0) + line;
    const written = this.#files.lines(start.file)[at - 1] ?? "";
    if (expected === "" || !written.endsWith(expected)) return undefined;
    return { file: start.file, line: at, column: written.length - expected.length + column };
  }

  /** True if the new value is that of a whole file. */
  isWholeFile({ step, at, segments: [field, key] }: Change): boolean {
    if (at !== undefined || (field !== "data" && field !== "binaryData")) return false;
    return step.sources?.get(key ?? "")?.list === "files";
  }

  /** The node of an entry as the file has it; the whole field where the index does not identify the entry. */
  entryNode({ kustomization, name, index }: Step): Node | undefined {
    if (kustomization === undefined) return undefined;
    const { location } = kustomization;
    const top = this.#files.node(location.file);
    // The document of an inline kustomization is a part of the file.
    const node =
      kustomization.kind === "Kustomization" && (location.line ?? 1) > 1 ? (mapAt(top, location) ?? top) : top;
    const wanted = name.toLowerCase();
    const entries = node?.kind === "map" ? node.entries : [];
    const field = entries.find(({ key }) => key.kind === "scalar" && key.value.toLowerCase() === wanted)?.value;
    if (field?.kind !== "seq" || index === undefined) return field;
    return name === "images" || name === "patchesStrategicMerge" ? field : field.items[index];
  }

  /** The literal, the file, or the line of the env file that defines a key of generated data. */
  #dataSource({ sources, kustomization, directoryOf }: Step, [field, key]: readonly string[]): Location | undefined {
    const found = field === "data" || field === "binaryData" ? sources?.get(key ?? "") : undefined;
    if (found === undefined || kustomization === undefined) return undefined;
    const { list, text, location } = found;
    if (list === "literals") return location;
    const path = list === "files" ? text.slice(text.indexOf("=") + 1) : text;
    const file = posix.join(posix.dirname(directoryOf ?? kustomization.location.file), path);
    if (!this.#files.has(file)) return location;
    if (list === "files") return { file, line: 1, column: 1 };
    const line = this.#files.lines(file).findIndex((one) => one.trimStart().split("=", 1)[0] === key);
    return line < 0 ? { file } : { file, line: line + 1, column: 1 };
  }

  #inPatch({ step, segments }: Change, history: History): Location | undefined {
    const file = step.directoryOf ?? step.kustomization?.location.file ?? "";
    const entry = step.config?.node ?? this.entryNode(step);
    const names = { kinds: history.texts("kind"), names: history.texts("metadata", "name") };
    for (const patch of [...patchTexts(entry, file, this.#files), ...this.#patchesElsewhere(step)]) {
      const place = this.#patches.find(patch, segments, names);
      if (place === undefined) continue;
      if (typeof patch.from === "string") return locateOffset(place.source, place.offset);
      if (!("kind" in patch.from))
        return this.#inBlock(patch.from, patch.text, locateOffset(place.source, place.offset)) ?? patch.from;
      return this.#inHolder(patch.from, patch.text, locateOffset(place.source, place.offset));
    }
    return undefined;
  }

  /** The patches of a step that are not in the file of its kustomization. */
  #patchesElsewhere({ kustomization, name, index }: Step): PatchText[] {
    if (kustomization === undefined || !isPatchField(name)) return [];
    const all: readonly InlinePatch[] = kustomization[name] ?? [];
    const entries = index === undefined || name === "patchesStrategicMerge" ? all : all.slice(index, index + 1);
    return entries.flatMap(({ patch, text = patch, location }) => {
      if (text === undefined || location.file === kustomization.location.file) return [];
      const holder = this.#holderOf(text, location);
      return [{ text: holder?.value ?? text, from: holder ?? location }];
    });
  }

  /** The node of the last entry of `images` that changed an image. */
  #image(change: Change): Node | undefined {
    const location = lastImage(change);
    const entries = this.entryNode(change.step);
    const items = entries?.kind === "seq" ? entries.items : [];
    if (location === undefined) return undefined;
    const inFile = items.find((item) => isSame(locate(item), location));
    if (inFile !== undefined) return inFile;
    return this.#files.documents(location.file).flatMap((document) => mapAt(document, location) ?? [])[0];
  }

  /** The place of the first change of an object. */
  ofCreation(history: History): Location | undefined {
    const [first] = history.changes;
    return first && this.of(first, history);
  }

  /** The entry that renamed or moved the objects that a reference names; undefined if there are several. */
  #renamingPlace(follows: readonly History[], { step: { number }, after }: Change): Location | undefined {
    const places = follows.map((history) => {
      const key = history.name === textOf(after) ? "name" : "namespace";
      const renaming = history.at("metadata", key)?.changes.findLast(({ step }) => step.number < number);
      return renaming && this.entry(renaming, history);
    });
    const [first, ...others] = places;
    return others.every((other) => isSame(first, other)) ? first : undefined;
  }
}

/** The values that a step after the build put into a field, each with its name. */
export function originsOf({
  step,
  segments,
  before,
  after,
}: Change): readonly (ValueOrigin & { readonly name: string })[] {
  const values = step.later?.values;
  if (values === undefined) return [];
  const [parent, last] = [segments.at(-2), segments.at(-1) ?? ""];
  // The first label adds the whole field.
  const added = Object.keys(Object(after) as object).map((key) => `${last}/${key}`);
  const variables = [...textOf(before).matchAll(/\$\{(\w+)/g)].map(([, name = ""]) => name);
  const names = step.later?.name === "postBuild" ? variables : [`${parent}/${last}`, ...added];
  return [...new Set(names)].flatMap((name) => {
    const origin = values.get(name);
    return origin === undefined ? [] : [{ name, ...origin }];
  });
}

function isSame(one: Location | undefined, other: Location | undefined): boolean {
  return formatLocation(one ?? {}) === formatLocation(other ?? {});
}

/** The entry of `images` that has the last word on an image. */
function lastImage({ step, before }: Change): Location | undefined {
  let image = textOf(before);
  let last: Location | undefined;
  for (const entry of step.kustomization?.images ?? []) {
    if (!imageMatcher(entry.name ?? "")?.(image)) continue;
    const edited = editImage(image, entry);
    if (edited !== image) last = entry.location;
    image = edited;
  }
  return last;
}

/** The decoded location of an entry, for kustomizations that were not read from the tree. */
function entryLocation({ kustomization, name, index = 0 }: Step): Location | undefined {
  const field = (kustomization as Readonly<Record<string, unknown>> | undefined)?.[name];
  const entry: unknown = Array.isArray(field) ? field[index] : undefined;
  return (entry as { readonly location?: Location } | undefined)?.location;
}

/** The map that begins at a place. */
export function mapAt(node: Node | undefined, location: Location): Node | undefined {
  for (const one of nodesIn(node)) if (one.kind === "map" && isSame(locate(one), location)) return one;
  return undefined;
}

/** A node and all values below it. */
function* nodesIn(node: Node | undefined): Iterable<Node> {
  if (node === undefined) return;
  yield node;
  if (node.kind === "seq") for (const item of node.items) yield* nodesIn(item);
  if (node.kind === "map") for (const { value } of node.entries) yield* nodesIn(value);
}

/** Fields of every entry that are no arguments. */
const NO_ARGUMENTS = new Set(["apiVersion", "kind", "metadata", "fieldSpecs", "runtime", "provider"]);

/**
 * The argument of an entry of a composition that holds the new value, or a part of it such as a prefix. An override may have
 * written it.
 */
function inEntry({ step, segments, after }: Change): Location | undefined {
  const entries = step.imports === undefined ? [] : (step.config?.node?.entries ?? []);
  const values = entries.flatMap(({ key, value }) =>
    key.kind === "scalar" && !NO_ARGUMENTS.has(key.value) ? [value] : [],
  );
  const keys = [segments.at(-1) ?? "", ...Object.keys(Object(after) as object)];
  const named = values.flatMap((value) => keys.map((key) => get(value, key))).find((node) => node !== undefined);
  const part = values.find(
    (value) => value.kind === "scalar" && value.value !== "" && textOf(after).includes(value.value),
  );
  return locate(named ?? part);
}

/** The first scalar at or after a place with the given text. */
function findScalar(nodes: readonly (Node | undefined)[], text: string, from: Location): ScalarNode | undefined {
  for (const node of nodes) {
    for (const one of nodesIn(node)) {
      if (one.kind !== "scalar" || one.value.trim() !== text.trim()) continue;
      if ((locate(one)?.line ?? 0) >= (from.line ?? 0)) return one;
    }
  }
  return undefined;
}
