/** Character classes of the YAML 1.1 grammar that the reference's scanner and emitter share. Codes are UTF-16 code units. */

/** LF, CR, NEL, LS and PS all end a line. */
export function isBreak(code: number): boolean {
  return code === 10 || code === 13 || code === 0x85 || code === 0x2028 || code === 0x2029;
}

/** A space or a tab. */
export function isBlank(code: number): boolean {
  return code === 32 || code === 9;
}

/** A line break or the end of the text, which a NUL marks. */
export function isBreakOrEnd(code: number): boolean {
  return code === 10 || code === 0 || (code >= 13 && isBreak(code));
}

export function isBlankOrEnd(code: number): boolean {
  return code === 32 || code === 10 || code === 9 || code === 0 || (code >= 13 && isBreak(code));
}

/** What names of anchors, tags and directives are made of. */
export function isWord(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    (code >= 48 && code <= 57) ||
    code === 95 ||
    code === 45
  );
}

export function isHex(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 97 && code <= 102) || (code >= 65 && code <= 70);
}

/** What the reader refuses anywhere in a text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
export const CONTROL = /[\x00-\x08\x0B\x0C\x0E-\x1F\x7F-\x84\x86-\x9F\uFFFE\uFFFF]/;
