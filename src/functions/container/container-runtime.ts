/**
 * Functions in containers: from what a config declares to a program that can be run;
 * docs/specification/containers.md 2 to 6.
 */
import { failure } from "../../diagnostics.ts";
import type { RunLimits } from "../../processes/index.ts";
import type { Containers } from "../containers.ts";
import type { EnvironmentRules } from "../declared-environment.ts";
import { DEFAULT_LIMITS } from "../limits.ts";
import type { ContainerSpecification, Mount } from "../specification/function-specification.ts";
import { runContainer } from "./container-run.ts";
import { createEngine, type Engine } from "./engine.ts";
import type { EngineName } from "./engines.ts";
import { containerVariables } from "./environment.ts";
import { Images, type PullPolicy } from "./images.ts";
import { Leftovers, label } from "./leftovers.ts";
import { declaredMounts } from "./mounts.ts";
import { checkNetworkName, RunNetwork } from "./run-network.ts";
import { CONTAINER_LIMITS, type ContainerLimits, NOBODY, sandboxArguments, ulimitsWith } from "./sandbox.ts";

/** What holds for all functions of a run. It comes from those who are trusted: the command line, the workflow. */
export interface ContainerRuntimeOptions {
  readonly engine: EngineName;
  /** The engine's program, if it is not to be found by the engine's name on the PATH. */
  readonly command?: string | undefined;
  /** Where the command line of the engine runs. */
  readonly cwd: string;
  readonly environment: EnvironmentRules;
  /** `missing` unless given. */
  readonly pull?: PullPolicy | undefined;
  readonly process?: Partial<RunLimits> | undefined;
  /** Of `ulimits`, those that are given win over ours by name; the others stay. */
  readonly limits?: Partial<ContainerLimits> | undefined;
  /** Of `--network`: whether functions that ask for the network get one. */
  readonly network: boolean;
  /** Of `--allow-mounts`: whether functions that ask for files of the repository may read them. */
  readonly allowMounts: boolean;
  /** Of `--mount`: for every function, whatever it declares. */
  readonly mounts?: readonly Mount[] | undefined;
  /** An existing network, instead of one that is made for the run. */
  readonly networkName?: string | undefined;
  readonly asCurrentUser?: boolean | undefined;
  /** How long the engine may take for anything but pulling and running, in milliseconds. A minute unless given. */
  readonly answerMs?: number | undefined;
  /** This machine's, unless given. */
  readonly platform?: NodeJS.Platform | undefined;
}

/**
 * Starts nothing before the first program. An image is fetched, if need be, once a run, after all that is declared was
 * checked against what is allowed.
 * @throws KrmError `network-refused`; programs `network-disabled`, `mount-refused`, `environment-refused`,
 *   `invalid-image`, `image-unavailable`, `image-mismatch`, `container-engine-unavailable`
 */
export function createContainerRuntime(options: ContainerRuntimeOptions): Containers {
  const { cwd, environment, platform = process.platform } = options;
  const networkName = options.networkName === undefined ? undefined : checkNetworkName(options.networkName);
  const engine = createEngine({
    name: options.engine,
    command: options.command,
    cwd,
    host: environment.host,
    platform,
    answerMs: options.answerMs,
  });
  const leftovers = new Leftovers(engine);
  const images = new Images(engine, options.pull ?? "missing", platform);
  const network = new RunNetwork(engine, leftovers, platform);
  const ulimits = ulimitsWith(options.limits?.ulimits ?? []);
  const limits: ContainerLimits = { ...CONTAINER_LIMITS, cpus: engine.cpus, ...options.limits, ulimits };
  const ready = once(async () => {
    await checkEngine(engine, platform);
    leftovers.sweep("container");
  });

  return {
    async program(specification, settings) {
      refuse(specification, options);
      const { variables, env } = containerVariables(
        specification.envs,
        environment,
        specification.location,
        engine.traits.addsProxies,
      );
      const user = options.asCurrentUser ? currentUser() : NOBODY;
      // A private copy is made for functions that mount something, and only for those.
      const declared =
        specification.mounts.length === 0 ? [] : declaredMounts(specification, await settings.directory());
      await ready();
      const image = await images.resolve(specification);
      const networkOf = specification.network ? (networkName ?? (await network.name())) : "none";
      const request = {
        labels: [label()],
        image: image.id,
        network: networkOf,
        user,
        limits,
        volumes: image.volumes,
        mounts: [...(options.mounts ?? []), ...declared],
        variables,
      };
      const prepared = {
        engine,
        leftovers,
        limits: { ...DEFAULT_LIMITS, ...options.process },
        memory: limits.memory,
        imagePlatform: image.platform,
        hostPlatform: platform,
        options: (name: string) => sandboxArguments({ ...request, name }, engine.traits),
        env,
      };
      return { title: image.title, run: (run) => runContainer(prepared, run) };
    },
    close: () => leftovers.settle(),
  };
}

/** Before anything is fetched. */
function refuse({ network, mounts, location }: ContainerSpecification, options: ContainerRuntimeOptions): void {
  if (network && !options.network) {
    throw failure("network-disabled", "network required but not enabled with --network", {
      ...location,
      hint: "Allow it with --network, or leave out `network` in the specification.",
    });
  }
  if (mounts.length > 0 && !options.allowMounts) {
    throw failure("mount-refused", "this function wants to read files, and is not allowed any", {
      ...location,
      hint: "Allow it with --allow-mounts, or leave out `mounts` in the specification.",
    });
  }
}

/** docs/specification/containers.md 2.6 */
function currentUser(): string {
  const { getuid, getgid } = process;
  if (getuid === undefined || getgid === undefined) {
    throw failure("environment-refused", "this system has no user number that a container could run as", {
      hint: "Leave --as-current-user out.",
    });
  }
  return `${getuid()}:${getgid()}`;
}

/**
 * Where containers may well be Windows containers, it is said before an image is looked for;
 * docs/specification/containers.md 4.2.
 */
async function checkEngine(engine: Engine, platform: NodeJS.Platform): Promise<void> {
  if (platform !== "win32" || engine.name !== "docker") return;
  const { stdout } = await engine.call(["version", "--format", "{{.Server.Os}}"]);
  if (Buffer.from(stdout).toString().trim() !== "windows") return;
  throw failure("container-engine-unavailable", "docker runs Windows containers here; functions are Linux containers", {
    hint: "Switch it to Linux containers, or use a runner with Linux.",
  });
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
