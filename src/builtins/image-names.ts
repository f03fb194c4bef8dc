/** Finds the entries of `images` that match an image; docs/specification/images.md 2.1. */
import { checkTime } from "../budget/index.ts";
import { compileRegex, type Matcher } from "../resource/index.ts";

const TAG = "(:[a-zA-Z0-9_.{}-]*)?";
const DIGEST = "(@[a-zA-Z0-9]+([.+_-][a-zA-Z0-9]+)*:[a-zA-Z0-9_.{}-]*)?";
/** Matches what may follow the name, in linear time: its repetitions cannot overlap. */
const REST = new RegExp(`^${TAG}${DIGEST}$`);
/** The characters that what follows the name can begin with, and the most of them in it. */
const MARKS = /[:@]/;
const MAX_MARKS = 3;

/** Names whose only special characters, if any, are dots. A dot matches any character. */
const PLAIN = /^[\w/:@-]+(?:\.[\w/:@-]+)*$/;

/** Matches images by name. kustomize takes the name for a regular expression. Undefined if it does not compile. */
export function imageMatcher(name: string): Matcher | undefined {
  if (!PLAIN.test(name)) return compileRegex(`^${name}${TAG}${DIGEST}$`);
  return (image) => startsLike(image, name) && REST.test(image.slice(name.length));
}

function startsLike(image: string, name: string): boolean {
  if (image.length < name.length) return false;
  for (let at = 0; at < name.length; at++) {
    const expected = name.charCodeAt(at);
    const found = image.charCodeAt(at);
    if (expected !== found && (expected !== DOT || !isAnyCharacter(found))) return false;
  }
  return true;
}

const DOT = 0x2e;
const NEWLINE = 0x0a;
/** Characters from here on can take two code units. No image contains them. */
const SURROGATES = 0xd800;

/** Tells whether a dot matches a character. */
function isAnyCharacter(code: number): boolean {
  return code !== NEWLINE && code < SURROGATES;
}

/** The names of a list of entries. Looks plain names up, so that an image is not compared with each of them. */
export class ImageNames {
  /** The positions of the entries with each plain name, in ascending order. */
  readonly #plain = new Map<string, number[]>();
  /** The different places of the dots in the plain names of each length. */
  readonly #dots = new Map<number, Map<string, readonly number[]>>();
  /** The positions of all other entries that can match something, in ascending order. */
  readonly #others: number[] = [];
  readonly #matchers: Matcher[] = [];
  /** Results of {@link #plainMatches}. */
  readonly #known = new Map<string, readonly number[]>();

  constructor(names: readonly string[]) {
    for (const [at, name] of names.entries()) {
      if (PLAIN.test(name)) {
        this.#addPlain(name, at);
        continue;
      }
      const matches = imageMatcher(name);
      if (matches === undefined) continue;
      this.#others.push(at);
      this.#matchers.push(matches);
    }
  }

  #addPlain(name: string, at: number): void {
    const known = this.#plain.get(name);
    if (known !== undefined) {
      known.push(at);
      return;
    }
    this.#plain.set(name, [at]);
    const dots = [...name.matchAll(/\./g)].map(({ index }) => index);
    const ofLength = this.#dots.get(name.length) ?? new Map<string, readonly number[]>();
    this.#dots.set(name.length, ofLength.set(dots.join(), dots));
  }

  /** The position of the first entry, not before `from`, that matches an image; undefined if there is none. */
  next(image: string, from: number): number | undefined {
    checkTime();
    const plain = this.#plainMatches(image);
    const first = plain[firstFrom(plain, from)];
    for (let index = firstFrom(this.#others, from); index < this.#others.length; index++) {
      const at = this.#others[index] as number;
      if (first !== undefined && at > first) break;
      if (this.#matchers[index]?.(image)) return at;
    }
    return first;
  }

  /** The positions of the entries with a plain name that match an image, in ascending order. */
  #plainMatches(image: string): readonly number[] {
    const known = this.#known.get(image);
    if (known !== undefined) return known;
    let matches: readonly number[] = [];
    let end = image.length;
    for (let marks = 0; marks <= MAX_MARKS && end > 0; marks++) {
      const places = this.#dots.get(end);
      if (places !== undefined && REST.test(image.slice(end))) {
        for (const dots of places.values()) {
          const found = this.#plain.get(withDots(image.slice(0, end), dots)) ?? [];
          matches = matches.length === 0 ? found : [...matches, ...found].sort((a, b) => a - b);
        }
      }
      do end--;
      while (end > 0 && !MARKS.test(image.charAt(end)));
    }
    if (this.#known.size >= MAX_KNOWN) this.#known.clear();
    this.#known.set(image, matches);
    return matches;
  }
}

/** Most objects of a build have the same few images. */
const MAX_KNOWN = 1000;

/** A text with dots in the places of characters that a dot matches. */
function withDots(text: string, dots: readonly number[]): string {
  let dotted = "";
  let end = 0;
  for (const at of dots) {
    dotted += text.slice(end, at) + (isAnyCharacter(text.charCodeAt(at)) ? "." : text.charAt(at));
    end = at + 1;
  }
  return dotted + text.slice(end);
}

/** The index of the first number that is not less than `from`. */
function firstFrom(ascending: readonly number[], from: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] as number) < from) low = middle + 1;
    else high = middle;
  }
  return low;
}
