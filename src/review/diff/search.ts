/** Myers' search for a shortest edit script, in linear space and with a limit. */
import { checkTime } from "../../budget/index.ts";

/** A path with more edits is cut off. Paths from both ends meet, so that scripts with twice as many are found. */
const MAX_COST = 2_000;
/** The same once the steps are used up. */
const MIN_COST = 16;

/** A part of both sequences. Ends are exclusive. */
interface Area {
  readonly left: number;
  readonly leftEnd: number;
  readonly right: number;
  readonly rightEnd: number;
}

/** A point between elements at which a script passes from the first part of an area to the second. */
interface Split {
  readonly x: number;
  readonly y: number;
  /** Whether a shortest script passes here. */
  readonly exact: boolean;
}

/**
 * "An O(ND) Difference Algorithm and Its Variations" (1986), section 4b: paths from the start and paths from the end meet in the
 * middle of a shortest script, and both halves are searched in the same way. A path that takes more edits than the limit is cut
 * off; its farthest point divides the area instead, so that everything before it is still found.
 */
export class Search {
  /** Elements compared, and points visited. */
  steps = 0;
  readonly #maxSteps: number;
  #left: Int32Array = new Int32Array();
  #right: Int32Array = new Int32Array();
  /** How far paths from the start, and from the end, come on each diagonal. */
  #forward: Int32Array = new Int32Array();
  #backward: Int32Array = new Int32Array();
  #area: Area = { left: 0, leftEnd: 0, right: 0, rightEnd: 0 };
  #split: Split = { x: 0, y: 0, exact: false };

  /** @param maxSteps afterwards, paths are cut off early. The search still ends, in time that is linear in what is left. */
  constructor(maxSteps: number) {
    this.#maxSteps = maxSteps;
  }

  /** Looks for the middle of a shortest script. Returns false if the path to it was cut off. */
  open(left: Int32Array, right: Int32Array): boolean {
    this.#left = left;
    this.#right = right;
    this.#area = { left: 0, leftEnd: left.length, right: 0, rightEnd: right.length };
    // Diagonals beyond the limit are never reached.
    const diagonals = 2 * Math.min(MAX_COST, left.length + right.length) + 3;
    if (this.#forward.length < diagonals) {
      this.#forward = new Int32Array(diagonals);
      this.#backward = new Int32Array(diagonals);
    }
    this.#split = this.#middle(this.#area);
    return this.#split.exact;
  }

  /**
   * Goes on from the point that {@link open} found. Calls `pair` for each pair of elements, in no particular order. Returns
   * whether nothing was cut off.
   */
  finish(pair: (left: number, right: number) => void): boolean {
    let isBest = this.#split.exact;
    // Not recursive: after a cut, the parts may be as many as the elements.
    const rest: Area[] = [];
    divide(this.#area, this.#split, rest);
    for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
      const area = this.#pairEnds(next, pair);
      if (area.left === area.leftEnd || area.right === area.rightEnd) continue;
      // Both sides have elements, and the ends differ: at least two edits, so that both parts are smaller.
      const split = this.#middle(area);
      isBest &&= split.exact;
      divide(area, split, rest);
    }
    return isBest;
  }

  /** The area without the elements that it begins and ends with on both sides. */
  #pairEnds(area: Area, pair: (left: number, right: number) => void): Area {
    let { left, leftEnd, right, rightEnd } = area;
    for (; left < leftEnd && right < rightEnd && this.#left[left] === this.#right[right]; left++, right++) {
      pair(left, right);
    }
    for (
      ;
      left < leftEnd && right < rightEnd && this.#left[leftEnd - 1] === this.#right[rightEnd - 1];
      leftEnd--, rightEnd--
    ) {
      pair(leftEnd - 1, rightEnd - 1);
    }
    return { left, leftEnd, right, rightEnd };
  }

  /** The area must have elements on both sides, and differ at both of its ends. */
  #middle(area: Area): Split {
    const maxCost = this.steps < this.#maxSteps ? MAX_COST : MIN_COST;
    const height = area.leftEnd - area.left;
    const width = area.rightEnd - area.right;
    // A path from the end is on diagonal `delta - k` of the paths from the start.
    const delta = height - width;
    const odd = (delta & 1) !== 0;
    const center = (this.#forward.length - 1) >> 1;
    const forward = this.#forward;
    const backward = this.#backward;
    forward[center + 1] = 0;
    backward[center + 1] = 0;
    for (let cost = 0; ; cost++) {
      checkTime();
      // Diagonals on which paths have left the area are skipped.
      const first = -cost + 2 * Math.max(0, cost - width);
      const last = cost - 2 * Math.max(0, cost - height);
      for (let k = first; k <= last; k += 2) {
        const down =
          k === -cost || (k !== cost && (forward[center + k - 1] as number) < (forward[center + k + 1] as number));
        let x = down ? (forward[center + k + 1] as number) : (forward[center + k - 1] as number) + 1;
        const from = x;
        while (x < height && x - k < width && this.#left[area.left + x] === this.#right[area.right + x - k]) x++;
        this.steps += x - from + 1;
        forward[center + k] = x;
        const opposite = delta - k;
        if (odd && opposite > -cost && opposite < cost && x + (backward[center + opposite] as number) >= height) {
          return { x: area.left + x, y: area.right + x - k, exact: true };
        }
      }
      for (let k = first; k <= last; k += 2) {
        const down =
          k === -cost || (k !== cost && (backward[center + k - 1] as number) < (backward[center + k + 1] as number));
        let x = down ? (backward[center + k + 1] as number) : (backward[center + k - 1] as number) + 1;
        const from = x;
        while (
          x < height &&
          x - k < width &&
          this.#left[area.leftEnd - 1 - x] === this.#right[area.rightEnd - 1 - x + k]
        ) {
          x++;
        }
        this.steps += x - from + 1;
        backward[center + k] = x;
        const opposite = delta - k;
        if (!odd && opposite >= -cost && opposite <= cost && x + (forward[center + opposite] as number) >= height) {
          return { x: area.leftEnd - x, y: area.rightEnd - x + k, exact: true };
        }
      }
      if (cost >= maxCost) return farthest(area, forward, backward, center, first, last);
    }
  }
}

function divide(area: Area, { x, y }: Split, parts: Area[]): void {
  parts.push({ ...area, leftEnd: x, rightEnd: y }, { ...area, left: x, right: y });
}

/** The point that lies farthest from where its path began. */
function farthest(
  area: Area,
  forward: Int32Array,
  backward: Int32Array,
  center: number,
  first: number,
  last: number,
): Split {
  const height = area.leftEnd - area.left;
  const width = area.rightEnd - area.right;
  let best = -1;
  let split = { x: area.left, y: area.right, exact: false };
  for (let k = first; k <= last; k += 2) {
    const x = forward[center + k] as number;
    if (2 * x - k > best && x <= height && x - k <= width) {
      best = 2 * x - k;
      split = { x: area.left + x, y: area.right + x - k, exact: false };
    }
    const back = backward[center + k] as number;
    if (2 * back - k > best && back <= height && back - k <= width) {
      best = 2 * back - k;
      split = { x: area.leftEnd - back, y: area.rightEnd - back + k, exact: false };
    }
  }
  return split;
}
