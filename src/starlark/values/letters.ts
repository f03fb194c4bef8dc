/** Classes and cases of single code points. `ß` stays in upper case, because its upper case is two letters. */
import { allRunes, mapRunes } from "./text.ts";

const CLASSES = { letter: /^\p{L}$/u, digit: /^\p{Nd}$/u, lower: /^\p{Ll}$/u, upper: /^\p{Lu}$/u, title: /^\p{Lt}$/u };

export function isA(kind: keyof typeof CLASSES, code: number): boolean {
  return CLASSES[kind].test(String.fromCodePoint(code));
}

export function isSpace(code: number): boolean {
  if (code < 0x80) return code === 32 || (code >= 9 && code <= 13);
  return code === 0x85 || /^[\p{Z}]$/u.test(String.fromCodePoint(code));
}

/** Ranges of letters with a capital of one code point that JavaScript writes as two, and the distance to it. */
const ALONE = [
  [0x1f80, 0x1f87, 8],
  [0x1f90, 0x1f97, 8],
  [0x1fa0, 0x1fa7, 8],
  [0x1fb3, 0x1fb3, 9],
  [0x1fc3, 0x1fc3, 9],
  [0x1ff3, 0x1ff3, 9],
] as const;

export function toUpper(code: number): number {
  if (code < 0x80) return code >= 97 && code <= 122 ? code - 32 : code;
  for (const [from, to, distance] of ALONE) if (code >= from && code <= to) return code + distance;
  return single(String.fromCodePoint(code).toUpperCase(), code);
}

export function toLower(code: number): number {
  if (code < 0x80) return code >= 65 && code <= 90 ? code + 32 : code;
  if (code === 0x130) return 0x69;
  return single(String.fromCodePoint(code).toLowerCase(), code);
}

/** The title case of a code point, which differs from upper case for double letters such as `ǆ`. */
export function toTitle(code: number): number {
  if (code >= 0x1c4 && code <= 0x1cc) return 0x1c5 + 3 * Math.floor((code - 0x1c4) / 3);
  if (code >= 0x1f1 && code <= 0x1f3) return 0x1f2;
  if (code >= 0x10d0 && code <= 0x10ff) return code;
  return toUpper(code);
}

/** Tells whether a code point has an upper and a lower case, as in Go: `ß` counts, `İ` and `ı` do not. */
function isCased(code: number): boolean {
  if (code === 0x130 || code === 0x131) return false;
  return code === 0xdf || toUpper(code) !== code || toLower(code) !== code;
}

function single(changed: string, code: number): number {
  const first = changed.codePointAt(0) ?? code;
  return String.fromCodePoint(first) === changed ? first : code;
}

/** Tells whether a text contains a cased letter. */
export function isCasedText(bytes: string): boolean {
  return !allRunes(bytes, (code) => !isCased(code));
}

/** Converts the first letter of each word to title case and the others to lower case. */
export function title(bytes: string): string {
  let within = false;
  return mapRunes(bytes, (code) => {
    const changed = within ? toLower(code) : toTitle(code);
    within = isCased(changed);
    return changed;
  });
}

/** Tells whether capitals are at the beginnings of words and nowhere else. */
export function isTitle(bytes: string): boolean {
  let [any, within] = [false, false];
  const fits = allRunes(bytes, (code) => {
    const isCapital = (code >= 65 && code <= 90) || isA("title", code);
    if (isCapital || isA("lower", code)) {
      if (isCapital === within) return false;
      [any, within] = [true, true];
    } else if (isA("upper", code)) {
      return false;
    } else {
      within = false;
    }
    return true;
  });
  return fits && any;
}
