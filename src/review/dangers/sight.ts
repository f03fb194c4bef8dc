/** What of a pair of objects may be told to the readers of a report. */

import { visible } from "../../diagnostics.ts";
import type { GeneratedNames, HashMask } from "../../manifests/index.ts";
import type { Value } from "../../render/rendering.ts";
import { pointerSteps, shorten, toPointer } from "../../text/index.ts";
import { namedSteps, positionedSteps, valueAt } from "./pointers.ts";
import type { DangerPair } from "./rule.ts";

/** The hashes of Secrets, and the generated names, of both sides of a target. */
export interface SightNames {
  readonly names: { readonly base: GeneratedNames; readonly head: GeneratedNames };
  readonly masks: { readonly base: HashMask; readonly head: HashMask };
}

/** Both sides of an object without the values that are withheld. Whatever holds none is the very value of the object. */
export interface RedactedSides {
  readonly before: Value | undefined;
  readonly after: Value | undefined;
}

/** In UTF-16 code units. */
const MAX_MESSAGE = 600;
const MAX_VALUE = 120;

export class Sight {
  readonly #pair: DangerPair;
  readonly #names: SightNames;
  readonly #redacted: () => RedactedSides;

  /** @param redacted called at most when a rule tells values */
  constructor(pair: DangerPair, names: SightNames, redacted: () => RedactedSides) {
    this.#pair = pair;
    this.#names = names;
    this.#redacted = redacted;
  }

  /** A text on one line, bounded, without hashes of Secrets. */
  line(text: string, most = MAX_MESSAGE): string {
    return shorten(visible(this.#masked(text).replace(/\s+/g, " ").trim()), most);
  }

  /** The paths of a finding: by positions, and by names. */
  paths(pointer: string): { readonly path: string; readonly namedPath: string } {
    const steps = pointerSteps(pointer);
    return { path: this.#masked(pointer), namedPath: this.#masked(toPointer(this.#namedSteps(steps))) };
  }

  /** A value of a finding; undefined if the report withholds what is at the path. */
  value(side: "before" | "after", text: string | undefined, pointer: string): string | undefined {
    return text !== undefined && this.shows(side, pointer) ? this.line(text, MAX_VALUE) : undefined;
  }

  /** Whether a side has a value at the path, and nothing in it is withheld. */
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

  #namedSteps(steps: readonly string[]): string[] {
    const { base, head } = this.#pair;
    const { names } = this.#names;
    return head === undefined
      ? namedSteps(base?.value(), steps, names.base)
      : namedSteps(head.value(), steps, names.head);
  }

  #masked(text: string): string {
    const { masks } = this.#names;
    return masks.base(masks.head(text));
  }
}
