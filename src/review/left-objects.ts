/** Objects that have no partner in their own target, until all targets are compared. */
import type { RenderedResource } from "../render/rendering.ts";
import { readPrinted } from "../yaml/index.ts";
import type { FoundChange } from "./changes.ts";
import { type CrossPair, LooseObjects, pairAcrossTargets } from "./pairing/index.ts";
import { TargetNames } from "./target-names.ts";

/** An object that some targets lost and others gained, with the names of one target of each. */
export interface LeftPair extends CrossPair {
  readonly names: TargetNames;
}

export class LeftObjects {
  #removed = new LooseObjects();
  #added = new LooseObjects();
  readonly #names = new Map<string, TargetNames>();

  /** Keeps the object of a change of one side, once for equal ones. @returns its name in the target; undefined for others */
  note(target: string, { base, head }: FoundChange, names: TargetNames): string | undefined {
    const resource = base === undefined ? head : head === undefined ? base : undefined;
    if (resource === undefined) return undefined;
    const op = base === undefined ? "added" : "removed";
    (op === "added" ? this.#added : this.#removed).add({ target, resource: withoutValue(resource) });
    this.#names.set(target, names);
    return leftName(op, resource);
  }

  /** The objects that went from targets to others. */
  pairs(): LeftPair[] {
    return pairAcrossTargets(this.#removed, this.#added).map((pair) => ({
      ...pair,
      names: TargetNames.across(this.#namesOf(pair.from), this.#namesOf(pair.to)),
    }));
  }

  #namesOf([first = ""]: readonly string[]): TargetNames {
    return this.#names.get(first) ?? new TargetNames([], []);
  }

  /** Forgets everything. */
  release(): void {
    this.#removed = new LooseObjects();
    this.#added = new LooseObjects();
    this.#names.clear();
  }
}

/** Names an object of one side among those of its target. */
export function leftName(op: "removed" | "added", { apiVersion, kind, namespace, name }: RenderedResource): string {
  return [op, apiVersion, kind, namespace, name].join("\0");
}

/** The same object, which keeps its text only: its value takes several times as much memory. */
function withoutValue(resource: RenderedResource): RenderedResource {
  const { apiVersion, kind, namespace, name, baseName, original, yaml, origin } = resource;
  return { apiVersion, kind, namespace, name, baseName, original, yaml, origin, value: () => readPrinted(yaml) };
}
