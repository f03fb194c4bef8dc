/** Fits items into a budget: all of them shortly, before any of them at length. */
import { byteLength } from "../text.ts";

/** The texts of one item, the longest first. Each is written only when it is needed. */
export type Forms = readonly [() => string, ...(() => string)[]];

export interface Fitted {
  /** The text of each item; undefined for those that do not fit. */
  readonly texts: readonly (string | undefined)[];
  /** The number of items in their longest form. */
  readonly full: number;
}

/** Bytes between two items, where nothing else is said. */
const SEPARATOR_BYTES = 2;
/** No item is shorter than this. */
const MIN_BYTES = 8;

/**
 * Chooses the shortest form for as many items as fit, in their order, and then longer forms, as long as there is room. Takes time linear in the texts.
 *
 * @param around the most bytes that the markup of an item and its separator take
 * @param isEven whether no item gets a long form as long as another one could have a longer one than its shortest
 */
export function fitForms(items: readonly Forms[], room: number, around = SEPARATOR_BYTES, isEven = false): Fitted {
  const chosen = new Map<number, string>();
  let left = room;
  for (const [index, forms] of items.entries()) {
    if (left < MIN_BYTES) break;
    const text = (forms.at(-1) as () => string)();
    const size = byteLength(text) + around;
    if (size > left) continue;
    chosen.set(index, text);
    left -= size;
  }
  const most = items.reduce((count, { length }) => Math.max(count, length), 1);
  const forms = Array.from({ length: most - 1 }, (_, at) => at + 2);
  // Evenly: each gets its next longer form before the first ones get one that is longer still.
  for (const steps of isEven ? forms.map((form) => [form]) : [forms.reverse()])
    for (const index of chosen.keys()) lengthen(index, steps);
  const full = [...chosen].filter(([index, text]) => text === (items[index] as Forms)[0]()).length;
  return { texts: items.map((_, index) => chosen.get(index)), full };

  /** Takes the first of the forms that fits. They are counted from the shortest, which is 1. */
  function lengthen(index: number, steps: readonly number[]): void {
    const size = byteLength(chosen.get(index) ?? "");
    for (const form of steps) {
      const longer = items[index]?.at(-form)?.();
      if (longer === undefined || byteLength(longer) - size > left) continue;
      chosen.set(index, longer);
      left -= byteLength(longer) - size;
      return;
    }
  }
}

/** The last of the forms only. */
export function shortest(forms: Forms): Forms {
  return [forms.at(-1) as () => string];
}
