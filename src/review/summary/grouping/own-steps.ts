/** Finds what tells a target from others by the parts of its id, such as the name of an environment. */

/** A longer path has so many directories that their names are words of any text. */
const MAX_STEPS = 8;

/** The directories of targets, without those at the start and at the end that all of them have. */
export class OwnSteps {
  readonly #start: number;
  readonly #end: number;

  /** @param paths the ids of all targets that changed. Takes time linear in them */
  constructor(paths: readonly string[]) {
    const all = paths.map((path) => path.split("/"));
    const [first = []] = all;
    const shortest = all.reduce((least, { length }) => Math.min(least, length), first.length);
    let start = 0;
    while (start < shortest - 1 && all.every((steps) => steps[start] === first[start])) start++;
    let end = 0;
    while (end < shortest - 1 - start && all.every((steps) => steps.at(-1 - end) === first.at(-1 - end))) end++;
    [this.#start, this.#end] = all.length < 2 ? [Number.POSITIVE_INFINITY, 0] : [start, end];
  }

  /** None where there is one target only, since nothing tells it from others. */
  of(path: string): readonly string[] {
    const steps = path.split("/");
    const own = steps.slice(this.#start, steps.length - this.#end);
    return own.length > MAX_STEPS ? [] : own;
  }

  /**
   * Returns both paths of a move with a mark for each own directory that they share, so that moves of the same sort are equal: of
   * `eu/old` to `eu/new`, and of `us/old` to `us/new`.
   * @param mark returns the mark of a directory, by its number
   */
  moved(before: string, after: string, mark: (number: number) => string): readonly [string, string] {
    const others = new Set(this.of(after));
    const shared = this.of(before).filter((step) => others.has(step));
    const numbers = new Map(shared.map((step, index) => [step, index]));
    const marked = (path: string): string => {
      const last = path.split("/").length - this.#end;
      return path
        .split("/")
        .map((step, at) => {
          const number = at >= this.#start && at < last ? numbers.get(step) : undefined;
          return number === undefined ? step : mark(number);
        })
        .join("/");
    };
    return [marked(before), marked(after)];
  }
}
