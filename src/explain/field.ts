/** The recorded tree of an object: its fields after the last step, each with its changes. */
import type { TracedStep } from "../engine/index.ts";
import { toValue, type Value } from "../yaml/index.ts";
import type { Node, ScalarNode, Source } from "../yaml/nodes/node.ts";

export interface Step extends TracedStep {
  /** Steps of a build count from 1. */
  readonly number: number;
}

/** The change of one field by one step. */
export interface Change {
  readonly step: Step;
  /** For a copied object, this may be a field of the original. */
  readonly field: Field;
  /** The path of the field at the time of the step. */
  readonly segments: readonly string[];
  /** Undefined if the step added the field. */
  readonly before: Value | undefined;
  /** Undefined if the step removed the field. */
  readonly after: Value | undefined;
  /** The place that the new value was read from; undefined if the step computed it. */
  readonly at: { readonly source: Source; readonly offset: number } | undefined;
}

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
  /** The changes while it was a scalar or an empty collection; oldest first. */
  readonly changes: Change[] = [];
  /** The fields of a map, including removed ones. */
  readonly fields = new Map<string, Field>();
  /** The present elements of a list. */
  items: Field[] = [];
  /** The removed elements of a list. */
  readonly removedItems: Field[] = [];

  constructor(parent: Field | undefined, segment: string) {
    this.parent = parent;
    this.segment = segment;
  }

  /** The path from the object to this field; empty for the object itself. */
  get segments(): string[] {
    return this.parent === undefined ? [] : [...this.parent.segments, this.segment];
  }

  /** The elements or fields that are not removed. */
  get present(): Field[] {
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
    copy.changes.push(...this.changes);
    for (const [key, field] of this.fields) copy.fields.set(key, field.fork(copy));
    copy.items = this.items.map((item) => item.fork(copy));
    copy.removedItems.push(...this.removedItems.map((item) => item.fork(copy)));
    return copy;
  }
}

/** Whether a node has the value of the field. If so, the field takes over the place that the node was read from. */
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

/** Whether a scalar has the value of the field, in any notation. */
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
