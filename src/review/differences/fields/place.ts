/** The place of a field in both objects. */
import { toPointer } from "../../../text/index.ts";

/** The last step to a field. The texts differ for an element of a list that has another position. */
interface Step {
  readonly before: string;
  readonly after: string;
  /** The name of an element; undefined for a key, and for an element that its position identifies. */
  readonly name: string | undefined;
  /** A name for people, of an element that only its position identifies, by its content; undefined if nothing tells it apart. */
  readonly title: string | undefined;
  readonly isElement: boolean;
}

/** One step of a path, as one side has it. */
export interface PathStep {
  readonly text: string;
  readonly kind: "key" | "name" | "position";
}

const UNNAMED = { name: undefined, title: undefined, isElement: false };

/** A path from the top of both objects. Shares its beginning with the places around it. */
export class Place {
  readonly #parent: Place | undefined;
  readonly #step: Step;
  /** The number of steps from the top. */
  readonly depth: number;

  private constructor(parent: Place | undefined, step: Step) {
    this.#parent = parent;
    this.#step = step;
    this.depth = parent === undefined ? 0 : parent.depth + 1;
  }

  static readonly TOP = new Place(undefined, { ...UNNAMED, before: "", after: "" });

  key(key: string): Place {
    return new Place(this, { ...UNNAMED, before: key, after: key });
  }

  /** An element of a list by its positions, and by its name or title if it has one. */
  element(
    before: number,
    after: number,
    { name, title }: { name?: string | undefined; title?: string | undefined },
  ): Place {
    return new Place(this, { before: String(before), after: String(after), name, title, isElement: true });
  }

  /** The steps from the top, with names, titles and positions at one side. */
  steps(side: "before" | "after"): PathStep[] {
    const steps: PathStep[] = [];
    for (let { parent, step } = this.#link(); parent !== undefined; { parent, step } = parent.#link()) {
      if (!step.isElement) steps.push({ text: step[side], kind: "key" });
      else {
        const name = step.name ?? step.title;
        steps.push(name === undefined ? { text: step[side], kind: "position" } : { text: name, kind: "name" });
      }
    }
    return steps.reverse();
  }

  /** A JSON Pointer into one side. */
  pointer(side: "before" | "after"): string {
    return this.#print(({ [side]: text }) => text);
  }

  /** The pointer with names in place of the positions of elements; undefined if no element on the way has a name. */
  namedPointer(side: "before" | "after"): string | undefined {
    let isNamed = false;
    const text = this.#print(({ name, [side]: position }) => {
      isNamed ||= name !== undefined;
      return name ?? position;
    });
    return isNamed ? text : undefined;
  }

  #link(): { parent: Place | undefined; step: Step } {
    return { parent: this.#parent, step: this.#step };
  }

  #print(textOf: (step: Step) => string): string {
    const texts: string[] = [];
    for (let { parent, step } = this.#link(); parent !== undefined; { parent, step } = parent.#link()) {
      texts.push(textOf(step));
    }
    return toPointer(texts.reverse());
  }
}
