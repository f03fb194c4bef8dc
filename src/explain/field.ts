/** The shadow of an object: its tree as it was after the last step, each field with what has happened to it. */
import type { TracedStep } from "../engine/index.ts";
import { toValue, type Value } from "../yaml/index.ts";
import type { Node, ScalarNode, Source } from "../yaml/nodes/node.ts";

export interface Step extends TracedStep {
  /** Steps of a build count from 1. */
  readonly number: number;
}

/** What a step did to a field. */
export interface Change {
  readonly step: Step;
  /** It may be of an object that another one was copied from. */
  readonly field: Field;
  /** Its path at that time. */
  readonly segments: readonly string[];
  /** Undefined where there was nothing. */
  readonly before: Value | undefined;
  /** Undefined where nothing is left. */
  readonly after: Value | undefined;
  /** Where the value was read that came with the step. */
  readonly at: { readonly source: Source; readonly offset: number } | undefined;
}

type Kind = Node["kind"] | "none";

/** A field, an element of a list or a whole object. A field that is gone is of kind `none` and keeps its past. */
export class Field {
  readonly parent: Field | undefined;
  /** How a path names it: a key, an index, or `[key=value]`. */
  segment: string;
  kind: Kind = "none";
  /** Of a scalar. */
  scalar: ScalarNode | undefined;
  value: Value = null;
  /** Where its present value was read. */
  source: Source | undefined;
  offset = 0;
  /** What has happened to it while it was a scalar or an empty collection; oldest first. */
  readonly changes: Change[] = [];
  /** Of a map, with those that are gone. */
  readonly fields = new Map<string, Field>();
  /** Of a list. */
  items: Field[] = [];
  readonly gone: Field[] = [];

  constructor(parent: Field | undefined, segment: string) {
    this.parent = parent;
    this.segment = segment;
  }

  /** From the object down; the object itself has none. */
  get segments(): string[] {
    return this.parent === undefined ? [] : [...this.parent.segments, this.segment];
  }

  /** Those that are there. */
  get present(): Field[] {
    return this.kind === "seq" ? this.items : [...this.fields.values()].filter(({ kind }) => kind !== "none");
  }

  get isLeaf(): boolean {
    return this.kind === "scalar" || (this.kind !== "none" && this.present.length === 0);
  }

  /** The field itself and all below it, gone ones too. */
  *all(): Iterable<Field> {
    yield this;
    for (const child of [...this.fields.values(), ...this.items, ...this.gone]) yield* child.all();
  }

  /** What it holds; undefined where it is gone. */
  toValue(): Value | undefined {
    if (this.kind === "scalar") return this.value;
    if (this.kind === "seq") return this.items.map((item) => item.toValue() ?? null);
    if (this.kind === "none") return undefined;
    const object: { [key: string]: Value } = Object.create(null);
    for (const child of this.present) object[child.segment] = child.toValue() ?? null;
    return object;
  }

  /** A deep copy, to have a future of its own. */
  fork(parent?: Field): Field {
    const copy = new Field(parent, this.segment);
    const { kind, scalar, value, source, offset } = this;
    Object.assign(copy, { kind, scalar, value, source, offset });
    copy.changes.push(...this.changes);
    for (const [key, field] of this.fields) copy.fields.set(key, field.fork(copy));
    copy.items = this.items.map((item) => item.fork(copy));
    copy.gone.push(...this.gone.map((item) => item.fork(copy)));
    return copy;
  }
}

/** Whether a node still says what the field says. Where it does, the field learns where the node was read. */
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

/** Whether a scalar has the value that the field has, however it is written. */
export function isSameScalar(field: Field, node: ScalarNode): boolean {
  const { scalar } = field;
  if (scalar?.value === node.value && scalar.tag === node.tag && scalar.style === node.style) return true;
  return Object.is(field.value, scalarValue(node));
}

/** The field has been read where the node was. */
export function adoptPlace(field: Field, { source, offset }: Node): void {
  field.source = source;
  field.offset = offset;
}

/** The value as it would be printed. */
export function scalarValue(node: ScalarNode): Value {
  try {
    return toValue(node);
  } catch {
    // The build will say what is wrong with it, if it gets to the output.
    return node.value;
  }
}

/** Empty for a key that is no text. */
export function keyText(key: Node): string {
  return key.kind === "scalar" ? key.value : "";
}

/** The text of a scalar; empty for all else. */
export function textOf(value: Value | undefined): string {
  return typeof value === "object" || value === undefined ? "" : String(value);
}
