/** Fits items into a budget: all of them shortly, before any of them at length. */
import { byteLength } from "../text.ts";

/** The texts of one item, the longest first. Each is written only when it is needed. */
export type Forms = readonly [() => string, ...(() => string)[]];

export interface Fitted {
  /** The text of each item; undefined for those that do not fit. */
  readonly texts: readonly (string | undefined)[];
  /** The number of items in their longest form. */
  readonly full: number;
  /** The bytes that are left. */
  readonly left: number;
}

/** Bytes between two items, where nothing else is said. */
const SEPARATOR_BYTES = 2;
/** No item is shorter than this. */
const MIN_BYTES = 8;

/**
 * Chooses the shortest form for as many items as fit, in their order, and then longer forms for the first ones, as long as there
 * is room. Takes time linear in the texts.
 *
 * @param around the most bytes that the markup of an item and its separator take
 */
export function fitForms(items: readonly Forms[], room: number, around = SEPARATOR_BYTES): Fitted {
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
  let full = 0;
  for (const [index, text] of chosen) {
    const forms = items[index] as Forms;
    if (forms.length === 1) full++;
    for (const [at, form] of forms.slice(0, -1).entries()) {
      const longer = form();
      const more = byteLength(longer) - byteLength(text);
      if (more > left) continue;
      chosen.set(index, longer);
      left -= more;
      if (at === 0) full++;
      break;
    }
  }
  return { texts: items.map((_, index) => chosen.get(index)), full, left };
}

/** The last of the forms only. */
export function shortest(forms: Forms): Forms {
  return [forms.at(-1) as () => string];
}
