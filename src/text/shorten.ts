/** Shortens texts of any length for messages. */

const DEFAULT_LENGTH = 100;

/** At most `length` UTF-16 code units, followed by `…` if anything is cut off. Never cuts a character in half. */
export function shorten(text: string, length = DEFAULT_LENGTH): string {
  return text.length <= length ? text : `${wholeCharacters(text, length)}…`;
}

/** The first `length` UTF-16 code units of a longer text, or one less to avoid cutting a character in half. */
export function wholeCharacters(text: string, length: number): string {
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length);
}
