/** Reads a search: words of the text, and values of fields such as `kind:Secret`. */

export const FIELDS = ["kind", "name", "namespace", "cluster", "target", "owner", "danger"] as const;
export type Field = (typeof FIELDS)[number];

/** A value that a field must hold, or must be, where the value stands in quotes. In lower case. */
export interface Term {
  readonly field: Field;
  readonly value: string;
  readonly isWhole: boolean;
}

export interface Query {
  /** Texts that must be in a row, in lower case. */
  readonly words: readonly string[];
  readonly terms: readonly Term[];
}

const PART = new RegExp(`(?:^|(?<=\\s))(?:(${FIELDS.join("|")}):(?:"([^"]+)"?|([^\\s"]\\S*)))|"([^"]+)"?|\\S+`, "giu");

/** All parts must be true of a row. A field without a value, and an unknown one, are words. */
export function parseQuery(text: string): Query {
  const words: string[] = [];
  const terms: Term[] = [];
  for (const [part, field, whole, value, phrase] of text.toLowerCase().matchAll(PART)) {
    const wanted = whole ?? value;
    if (field !== undefined && wanted !== undefined)
      terms.push({ field: field as Field, value: wanted, isWhole: whole !== undefined });
    else words.push(phrase ?? part);
  }
  return { words, terms };
}

export function holds({ value, isWhole }: Pick<Term, "value" | "isWhole">, text: string): boolean {
  return isWhole ? text === value : text.includes(value);
}
