/** Rules on settings that let the containers of a workload reach the machine that they run on. */
import { posix } from "node:path";
import { groupBy } from "../../../../collections.ts";
import type { DangerLevel } from "../../../../configuration/index.ts";
import { listAt, textAt, valueAt } from "../../../../manifests/index.ts";
import { toPointer } from "../../../../text/index.ts";
import type { Finding, PairRule } from "../../rule.ts";
import {
  type Container,
  containersOf,
  containerText,
  isTrue,
  listed,
  oneLine,
  type PodSpec,
  podsOf,
  textsAt,
} from "../objects/index.ts";

export const privileged: PairRule = {
  id: "privileged",
  level: "high",
  summary: "a container becomes privileged",
  *check(pair): Iterable<Finding> {
    const pods = podsOf(pair);
    if (pods === undefined) return;
    const ofAll = ["securityContext", "windowsOptions", "hostProcess"];
    if (isTrue(pods.head.value, ...ofAll) && !isTrue(pods.base?.value, ...ofAll)) {
      yield {
        path: toPointer([...pods.head.path, ...ofAll]),
        message: "all containers run as processes of the node: they can do on it what their user can",
      };
    }
    for (const { base, head } of pods.containers) {
      for (const keys of [["privileged"], ["windowsOptions", "hostProcess"]]) {
        const path = ["securityContext", ...keys];
        if (!isTrue(head.value, ...path) || isTrue(base?.value, ...path)) continue;
        yield {
          path: toPointer([...head.path, ...path]),
          message: `${containerText(head)} ${base === undefined ? "is" : "becomes"} privileged: it can do on the node what its administrator can`,
        };
      }
    }
  },
};

const HOST_NAMESPACES = [
  [
    "hostNetwork",
    "the Pods use the network of the node: they reach its local services, and no NetworkPolicy applies to them",
  ],
  ["hostPID", "the Pods see all processes of the node, and can read the environment of those of their user"],
  ["hostIPC", "the Pods share the memory between processes with the node"],
] as const;

export const hostNamespace: PairRule = {
  id: "host-namespace",
  level: "high",
  summary: "Pods get the network, the processes or the shared memory of the node",
  *check(pair): Iterable<Finding> {
    const pods = podsOf(pair);
    if (pods === undefined) return;
    for (const [key, effect] of HOST_NAMESPACES) {
      if (!isTrue(pods.head.value, key) || isTrue(pods.base?.value, key)) continue;
      yield { path: toPointer([...pods.head.path, key]), message: `\`${key}\` is set: ${effect}` };
    }
  },
};

/** Directories that control the node for those who can write there. */
const CONTROLS_NODE =
  /^\/(?:$|(?:boot|dev|etc|home|lib|lib64|opt\/cni|proc|root|run|sbin|bin|sys|usr)(?:\/|$)|var\/(?:run|lib\/(?:kubelet|docker|containerd|etcd|rancher|k0s))(?:\/|$)|var\/?$|var\/lib\/?$)/;
/** Sockets that control the node for those who can talk to them, also if they are mounted read-only. */
const SOCKET = /\.sock$/;

export const hostPath: PairRule = {
  id: "host-path",
  level: "high",
  summary: "Pods get a directory of the node",
  *check(pair): Iterable<Finding> {
    const pods = podsOf(pair);
    if (pods === undefined) return;
    // By path, whether the containers could write before.
    const before = new Map<string, boolean>();
    const wasWritable = writableVolumes(pods.base);
    for (const { path, name } of hostPathsOf(pods.base)) {
      before.set(path, before.get(path) === true || wasWritable.has(name));
    }
    const writable = writableVolumes(pods.head);
    const added = hostPathsOf(pods.head).filter(({ path, name }) => {
      const could = before.get(path);
      return could === undefined || (!could && writable.has(name));
    });
    const found = groupBy(added, ({ path, name }) => {
      const canWrite = writable.has(name);
      return `${levelOfPath(path, canWrite)} ${canWrite}`;
    });
    for (const volumes of found.values()) {
      const [first] = volumes;
      const canWrite = writable.has(first.name);
      const names = listed(volumes.map(({ name }) => name));
      yield {
        path: toPointer([...pods.head.path, "volumes", first.index, "hostPath", "path"]),
        message: `${volumes.length === 1 ? `volume ${names} is a directory` : `volumes ${names} are directories`} of the node: the containers that mount ${volumes.length === 1 ? "it" : "them"} can ${canWrite ? "change" : "read"} the files there, whichever Pod made them`,
        after: listed(volumes.map(({ path }) => path)),
        level: levelOfPath(first.path, canWrite),
      };
    }
  },
};

function levelOfPath(path: string, canWrite: boolean): DangerLevel {
  if (SOCKET.test(path)) return "high";
  if (CONTROLS_NODE.test(path)) return canWrite ? "high" : "medium";
  return canWrite ? "medium" : "low";
}

interface HostPath {
  readonly path: string;
  readonly name: string;
  readonly index: number;
}

function hostPathsOf(pod: PodSpec | undefined): readonly HostPath[] {
  if (pod === undefined) return [];
  return [...listAt(pod.value, "volumes").entries()].flatMap(([index, volume]) => {
    const path = textAt(volume, "hostPath", "path");
    return path === undefined ? [] : [{ path: plainPath(path), name: textAt(volume, "name") ?? String(index), index }];
  });
}

/** `//etc` and `/./etc` are `/etc`. */
function plainPath(path: string): string {
  return path.startsWith("/") ? posix.normalize(path) : path;
}

/** The volumes that a container mounts for writing, or as a device. */
function writableVolumes(pod: PodSpec | undefined): ReadonlySet<string> {
  const mounted = (pod === undefined ? [] : containersOf(pod)).flatMap(({ value }) => [
    ...listAt(value, "volumeMounts").filter((mount) => !isTrue(mount, "readOnly")),
    ...listAt(value, "volumeDevices"),
  ]);
  return new Set(mounted.flatMap((each) => textAt(each, "name") ?? []));
}

/** The capabilities that container runtimes give to all containers. */
const GIVEN = new Set(
  "AUDIT_WRITE CHOWN DAC_OVERRIDE FOWNER FSETID KILL MKNOD NET_BIND_SERVICE NET_RAW SETFCAP SETGID SETPCAP SETUID SYS_CHROOT".split(
    " ",
  ),
);
/** The capabilities with which a container can leave its bounds, or read the traffic and the memory of others. */
const STRONG = new Set(
  "ALL BPF DAC_READ_SEARCH MAC_ADMIN NET_ADMIN PERFMON SYS_ADMIN SYS_BOOT SYS_MODULE SYS_PTRACE SYS_RAWIO SYSLOG".split(
    " ",
  ),
);

export const addedCapability: PairRule = {
  id: "added-capability",
  level: "high",
  summary: "a container gets a capability",
  *check(pair): Iterable<Finding> {
    for (const { base, head } of podsOf(pair)?.containers ?? []) {
      const before = new Set(capabilities(base, "add"));
      const added = capabilities(head, "add").filter((name) => !before.has(name) && !GIVEN.has(name));
      const path = [...head.path, "securityContext", "capabilities"];
      if (!before.has("ALL") && added.length > 0) {
        const isStrong = added.some((name) => STRONG.has(name));
        yield {
          path: toPointer([...path, "add"]),
          message: `${containerText(head)} gets a capability that containers do not have: ${isStrong ? "with it, the container can leave its bounds" : "it can do more to the node than others"}`,
          after: oneLine([...new Set(added)].join(", ")),
          level: isStrong ? "high" : "medium",
        };
      }
      if (capabilities(base, "drop").includes("ALL") && !capabilities(head, "drop").includes("ALL")) {
        yield {
          path: toPointer(
            valueAt(head.value, "securityContext", "capabilities", "drop") === undefined
              ? [...(base?.path ?? []), "securityContext", "capabilities", "drop"]
              : [...path, "drop"],
          ),
          message: `${containerText(head)} no longer drops all capabilities: it gets those that the container runtime gives to all containers`,
          level: "low",
        };
      }
    }
  },
};

function capabilities(container: Container | undefined, list: "add" | "drop"): readonly string[] {
  return textsAt(container?.value, "securityContext", "capabilities", list).map((name) =>
    name.toUpperCase().replace(/^CAP_/, ""),
  );
}
