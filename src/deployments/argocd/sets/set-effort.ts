/** Bounds the work and the size of what one ApplicationSet makes. */
import type { Location } from "../../../diagnostics.ts";
import { TemplateEffort } from "../../../gotemplate/index.ts";
import { invalid } from "./set-problems.ts";

/** The most Applications of one set, and the most sets of parameters of one generator. */
const MAX_APPLICATIONS = 20_000;
/** The most steps: one for each character of a match. */
const MAX_STEPS = 400_000_000;
/** The steps for a value that is copied, filled in or compared. */
const STEPS_OF_VALUE = 100;
/** The most bytes that templates make. */
const MAX_BYTES = 64 * 1024 * 1024;
/** The most steps of the templates of Go. */
const MAX_TEMPLATE_STEPS = 20_000_000;
/** The most that all sets of a tree may take together, in multiples of what one may take. */
const ALL_SETS = 2;
/** The part of its limits that each set has, even if the others took everything. */
const EACH_SET = 0.01;

/** Divides the work among the sets of one tree: many of them must not take many times what one may take. */
export class SetsEffort {
  #left = ALL_SETS;

  /** The part of the limits of one set that the next one has, at most 1. */
  get part(): number {
    return Math.min(1, Math.max(this.#left, EACH_SET));
  }

  /** Takes off what a set has used. */
  note({ used }: SetEffort): void {
    this.#left -= used;
  }
}

/** Counts what is done for one set. */
export class SetEffort {
  /** The generator at work, for messages. */
  place: Location;
  /** The budget of all templates of Go. */
  readonly templates: TemplateEffort;
  #steps: number;
  #bytes: number;
  readonly #part: number;

  /** @param part of the limits that the set has */
  constructor(place: Location, part = 1) {
    this.place = place;
    this.#part = part;
    this.#steps = MAX_STEPS * part;
    this.#bytes = MAX_BYTES * part;
    this.templates = new TemplateEffort({ steps: MAX_TEMPLATE_STEPS * part, bytes: MAX_BYTES * part });
  }

  /** The part of the limits of one set that was used. */
  get used(): number {
    const left = [this.#steps / MAX_STEPS, this.#bytes / MAX_BYTES, this.templates.stepsLeft / MAX_TEMPLATE_STEPS];
    return this.#part - Math.max(0, Math.min(...left));
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
    if (this.#bytes < 0) throw this.#excess("makes too much text");
  }

  /** @throws KrmError `argocd-set-invalid` for a number that is too large */
  allow(applications: number): void {
    if (applications > MAX_APPLICATIONS) throw this.#excess(`makes more than ${MAX_APPLICATIONS} Applications`);
  }

  #excess(what: string): Error {
    return invalid(
      `the generator ${what}`,
      this.place,
      "Divide the ApplicationSet, or name fewer things in its generators. All sets of a repository share what they may take.",
    );
  }
}
