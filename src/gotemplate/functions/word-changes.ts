/** Changes of texts by words, as the Go package goutils makes them. It takes bytes for characters in places. */
import { toBytes } from "../../text/index.ts";
import type { TemplateEffort } from "../effort.ts";
import {
  isLower,
  isSpace,
  isUpper,
  lowerCharacter,
  mapCharacters,
  titleCharacter,
  upperCharacter,
} from "../values/characters.ts";

/** Shortens a text to a width, with dots in the place of what is left out. @param start where to begin, roughly */
export function abbreviate(text: string, start: number, width: number): string {
  if (text.length <= width) return text;
  let offset = Math.min(start, text.length);
  if (text.length - offset < width - 3) offset = text.length - (width - 3);
  if (offset <= 4) return `${text.slice(0, width - 3)}...`;
  if (width < 7) return "";
  if (offset + width - 3 >= text.length) return `...${text.slice(text.length - (width - 3))}`;
  const rest = text.slice(offset);
  return `...${width - 3 < 4 ? "" : abbreviate(rest, 0, width - 3)}`;
}

/** Takes space out. Where there is some, bytes beyond ASCII become characters of their own. */
export function withoutSpace(text: string): string {
  const kept = text.split("").filter((byte) => !isSpace(byte));
  return kept.length === text.length ? text : kept.map(toBytes).join("");
}

/** The first bytes of the words of a text, each as a character. */
export function initials(text: string): string {
  let result = "";
  let wasGap = true;
  for (const byte of text) {
    const isGap = isSpace(byte);
    if (wasGap && !isGap) result += toBytes(byte);
    wasGap = isGap;
  }
  return result;
}

/** Turns capitals into small letters and the other way round. */
export function swapCase(text: string): string {
  let isStart = true;
  return mapCharacters(text, (character) => {
    if (isUpper(character) || /^\p{Lt}$/u.test(character)) {
      isStart = false;
      return lowerCharacter(character);
    }
    if (isLower(character)) {
      const changed = isStart ? titleCharacter(character) : upperCharacter(character);
      isStart = false;
      return changed;
    }
    isStart = isSpace(character);
    return character;
  });
}

/** Breaks a text into lines at spaces. @param breaksWords whether longer words are broken, too */
export function wrapped(
  text: string,
  width: number,
  separator: string,
  breaksWords: boolean,
  effort: TemplateEffort,
): string {
  const size = Math.max(width, 1);
  const between = separator === "" ? "\n" : separator;
  effort.spend(text.length);
  const lines: string[] = [];
  let at = 0;
  while (text.length - at > size) {
    if (text[at] === " ") {
      at++;
      continue;
    }
    effort.spend(between.length);
    const space = at + text.slice(at, at + size + 1).lastIndexOf(" ");
    if (space >= at) {
      lines.push(text.slice(at, space));
      at = space + 1;
    } else if (breaksWords) {
      lines.push(text.slice(at, at + size));
      at += size;
    } else {
      const next = text.indexOf(" ", at + size);
      if (next < 0) break;
      lines.push(text.slice(at, next));
      at = next + 1;
    }
  }
  lines.push(text.slice(at));
  return lines.join(between);
}
