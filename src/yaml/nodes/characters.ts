/** Character classes of YAML 1.1 that go-yaml's scanner and emitter share. Codes are UTF-16 code units. */

/** LF, CR, NEL, LS or PS: all of them end a line. */
export function isBreak(code: number): boolean {
  return code === 10 || code === 13 || code === 0x85 || code === 0x2028 || code === 0x2029;
}

/** A space or a tab. */
export function isBlank(code: number): boolean {
  return code === 32 || code === 9;
}

/** A line break, or the NUL that marks the end of the text. */
export function isBreakOrEnd(code: number): boolean {
  return code === 10 || code === 0 || (code >= 13 && isBreak(code));
}

/** A blank, a line break, or the NUL that marks the end of the text. */
export function isBlankOrEnd(code: number): boolean {
  return code === 32 || code === 10 || code === 9 || code === 0 || (code >= 13 && isBreak(code));
}

/** A character of the name of an anchor, a tag or a directive. */
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

/** Characters that may not appear anywhere in a YAML text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
export const CONTROL = /[\x00-\x08\x0B\x0C\x0E-\x1F\x7F-\x84\x86-\x9F\uFFFE\uFFFF]/;
