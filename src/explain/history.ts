/** Records the changes of each object in each step of a build. */
import type { Inclusion, Trace, TracedStep } from "../engine/index.ts";
import { parseApiVersion, type Resource } from "../resource/index.ts";
import { type Change, Field, isUnchanged, type Step, textOf } from "./field.ts";
import { remove, update } from "./update.ts";

/** An entry that included the directory that an object came from, and the number of steps before it did. */
export interface Included {
  readonly inclusion: Inclusion;
  readonly after: number;
}

/** One object with all of its changes. */
export class History {
  readonly owner: Resource;
  readonly root: Field;
  /** The changes, oldest first. For a subtree that was added or removed as a whole, only that of its topmost field. */
  readonly changes: Change[];
  /** For a rewritten reference, the objects that have its new name. */
  readonly follows = new Map<Change, readonly History[]>();
  /** The entries through which it came to the topmost level, innermost first. */
  readonly included: Included[];

  constructor(owner: Resource, root = new Field(undefined, ""), changes: Change[] = [], included: Included[] = []) {
    this.owner = owner;
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

  /** For people: `Deployment shop/web`. */
  get description(): string {
    return `${this.kind} ${this.namespace === "" ? "" : `${this.namespace}/`}${this.name}`;
  }
}

/** Whether an object that a step made is recorded. */
export type IsWanted = (resource: Resource, step: TracedStep) => boolean;

/** The history of objects that are not recorded. */
const UNRECORDED = Object.freeze({});

/** The trace of a build: {@link step} is called after each step, and compares all objects with their recorded trees. */
export class Tracer implements Trace {
  #steps = 0;
  /** The objects at the step `vars`, when names are final. */
  readonly #present = new Set<History>();
  /** Deleted objects by group and description. */
  readonly #deleted = new Map<string, History>();
  #output: readonly (History | undefined)[] = [];
  readonly #isWanted: IsWanted;

  /** @param isWanted which objects are recorded; all of them if absent */
  constructor(isWanted: IsWanted = () => true) {
    this.#isWanted = isWanted;
  }

  step(traced: TracedStep, resources: Iterable<Resource>): void {
    const step = { ...traced, number: ++this.#steps };
    const histories: History[] = [];
    const all: (History | undefined)[] = [];
    const changed: (readonly [History, readonly Change[]])[] = [];
    for (const resource of resources) {
      const history = this.#historyOf(resource, step);
      if (traced.name === "output") all.push(history);
      if (history === undefined) continue;
      histories.push(history);
      changed.push([history, this.#record(history, resource, step)]);
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
      return (resource.history = new History(
        resource,
        history.root.fork(),
        [...history.changes],
        [...history.included],
      ));
    }
    // Every object is made by a step.
    if (step === undefined) return undefined;
    if (this.#isWanted(resource, step)) return (resource.history = new History(resource));
    resource.history = UNRECORDED;
    return undefined;
  }

  #record(history: History, { node }: Resource, step: Step): readonly Change[] {
    const { root, changes } = history;
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

/** Links each rewritten reference to the objects whose new name it has. */
function linkReferences(
  changed: readonly (readonly [History, readonly Change[]])[],
  histories: readonly History[],
): void {
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
      const follows = renamed.length > 0 ? renamed : movedObjects(change, byName);
      if (follows.length > 0) referrer.follows.set(change, follows);
    }
  }
}

/** The objects whose new namespace a reference has. Their name is in the field next to it. */
function movedObjects({ field, segments, after }: Change, byName: ReadonlyMap<string, History[]>): History[] {
  if (segments.at(-1) !== "namespace") return [];
  const named = byName.get(textOf(field.parent?.fields.get("name")?.value)) ?? [];
  return named.filter(({ namespace }) => namespace === textOf(after));
}
