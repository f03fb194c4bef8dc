/** Compares two strings by the bytes of their UTF-8 form, as Go does. UTF-16 order differs from it beyond U+FFFF. */
export function compareBytewise(a: string, b: string): number {
  if (a === b) return 0;
  let at = 0;
  while (at < a.length && a.charCodeAt(at) === b.charCodeAt(at)) at++;
  const left = a.charCodeAt(at);
  const right = b.charCodeAt(at);
  // charCodeAt() is NaN beyond the end of a string. The shorter string comes first.
  if (Number.isNaN(left)) return -1;
  if (Number.isNaN(right)) return 1;
  return utf8Rank(left) - utf8Rank(right);
}

/** Surrogates stand for code points above U+FFFF and therefore sort after U+E000 to U+FFFF. */
function utf8Rank(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}
