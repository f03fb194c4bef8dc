/** Names targets: directories with a kustomization file or a composition, and what controllers apply as one. */
import { posix } from "node:path";
import type { Diagnostic } from "../diagnostics.ts";
import { COMPOSITION_FILE_NAMES, compositionIn } from "../documents/index.ts";
import { KUSTOMIZATION_FILE_NAMES } from "../engine/index.ts";
import type { Tree } from "../sources/tree.ts";

/** A unit of rendering: a directory, or what a controller applies as one. */
export interface Target {
  /** Unique. That of a directory is its path; see {@link deploymentId} for others. */
  readonly id: string;
  /** The directory that is built, relative to the top of the tree, `.` for the top itself. */
  readonly path: string;
  readonly deployment?: DeploymentName | undefined;
}

/** The name by which a controller, or helm, knows what it applies. */
export interface DeploymentName {
  readonly system: "flux" | "argocd" | "helm";
  /** An Application is one of Argo CD, and a Release one of helm; all others are of Flux. */
  readonly kind: "Kustomization" | "HelmRelease" | "Application" | "Release";
  readonly namespace: string;
  readonly name: string;
  readonly cluster: string;
}

/** The treatment that a controller gives to objects that a change takes away, or that it cannot update. Absent fields stand for the usual one. */
export interface Fate {
  /**
   * Why objects that are no longer rendered stay in the cluster. `no-prune`: the deployment does not prune. `orphan`: its deletion policy
   * is Orphan. `suspended`: it goes while it is suspended. `not-deleted`: it is no longer rendered, and stays in the cluster itself.
   * `not-pruned`: Argo CD deletes them only when somebody asks for it. `no-finalizer`: their Application goes, which has no finalizer.
   */
  readonly keeps?: "no-prune" | "orphan" | "suspended" | "not-deleted" | "not-pruned" | "no-finalizer";
  /** Nothing is applied or deleted until somebody resumes it. */
  readonly isSuspended?: true;
  /** Objects that the API server refuses to update are deleted and created again. */
  readonly forces?: true;
  /** Objects that are deleted leave what they have made, such as the Pods of a Deployment. */
  readonly orphans?: true;
  /** Nothing is applied until somebody starts a sync. */
  readonly isManual?: true;
  /** The sync windows that may hold a sync back, such as `deny 0 22 * * * for 1h`. */
  readonly windows?: readonly string[];
  /** At the base no deployment builds the directory, although one builds a directory around it. */
  readonly isLeftOut?: true;
}

const SCHEMES = ["flux", "argocd", "helm"] as const;
/** The kind that an id names, so that its releases are beside the Kustomization that has the same name. */
const RELEASE = "HelmRelease";

/**
 * `flux://CLUSTER/NAMESPACE/NAME` for a Kustomization, `flux://CLUSTER/NAMESPACE/HelmRelease/NAME`,
 * `argocd://CLUSTER/NAMESPACE/NAME` for an Application, and `helm://CLUSTER/NAMESPACE/NAME` for a release of helm alone: no path has two
 * slashes together. Slashes in the parts are escaped.
 */
export function deploymentId({ system, kind, cluster, namespace, name }: DeploymentName): string {
  const parts = [cluster, namespace, ...(kind === RELEASE ? [kind] : []), name];
  return `${system}://${parts.map((part) => part.replace(/[%/]/g, encodeURIComponent)).join("/")}`;
}

/** The inverse of {@link deploymentId}. Undefined for the id of a directory, and for what is no id. */
export function deploymentOf(id: string): DeploymentName | undefined {
  const system = systemOf(id);
  if (system === undefined) return undefined;
  const parts = partsOf(id).map((part) => part.replace(/%2F/g, "/").replace(/%25/g, "%"));
  const isRelease = parts.length === 4 && system === "flux" && parts[2] === RELEASE;
  if (parts.length !== 3 && !isRelease) return undefined;
  const [cluster = "", namespace = "", name = ""] = isRelease ? parts.toSpliced(2, 1) : parts;
  if (system === "argocd") return { system, kind: "Application", namespace, name, cluster };
  if (system === "helm") return { system, kind: "Release", namespace, name, cluster };
  return { system, kind: isRelease ? RELEASE : "Kustomization", namespace, name, cluster };
}

/** Tells the ids of deployments from those of directories. */
export function isDeploymentId(id: string): boolean {
  return systemOf(id) !== undefined;
}

function systemOf(id: string): DeploymentName["system"] | undefined {
  return SCHEMES.find((scheme) => id.startsWith(`${scheme}://`));
}

/** The parts of an id behind its scheme, as they are written. */
function partsOf(id: string): readonly string[] {
  return id.slice(id.indexOf("://") + "://".length).split("/");
}

/** The file of a target, relative to an output directory, without its ending. The target at the top has no name. */
export function fileStemOf(id: string): string {
  if (id === ".") return "root";
  if (!isDeploymentId(id)) return id;
  // Artifacts refuse some characters. The parts have no `%` of their own.
  const escaped = partsOf(id).map((part) => part.replace(/[":<>|*?\\\0-\x1f\x7f]|^\.{1,2}$|^$/g, percentEscaped));
  return [systemOf(id), ...escaped].join("/");
}

function percentEscaped(text: string): string {
  return text === "" ? "%" : Buffer.from(text).toString("hex").toUpperCase().replace(/../g, "%$&");
}

/** The name of a target in messages, alone. */
export function targetText(id: string): string {
  const deployment = deploymentOf(id);
  if (deployment === undefined) return id;
  const { kind, namespace, name, cluster } = deployment;
  return `${kind} ${namespace}/${name} of ${cluster}`;
}

/** The place of a problem of a whole target, for its diagnostic. */
export function placeOfTarget(id: string): Pick<Diagnostic, "file" | "object"> {
  return isDeploymentId(id) ? { object: targetText(id) } : { file: id };
}

/** Orders ids: directories by their paths, then deployments by cluster, namespace and name. */
export function compareIds(a: string, b: string): number {
  const [first, second] = [isDeploymentId(a), isDeploymentId(b)];
  if (first !== second) return first ? 1 : -1;
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The directory target at a path. */
export function directoryTarget(path: string): Target {
  return { id: path, path };
}

/** The directory of a target, absolute within the tree: `/apps/web` for `apps/web`, and `/` for `.`. */
export function directoryOfTarget(target: string): string {
  return target === "." ? "/" : `/${target}`;
}

/** The inverse of {@link directoryOfTarget}. */
export function targetOfDirectory(directory: string): string {
  return directory === "/" ? "." : directory.slice(1);
}

/** The target whose build was asked for: by the directory of a tree, or by the id of a deployment. */
export function targetOfBuild(asked: string): string {
  return isDeploymentId(asked) ? asked : targetOfDirectory(asked);
}

/**
 * Tells whether a directory of the tree holds a kustomization file or a composition. A kustomization file that cannot be read, such
 * as a dangling link, counts, so that its target fails instead of being absent.
 * @param directory absolute within the tree
 */
export async function holdsKustomization(tree: Tree, directory: string): Promise<boolean> {
  const located = await tree.lookup(directory);
  if (located?.type !== "directory") return false;
  // Looking up a name is much cheaper than listing the directory.
  for (const name of KUSTOMIZATION_FILE_NAMES) {
    if ((await tree.lookup(directory === "/" ? `/${name}` : `${directory}/${name}`))?.type === "file") return true;
  }
  const entries = await tree.list(located.path);
  if (entries.some((entry) => entry.type !== "directory" && KUSTOMIZATION_FILE_NAMES.includes(entry.name))) return true;
  for (const { name, type } of entries) {
    if (type !== "file" || !COMPOSITION_FILE_NAMES.includes(name)) continue;
    const path = posix.join(located.path, name);
    if (compositionIn(await tree.read(path), tree.display(path)) !== undefined) return true;
  }
  return false;
}
