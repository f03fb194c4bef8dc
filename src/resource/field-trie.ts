/** Follows many field paths in one walk over an object. */
import { failure } from "../diagnostics.ts";
import { type Entry, isNull, locate, type MapNode, type Node, overwrite, seq } from "../yaml/nodes/node.ts";
import { parseSegment, splitPath } from "./field-path.ts";

interface Step<T> {
  readonly next: Map<string, Step<T>>;
  readonly rules: { readonly order: number; readonly rule: T }[];
  /** A path writes it as `x[]`: a null there becomes an empty list (docs/specification/field-specs.md 1.5). */
  isList: boolean;
  /** The first path that is invalid from here on, and why. */
  problem: string | undefined;
}

/** Paths of field specs, each with a rule of the caller. Creates nothing along the paths. */
export class FieldTrie<T> {
  readonly #root: Step<T> = newStep();
  #count = 0;

  get isEmpty(): boolean {
    return this.#count === 0;
  }

  /** Adds a path and its rule. */
  add(path: string, rule: T): void {
    let step = this.#root;
    for (const text of splitPath(path, "/")) {
      const { name, isList, problem } = parseSegment(text);
      step.problem ??= problem === undefined ? undefined : `${path}: ${problem}`;
      let next = step.next.get(name);
      if (next === undefined) step.next.set(name, (next = newStep()));
      next.isList ||= isList;
      step = next;
    }
    step.rules.push({ order: this.#count++, rule });
  }

  /** The nodes at the ends of the paths, in the order in which the paths were added. @throws KrmError `field-path` */
  find(root: MapNode): readonly { readonly node: Node; readonly rule: T }[] {
    if (this.#count === 0) return [];
    const hits: { order: number; node: Node; rule: T }[] = [];
    walk(root, this.#root, hits);
    return hits.length < 2 ? hits : hits.sort((a, b) => a.order - b.order);
  }
}

function newStep<T>(): Step<T> {
  return { next: new Map(), rules: [], isList: false, problem: undefined };
}

function walk<T>(node: Node, step: Step<T>, hits: { order: number; node: Node; rule: T }[]): void {
  if (step.rules.length > 0) for (const { order, rule } of step.rules) hits.push({ order, node, rule });
  descend(node, step, hits);
}

function descend<T>(node: Node, step: Step<T>, hits: { order: number; node: Node; rule: T }[]): void {
  if (step.next.size === 0 || isNull(node)) return;
  if (node.kind === "seq") {
    const { items } = node;
    for (let at = 0; at < items.length; at++) descend(items[at] as Node, step, hits);
    return;
  }
  if (node.kind === "scalar") {
    const names = [...step.next.keys()].join(", ");
    throw failure("field-path", `the path cannot be followed: it continues (${names}) below a single value`, {
      ...locate(node),
      hint: "Make the value a map or a list.",
    });
  }
  if (step.problem !== undefined) {
    const hint = "Use names of fields only; the path does not name elements of lists.";
    throw failure("field-path", step.problem, { ...locate(node), hint });
  }
  const { entries } = node;
  for (let at = 0; at < entries.length; at++) {
    const { key, value } = entries[at] as Entry;
    const next = key.kind === "scalar" ? step.next.get(key.value) : undefined;
    if (next === undefined) continue;
    if (next.isList && isNull(value)) overwrite(value, seq());
    walk(value, next, hits);
  }
}
