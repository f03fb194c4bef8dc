/** Removes fields from a value, and remembers where they were; docs/specification/argocd-ignored-fields.md 2 and 3. */
import { isMap } from "../../manifests/index.ts";
import { compareBytewise, toPointer, unescapeStep } from "../../text/index.ts";
import type { Value } from "../../yaml/index.ts";
import type { JqPath, JqStep } from "./jq-path.ts";

/** A value that knows its place in the object as it was at first. */
interface Traced {
  readonly steps: readonly string[];
  readonly value: Value;
  readonly map?: Map<string, Traced>;
  readonly list?: Traced[];
}

/** A value and what holds it, of which it is removed. */
interface Found {
  /** Null for a field that is not there. */
  readonly node: Traced | null;
  readonly holder: Traced | undefined;
}

/** JSON Pointers into the object as it was at first. */
export interface RemovedFields {
  /** Keys of maps. */
  readonly fields: readonly string[];
  readonly elements: readonly string[];
}

/** The steps that the removals from one object may take. */
const MAX_STEPS = 200_000;
/** The steps that they may take for all objects of an Application. */
const MAX_ALL_STEPS = 20_000_000;

/** Counts the steps for all objects of an Application. */
export class IgnoreEffort {
  #left = MAX_ALL_STEPS;

  /** False if there were too many. */
  spend(steps: number): boolean {
    this.#left -= steps;
    return this.#left >= 0;
  }
}

class TooMuch extends Error {}
/** An error of jq: nothing is removed. */
class Refused extends Error {}
/** The same, which no `?` helps: a part of a text is no field. */
class NoField extends Refused {}

/** An object from which fields are removed one after the other. */
export class Removal {
  readonly #top: Traced;
  readonly #fields: string[] = [];
  readonly #elements: string[] = [];
  readonly #effort: IgnoreEffort;
  #left = MAX_STEPS;

  constructor(value: Value, effort: IgnoreEffort) {
    this.#effort = effort;
    this.#top = this.#traced(value, []);
  }

  /** Returns undefined if there were too many steps, so that not all is known. */
  get removed(): RemovedFields | undefined {
    return this.#left < 0 ? undefined : { fields: this.#fields, elements: this.#elements };
  }

  /** Removes what a JSON Pointer names, if it is there. As in a JSON patch, what is in front of the first slash does not count. */
  pointer(pointer: string): void {
    this.#limited(() => {
      const [, ...steps] = pointer.split("/");
      const last = steps.pop();
      if (last === undefined) return;
      let holder: Traced | undefined = this.#top;
      for (const step of steps) holder = holder && this.#childOf(holder, unescapeStep(step));
      const node = holder && this.#childOf(holder, unescapeStep(last));
      if (holder !== undefined && node !== undefined) this.#remove({ node, holder });
    });
  }

  /** Removes what an expression of jq leads to. */
  jq(path: JqPath): void {
    this.#limited(() => {
      const found: Found[] = [];
      try {
        for (const one of this.#follow({ node: this.#top, holder: undefined }, path)) found.push(one);
      } catch (thrown) {
        if (thrown instanceof Refused) return;
        throw thrown;
      }
      for (const one of new Map(found.map((each) => [each.node, each])).values()) this.#remove(one);
    });
  }

  #limited(work: () => void): void {
    if (this.#left < 0) return;
    try {
      work();
    } catch (thrown) {
      if (!(thrown instanceof TooMuch)) throw thrown;
    }
  }

  #spend(): void {
    if (--this.#left < 0 || !this.#effort.spend(1)) {
      this.#left = -1;
      throw new TooMuch();
    }
  }

  #traced(value: Value, steps: readonly string[]): Traced {
    // Past the limit, nothing more is looked at.
    if (--this.#left < 0 || !this.#effort.spend(1)) {
      this.#left = -1;
      return { steps, value };
    }
    if (Array.isArray(value)) {
      const list = value.map((item, index) => this.#traced(item, [...steps, String(index)]));
      return { steps, value, list };
    }
    if (!isMap(value)) return { steps, value };
    const entries = Object.keys(value).map((key) => [key, this.#traced(value[key] as Value, [...steps, key])] as const);
    return { steps, value, map: new Map(entries) };
  }

  #childOf({ map, list }: Traced, step: string): Traced | undefined {
    this.#spend();
    if (map !== undefined) return map.get(step);
    return list !== undefined && /^[+-]?\d{1,9}$/.test(step) ? list.at(Number(step)) : undefined;
  }

  #remove({ node, holder }: Found): void {
    if (node === null || holder === undefined) return;
    const pointer = toPointer(node.steps);
    const key = node.steps.at(-1) as string;
    if (holder.map !== undefined) {
      if (holder.map.delete(key)) this.#fields.push(pointer);
      return;
    }
    const at = holder.list?.indexOf(node) ?? -1;
    if (at < 0) return;
    holder.list?.splice(at, 1);
    this.#elements.push(pointer);
  }

  *#follow(from: Found, [step, ...rest]: JqPath): Generator<Found> {
    this.#spend();
    if (step === undefined) yield from;
    else for (const next of this.#after(from, step)) yield* this.#follow(next, rest);
  }

  *#after(from: Found, step: JqStep): Generator<Found> {
    const { node } = from;
    if ("quiet" in step) yield* this.#quietly(this.#after(from, step.quiet));
    else if ("path" in step) {
      for (const { node: found } of this.#follow({ node, holder: undefined }, step.path))
        if (isEqual(found, step.equals) !== step.isNegated) yield from;
    } else if (node === null || node.value === null) {
      if ("each" in step) throw new Refused();
      yield { node: null, holder: undefined };
    } else if ("key" in step) {
      if (node.map === undefined) throw new Refused();
      yield { node: node.map.get(step.key) ?? null, holder: node };
    } else if ("index" in step) {
      if (node.list === undefined) throw typeof node.value === "string" ? new NoField() : new Refused();
      yield { node: node.list.at(step.index) ?? null, holder: node };
    } else {
      if (node.list === undefined && node.map === undefined) throw new Refused();
      const keys = node.map && [...node.map.keys()].sort(compareBytewise);
      for (const one of keys?.map((key) => node.map?.get(key) as Traced) ?? [...(node.list ?? [])])
        yield { node: one, holder: node };
    }
  }

  /** Ends at an error: what was found before counts. */
  *#quietly(found: Generator<Found>): Generator<Found> {
    for (;;) {
      let next: IteratorResult<Found>;
      try {
        next = found.next();
      } catch (thrown) {
        if (thrown instanceof Refused && !(thrown instanceof NoField)) return;
        throw thrown;
      }
      if (next.done === true) return;
      yield next.value;
    }
  }
}

function isEqual(node: Traced | null, literal: string | number | boolean | null): boolean {
  const value = node?.value ?? null;
  return (typeof value === "bigint" ? Number(value) : value) === literal;
}
