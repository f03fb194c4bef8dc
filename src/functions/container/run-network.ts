/**
 * The network of the functions of a run, created when the first of them needs it and removed after the run;
 * docs/specification/containers.md 3.2.
 */
import { failure } from "../../diagnostics.ts";
import { type Engine, engineFailure, errorLine } from "./engine.ts";
import { type Leftovers, label } from "./leftovers.ts";

/** The name of a network, but not `host`, where services of the machine and the engine's API listen. */
const NAME = /^(?!host$)[A-Za-z0-9][\w.-]*$/;

/** Checks `--network-name`. @throws KrmError `network-refused` */
export function checkNetworkName(name: string): string {
  if (NAME.test(name)) return name;
  throw failure("network-refused", `the network \`${name.slice(0, 100)}\` is not allowed for functions`, {
    hint: "Create a network for functions with `docker network create`, or remove --network-name.",
  });
}

export class RunNetwork {
  readonly #engine: Engine;
  readonly #leftovers: Leftovers;
  readonly #platform: NodeJS.Platform;
  #created: Promise<string> | undefined;

  constructor(engine: Engine, leftovers: Leftovers, platform: NodeJS.Platform) {
    this.#engine = engine;
    this.#leftovers = leftovers;
    this.#platform = platform;
  }

  /** Creates the network if needed and returns its name. @throws KrmError `network-unavailable`, `container-engine-unavailable` */
  name(): Promise<string> {
    this.#created ??= this.#create();
    return this.#created;
  }

  async #create(): Promise<string> {
    this.#leftovers.sweep("network");
    const name = this.#leftovers.claim("network");
    const { exitCode, stderr } = await this.#leftovers.make(name, ["network", "create", "--label", label(), name]);
    if (exitCode === 0) return name;
    throw (
      engineFailure(this.#engine, stderr, this.#platform) ??
      failure(
        "network-unavailable",
        `${this.#engine.name} cannot create a network for functions: ${errorLine(stderr)}`,
        {
          hint: "Name an existing network with --network-name NAME.",
        },
      )
    );
  }
}
