/** Values of fields, short enough for a line that tells of several. */

/** Longer values are told by what differs in them, or not at all. */
const MAX_VALUE_LENGTH = 40;
const MAX_SHORTENED_LENGTH = 72;

/** A scalar short enough to be told in passing. */
export function shortText(value: unknown): string | undefined {
  if (typeof value === "string") return value !== "" && value.length <= MAX_VALUE_LENGTH ? value : undefined;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : undefined;
}

/** Both values; of longer ones the digests are cut, and what they begin and end with in common is left out. */
export function shortTexts(before: unknown, after: unknown): readonly [string, string] | undefined {
  const whole = [shortText(before), shortText(after)] as const;
  if (whole[0] !== undefined && whole[1] !== undefined) return [whole[0], whole[1]];
  if (typeof before !== "string" || typeof after !== "string" || /\n/.test(before + after)) return undefined;
  const [left, right] = shortDigests(before, after);
  const start = sharedStart(left, right);
  const end = sharedEnd(left.slice(start), right.slice(start));
  const isShorter = start + end > 0 || left !== before || right !== after;
  const [from, to] = [left, right].map(
    (text) => `${start > 0 ? "…" : ""}${text.slice(start, text.length - end)}${end > 0 ? "…" : ""}`,
  ) as [string, string];
  return isShorter && Math.max(from.length, to.length) <= MAX_SHORTENED_LENGTH ? [from, to] : undefined;
}

const BETWEEN_WORDS = /[\s/:,;=@]/;

/** The length of the words that two texts begin with in common. */
function sharedStart(a: string, b: string): number {
  let length = 0;
  for (let at = 0; at < Math.min(a.length, b.length) && a[at] === b[at]; at++) {
    if (BETWEEN_WORDS.test(a[at] as string)) length = at + 1;
  }
  return length;
}

/** The same for what they end with. */
function sharedEnd(a: string, b: string): number {
  let length = 0;
  for (let at = 1; at <= Math.min(a.length, b.length) && a.at(-at) === b.at(-at); at++) {
    if (BETWEEN_WORDS.test(a.at(-at) as string)) length = at;
  }
  return length;
}

/** Digests by their first digits, as git shows commits; whole where that would make both the same. */
export function shortDigests(before: string, after: string): readonly [string, string] {
  const [left, right] = [before, after].map((text) =>
    text.replace(/\b(sha(?:256|512):[0-9a-f]{12})[0-9a-f]{20,}/g, "$1…"),
  ) as [string, string];
  return left === right ? [before, after] : [left, right];
}
