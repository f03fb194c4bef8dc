/** Bases that several kustomizations of a tree include are built once and copied. */
import type { Diagnostic } from "../../diagnostics.ts";
import type { Configuration } from "../../documents/index.ts";
import type { Resource } from "../../resource/index.ts";
import type { Root } from "../loading/index.ts";
import type { Variables } from "../variables/index.ts";
import type { SchemaState } from "./build-schemas.ts";

/** What a base contributes to the level that includes it. */
export interface AccumulatedBase {
  readonly resources: readonly Resource[];
  readonly configuration: Configuration;
  readonly variables: Variables;
  /** The types in force behind it. */
  readonly schemas: SchemaState;
  /** The namespace that a chart in it got from those who include it: with another one, it builds to something else. */
  readonly inheritedNamespace: string | undefined;
  readonly diagnostics: readonly Diagnostic[];
  /** What was opened on the way, see {@link Root.leadsBackTo}. */
  readonly roots: ReadonlySet<string>;
}

/**
 * Nothing is kept at the first request for a base, since most builds include a base once; from the second on it is.
 * What a base builds to does not depend on who includes it, except for cycles, which are looked for again.
 */
export class BaseMemo {
  readonly #requested = new Set<string>();
  readonly #kept = new Map<string, Promise<AccumulatedBase>>();

  /** @param key tells the base apart: its root, and where it is where that shows in what it builds to */
  async base(root: Root, key: string, build: () => Promise<AccumulatedBase>): Promise<AccumulatedBase> {
    if (!this.#requested.has(key)) {
      this.#requested.add(key);
      return build();
    }
    let kept = this.#kept.get(key);
    if (kept === undefined) {
      kept = build();
      this.#kept.set(key, kept);
    }
    const base = await kept.catch(() => undefined);
    // Built anew, it reports a cycle where it is; one that another chain of bases ran into need not be one here.
    if (base === undefined || runsIntoCycle(base, root)) return build();
    return { ...base, resources: base.resources.map((resource) => resource.clone()) };
  }
}

function runsIntoCycle(base: AccumulatedBase, root: Root): boolean {
  return [...base.roots].some((opened) => root.leadsBackTo(opened));
}
