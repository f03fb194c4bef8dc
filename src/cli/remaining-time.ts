/** How long work on many targets still takes, from the targets that are done. */

/** Milliseconds and targets before there is an estimate: the first targets read files that the others share. */
const MIN_ELAPSED_MS = 2000;
const MIN_DONE = 3;
/** The shown estimate approaches the measured one in about this time, in seconds. */
const SETTLING_SECONDS = 5;
/** The part of the work from which the speed is taken: the latest targets predict it better than the first ones. */
const RECENT = 0.3;
/** The most measurements that are kept. */
const MAX_POINTS = 64;

interface Point {
  readonly at: number;
  readonly done: number;
}

/**
 * Estimates the remaining time. The estimate runs down as time passes, and approaches the measured one gradually, so that one
 * fast or slow target does not make it jump.
 */
export class RemainingTime {
  readonly #start: number;
  /** From the oldest to the newest; thinned when there are many. */
  #points: Point[] = [];
  #total = 0;
  /** The last answer. */
  #shown: { seconds: number; at: number } | undefined;

  /** @param start in milliseconds, on the clock of all other times */
  constructor(start: number) {
    this.#start = start;
  }

  update(done: number, total: number, now: number): void {
    this.#total = total;
    this.#points.push({ at: now, done });
    if (this.#points.length > MAX_POINTS) this.#points = this.#points.filter((_, index) => index % 2 === 1);
  }

  /** In seconds; undefined if too little is known. */
  seconds(now: number): number | undefined {
    const measured = this.#measured(now);
    if (measured === undefined) return undefined;
    if (this.#shown === undefined) {
      this.#shown = { seconds: measured, at: now };
      return measured;
    }
    const passed = (now - this.#shown.at) / 1000;
    const expected = Math.max(0, this.#shown.seconds - passed);
    const seconds = expected + (measured - expected) * (1 - Math.exp(-passed / SETTLING_SECONDS));
    this.#shown = { seconds, at: now };
    return seconds;
  }

  #measured(now: number): number | undefined {
    const last = this.#points.at(-1);
    if (last === undefined || now - this.#start < MIN_ELAPSED_MS || last.done < MIN_DONE) return undefined;
    const isEarlier = ({ at, done }: Point): boolean =>
      done <= last.done * (1 - RECENT) && last.at - at >= MIN_ELAPSED_MS;
    const from = this.#points.findLast(isEarlier) ?? { at: this.#start, done: 0 };
    const perTarget = (last.at - from.at) / 1000 / (last.done - from.done);
    const left = (this.#total - last.done) * perTarget - (now - last.at) / 1000;
    // The duration of a target that takes longer than all before it cannot be predicted.
    return Math.max(left, (this.#total - last.done) * perTarget * 0.1, 0);
  }
}

/** Words for a time, as rough as the estimate is; empty if it is not known. */
export function remainingText(seconds: number | undefined): string {
  if (seconds === undefined) return "";
  if (seconds < 5) return ", a few seconds left";
  if (seconds < 57.5) return `, about ${5 * Math.round(seconds / 5)} s left`;
  if (seconds < 59.5 * 60) return `, about ${Math.max(1, Math.round(seconds / 60))} min left`;
  return `, about ${Math.floor(Math.round(seconds / 60) / 60)} h ${Math.round(seconds / 60) % 60} min left`;
}
