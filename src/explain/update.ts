/** Updates the recorded tree of an object, and collects the changes. */
import type { Value } from "../yaml/index.ts";
import type { MapNode, Node, ScalarNode, SeqNode } from "../yaml/nodes/node.ts";
import { adoptPlace, Change, type Field, isSameScalar, keyText, type Path, type Step, scalarValue } from "./field.ts";
import { itemSegments, matchItems } from "./list-elements.ts";

/** Updates a field to a node. For a subtree that was added or removed as a whole, returns the change of its topmost field. */
export function update(field: Field, node: Node, step: Step): Change[] {
  const walk = new Update(step);
  walk.visit(field, node);
  return walk.changes;
}

/** Marks a field and everything below it as removed. */
export function remove(field: Field, step: Step): Change {
  return new Update(step).clear(field);
}

/** Gives the nodes of a text that was printed the places of the fields that they continue. */
export function keepPlaces(field: Pick<Field, "source" | "offset" | "fields" | "items">, node: Node): void {
  node.source = field.source;
  node.offset = field.offset;
  if (node.kind === "map")
    for (const { key, value } of node.entries) keepPlaces(field.fields.get(keyText(key)) ?? UNPLACED, value);
  else if (node.kind === "seq")
    for (const [index, item] of node.items.entries()) keepPlaces(field.items[index] ?? UNPLACED, item);
}

const UNPLACED: Pick<Field, "source" | "offset" | "fields" | "items"> = {
  source: undefined,
  offset: 0,
  fields: new Map(),
  items: [],
};

class Update {
  readonly #step: Step;
  readonly changes: Change[] = [];

  constructor(step: Step) {
    this.#step = step;
  }

  visit(field: Field, node: Node): void {
    if (field.kind !== node.kind) this.#replace(field, node);
    else if (node.kind === "scalar") this.#visitScalar(field, node);
    else {
      const wasEmpty = field.isLeaf;
      if (node.kind === "seq") this.#visitItems(field, node);
      else this.#visitFields(field, node);
      if (field.isLeaf && !wasEmpty) field.addChange(this.#change(field, undefined, undefined));
      adoptPlace(field, node);
    }
  }

  #visitFields(field: Field, { entries }: MapNode): void {
    const unseen = new Map(field.fields);
    const seen = new Set<string>();
    for (const { key, value } of entries) {
      const name = keyText(key);
      // The first of duplicate keys counts.
      if (seen.has(name)) continue;
      seen.add(name);
      unseen.delete(name);
      this.visit(field.child(name), value);
    }
    for (const child of unseen.values()) if (child.kind !== "none") this.changes.push(this.clear(child));
  }

  #visitScalar(field: Field, node: ScalarNode): void {
    const same = isSameScalar(field, node);
    const before = field.value;
    const moved = node.source !== field.source || node.offset !== field.offset;
    setScalar(field, node);
    if (same) return;
    const change = this.#change(field, before, moved ? node : undefined);
    field.addChange(change);
    this.changes.push(change);
  }

  #visitItems(field: Field, { items }: SeqNode): void {
    const matched = matchItems(field.items, items);
    const kept = new Set(matched);
    const gone = field.items.filter((item) => !kept.has(item));
    for (const item of gone) this.changes.push(this.clear(item));
    field.addRemoved(gone);
    const segments = itemSegments(items);
    field.items = items.map((_, index) => matched[index] ?? field.newItem(segments[index] as string));
    for (const [index, item] of field.items.entries()) {
      item.segment = segments[index] as string;
      this.visit(item, items[index] as Node);
    }
  }

  #replace(field: Field, node: Node): void {
    const before = field.toValue();
    const wasLeaf = field.isLeaf;
    this.#empty(field);
    this.#fill(field, node, field.path);
    const change = this.#change(field, before, node);
    if (wasLeaf || field.isLeaf) field.addChange(change);
    this.changes.push(change);
  }

  /** Removes a field and everything below it; each leaf gets a change of its own. */
  clear(field: Field): Change {
    const before = field.toValue();
    const wasLeaf = field.isLeaf;
    this.#empty(field);
    const change = this.#change(field, before, undefined);
    if (wasLeaf) field.addChange(change);
    return change;
  }

  #empty(field: Field): void {
    for (const child of field.present) this.clear(child);
    field.addRemoved(field.items);
    field.items = [];
    field.kind = "none";
    field.scalar = undefined;
    adoptPlace(field, { source: undefined, offset: 0 } as Node);
  }

  /** Adds everything below a node; each leaf gets a change of its own. */
  #fill(field: Field, node: Node, path: Path | undefined): void {
    field.kind = node.kind;
    adoptPlace(field, node);
    if (node.kind === "scalar") setScalar(field, node);
    else if (node.kind === "map") {
      for (const { key, value } of node.entries) this.#fillChild(field.child(keyText(key)), value, path);
    } else {
      const segments = itemSegments(node.items);
      field.items = segments.map((segment) => field.newItem(segment));
      for (const [index, item] of field.items.entries()) this.#fillChild(item, node.items[index] as Node, path);
    }
  }

  #fillChild(child: Field, node: Node, parent: Path | undefined): void {
    if (child.kind !== "none") return;
    const path = { parent, segment: child.segment };
    this.#fill(child, node, path);
    if (child.isLeaf) child.addChange(this.#change(child, undefined, node, path));
  }

  #change(field: Field, before: Value | undefined, node: Node | undefined, path = field.path): Change {
    return new Change(this.#step, field, path, [before, field.toValue()], node);
  }
}

function setScalar(field: Field, node: ScalarNode): void {
  field.scalar = { ...node };
  field.value = scalarValue(node);
  adoptPlace(field, node);
}
