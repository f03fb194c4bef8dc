/** Records the changes of each object in each step of a build. */

import { groupBy } from "../collections.ts";
import { LimitError } from "../diagnostics.ts";
import type { BuiltResource, Inclusion, Trace, TracedStep } from "../engine/index.ts";
import type { LaterStep } from "../render/index.ts";
import { parseApiVersion, type Resource } from "../resource/index.ts";
import { parseResources } from "../yaml/index.ts";
import type { MapNode, Node } from "../yaml/nodes/node.ts";
import { type Change, Field, isUnchanged, type Step, textOf, textsOf } from "./field.ts";
import { keepPlaces, remove, update } from "./update.ts";

/** An entry that included the directory that an object came from, and the number of steps before it did. */
export interface Included {
  readonly inclusion: Inclusion;
  readonly after: number;
}

/** One object with all of its changes. */
export class History {
  readonly owner: Resource;
  /** True if all fields are recorded, and not only those of the identity. */
  readonly isWhole: boolean;
  readonly root: Field;
  /** The changes, oldest first. For a subtree that was added or removed as a whole, only that of its topmost field. */
  readonly changes: Change[];
  /** For a rewritten reference, the objects that have its new name. */
  readonly follows = new Map<Change, readonly History[]>();
  /** The entries through which it came to the topmost level, innermost first. */
  readonly included: Included[];

  constructor(
    owner: Resource,
    isWhole: boolean,
    root = new Field(undefined, ""),
    changes: Change[] = [],
    included: Included[] = [],
  ) {
    this.owner = owner;
    this.isWhole = isWhole;
    this.root = root;
    this.changes = changes;
    this.included = included;
  }

  /** The field at a path of map keys, which may be a removed one. */
  at(...keys: readonly string[]): Field | undefined {
    let field: Field | undefined = this.root;
    for (const key of keys) field = field?.fields.get(key);
    return field;
  }

  /** The text of a field, or the last one of a removed field. */
  text(...keys: readonly string[]): string {
    return this.texts(...keys).at(-1) ?? "";
  }

  /** All texts that a field ever had, oldest first. */
  texts(...keys: readonly string[]): string[] {
    return textsOf(this.at(...keys));
  }

  get kind(): string {
    return this.text("kind");
  }

  get name(): string {
    return this.text("metadata", "name");
  }

  get namespace(): string {
    return this.text("metadata", "namespace");
  }

  get group(): string {
    return parseApiVersion(this.text("apiVersion")).group;
  }

  /** For people: `Deployment shop/web`. */
  get description(): string {
    return `${this.kind} ${this.namespace === "" ? "" : `${this.namespace}/`}${this.name}`;
  }
}

/** How much of an object is recorded: all of it, only that it is there and its names, or nothing. */
export type Extent = "whole" | "identity" | "none";

/** Decides about an object that a step made. */
export type ExtentOf = (resource: Resource, step: TracedStep) => Extent;

/** The history of objects that are not recorded. */
const UNRECORDED = Object.freeze({});

/** The most comparisons of an object with its recorded tree: after each step, each object is compared once. */
const MAX_COMPARED = 4_000_000;

/** The trace of a build: {@link step} is called after each step, and compares all objects with their recorded trees. */
export class Tracer implements Trace {
  #steps = 0;
  #compared = 0;
  /** The objects at the step `vars`, when names are final. */
  readonly #present = new Set<History>();
  /** Deleted objects by group and description. */
  readonly #deleted = new Map<string, History>();
  #output: readonly (History | undefined)[] = [];
  readonly #extentOf: ExtentOf;
  readonly #most: number;

  /**
   * @param extentOf how much of each object is recorded; all of them as a whole if absent
   * @param most the most comparisons
   */
  constructor(extentOf: ExtentOf = () => "whole", most = MAX_COMPARED) {
    this.#extentOf = extentOf;
    this.#most = most;
  }

  /** @throws LimitError `too-many-steps` for a build of many objects and many steps */
  step(traced: TracedStep & Pick<Step, "later">, resources: Iterable<Resource>): void {
    const step = { ...traced, number: ++this.#steps };
    const histories: History[] = [];
    const all: (History | undefined)[] = [];
    const changed: (readonly [History, readonly Change[]])[] = [];
    for (const resource of resources) {
      const history = this.#historyOf(resource, step);
      if (traced.name === "output") all.push(history);
      if (history === undefined) continue;
      if (++this.#compared > this.#most) throw tooManySteps();
      histories.push(history);
      changed.push([history, this.#record(history, resource.node, step)]);
    }
    if (traced.name === "nameReference") linkReferences(changed, histories);
    if (traced.name === "vars") for (const history of histories) this.#present.add(history);
    if (traced.name === "output") this.#output = all;
  }

  include(inclusion: Inclusion, resources: Iterable<Resource>): void {
    const included = { inclusion, after: this.#steps };
    for (const resource of resources) this.#historyOf(resource)?.included.push(included);
  }

  /** The history of an object; undefined if it is not recorded. A copy of an object starts with a copy of the original's. */
  #historyOf(resource: Resource, step?: Step): History | undefined {
    const { history } = resource;
    if (history === UNRECORDED) return undefined;
    if (history instanceof History) {
      if (history.owner === resource) return history;
      const { root, changes, included, isWhole } = history;
      return (resource.history = new History(resource, isWhole, root.fork(), [...changes], [...included]));
    }
    // Every object is made by a step.
    if (step === undefined) return undefined;
    const extent = this.#extentOf(resource, step);
    if (extent !== "none") return (resource.history = new History(resource, extent === "whole"));
    resource.history = UNRECORDED;
    return undefined;
  }

  /** Records a step after the build, see `OnLaterStep`. */
  later(later: LaterStep, before: readonly BuiltResource[], after: readonly (BuiltResource | undefined)[]): void {
    const step = { name: later.name, number: ++this.#steps, later };
    const output: (History | undefined)[] = [];
    for (const [index, resource] of after.entries()) {
      const history = this.#output[index];
      if (resource !== undefined) output.push(history);
      if (history === undefined || resource === before[index]) continue;
      const [node] = resource === undefined ? [] : parseResources(resource.yaml, "");
      if (node !== undefined) keepPlaces(history.root, node);
      this.#record(history, node?.kind === "map" ? node : undefined, step);
    }
    this.#output = output;
  }

  #record(history: History, whole: MapNode | undefined, step: Step): readonly Change[] {
    const { root, changes, isWhole } = history;
    const node = isWhole ? whole : only(whole, IDENTITY);
    if (node === undefined || node.entries.length === 0) {
      if (root.kind === "none") return [];
      changes.push(remove(root, step));
      this.#deleted.set(`${history.group}/${history.description}`, history);
      return [];
    }
    if (isUnchanged(root, node)) return [];
    const added = update(root, node, step);
    changes.push(...added);
    return added;
  }

  /** The recorded objects of the output, in order. */
  get output(): readonly History[] {
    return this.#output.filter((history) => history !== undefined);
  }

  /** The object at a position of the output; undefined if it is not recorded. */
  outputAt(index: number): History | undefined {
    return this.#output[index];
  }

  /** The objects that are not in the output: deleted ones, and those for the build only. */
  get missing(): readonly History[] {
    const output = new Set<History | undefined>(this.#output);
    const dropped = [...this.#present].filter((history) => !output.has(history));
    return [...new Set([...dropped, ...this.#deleted.values()])];
  }
}

/** A map with some of its entries; the object is not changed. */
function only(node: Node | undefined, names: readonly string[]): MapNode | undefined {
  if (node?.kind !== "map") return undefined;
  const kept = node.entries.filter(({ key }) => key.kind === "scalar" && names.includes(key.value));
  const entries = kept.map(({ key, value }) => ({ key, value: only(value, NAMES) ?? value }));
  return { ...node, entries };
}

const IDENTITY = ["apiVersion", "kind", "metadata"];
const NAMES = ["name", "namespace"];

/** Links each rewritten reference to the objects whose new name it has. */
function linkReferences(
  changed: readonly (readonly [History, readonly Change[]])[],
  histories: readonly History[],
): void {
  if (changed.every(([, changes]) => changes.length === 0)) return;
  const byName = groupBy(histories, ({ name }) => name);
  for (const [referrer, changes] of changed) {
    for (const change of changes) {
      const named = byName.get(textOf(change.after)) ?? [];
      const before = textOf(change.before);
      const renamed = named.filter((history) => history.texts("metadata", "name").includes(before));
      const follows = renamed.length > 0 ? renamed : movedObjects(change, byName);
      if (follows.length > 0) referrer.follows.set(change, follows);
    }
  }
}

/** The objects whose new namespace a reference has. Their name is in the field next to it. */
function movedObjects({ field, segments, after }: Change, byName: ReadonlyMap<string, readonly History[]>): History[] {
  if (segments.at(-1) !== "namespace") return [];
  const named = byName.get(textOf(field.parent?.fields.get("name")?.value)) ?? [];
  return named.filter(({ namespace }) => namespace === textOf(after));
}

function tooManySteps(): Error {
  return new LimitError("too-many-steps", "this build has too many steps and objects to record what each step did", {
    hint: "Explain a directory that it includes. The build itself has no such limit.",
  });
}
