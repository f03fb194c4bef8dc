/** Redacts the texts, paths and values of a pair of objects for the readers of a report. */

import { visible } from "../../diagnostics.ts";
import type { GeneratedNames, HashMask } from "../../manifests/index.ts";
import type { Value } from "../../render/rendering.ts";
import { pointerSteps, shorten, toPointer } from "../../text/index.ts";
import { namedSteps, positionedSteps, valueAt } from "./pointers.ts";
import type { DangerPair } from "./rule.ts";

/** The hashes of Secrets, and the generated names, of both sides of a target. */
export interface RedactorNames {
  readonly names: { readonly base: GeneratedNames; readonly head: GeneratedNames };
  readonly masks: { readonly base: HashMask; readonly head: HashMask };
}

/** Both sides of an object without the values that are withheld. Parts without any are the same values as in the object. */
export interface RedactedSides {
  readonly before: Value | undefined;
  readonly after: Value | undefined;
}

/** In UTF-16 code units. */
const MAX_MESSAGE = 600;
const MAX_VALUE = 120;

/** The paths of the names of elements of lists. */
const NAMES: readonly (readonly string[])[] = [["name"], ["metadata", "name"]];
/** Rules cut names in messages at these lengths. */
const NAME_LENGTHS = [MAX_MESSAGE, 120, 80, 63, 40];
const WITHHELD = "<redacted>";

function formsOf(name: string): readonly string[] {
  return NAME_LENGTHS.map((length) => shorten(visible(shorten(name, length)).replace(/[\t\n]/g, " "), length));
}

/** A text in which a name is withheld, but not as a part of other words. */
function withoutName(text: string, name: string): string {
  if (name === "" || !text.includes(name)) return text;
  const escaped = name.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
  return text.replace(new RegExp(`(?<![\\w.-])${escaped}(?![\\w-])`, "g"), WITHHELD);
}

export class Redactor {
  readonly #pair: DangerPair;
  readonly #names: RedactorNames;
  readonly #redacted: () => RedactedSides;
  /** By the pointers of lists. */
  readonly #withheld = new Map<string, readonly string[]>();

  /** @param redacted called at most when a rule tells values */
  constructor(pair: DangerPair, names: RedactorNames, redacted: () => RedactedSides) {
    this.#pair = pair;
    this.#names = names;
    this.#redacted = redacted;
  }

  /** A text on one line, bounded, without hashes of Secrets. */
  line(text: string, most = MAX_MESSAGE): string {
    return shorten(visible(this.#masked(text).replace(/\s+/g, " ").trim()), most);
  }

  /** The message of a finding, without names of elements that are withheld: a rule calls a container by its name. */
  message(text: string, pointer: string): string {
    const steps = pointerSteps(pointer);
    const names = steps.flatMap((_, depth) => this.#withheldNames(steps.slice(0, depth)));
    return this.line(names.reduce(withoutName, text));
  }

  /** The names of the elements of a list, as far as the report withholds them, in the forms in which rules tell them. */
  #withheldNames(steps: readonly string[]): readonly string[] {
    const key = toPointer(steps);
    const known = this.#withheld.get(key);
    if (known !== undefined) return known;
    const { base, head } = this.#pair;
    const redacted = this.#redacted();
    const sides = [[base?.value(), redacted.before] as const, [head?.value(), redacted.after] as const];
    const names = new Set<string>();
    for (const [object, shown] of sides) {
      const list = object === shown ? undefined : valueAt(object, steps);
      if (!Array.isArray(list)) continue;
      const rest = valueAt(shown, steps);
      for (const [index, element] of list.entries()) {
        for (const path of NAMES) {
          const name = valueAt(element, path);
          if (typeof name !== "string" || name === valueAt(rest, [String(index), ...path])) continue;
          for (const form of formsOf(name)) names.add(form);
        }
      }
    }
    const found = [...names];
    this.#withheld.set(key, found);
    return found;
  }

  /** The paths of a finding: by positions, and by names. A withheld name is replaced by its position. */
  paths(pointer: string): { readonly path: string; readonly namedPath: string } {
    const { base, head } = this.#pair;
    const redacted = this.#redacted();
    const steps = pointerSteps(pointer);
    const shown = this.#namedSteps(steps, redacted);
    const isWhole = head === undefined ? base?.value() === redacted.before : head.value() === redacted.after;
    const named = isWhole ? shown : this.#namedSteps(steps).map((name, at) => (name === shown[at] ? name : steps[at]));
    return { path: this.#masked(pointer), namedPath: this.#masked(toPointer(named as string[])) };
  }

  /** The path with all names, for keys. It is not shown. */
  fullPath(pointer: string): string {
    return this.#masked(toPointer(this.#namedSteps(pointerSteps(pointer))));
  }

  /** A value of a finding; undefined if the report withholds what is at the path. */
  value(side: "before" | "after", text: string | undefined, pointer: string): string | undefined {
    return text !== undefined && this.shows(side, pointer) ? this.line(text, MAX_VALUE) : undefined;
  }

  /** Tells whether a side has a value at the path, and nothing in it is withheld. */
  shows(side: "before" | "after", pointer: string): boolean {
    const { base, head } = this.#pair;
    const object = (side === "before" ? base : head)?.value();
    const redacted = this.#redacted()[side];
    if (object === redacted) return true;
    const own = this.#names.names[side === "before" ? "base" : "head"];
    // An element may have another position at base.
    const steps = positionedSteps(object, this.#namedSteps(pointerSteps(pointer)), own);
    const value = valueAt(object, steps);
    return value !== undefined && value === valueAt(redacted, steps);
  }

  /** @param shown the sides without withheld values; the whole ones if absent */
  #namedSteps(steps: readonly string[], shown?: RedactedSides): string[] {
    const { base, head } = this.#pair;
    const { names } = this.#names;
    if (head === undefined) return namedSteps(shown ? shown.before : base?.value(), steps, names.base);
    return namedSteps(shown ? shown.after : head.value(), steps, names.head);
  }

  #masked(text: string): string {
    const { masks } = this.#names;
    return masks.base(masks.head(text));
  }
}
