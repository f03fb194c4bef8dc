/** Remembers for one run which hosts cannot be reached, so that each costs its tries once, however many sources it has. */
import type { Endpoint } from "./addresses.ts";

export interface HostFailure {
  /** The name that {@link hostKey} returns. */
  readonly host: string;
  readonly reason: string;
  readonly hint: string;
  /** The time without an answer. A source that may wait longer tries again. Absent if the failure is certain. */
  readonly seconds?: number | undefined;
}

export function hostKey({ host, port }: Pick<Endpoint, "host" | "port">): string {
  return `${host.toLowerCase()}:${port}`;
}

export class Hosts {
  readonly #failures = new Map<string, HostFailure>();
  readonly #tries = new Map<string, Promise<void>>();

  /** The reason why the host cannot be reached. Undefined if none is known for sources that wait so many seconds. */
  failureOf(host: string, seconds: number): HostFailure | undefined {
    const known = this.#failures.get(host);
    return known !== undefined && seconds <= (known.seconds ?? Number.POSITIVE_INFINITY) ? known : undefined;
  }

  remember(failure: HostFailure): void {
    this.#failures.set(failure.host, failure);
  }

  /** The end of the further tries for a host that others make already. Undefined if nobody does. */
  triesOf(host: string): Promise<void> | undefined {
    return this.#tries.get(host);
  }

  /** Announces further tries for a host. @returns a function that ends them */
  startTries(host: string): () => void {
    let end = (): void => {};
    this.#tries.set(host, new Promise((resolve) => (end = resolve)));
    return () => {
      this.#tries.delete(host);
      end();
    };
  }
}
