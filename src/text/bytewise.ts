/** The order of Go's strings: by the bytes of their UTF-8. Differs from JavaScript's for characters beyond U+FFFF. */
export function bytewise(a: string, b: string): number {
  if (a === b) return 0;
  let at = 0;
  while (at < a.length && a.charCodeAt(at) === b.charCodeAt(at)) at++;
  const left = a.charCodeAt(at);
  const right = b.charCodeAt(at);
  // A missing character is NaN, which sorts first.
  if (Number.isNaN(left)) return -1;
  if (Number.isNaN(right)) return 1;
  return rank(left) - rank(right);
}

/** Surrogates stand for characters that come behind all others. */
function rank(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}
