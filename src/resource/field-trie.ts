/** Many field paths, followed in one walk over an object. */
import { failure } from "../diagnostics.ts";
import { type Entry, isNull, locate, type MapNode, type Node, overwrite, seq } from "../yaml/nodes/node.ts";
import { parseSegment, splitPath } from "./field-path.ts";

interface Step<T> {
  readonly next: Map<string, Step<T>>;
  readonly rules: { readonly order: number; readonly rule: T }[];
  /** A path names it `x[]`: a null there becomes an empty list (docs/specification/field-specs.md 1.5). */
  isList: boolean;
  /** Which of the paths cannot go on from here, and why. */
  problem: string | undefined;
}

/** Paths as in field specs, each with a rule of the caller's. Nothing is created along them. */
export class FieldTrie<T> {
  readonly #root: Step<T> = newStep();
  #count = 0;

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

  /** The nodes that paths lead to, in the order in which the paths were added. @throws KrmError `field-path` */
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
    throw failure("field-path", `a single value stands where the path goes on (${names})`, {
      ...locate(node),
      hint: "Make it a map or a list.",
    });
  }
  if (step.problem !== undefined) {
    const hint = "Name the field; elements of lists are not part of the path.";
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
