/** Classes and cases of characters, one code point at a time: `ß` has no upper case of one letter, so it stays. */
import { allRunes, mapRunes } from "./text.ts";

const CLASSES = { letter: /^\p{L}$/u, digit: /^\p{Nd}$/u, lower: /^\p{Ll}$/u, upper: /^\p{Lu}$/u, title: /^\p{Lt}$/u };

export function isA(kind: keyof typeof CLASSES, code: number): boolean {
  return CLASSES[kind].test(String.fromCodePoint(code));
}

export function isSpace(code: number): boolean {
  if (code < 0x80) return code === 32 || (code >= 9 && code <= 13);
  return code === 0x85 || /^[\p{Z}]$/u.test(String.fromCodePoint(code));
}

/** Letters whose capital takes two letters in a text, but which have a capital of one letter for use alone. */
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

/** Upper case at the start of a word, which differs for letters that are pairs, such as `ǆ`. */
export function toTitle(code: number): number {
  if (code >= 0x1c4 && code <= 0x1cc) return 0x1c5 + 3 * Math.floor((code - 0x1c4) / 3);
  if (code >= 0x1f1 && code <= 0x1f3) return 0x1f2;
  if (code >= 0x10d0 && code <= 0x10ff) return code;
  return toUpper(code);
}

/** Whether there is another case of it and back: `ß` has a capital that it is not written with, `İ` and `ı` share theirs. */
export function isCased(code: number): boolean {
  if (code === 0x130 || code === 0x131) return false;
  return code === 0xdf || toUpper(code) !== code || toLower(code) !== code;
}

function single(changed: string, code: number): number {
  const first = changed.codePointAt(0) ?? code;
  return String.fromCodePoint(first) === changed ? first : code;
}

/** Whether a text has a letter with cases. */
export function isCasedText(bytes: string): boolean {
  return !allRunes(bytes, (code) => !isCased(code));
}

/** A text whose words begin with capitals, and have no others. */
export function title(bytes: string): string {
  let within = false;
  return mapRunes(bytes, (code) => {
    const changed = within ? toLower(code) : toTitle(code);
    within = isCased(changed);
    return changed;
  });
}

/** Whether capitals begin words, and only these. */
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
