/**
 * Prepares container functions: checks what a config declares, resolves its image, and returns a program;
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
import type { EngineProgram, EngineTools } from "./engine-tools.ts";
import type { EngineName } from "./engines.ts";
import { containerVariables } from "./environment.ts";
import type { ImageSource } from "./image-source.ts";
import { Images, type PullPolicy } from "./images.ts";
import { Leftovers, label } from "./leftovers.ts";
import { declaredMounts } from "./mounts.ts";
import { checkNetworkName, createNetwork } from "./run-network.ts";
import { CONTAINER_LIMITS, type ContainerLimits, NOBODY, sandboxArguments, ulimitsWith } from "./sandbox.ts";

/** The options of all container functions of a run. They are trusted: only the command line sets them. */
export interface ContainerRuntimeOptions {
  readonly engine: EngineName;
  /** The engine's program. By default it is looked up on the PATH by the engine's name. */
  readonly command?: string | undefined;
  /** The working directory of the engine's program. */
  readonly cwd: string;
  readonly environment: EnvironmentRules;
  /** `missing` by default. */
  readonly pull?: PullPolicy | undefined;
  /** Opens the source of images of catalogs, at first need. Without one, the engine pulls them. */
  readonly images?: (() => Promise<ImageSource>) | undefined;
  /** True if loaded images stay in the engine after the run. True by default. */
  readonly keepImages?: boolean | undefined;
  /** Makes the tools by which the run itself calls the engine. Those of the command line by default. */
  readonly tools?: ((program: EngineProgram) => EngineTools) | undefined;
  /** Receives notices of operations that take long. */
  readonly log?: ((line: string) => void) | undefined;
  readonly process?: Partial<RunLimits> | undefined;
  /** Overrides of the default limits. `ulimits` are merged with the defaults by name. */
  readonly limits?: Partial<ContainerLimits> | undefined;
  /** `--network`: whether functions that ask for the network get it. */
  readonly network: boolean;
  /** `--allow-mounts`: whether functions that ask for files of the repository get them. */
  readonly allowMounts: boolean;
  /** `--mount`: mounts of every function, in addition to those that it declares. */
  readonly mounts?: readonly Mount[] | undefined;
  /** `--network-name`: an existing network. By default one is created for the run. */
  readonly networkName?: string | undefined;
  /** `--as-current-user`. False by default. */
  readonly asCurrentUser?: boolean | undefined;
  /** The time limit of each call of the engine, except to pull and to run, in milliseconds. One minute by default. */
  readonly answerMs?: number | undefined;
  /** The platform of this machine by default. */
  readonly platform?: NodeJS.Platform | undefined;
}

/**
 * Creates the port to container functions. Nothing is started before `program` is called for the first time. `program` checks
 * what a config declares before it fetches an image; each image is fetched at most once a run.
 * @throws KrmError `network-refused`; `program` rejects with `network-disabled`, `mount-refused`, `environment-refused`,
 *   `invalid-image`, `image-unavailable`, `image-mismatch`, `container-engine-unavailable`
 */
export function createContainerRuntime(options: ContainerRuntimeOptions): Containers {
  const { cwd, environment, limits: given, platform = process.platform } = options;
  const networkName = options.networkName === undefined ? undefined : checkNetworkName(options.networkName);
  const { engine: name, command, answerMs } = options;
  const engine = createEngine({ name, command, cwd, host: environment.host, platform, answerMs });
  const leftovers = new Leftovers(engine);
  const images = new Images(engine, {
    pull: options.pull,
    source: options.images,
    tools: options.tools?.({ command: engine.command, cwd, env: engine.env }),
    keeps: options.keepImages,
    log: options.log,
  });
  const network = lazy(() => createNetwork(engine, leftovers));
  const limits = { ...CONTAINER_LIMITS, cpus: engine.cpus, ...given, ulimits: ulimitsWith(given?.ulimits ?? []) };
  const ready = lazy(async () => {
    await checkEngine(engine);
    leftovers.sweep("container");
  });

  return {
    async program(specification, directory) {
      checkAllowed(specification, options);
      const { envs, location, mounts } = specification;
      const { variables, env } = containerVariables(envs, environment, location, engine.traits.addsProxies);
      const user = options.asCurrentUser ? currentUser() : NOBODY;
      // `directory()` may make a private copy, which only functions with mounts need.
      const declared = mounts.length === 0 ? [] : declaredMounts(specification, await directory());
      await ready();
      const image = await images.resolve(specification);
      const request = {
        labels: [label()],
        image: image.id,
        network: specification.network ? (networkName ?? (await network())) : "none",
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
        options: (container: string) => sandboxArguments({ ...request, name: container }, engine.traits),
        env,
      };
      return { title: image.title, digest: image.digest, run: (run) => runContainer(prepared, run) };
    },
    isAvailable: lazy(async () => {
      const answer = await engine.call(engine.traits.about).catch(() => undefined);
      return answer?.exitCode === 0;
    }),
    async close() {
      await leftovers.settle();
      // No image can be removed before its containers.
      await images.close();
    },
  };
}

/** Checks the permissions. @throws KrmError `network-disabled`, `mount-refused` */
function checkAllowed(specification: ContainerSpecification, options: ContainerRuntimeOptions): void {
  const { fromCatalog, network, mounts, location } = specification;
  // The permissions of a catalog's function were checked by the catalog and the switches.
  if (fromCatalog) return;
  if (network && !options.network) {
    const hint = "Allow the network with --network, or remove `network` from the specification.";
    throw failure("network-disabled", "network required but not enabled with --network", { ...location, hint });
  }
  if (mounts.length > 0 && !options.allowMounts) {
    const hint = "Allow mounts with --allow-mounts, or remove `mounts` from the specification.";
    throw failure("mount-refused", "mounts required but not enabled with --allow-mounts", { ...location, hint });
  }
}

/** `uid:gid` of the user; docs/specification/containers.md 2.6. */
function currentUser(): string {
  const { getuid, getgid } = process;
  if (getuid === undefined || getgid === undefined) {
    const hint = "Remove --as-current-user.";
    throw failure("environment-refused", "this system has no user id that a container could run as", { hint });
  }
  return `${getuid()}:${getgid()}`;
}

/**
 * Checks that docker on Windows runs Linux containers, before an image is looked up; docs/specification/containers.md 4.2.
 * @throws KrmError `container-engine-unavailable`
 */
async function checkEngine(engine: Engine): Promise<void> {
  if (engine.platform !== "win32" || engine.name !== "docker") return;
  const { stdout } = await engine.call(["version", "--format", "{{.Server.Os}}"]);
  if (Buffer.from(stdout).toString().trim() !== "windows") return;
  throw failure("container-engine-unavailable", "docker runs Windows containers, but functions need Linux containers", {
    hint: "Switch docker to Linux containers, or use a Linux runner.",
  });
}

function lazy<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}
