import { excess } from "./template-error.ts";

export interface TemplateLimits {
  /** How many steps the executions may take together: parts of templates, elements of lists, and characters of texts. */
  readonly steps?: number | undefined;
  /** How many bytes the executions may write together. */
  readonly bytes?: number | undefined;
  /** How deep actions, templates and values may be nested. */
  readonly depth?: number | undefined;
}

const MAX_STEPS = 10_000_000;
const MAX_BYTES = 16 * 1024 * 1024;
const MAX_DEPTH = 400;

/** The budget of several executions together. It never grows again. docs/specification/go-templates.md 7.1 */
export class TemplateEffort {
  #steps: number;
  #bytes: number;
  #depth: number;

  constructor(limits: TemplateLimits = {}) {
    this.#steps = limits.steps ?? MAX_STEPS;
    this.#bytes = limits.bytes ?? MAX_BYTES;
    this.#depth = limits.depth ?? MAX_DEPTH;
  }

  get stepsLeft(): number {
    return this.#steps;
  }

  /** Takes steps off the budget, before they are done. @throws TemplateError of kind `limit` if there are not as many left */
  spend(steps = 1): void {
    // Written this way because a count that is no number must not pass.
    if (!(steps <= this.#steps))
      throw excess("the template does too much; does a loop or a text in it grow without end?");
    this.#steps -= steps;
  }

  /** Takes written bytes off the budget. @throws TemplateError of kind `limit` if there are not as many left */
  write(bytes: number): void {
    if (!(bytes <= this.#bytes))
      throw excess("the template writes too much; does a loop or a text in it grow without end?");
    this.#bytes -= bytes;
  }

  /** Does something one level deeper. @throws TemplateError of kind `limit` if that is too deep */
  deeper<T>(work: () => T): T {
    if (this.#depth === 0)
      throw excess("the template nests too deeply; does it call itself, or hold a value that holds itself?");
    this.#depth--;
    try {
      return work();
    } finally {
      this.#depth++;
    }
  }
}
