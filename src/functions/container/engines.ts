/** The container engines, and how their command lines differ; docs/specification/containers.md 4.1, 4.3, 4.4. */
import { failure } from "../../diagnostics.ts";

export type EngineName = "docker" | "podman" | "nerdctl";

/** The differences between engines. */
export interface EngineTraits {
  /** Additional options of `create` or `run`. */
  readonly options: readonly string[];
  /** True to use `create` and `start`. Old versions of nerdctl have no `start -i`, so it uses `run`. */
  readonly createsFirst: boolean;
  /** True if its client may lose the end of an output if the function leaves input unread. The log has all of it. */
  readonly losesOutput: boolean;
  /** True if its client passes the proxies of the user's configuration to containers, unless each variable is set. */
  readonly addsProxies: boolean;
  /**
   * The options that give memory in place of a directory to the user. The mode alone is not enough: some versions of runc apply
   * the mode that the image gives the directory.
   */
  readonly memoryOwner: (user: string) => readonly string[];
  /** The call that prints the version of the engine and its platform, such as `28.0.4 linux/amd64`. */
  readonly about: readonly string[];
  /** True to name an image by the digest of its manifest, because containerd does not find it by its id. */
  readonly runsByDigest: boolean;
}

/** Health checks need systemd. */
const QUIET = "--no-healthcheck";
/** Keeps the output of functions off the engine's disk. */
const NO_LOG = "--log-driver=none";
/** The log needs 50 bytes more for each line. Beyond the limit it drops its beginning. */
const LOG = ["--log-driver=k8s-file", `--log-opt=max-size=${256 * 1024 * 1024}`];

export const ENGINES: Readonly<Record<EngineName, EngineTraits>> = {
  docker: {
    options: [NO_LOG, QUIET],
    createsFirst: true,
    losesOutput: false,
    addsProxies: true,
    memoryOwner: (user) => [`uid=${user.split(":")[0]}`, `gid=${user.split(":")[1]}`],
    about: ["version", "--format", "{{.Server.Version}} {{.Server.Os}}/{{.Server.Arch}}"],
    runsByDigest: false,
  },
  podman: {
    options: [...LOG, QUIET, "--http-proxy=false"],
    createsFirst: true,
    losesOutput: true,
    addsProxies: false,
    memoryOwner: () => ["U"],
    about: ["info", "--format", "{{.Version.Version}} {{.Host.OS}}/{{.Host.Arch}}"],
    runsByDigest: false,
  },
  nerdctl: {
    options: [],
    createsFirst: false,
    losesOutput: false,
    addsProxies: false,
    memoryOwner: () => [],
    about: ["info", "--format", "{{.ServerVersion}} {{.OSType}}/{{.Architecture}}"],
    runsByDigest: true,
  },
};

/** The architecture in an answer to {@link EngineTraits.about}, as platforms of images name it. That of this machine if none. */
export function architectureIn(answer: string): string {
  const word = /[^\s/]*$/.exec(answer.trim())?.[0] || process.arch;
  return GO_NAMES.get(word) ?? word;
}

/** The names of Go, and so of the platforms of images, for the architectures that Linux and Node name otherwise. */
const GO_NAMES: ReadonlyMap<string, string> = new Map([
  ["x86_64", "amd64"],
  ["aarch64", "arm64"],
  ["x64", "amd64"],
  ["ia32", "386"],
]);

/**
 * Chooses the engine: the option, else the variables that kpt reads, else docker.
 * @throws KrmError `unknown-container-runtime`
 */
export function chooseEngine(option: string | undefined, env: NodeJS.ProcessEnv): EngineName {
  const [name, source] = [
    [option, "--container-runtime"],
    [env["KRM_FN_RUNTIME"], "KRM_FN_RUNTIME"],
    [env["KPT_FN_RUNTIME"], "KPT_FN_RUNTIME"],
  ].find(([value]) => value) ?? ["docker", ""];
  if (name !== undefined && Object.hasOwn(ENGINES, name)) return name as EngineName;
  const hint = `Use one of ${Object.keys(ENGINES).join(", ")}.`;
  throw failure("unknown-container-runtime", `${source} has the unknown value \`${name}\``, { hint });
}
