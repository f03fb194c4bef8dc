/**
 * The network of functions that may use one: made when the first of them starts, gone after the run;
 * docs/specification/containers.md 3.2.
 */
import { failure } from "../../diagnostics.ts";
import { type Engine, engineTrouble, spoken } from "./engine.ts";
import { type Leftovers, label } from "./leftovers.ts";

/** Of a network that exists; never the machine's own, where its services and the engine's socket listen. */
const NAME = /^(?!host$)[A-Za-z0-9][\w.-]*$/;

/** @throws KrmError `network-refused` */
export function checkNetworkName(name: string): string {
  if (NAME.test(name)) return name;
  throw failure("network-refused", `functions may not use the network \`${name.slice(0, 100)}\``, {
    hint: "Name a network that was made for them, by `docker network create`, or leave --network-name out.",
  });
}

export class RunNetwork {
  readonly #engine: Engine;
  readonly #leftovers: Leftovers;
  readonly #platform: NodeJS.Platform;
  #made: Promise<string> | undefined;

  constructor(engine: Engine, leftovers: Leftovers, platform: NodeJS.Platform) {
    this.#engine = engine;
    this.#leftovers = leftovers;
    this.#platform = platform;
  }

  /** Its name. @throws KrmError `network-unavailable`, `container-engine-unavailable` */
  name(): Promise<string> {
    this.#made ??= this.#make();
    return this.#made;
  }

  async #make(): Promise<string> {
    this.#leftovers.sweep("network");
    const name = this.#leftovers.claim("network");
    const { exitCode, stderr } = await this.#engine.call(["network", "create", "--label", label(), name]);
    if (exitCode === 0) return name;
    throw (
      engineTrouble(this.#engine, stderr, this.#platform) ??
      failure("network-unavailable", `${this.#engine.name} cannot make a network for functions: ${spoken(stderr)}`, {
        hint: "Name one that exists: --network-name NAME.",
      })
    );
  }
}
