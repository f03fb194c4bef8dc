/** Compares equal pairs of objects once: overlays of one base have many. */
import { createHash } from "node:crypto";
import { charge } from "../../budget/index.ts";
import type { RenderedResource } from "../../render/rendering.ts";

/** The size of an entry, in bytes. */
const ENTRY_BYTES = 300;

/** Keeps results by digests of the texts, in memory only: the texts can hold secrets. */
export class ComparisonMemo<T> {
  readonly #known = new Map<string, T>();

  /** Forgets everything. */
  release(): void {
    this.#known.clear();
  }

  /**
   * @param context what else the result depends on
   * @param compare called unless a result is known. An error is not kept
   */
  of(base: RenderedResource | undefined, head: RenderedResource | undefined, context: string, compare: () => T): T {
    const hash = createHash("sha256").update(JSON.stringify([context, identityOf(base), identityOf(head)]));
    for (const side of [base, head]) hash.update("\0").update(side?.yaml ?? "");
    const key = hash.digest("base64");
    if (this.#known.has(key)) return this.#known.get(key) as T;
    const result = compare();
    charge(ENTRY_BYTES);
    this.#known.set(key, result);
    return result;
  }
}

/** The name without the hash, and what is withheld, are not in the text. The lengths keep the two texts apart. */
function identityOf(resource: RenderedResource | undefined): unknown {
  if (resource === undefined) return undefined;
  const { apiVersion, kind, namespace, name, baseName, yaml, withheld } = resource;
  return [apiVersion, kind, namespace, name, baseName, yaml.length, withheld];
}
