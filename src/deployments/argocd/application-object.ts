/** Recognises Applications, and reads where they deploy to and what they do beside it. */
import { listAt, textAt, valueAt } from "../../manifests/index.ts";
import type { Value } from "../../yaml/index.ts";
import type { PrintedObject } from "../objects/index.ts";
import { syncOptionsOf } from "./object-controls.ts";

const GROUP = "argoproj.io/";

/** Texts that files with Applications hold. */
export const ARGOCD_TEXTS = [GROUP, "Application"] as const;

/** The namespace of Argo CD, for objects that nobody gives one. */
export const ARGOCD_NAMESPACE = "argocd";

/** The name and the address that Argo CD has for the cluster that it runs in. */
const IN_CLUSTER = { name: "in-cluster", server: "https://kubernetes.default.svc" } as const;

type Typed = Pick<PrintedObject, "apiVersion" | "kind">;

export function isApplication({ apiVersion, kind }: Typed): boolean {
  return kind === "Application" && apiVersion.startsWith(GROUP);
}

export function isApplicationSet({ apiVersion, kind }: Typed): boolean {
  return kind === "ApplicationSet" && apiVersion.startsWith(GROUP);
}

export interface Destination {
  /** The cluster: its name, the host of its address, or that of Argo CD itself. Undefined if both or none are given. */
  readonly cluster: string | undefined;
  readonly namespace: string;
}

/** The names of clusters by their addresses, as Argo CD has them. */
export type ServerNames = ReadonlyMap<string, string>;

/** @param home the name of the cluster that Argo CD runs in */
export function destinationOf(
  object: Value,
  home: string = IN_CLUSTER.name,
  servers: ServerNames = new Map(),
): Destination {
  const destination = valueAt(object, "spec", "destination");
  const [name, server] = [textAt(destination, "name") ?? "", (textAt(destination, "server") ?? "").replace(/\/+$/, "")];
  const namespace = textAt(destination, "namespace") ?? "";
  if ((name === "") === (server === "")) return { cluster: undefined, namespace };
  const isLocal = name === IN_CLUSTER.name || name === servers.get(IN_CLUSTER.server);
  if ((isLocal && name !== "") || server === IN_CLUSTER.server) return { cluster: home, namespace };
  return { cluster: name || (servers.get(server) ?? server.replace(/^[a-z]+:\/\//i, "")), namespace };
}

/** A cluster as Argo CD knows it: undefined for what an Application does not say of it. */
export interface KnownCluster {
  readonly name: string | undefined;
  readonly server: string | undefined;
}

/** The cluster of the destination. The one that Argo CD runs in may have any name, but has one address. */
export function clusterOf(object: Value): KnownCluster {
  const destination = valueAt(object, "spec", "destination");
  const [name, server] = [textAt(destination, "name") || undefined, textAt(destination, "server")?.replace(/\/+$/, "")];
  return { name, server: server || (name === IN_CLUSTER.name ? IN_CLUSTER.server : undefined) };
}

/** The fields and annotations of an Application that say what Argo CD does with its objects. */
export interface ApplicationControls {
  /** Changes are applied without anybody's doing. */
  readonly isAutomated: boolean;
  /** Changes in the cluster alone are undone without anybody's doing. */
  readonly heals: boolean;
  /** Objects that are no longer rendered are deleted without anybody's doing. */
  readonly prunes: boolean;
  /** The objects are deleted with the Application. */
  readonly deletesObjects: boolean;
  /** Objects are replaced as a whole rather than patched. */
  readonly replaces: boolean;
  /** Objects that are pruned leave what they have made, such as Pods. */
  readonly orphans: boolean;
}

const FINALIZER = "resources-finalizer.argocd.argoproj.io";
const FINALIZERS: ReadonlySet<unknown> = new Set([FINALIZER, `${FINALIZER}/foreground`, `${FINALIZER}/background`]);

/** docs/specification/argocd-helm-sources.md 7 */
export function controlsOf(object: Value): ApplicationControls {
  const policy = valueAt(object, "spec", "syncPolicy");
  const automated = valueAt(policy, "automated") ?? undefined;
  const options = listAt(policy, "syncOptions");
  const isAutomated = automated !== undefined && valueAt(automated, "enabled") !== false;
  return {
    isAutomated,
    heals: isAutomated && valueAt(automated, "selfHeal") === true,
    prunes: isAutomated && valueAt(automated, "prune") === true && !options.includes("Prune=false"),
    deletesObjects:
      listAt(object, "metadata", "finalizers").some((one) => FINALIZERS.has(one)) && !options.includes("Delete=false"),
    replaces: syncOptionsOf(object).replaces,
    orphans: options.includes("PrunePropagationPolicy=orphan"),
  };
}

/** Tells whether `templatePatch` of an ApplicationSet names the sync policy, so that the template does not say it alone. */
export function patchesSyncPolicy(set: Value): boolean {
  return textAt(set, "spec", "templatePatch")?.includes("syncPolicy") === true;
}
