/**
 * The engines that can run containers, and in what their command lines differ;
 * docs/specification/containers.md 4.1, 4.3.
 */
import { failure } from "../../diagnostics.ts";

export type EngineName = "docker" | "podman" | "nerdctl";

/** What one engine does in its own way. Everything else they share. */
export interface EngineTraits {
  /** Options of a container that only this engine has. */
  readonly options: readonly string[];
  /** Whether a container is made first and started then. nerdctl has not always had `start -i`; it uses `run`. */
  readonly createsFirst: boolean;
  /** Whether its client may lose the end of what a program says that leaves input unread; its log has all of it. */
  readonly losesOutput: boolean;
  /** Whether its client gives containers the proxies of the user's configuration, unless told of each variable. */
  readonly addsProxies: boolean;
  /** Whether an image is run by the digest of its manifest: containerd does not find it by its id. */
  readonly runsByDigest: boolean;
}

/** A health check would need systemd. */
const QUIET = "--no-healthcheck";
/** What a function prints is not written to the engine's disk. */
const NO_LOG = "--log-driver=none";
/** Each line takes fifty bytes more than it has. What is longer is thrown away from the beginning on. */
const LOG = ["--log-driver=k8s-file", `--log-opt=max-size=${256 * 1024 * 1024}`];

export const ENGINES: Readonly<Record<EngineName, EngineTraits>> = {
  docker: {
    options: [NO_LOG, QUIET],
    createsFirst: true,
    losesOutput: false,
    addsProxies: true,
    runsByDigest: false,
  },
  podman: {
    options: [...LOG, QUIET, "--http-proxy=false"],
    createsFirst: true,
    losesOutput: true,
    addsProxies: false,
    runsByDigest: false,
  },
  nerdctl: { options: [], createsFirst: false, losesOutput: false, addsProxies: false, runsByDigest: true },
};

/**
 * The engine that was asked for, by name: the option, else the variables that kpt reads, else docker.
 * @throws KrmError `unknown-container-runtime`
 */
export function chooseEngine(option: string | undefined, env: NodeJS.ProcessEnv): EngineName {
  const [name, source] = [
    [option, "--container-runtime"],
    [env["KRM_FN_RUNTIME"], "KRM_FN_RUNTIME"],
    [env["KPT_FN_RUNTIME"], "KPT_FN_RUNTIME"],
  ].find(([value]) => value) ?? ["docker", ""];
  if (name !== undefined && Object.hasOwn(ENGINES, name)) return name as EngineName;
  throw failure("unknown-container-runtime", `${source} names no container engine that is known: \`${name}\``, {
    hint: `It is one of ${Object.keys(ENGINES).join(", ")}.`,
  });
}
