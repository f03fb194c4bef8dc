import { fromBytes, runesOf, toBytes } from "../../text/index.ts";

/** The characters of a byte text. A byte that begins none counts as U+FFFD, as in Go. */
export function charactersOf(bytes: string): string[] {
  const text = fromBytes(bytes);
  return text === undefined ? runesOf(bytes) : Array.from(text);
}

/** Tells whether Go's package unicode takes a character for space. */
export function isSpace(character: string): boolean {
  return /^[\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]$/.test(character);
}

/** Tells whether Go prints a character as it is. */
export function isPrintable(character: string): boolean {
  return /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]$/u.test(character);
}

/** Characters whose single capital is not what `toUpperCase()` gives, which may be several. */
const UPPER: ReadonlyMap<number, number> = new Map([
  ...[0x1f80, 0x1f90, 0x1fa0].flatMap((start) =>
    Array.from({ length: 8 }, (_, at): [number, number] => [start + at, start + at + 8]),
  ),
  [0x1fb3, 0x1fbc],
  [0x1fc3, 0x1fcc],
  [0x1ff3, 0x1ffc],
]);

/** Letters that are two, by their three forms: capital, title and small. */
const DIGRAPHS = ["ǄǅǆǇǈǉǊǋǌǱǲǳ"].flatMap((all) => all.match(/.{3}/gu) ?? []);

/** One character for one, as Go does it. */
export function upperCharacter(character: string): string {
  const single = UPPER.get(character.codePointAt(0) as number);
  if (single !== undefined) return String.fromCodePoint(single);
  return oneFor(character, character.toUpperCase());
}

export function lowerCharacter(character: string): string {
  return character === "İ" ? "i" : oneFor(character, character.toLowerCase());
}

export function titleCharacter(character: string): string {
  const digraph = DIGRAPHS.find((forms) => forms.includes(character));
  if (digraph !== undefined) return digraph[1] as string;
  return /^[\u10d0-\u10ff]$/.test(character) ? character : upperCharacter(character);
}

function oneFor(character: string, changed: string): string {
  return Array.from(changed).length === 1 ? changed : character;
}

/** Changes each character of a byte text. */
export function mapCharacters(bytes: string, change: (character: string) => string): string {
  return toBytes(charactersOf(bytes).map(change).join(""));
}

export function isUpper(character: string): boolean {
  return /^\p{Lu}$/u.test(character);
}

export function isLower(character: string): boolean {
  return /^\p{Ll}$/u.test(character);
}
