/** Takes the files that objects come from as the causes of their changes. */
import { compareBytewise } from "../text/index.ts";
import type { Cause } from "./report.ts";

interface Places {
  /** All targets that have the change. */
  readonly targets: Set<string>;
  /** Each place with the targets that name it. */
  readonly causes: Map<string, { readonly cause: Cause; readonly targets: Set<string> }>;
}

/** Collects the places of each change, target by target. */
export class OriginCauses {
  readonly #changes = new Map<string, Places>();

  note(id: string, target: string, cause: Cause | undefined): void {
    const places = this.#changes.get(id) ?? { targets: new Set(), causes: new Map() };
    this.#changes.set(id, places);
    places.targets.add(target);
    if (cause === undefined) return;
    const key = JSON.stringify(cause);
    const place = places.causes.get(key) ?? { cause, targets: new Set() };
    places.causes.set(key, place);
    place.targets.add(target);
  }

  /** The causes by the ids of changes. A cause names its targets unless all that have the change share it. */
  list(): ReadonlyMap<string, readonly Cause[]> {
    return new Map(
      [...this.#changes].map(([id, { targets, causes }]) => [
        id,
        // The order in which targets are compared differs from run to run.
        [...causes]
          .sort(([a], [b]) => compareBytewise(a, b))
          .map(([, { cause, targets: own }]) =>
            own.size === targets.size ? cause : { ...cause, targets: [...own].sort() },
          ),
      ]),
    );
  }
}
