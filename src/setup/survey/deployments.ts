/** Reads objects of Argo CD that make a cluster deploy directories: Applications and ApplicationSets. */

import { type Origin, originOf } from "../../sources/index.ts";
import type { MapNode, Node } from "../../yaml/nodes/node.ts";
import { at, type Documents, itemsAt, lineOf, textAt } from "./documents.ts";
import { expandedPaths } from "./generators.ts";
import type { Place } from "./needs.ts";

export interface Deployment {
  readonly kind: "Application" | "ApplicationSet";
  /** Undefined for the output of a build, whose sources are files of their own. */
  readonly place: Place | undefined;
  /** Directories from the top of the source; `*` stands for parts that are filled in later. Empty if nothing is known. */
  readonly paths: readonly string[];
  /** True if it deploys each of the paths. An ApplicationSet has paths for combinations of values that it may not deploy. */
  readonly isCertain: boolean;
  readonly origin: Origin;
}

/** The deployments in the documents of a repository. */
export interface DeploymentFacts {
  readonly deployments: readonly Deployment[];
  /** The number of HelmReleases in files, whose charts the cluster renders. */
  readonly helmReleases: number;
}

/** The most directories that are read of one repository. */
const MAX_DEPLOYMENTS = 20_000;
const HELM_GROUP = "helm.toolkit.fluxcd.io/";
/** PATH_MAX: nothing is found at longer paths. */
const MAX_PATH = 4096;

/** Tells whether a file can hold objects for {@link DeploymentReader}. Saves parsing all other files. */
export function mayDeploy(bytes: Buffer): boolean {
  return bytes.includes("argoproj.io/") || bytes.includes(HELM_GROUP);
}

/** Collects the deployments in files. */
export class DeploymentReader {
  readonly #own: string | undefined;
  readonly #found: { document: MapNode; place: Place | undefined }[] = [];
  #helmReleases = 0;

  /** @param own an address of the repository; undefined where it is not known */
  constructor(own: string | undefined) {
    this.#own = own;
  }

  /** Adds the output of a build: overlays can patch other directories into the objects of a file. */
  addRendered(documents: Documents): void {
    for (const document of documents) if (deploys(document)) this.#note(document, undefined);
  }

  add(documents: Documents, file: string): void {
    for (const document of documents) {
      if (isHelmRelease(textAt(document, "apiVersion"), textAt(document, "kind"))) this.#helmReleases++;
      if (deploys(document)) this.#note(document, { file, line: lineOf(document) });
    }
  }

  #note(document: MapNode, place: Place | undefined): void {
    if (this.#found.length < MAX_DEPLOYMENTS) this.#found.push({ document, place });
  }

  finish(): DeploymentFacts {
    const deployments = this.#found.flatMap(({ document, place }) => this.#deployments(document, place));
    return { deployments, helmReleases: this.#helmReleases };
  }

  #deployments(document: MapNode, place: Place | undefined): Deployment[] {
    const kind = textAt(document, "kind") as Deployment["kind"];
    const spec = kind === "Application" ? at(document, "spec") : at(document, "spec", "template", "spec");
    const one = at(spec, "source");
    const sources: readonly Node[] = [...(one === undefined ? [] : [one]), ...itemsAt(spec, "sources")];
    return sources.flatMap((source): Deployment[] => {
      const path = textAt(source, "path");
      if (path === "" || textAt(source, "chart") !== "") return [];
      const paths = kind === "Application" ? [path] : expandedPaths(path, at(document, "spec", "generators"));
      const isCertain = kind === "Application" || path.split("{{").length <= 2;
      const origin = originOf(textAt(source, "repoURL"), this.#own);
      return [{ kind, place, paths: cleaned(paths), isCertain, origin }];
    });
  }
}

function deploys(document: MapNode): boolean {
  return isDeploying(textAt(document, "apiVersion"), textAt(document, "kind"));
}

/** Tells whether objects of a kind make Argo CD deploy directories. */
export function isDeploying(apiVersion: string, kind: string): boolean {
  return apiVersion.startsWith("argoproj.io/") && (kind === "Application" || kind === "ApplicationSet");
}

export function isHelmRelease(apiVersion: string, kind: string): boolean {
  return kind === "HelmRelease" && apiVersion.startsWith(HELM_GROUP);
}

/** Paths from the top, without `./` and slashes at the ends. None that leave the top, or of which nothing is known. */
function cleaned(paths: readonly string[]): readonly string[] {
  return paths.flatMap((path) => {
    if (path.length > MAX_PATH) return [];
    const steps = path.split("/").filter((step) => step !== "" && step !== ".");
    if (steps.includes("..") || (steps.length > 0 && steps.every((step) => /^\*+$/.test(step)))) return [];
    return [steps.join("/") || "."];
  });
}
