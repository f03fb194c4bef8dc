/** The options that isolate every container; docs/specification/containers.md 2.1 to 2.5, 3.2. Pure. */
import { posix } from "node:path";
import type { Mount } from "../specification/function-specification.ts";
import type { EngineTraits } from "./engines.ts";

export interface ContainerLimits {
  /** In the syntax of engines, such as `512m`. */
  readonly memory: string;
  readonly cpus: number;
  readonly processes: number;
  /** The size of /tmp, such as `64m`. It counts as memory. */
  readonly temporary: string;
  /** In the syntax of engines, such as `nofile=1024:1024`. An engine inside a container may allow less. */
  readonly ulimits: readonly string[];
}

export const CONTAINER_LIMITS: Omit<ContainerLimits, "cpus"> = {
  memory: "512m",
  processes: 256,
  temporary: "64m",
  ulimits: ["nofile=1024:1024"],
};

/** The default ulimits, replaced by given ones of the same name. */
export function ulimitsWith(given: readonly string[]): readonly string[] {
  return [...new Map([...CONTAINER_LIMITS.ulimits, ...given].map((limit) => [limit.split("=")[0], limit])).values()];
}

/** A uid and a gid. Names such as `nobody` are unknown in images without /etc/passwd, such as those FROM scratch. */
export const NOBODY = "65534:65534";

interface ContainerRequest {
  readonly name: string;
  /** `key=value` */
  readonly labels: readonly string[];
  /** An id or digest, never a tag. */
  readonly image: string;
  /** `none`, or the name of a network that was created for the run or named by the user. */
  readonly network: string;
  /** `uid:gid` */
  readonly user: string;
  readonly limits: ContainerLimits;
  /** The directories of the image that get memory in place of a volume on disk. */
  readonly volumes: readonly string[];
  /** Checked, with absolute sources. */
  readonly mounts: readonly Mount[];
  /** `NAME=value`, or `NAME` for the value that the engine's command line has. */
  readonly variables: readonly string[];
}

/** The arguments after `create` or `run`. */
export function sandboxArguments(request: ContainerRequest, { options, memoryOwner }: EngineTraits): string[] {
  const { limits } = request;
  const memory = ["rw,nosuid,nodev", `size=${limits.temporary}`, "mode=1777", ...memoryOwner(request.user)].join(",");
  return [
    "-i",
    `--name=${request.name}`,
    ...request.labels.map((label) => `--label=${label}`),
    "--pull=never",
    `--network=${request.network}`,
    `--user=${request.user}`,
    "--read-only",
    ...inMemory(request).map((path) => `--tmpfs=${path}:${memory}`),
    "--cap-drop=ALL",
    "--security-opt=no-new-privileges",
    `--pids-limit=${limits.processes}`,
    `--memory=${limits.memory}`,
    `--cpus=${limits.cpus}`,
    ...limits.ulimits.map((limit) => `--ulimit=${limit}`),
    "--hostname=krm-fn",
    ...options,
    ...request.mounts.map((mount) => `--mount=${mountArgument(mount)}`),
    ...request.variables.map((variable) => `--env=${variable}`),
    request.image,
  ];
}

/** The directories that get memory. An engine accepts each directory once, so mounts take precedence. */
function inMemory({ volumes, mounts }: ContainerRequest): readonly string[] {
  const mounted = new Set(mounts.map(({ target }) => posix.resolve(target)));
  const wanted = new Set(["/tmp", ...volumes].map((path) => posix.resolve(path)));
  return [...wanted].filter((path) => !mounted.has(path));
}

function mountArgument({ type, source, target, writable }: Mount): string {
  if (type === "tmpfs") return `type=tmpfs,target=${target},tmpfs-size=${64 * 1024 * 1024}`;
  return `type=${type},source=${source},target=${target}${writable ? "" : ",readonly"}`;
}
