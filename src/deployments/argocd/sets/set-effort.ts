/** Bounds the work and the size of what one ApplicationSet makes. */
import type { Location } from "../../../diagnostics.ts";
import { invalid } from "./set-problems.ts";

/** The most Applications of one set, and the most sets of parameters of one generator. */
const MAX_APPLICATIONS = 20_000;
/** The most steps: one for each character of a match. */
const MAX_STEPS = 400_000_000;
/** The steps for a value that is copied, filled in or compared. */
const STEPS_OF_VALUE = 100;
/** The most bytes that templates make. */
const MAX_BYTES = 64 * 1024 * 1024;

/** Counts what is done for one set. */
export class SetEffort {
  /** The generator at work, for messages. */
  place: Location;
  #steps: number;
  #bytes = MAX_BYTES;

  constructor(place: Location, steps: number = MAX_STEPS) {
    this.place = place;
    this.#steps = steps;
  }

  /** @throws KrmError `argocd-set-invalid` if there were too many steps */
  spend(steps: number): void {
    this.#steps -= steps;
    if (this.#steps < 0) throw this.#excess("takes too much work");
  }

  /** Counts values that are copied, filled in or compared. @throws KrmError `argocd-set-invalid` if there were too many steps */
  handle(values: number): void {
    this.spend(values * STEPS_OF_VALUE);
  }

  /** @throws KrmError `argocd-set-invalid` if there were too many bytes */
  write(bytes: number): void {
    this.#bytes -= bytes;
    if (this.#bytes < 0) throw this.#excess("makes more than 64 MB of text");
  }

  /** @throws KrmError `argocd-set-invalid` for a number that is too large */
  allow(applications: number): void {
    if (applications > MAX_APPLICATIONS) throw this.#excess(`makes more than ${MAX_APPLICATIONS} Applications`);
  }

  #excess(what: string): Error {
    return invalid(
      `the generator ${what}`,
      this.place,
      "Divide the ApplicationSet, or name fewer things in its generators.",
    );
  }
}
