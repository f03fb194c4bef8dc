/**
 * The network of the functions of a run, created when the first of them needs it and removed after the run;
 * docs/specification/containers.md 3.2.
 */
import { failure } from "../../diagnostics.ts";
import { type Engine, errorLine } from "./engine.ts";
import { type Leftovers, label } from "./leftovers.ts";

/** The name of a network, but not `host`, where services of the machine and the engine's API listen. */
const NAME = /^(?!host$)[A-Za-z0-9][\w.-]*$/;

/** Checks `--network-name`. @throws KrmError `network-refused` */
export function checkNetworkName(name: string): string {
  if (NAME.test(name)) return name;
  const hint = "Create a network for functions with `docker network create`, or remove --network-name.";
  throw failure("network-refused", `the network \`${name.slice(0, 100)}\` is not allowed for functions`, { hint });
}

/** Creates the network and returns its name. @throws KrmError `network-unavailable`, `container-engine-unavailable` */
export async function createNetwork(engine: Engine, leftovers: Leftovers): Promise<string> {
  leftovers.sweep("network");
  const name = leftovers.claim("network");
  const { exitCode, stderr } = await leftovers.make(name, ["network", "create", "--label", label(), name]);
  if (exitCode === 0) return name;
  const message = `${engine.name} cannot create a network for functions: ${errorLine(stderr)}`;
  const hint = "Name an existing network with --network-name NAME.";
  throw engine.failure(stderr) ?? failure("network-unavailable", message, { hint });
}
