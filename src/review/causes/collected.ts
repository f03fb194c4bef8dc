/** Collects causes: those that the trace of one target finds for a change, and those of all targets that have it. */
import { compareIds } from "../../render/index.ts";
import type { Cause } from "../report.ts";
import type { Chosen } from "./choice.ts";
import { type ChangeTrace, type FoundCause, MAX_CAUSES } from "./types.ts";

interface Found {
  readonly cause: Cause;
  /** Undefined for all fields. */
  fields: Set<string> | undefined;
  readonly targets: Set<string>;
}

/** Causes in the order in which they are found. */
class Collection {
  readonly #found = new Map<string, Found>();

  add(cause: Cause, fields: Iterable<string> | undefined, targets: Iterable<string> = []): void {
    const one = this.#oneOf(cause, fields);
    if (one === undefined) return;
    if (fields === undefined) one.fields = undefined;
    else if (one.fields !== undefined) for (const field of fields) one.fields.add(field);
    for (const target of targets) one.targets.add(target);
  }

  list(): Iterable<Found> {
    return this.#found.values();
  }

  /** The cause among those that are known. When there are many, the next lines of a file count to the first one there. */
  #oneOf(cause: Cause, fields: Iterable<string> | undefined): Found | undefined {
    const { side, file, line, step, plugin } = cause;
    const key = JSON.stringify([side, file, line, step, plugin]);
    const known = this.#found.get(key);
    if (known !== undefined) return known;
    if (this.#found.size >= MAX_CAUSES) {
      const isNear = (other: Cause): boolean =>
        other.side === side && other.file === file && other.step === step && other.plugin === plugin;
      return [...this.#found.values()].find((other) => isNear(other.cause));
    }
    const one: Found = { cause, fields: fields === undefined ? undefined : new Set(), targets: new Set() };
    this.#found.set(key, one);
    return one;
  }
}

/** Returns the causes that a trace found. @param asked the number of fields */
export function foundCauses(chosen: readonly Chosen[], asked: number): FoundCause[] {
  const collection = new Collection();
  for (const { field, cause } of chosen) collection.add(cause, field === undefined ? undefined : [field]);
  return [...collection.list()].map(({ cause, fields }) =>
    fields === undefined || fields.size >= asked ? { cause } : { cause, fields: [...fields] },
  );
}

/** The trace of the first target of a class, with all targets of the class. */
export interface ClassTrace extends Pick<ChangeTrace, "asked" | "found"> {
  readonly members: readonly string[];
}

/**
 * The causes of a change. A cause names its targets unless it is one in all classes that were traced, and its fields unless it
 * explains all of them.
 * @param traces in the order of their first targets
 */
export function joinCauses(traces: readonly ClassTrace[]): Cause[] {
  const collection = new Collection();
  const known = new Set<string>();
  let asked = 0;
  for (const trace of traces) {
    asked = Math.max(asked, trace.asked);
    for (const member of trace.members) known.add(member);
    for (const { cause, fields } of trace.found) collection.add(cause, fields, trace.members);
  }
  return [...collection.list()].map(({ cause, fields, targets }) => ({
    ...cause,
    ...(fields !== undefined && fields.size < asked && { fields: [...fields] }),
    ...(targets.size < known.size && { targets: [...targets].sort(compareIds) }),
  }));
}

/**
 * The causes of an object that went from targets to others: those of its addition, then those of its removal, each with its
 * targets.
 */
export function causesOfMove(
  added: { readonly causes: readonly Cause[]; readonly targets: readonly string[] },
  removed: { readonly causes: readonly Cause[]; readonly targets: readonly string[] },
): Cause[] {
  const all = new Set([...added.targets, ...removed.targets]);
  const collection = new Collection();
  for (const { causes, targets } of [added, removed])
    for (const { targets: own, ...cause } of causes) collection.add(cause, undefined, own ?? targets);
  return [...collection.list()].map(({ cause, targets }) => ({
    ...cause,
    ...(targets.size < all.size && { targets: [...targets].sort(compareIds) }),
  }));
}
