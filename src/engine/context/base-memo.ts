/** Builds a base once if several kustomizations of a tree include it, and copies the result. */
import type { Diagnostic } from "../../diagnostics.ts";
import type { Configuration } from "../../documents/index.ts";
import type { Use } from "../../lock/index.ts";
import type { Resource } from "../../resource/index.ts";
import type { TreeRecord } from "../../sources/index.ts";
import type { SecretTexts } from "../../text/index.ts";
import { leadsBackTo, type Root } from "../loading/index.ts";
import type { Variables } from "../variables/index.ts";
import type { SchemaState } from "./build-schemas.ts";

/** The result of a base, for the level that includes it. */
export interface AccumulatedBase {
  readonly resources: readonly Resource[];
  readonly configuration: Configuration;
  readonly variables: Variables;
  /** The OpenAPI types in use after the base. */
  readonly schemas: SchemaState;
  /** The namespace that a chart in the base got from an outer level. With another namespace, the base must be built again. */
  readonly inheritedNamespace: string | undefined;
  readonly diagnostics: readonly Diagnostic[];
  /** The roots that were opened, see {@link leadsBackTo}. */
  readonly roots: ReadonlySet<string>;
  /** The uses of files and programs from elsewhere. */
  readonly used: readonly Use[];
  /** Texts that may be values of Secrets. */
  readonly secrets: SecretTexts;
  /** The accesses to the tree; undefined if they are not recorded. */
  readonly record: TreeRecord | undefined;
}

/**
 * Keeps a base from the second request on, since most builds include a base once. The result does not depend on the level
 * that includes the base, except for cycles, which are checked again.
 */
export class BaseMemo {
  readonly #requested = new Set<string>();
  readonly #kept = new Map<string, Promise<AccumulatedBase>>();

  /** Forgets all bases. */
  release(): void {
    this.#kept.clear();
  }

  /** @param key differs for bases that are built differently: by root, and by position if origins are tracked */
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
    // Build again: a cycle must be reported at its place, and a cycle of another chain of bases need not be one here.
    if (base === undefined || runsIntoCycle(base, root)) return build();
    return { ...base, resources: base.resources.map((resource) => resource.clone()) };
  }
}

function runsIntoCycle(base: AccumulatedBase, root: Root): boolean {
  return [...base.roots].some((opened) => leadsBackTo(root, opened));
}
