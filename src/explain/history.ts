/** Follows objects through a build: the trace that remembers what each step did to each of them. */
import type { Trace, TracedStep } from "../engine/index.ts";
import { parseApiVersion, type Resource } from "../resource/index.ts";
import { type Change, Field, isUnchanged, type Step, textOf } from "./field.ts";
import { remove, update } from "./update.ts";

/** One object with all that happened to it. */
export class History {
  readonly owner: Resource;
  readonly root: Field;
  /** Oldest first: of what came or went as a whole, the topmost field only. */
  readonly changes: Change[];
  /** Of references that were rewritten: the objects whose name they have got, any of them where all are called the same. */
  readonly follows = new Map<Change, readonly History[]>();

  constructor(owner: Resource, root = new Field(undefined, ""), changes: Change[] = []) {
    this.owner = owner;
    this.root = root;
    this.changes = changes;
  }

  /** The field at keys of maps, though it may be gone. */
  at(...keys: readonly string[]): Field | undefined {
    let field: Field | undefined = this.root;
    for (const key of keys) field = field?.fields.get(key);
    return field;
  }

  /** The text that stands at a field, or stood there last. */
  text(...keys: readonly string[]): string {
    return this.texts(...keys).at(-1) ?? "";
  }

  /** All texts that ever stood at a field, oldest first. */
  texts(...keys: readonly string[]): string[] {
    const changes = this.at(...keys)?.changes ?? [];
    return changes.flatMap(({ after }) => (after === undefined ? [] : [textOf(after)]));
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

  /** As people say it: `Deployment shop/web`. */
  get description(): string {
    return `${this.kind} ${this.namespace === "" ? "" : `${this.namespace}/`}${this.name}`;
  }
}

export class Tracer implements Trace {
  #steps = 0;
  /** What was there when names were final; deleted objects. */
  readonly #present = new Set<History>();
  readonly #deleted = new Map<string, History>();
  #output: readonly History[] = [];

  step(traced: TracedStep, resources: Iterable<Resource>): void {
    const step = { ...traced, number: ++this.#steps };
    const looked = [...resources].map((resource) => [historyOf(resource), resource] as const);
    const changed = looked.map(([history, resource]) => [history, this.#look(history, resource, step)] as const);
    const histories = looked.map(([history]) => history);
    if (traced.name === "nameReference") follow(changed, histories);
    if (traced.name === "vars") for (const history of histories) this.#present.add(history);
    if (traced.name === "output") this.#output = histories;
  }

  #look(history: History, { node }: Resource, step: Step): readonly Change[] {
    const { root, changes } = history;
    if (node === undefined || node.entries.length === 0) {
      if (root.kind === "none") return [];
      changes.push(remove(root, step));
      this.#deleted.set(`${history.group}/${history.description}`, history);
      return [];
    }
    if (isUnchanged(root, node)) return [];
    const made = update(root, node, step);
    changes.push(...made);
    return made;
  }

  /** The objects of the output, in order. */
  get output(): readonly History[] {
    return this.#output;
  }

  /** Objects that were there and are not in the output: deleted, or for the build only. */
  get missing(): readonly History[] {
    const output = new Set(this.#output);
    const dropped = [...this.#present].filter((history) => !output.has(history));
    return [...new Set([...dropped, ...this.#deleted.values()])];
  }
}

/** The object's own: a copy of an object starts with a copy of its past. */
function historyOf(resource: Resource): History {
  const { history } = resource;
  if (history instanceof History) {
    if (history.owner === resource) return history;
    resource.history = new History(resource, history.root.fork(), [...history.changes]);
  } else resource.history = new History(resource);
  return resource.history as History;
}

/** Finds the objects whose names references have got. */
function follow(changed: readonly (readonly [History, readonly Change[]])[], histories: readonly History[]): void {
  if (changed.every(([, changes]) => changes.length === 0)) return;
  const byName = new Map<string, History[]>();
  for (const history of histories) {
    const named = byName.get(history.name);
    if (named === undefined) byName.set(history.name, [history]);
    else named.push(history);
  }
  for (const [referrer, changes] of changed) {
    for (const change of changes) {
      const named = byName.get(textOf(change.after)) ?? [];
      const before = textOf(change.before);
      const renamed = named.filter((history) => history.texts("metadata", "name").includes(before));
      const follows = renamed.length > 0 ? renamed : moved(change, byName);
      if (follows.length > 0) referrer.follows.set(change, follows);
    }
  }
}

/** Finds the objects that a reference has got the namespace of: it stands beside the name. */
function moved({ field, segments, after }: Change, byName: ReadonlyMap<string, History[]>): History[] {
  if (segments.at(-1) !== "namespace") return [];
  const named = byName.get(textOf(field.parent?.fields.get("name")?.value)) ?? [];
  return named.filter(({ namespace }) => namespace === textOf(after));
}
