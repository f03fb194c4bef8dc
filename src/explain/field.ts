/** The recorded tree of an object: its fields after the last step, each with its changes. */
import { charge } from "../budget/index.ts";
import { getOrInsert } from "../collections.ts";
import type { TracedStep } from "../engine/index.ts";
import type { LaterStep } from "../render/index.ts";
import { toValue, type Value } from "../yaml/index.ts";
import type { Node, ScalarNode, Source } from "../yaml/nodes/node.ts";

export interface Step extends TracedStep {
  /** Steps of a build count from 1. */
  readonly number: number;
  /** Set for a step after the build. */
  readonly later?: LaterStep;
}

/** A path as a chain, of which all paths to fields next to each other share the rest. */
export interface Path {
  readonly parent: Path | undefined;
  readonly segment: string;
}

/** The change of one field by one step. */
export class Change {
  readonly step: Step;
  /** For a copied object, this may be a field of the original. */
  readonly field: Field;
  /** Undefined if the step added the field. */
  readonly before: Value | undefined;
  /** Undefined if the step removed the field. */
  readonly after: Value | undefined;
  readonly #path: Path | undefined;
  readonly #source: Source | undefined;
  readonly #offset: number;

  /** @param from the node that the new value was read from; undefined if the step computed it */
  constructor(
    step: Step,
    field: Field,
    path: Path | undefined,
    [before, after]: readonly [before: Value | undefined, after: Value | undefined],
    from: Pick<Node, "source" | "offset"> | undefined,
  ) {
    this.step = step;
    this.field = field;
    this.before = before;
    this.after = after;
    this.#path = path;
    this.#source = from?.source;
    this.#offset = from?.offset ?? 0;
  }

  /** The path of the field at the time of the step. */
  get segments(): readonly string[] {
    return segmentsOf(this.#path);
  }

  /** The place that the new value was read from; undefined if the step computed it. */
  get at(): { readonly source: Source; readonly offset: number } | undefined {
    return this.#source && { source: this.#source, offset: this.#offset };
  }
}

function segmentsOf(path: Path | undefined): string[] {
  const segments: string[] = [];
  for (let at = path; at !== undefined; at = at.parent) segments.push(at.segment);
  return segments.reverse();
}

/** A field with its changes, roughly. */
const FIELD_BYTES = 250;

const NONE: readonly never[] = [];
const NO_FIELDS: ReadonlyMap<string, Field> = new Map();

type Kind = Node["kind"] | "none";

/** A field, an element of a list or a whole object. A removed field has the kind `none` and keeps its changes. */
export class Field {
  readonly parent: Field | undefined;
  /** The step of a path that leads here: a key, an index, or `[key=value]`. */
  segment: string;
  kind: Kind = "none";
  /** The node of a scalar. */
  scalar: ScalarNode | undefined;
  value: Value = null;
  /** The source and offset that the present value was read from. */
  source: Source | undefined;
  offset = 0;
  // Most fields are scalars with one change. Empty lists are shared, because a large object has many fields.
  #changes: Change[] | undefined;
  #fields: Map<string, Field> | undefined;
  #removedItems: Field[] | undefined;
  /** The present elements of a list. */
  items: readonly Field[] = NONE;

  constructor(parent: Field | undefined, segment: string) {
    charge(FIELD_BYTES);
    this.parent = parent;
    this.segment = segment;
  }

  /** The changes while it was a scalar or an empty collection; oldest first. */
  get changes(): readonly Change[] {
    return this.#changes ?? NONE;
  }

  addChange(change: Change): void {
    if (this.#changes === undefined) this.#changes = [change];
    else this.#changes.push(change);
  }

  /** The fields of a map, including removed ones. */
  get fields(): ReadonlyMap<string, Field> {
    return this.#fields ?? NO_FIELDS;
  }

  /** A field of a map, which is added if it is not there. */
  child(name: string): Field {
    this.#fields ??= new Map();
    return getOrInsert(this.#fields, name, () => new Field(this, name));
  }

  /** The removed elements of a list. */
  get removedItems(): readonly Field[] {
    return this.#removedItems ?? NONE;
  }

  addRemoved(items: readonly Field[]): void {
    if (items.length === 0) return;
    this.#removedItems ??= [];
    for (const item of items) this.#removedItems.push(item);
  }

  /** A new element of a list. If an element with the same key was removed before, continues that one. */
  newItem(segment: string): Field {
    const index = segment.startsWith("[") ? this.removedItems.findIndex((item) => item.segment === segment) : -1;
    const [revived] = index < 0 ? [] : (this.#removedItems?.splice(index, 1) ?? []);
    return revived ?? new Field(this, segment);
  }

  /** The path from the object to this field; undefined for the object itself. */
  get path(): Path | undefined {
    return this.parent && { parent: this.parent.path, segment: this.segment };
  }

  get segments(): string[] {
    return segmentsOf(this.path);
  }

  /** The elements or fields that are not removed. */
  get present(): readonly Field[] {
    return this.kind === "seq" ? this.items : [...this.fields.values()].filter(({ kind }) => kind !== "none");
  }

  get isLeaf(): boolean {
    return this.kind === "scalar" || (this.kind !== "none" && this.present.length === 0);
  }

  /** The field itself and all fields below it, including removed ones. */
  *all(): Iterable<Field> {
    yield this;
    for (const child of [...this.fields.values(), ...this.items, ...this.removedItems]) yield* child.all();
  }

  /** The value of the field; undefined if it is removed. */
  toValue(): Value | undefined {
    if (this.kind === "scalar") return this.value;
    if (this.kind === "seq") return this.items.map((item) => item.toValue() ?? null);
    if (this.kind === "none") return undefined;
    const object: { [key: string]: Value } = Object.create(null);
    for (const child of this.present) object[child.segment] = child.toValue() ?? null;
    return object;
  }

  /** A deep copy, which records its own changes from now on. */
  fork(parent?: Field): Field {
    const copy = new Field(parent, this.segment);
    const { kind, scalar, value, source, offset } = this;
    Object.assign(copy, { kind, scalar, value, source, offset });
    if (this.#changes !== undefined) copy.#changes = [...this.#changes];
    if (this.#fields !== undefined) {
      copy.#fields = new Map();
      for (const [key, field] of this.#fields) copy.#fields.set(key, field.fork(copy));
    }
    if (this.items.length > 0) copy.items = this.items.map((item) => item.fork(copy));
    copy.addRemoved(this.removedItems.map((item) => item.fork(copy)));
    return copy;
  }
}

/** True if a node has the value of the field. Then the field takes over the place that the node was read from. */
export function isUnchanged(field: Field, node: Node): boolean {
  if (field.kind !== node.kind) return false;
  if (node.kind === "scalar") {
    if (!isSameScalar(field, node)) return false;
  } else if (node.kind === "seq") {
    if (field.items.length !== node.items.length) return false;
    for (let index = 0; index < node.items.length; index++) {
      if (!isUnchanged(field.items[index] as Field, node.items[index] as Node)) return false;
    }
  } else {
    for (const { key, value } of node.entries) {
      const child = field.fields.get(keyText(key));
      if (child === undefined || !isUnchanged(child, value)) return false;
    }
    if (field.fields.size !== node.entries.length && field.present.length !== node.entries.length) return false;
  }
  adoptPlace(field, node);
  return true;
}

/** True if a scalar has the value of the field, in any notation. */
export function isSameScalar(field: Field, node: ScalarNode): boolean {
  const { scalar } = field;
  if (scalar?.value === node.value && scalar.tag === node.tag && scalar.style === node.style) return true;
  return Object.is(field.value, scalarValue(node));
}

/** Sets the place of the field to that of the node. */
export function adoptPlace(field: Field, { source, offset }: Node): void {
  field.source = source;
  field.offset = offset;
}

/** The value of a scalar as the output shows it. */
export function scalarValue(node: ScalarNode): Value {
  try {
    return toValue(node);
  } catch {
    // The build reports the invalid scalar if it is in the output.
    return node.value;
  }
}

/** The text of a key; empty for a key that is not a scalar. */
export function keyText(key: Node): string {
  return key.kind === "scalar" ? key.value : "";
}

/** The text of a scalar; empty for other values. */
export function textOf(value: Value | undefined): string {
  return typeof value === "object" || value === undefined ? "" : String(value);
}

/** All texts that a field ever had, oldest first. */
export function textsOf(field: Field | undefined): string[] {
  return (field?.changes ?? []).flatMap(({ after }) => (after === undefined ? [] : [textOf(after)]));
}

/** The changes of a field and of everything that is or was below it, newest first. @param limit the most fields */
export function changesOf(field: Field, limit = Number.POSITIVE_INFINITY): Change[] {
  const changes: Change[] = [];
  let fields = 0;
  for (const one of field.all()) {
    if (++fields > limit) break;
    for (const change of one.changes) changes.push(change);
  }
  return changes.sort((a, b) => b.step.number - a.step.number);
}
