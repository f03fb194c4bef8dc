/** Names in other cases, as the Go package xstrings makes them. */
import { toBytes } from "../../text/index.ts";
import { charactersOf, isSpace, isUpper, lowerCharacter, upperCharacter } from "../values/characters.ts";

function isConnector(character: string): boolean {
  return character === "-" || character === "_" || isSpace(character);
}

/** Words that begin with capitals, without anything between them. */
export function camelCase(bytes: string): string {
  const characters = charactersOf(bytes);
  const start = characters.findIndex((character) => !isConnector(character));
  // The Go package writes the last one twice if there is nothing else.
  if (start < 0) return bytes + toBytes(characters.at(-1) ?? "");
  let result = characters.slice(0, start).join("");
  const first = characters[start] as string;
  let followsCapital = isUpper(first);
  let previous = upperCharacter(first);
  if (start === characters.length - 1) return toBytes(result + previous);
  for (const character of characters.slice(start + 1)) {
    let current = character;
    if (isConnector(current) && isConnector(previous)) {
      result += previous;
      previous = current;
      continue;
    }
    if (isConnector(previous)) {
      followsCapital = isUpper(current);
      current = upperCharacter(current);
    } else {
      if (followsCapital) {
        if (isUpper(current)) current = lowerCharacter(current);
        else followsCapital = false;
      }
      result += previous;
    }
    previous = current;
  }
  return toBytes(result + previous);
}

type WordKind = "none" | "number" | "upper" | "letters" | "connector" | "punctuation" | "other";

interface Word {
  readonly kind: WordKind;
  readonly text: string;
  readonly end: number;
}

const isPunctuation = (character: string): boolean => /^\p{P}$/u.test(character);
const isNumber = (character: string): boolean => /^\p{N}$/u.test(character);
/** Letters, but for those of Chinese and Japanese. */
const isAlphabet = (character: string): boolean =>
  /^\p{L}$/u.test(character) && !/^[\u4e00-\u9fcc\u3400-\u4d85\u{20000}-\u{2b81d}]$/u.test(character);

/** Small letters, with a separator in front of what were capitals and numbers. */
export function separated(bytes: string, separator: string): string {
  const characters = charactersOf(bytes);
  const parts: string[] = [];
  const write = (kind: WordKind, text: string): void => {
    const isPlain = kind !== "upper" && kind !== "connector";
    parts.push(
      isPlain ? text : Array.from(text, (one) => (isConnector(one) ? separator : lowerCharacter(one))).join(""),
    );
  };
  let word: Word = nextWord(characters, 0);
  const advance = (): void => {
    word = nextWord(characters, word.end);
  };
  const writeRun = (): void => {
    while (word.kind === "letters" || word.kind === "number") {
      write(word.kind, word.text);
      advance();
    }
  };
  const isOpen = (kind: WordKind): boolean => kind !== "none" && kind !== "punctuation" && kind !== "connector";
  while (word.end < characters.length) {
    if (word.kind !== "connector") write(word.kind, word.text);
    const previous = word;
    advance();
    if (previous.kind === "number") {
      writeRun();
      if (isOpen(word.kind)) parts.push(separator);
    } else if (previous.kind === "connector") write(previous.kind, previous.text);
    else if (previous.kind !== "punctuation") {
      if (word.kind !== "number") {
        if (word.kind !== "connector" && word.kind !== "punctuation") parts.push(separator);
      } else if (word.end < characters.length) {
        const number = word;
        word = nextWord(characters, number.end);
        // A number belongs to the word in front of it, unless small letters follow.
        if (word.kind !== "letters") {
          write("number", number.text);
          if (word.kind !== "connector" && word.kind !== "punctuation") parts.push(separator);
        } else {
          parts.push(separator);
          write("number", number.text);
          writeRun();
          if (isOpen(word.kind)) parts.push(separator);
        }
      }
    }
  }
  write(word.kind, word.text);
  return toBytes(parts.join(""));
}

function nextWord(characters: readonly string[], start: number): Word {
  const first = characters[start];
  if (first === undefined) return { kind: "none", text: "", end: start };
  const runs = (from: number, isIn: (character: string) => boolean): number => {
    let end = from;
    while (end < characters.length && isIn(characters[end] as string)) end++;
    return end;
  };
  const made = (kind: WordKind, end: number): Word => ({ kind, text: characters.slice(start, end).join(""), end });
  if (isConnector(first)) return made("connector", runs(start, isConnector));
  if (isPunctuation(first)) return made("punctuation", runs(start, isPunctuation));
  if (isUpper(first)) {
    const second = characters[start + 1];
    if (second !== undefined && isUpper(second)) {
      const end = runs(start, isUpper);
      // The last capital begins the next word if small letters follow it.
      const follows = characters[end];
      return made("upper", follows !== undefined && isAlphabet(follows) ? end - 1 : end);
    }
    if (second !== undefined && isAlphabet(second))
      return made(
        "upper",
        runs(start + 1, (character) => isAlphabet(character) && !isUpper(character)),
      );
    return made("upper", start + 1);
  }
  if (isAlphabet(first))
    return made(
      "letters",
      runs(start, (character) => isAlphabet(character) && !isUpper(character)),
    );
  if (isNumber(first)) return made("number", runs(start, isNumber));
  const isOther = (character: string): boolean =>
    !isConnector(character) && !isAlphabet(character) && !isNumber(character) && !isPunctuation(character);
  return made("other", runs(start + 1, isOther));
}
