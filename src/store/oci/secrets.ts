/** Every secret that a run has read, so that none reaches a message. */
import { maskSecrets } from "../../text/index.ts";

/** Shorter texts would be found by chance everywhere. */
const MIN_SECRET = 4;

export class Secrets {
  readonly #known = new Set<string>();
  readonly #onSecret: (text: string) => void;

  constructor(onSecret: (text: string) => void = () => {}) {
    this.#onSecret = onSecret;
  }

  add(text: string): void {
    if (text.length < MIN_SECRET || this.#known.has(text)) return;
    this.#known.add(text);
    this.#onSecret(text);
  }

  /** The text without secrets. */
  mask(text: string): string {
    let masked = maskSecrets(text);
    for (const secret of this.#known) masked = masked.replaceAll(secret, "***");
    return masked;
  }
}
