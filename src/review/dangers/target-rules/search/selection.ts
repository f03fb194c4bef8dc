/** Finds pods by their labels. */
import { getOrInsert } from "../../../../collections.ts";

export interface Selector {
  /** Empty for one that the manifest does not name: it counts as the same namespace. */
  readonly namespace: string;
  readonly labels: ReadonlyMap<string, string>;
}

/** The comparisons of one selection. Only labels that were chosen to be slow need more. */
const MAX_COMPARISONS = 2_000_000;

/** Pods by each of their labels. */
export class Selection {
  readonly #pods: readonly Selector[];
  readonly #byLabel = new Map<string, number[]>();
  #comparisons = 0;

  constructor(pods: readonly Selector[]) {
    this.#pods = pods;
    for (const [index, { labels }] of pods.entries()) {
      for (const [key, value] of labels) {
        getOrInsert(this.#byLabel, `${key}\0${value}`, (): number[] => []).push(index);
      }
    }
  }

  has(selector: Selector): boolean {
    return this.find(selector) !== undefined;
  }

  /** The position of the first pod that has all labels of the selector. @throws Error where this takes too long */
  find(selector: Selector): number | undefined {
    const [first] = this.all(selector);
    return first;
  }

  /** The positions of all pods that have all labels of the selector. @throws Error where this takes too long */
  *all({ namespace, labels }: Selector): Iterable<number> {
    // The label that the fewest pods have.
    let fewest: readonly number[] | undefined;
    for (const [key, value] of labels) {
      const list = this.#byLabel.get(`${key}\0${value}`) ?? [];
      if (fewest === undefined || list.length < fewest.length) fewest = list;
    }
    for (const index of fewest ?? []) {
      this.#comparisons += labels.size;
      if (this.#comparisons > MAX_COMPARISONS) throw new Error("there are too many labels to compare");
      const pod = this.#pods[index] as Selector;
      const isNear = pod.namespace === namespace || pod.namespace === "" || namespace === "";
      if (isNear && [...labels].every(([key, value]) => pod.labels.get(key) === value)) yield index;
    }
  }
}
