/** Reads objects that make a cluster deploy directories: Applications and ApplicationSets of Argo CD, and Kustomizations of Flux. */

import { type Origin, originOf } from "../../sources/index.ts";
import type { MapNode, Node } from "../../yaml/nodes/node.ts";
import { at, type Documents, itemsAt, lineOf, textAt } from "./documents.ts";
import { expandedPaths } from "./generators.ts";
import type { Place } from "./needs.ts";

export interface Deployment {
  readonly kind: "Application" | "ApplicationSet" | "Kustomization";
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
  /** The number of HelmReleases, whose charts the cluster renders. */
  readonly helmReleases: number;
  /** The number of Kustomizations of Flux that replace variables after the build. */
  readonly substitutions: number;
}

/** The most directories that are read of one repository. */
const MAX_DEPLOYMENTS = 20_000;
/** PATH_MAX: nothing is found at longer paths. */
const MAX_PATH = 4096;

/** Tells whether a file can hold objects for {@link DeploymentReader}. Saves parsing all other files. */
export function mayDeploy(bytes: Buffer): boolean {
  return bytes.includes("argoproj.io/") || bytes.includes("fluxcd.io/");
}

/** Collects the deployments in files. A source of Flux may be in another file than the object that uses it. */
export class DeploymentReader {
  readonly #own: string | undefined;
  readonly #found: { document: MapNode; place: Place | undefined }[] = [];
  readonly #repositories = new Map<string, string>();
  /** The directories that artifacts of Flux are copied from, by the names of the artifacts. */
  readonly #artifacts = new Map<string, readonly Copied[]>();
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
      const [group = ""] = textAt(document, "apiVersion").split("/");
      const kind = textAt(document, "kind");
      if (kind === "HelmRelease" && group === "helm.toolkit.fluxcd.io") this.#helmReleases++;
      if (kind === "GitRepository" && group === "source.toolkit.fluxcd.io") {
        const address = textAt(document, "spec", "url");
        if (address !== "") this.#repositories.set(textAt(document, "metadata", "name"), address);
      }
      if (kind === "ArtifactGenerator" && group === "source.extensions.fluxcd.io") this.#addArtifacts(document);
      if (deploys(document)) this.#note(document, { file, line: lineOf(document) });
    }
  }

  #note(document: MapNode, place: Place | undefined): void {
    if (this.#found.length < MAX_DEPLOYMENTS) this.#found.push({ document, place });
  }

  finish(): DeploymentFacts {
    const deployments = this.#found.flatMap(({ document, place }) => this.#deployments(document, place));
    const isSubstituting = ({ document, place }: { document: MapNode; place: Place | undefined }): boolean =>
      place !== undefined && at(document, "spec", "postBuild") !== undefined;
    const substituting = this.#found.filter(isSubstituting);
    return { deployments, helmReleases: this.#helmReleases, substitutions: substituting.length };
  }

  #deployments(document: MapNode, place: Place | undefined): Deployment[] {
    const kind = textAt(document, "kind") as Deployment["kind"];
    const about = { kind, place };
    if (kind === "Kustomization") {
      const path = (textAt(document, "spec", "path") || ".").replaceAll(/\$\{[^{}]*\}/g, "*");
      const source = at(document, "spec", "sourceRef");
      const artifact = textAt(source, "kind") === "ExternalArtifact" ? textAt(source, "name") : "";
      const copies = this.#artifacts.get(artifact) ?? [{ from: "", to: "" }];
      const paths = copies.flatMap((copy) => sourceOf(path, copy) ?? []);
      return [{ ...about, paths: cleaned(paths), isCertain: true, origin: this.#originOf(source) }];
    }
    const spec = kind === "Application" ? at(document, "spec") : at(document, "spec", "template", "spec");
    const one = at(spec, "source");
    const sources: readonly Node[] = [...(one === undefined ? [] : [one]), ...itemsAt(spec, "sources")];
    return sources.flatMap((source): Deployment[] => {
      const path = textAt(source, "path");
      if (path === "" || textAt(source, "chart") !== "") return [];
      const paths = kind === "Application" ? [path] : expandedPaths(path, at(document, "spec", "generators"));
      const isCertain = kind === "Application" || path.split("{{").length <= 2;
      const origin = originOf(textAt(source, "repoURL"), this.#own);
      return [{ ...about, paths: cleaned(paths), isCertain, origin }];
    });
  }

  #addArtifacts(document: MapNode): void {
    for (const artifact of itemsAt(document, "spec", "artifacts")) {
      const copies = itemsAt(artifact, "copy").map((copy) => ({
        from: copiedPath(textAt(copy, "from")),
        to: copiedPath(textAt(copy, "to")),
      }));
      const name = textAt(artifact, "name");
      // Each cluster has an artifact of this name.
      this.#artifacts.set(name, [...(this.#artifacts.get(name) ?? []), ...copies]);
    }
  }

  /** The origin is unknown for an OCIRepository or a Bucket, whose content may have been pushed from here. */
  #originOf(source: Node | undefined): Origin {
    const name = textAt(source, "name");
    // The source of `flux bootstrap` is the repository itself, wherever it was copied from.
    if (textAt(source, "kind") !== "GitRepository" || name === "flux-system") return "unknown";
    return originOf(this.#repositories.get(name) ?? "", this.#own);
  }
}

function deploys(document: MapNode): boolean {
  return isDeploying(textAt(document, "apiVersion"), textAt(document, "kind"));
}

/** Tells whether objects of a kind make a cluster deploy directories. */
export function isDeploying(apiVersion: string, kind: string): boolean {
  const [group = ""] = apiVersion.split("/");
  if (group === "kustomize.toolkit.fluxcd.io") return kind === "Kustomization";
  return group === "argoproj.io" && (kind === "Application" || kind === "ApplicationSet");
}

/** A directory of the repository, and its place in an artifact; both without slashes at the ends. */
interface Copied {
  readonly from: string;
  readonly to: string;
}

/** The path in `@repository/apps/**` and `@artifact/apps/`. */
function copiedPath(text: string): string {
  return text
    .replace(/^@[^/]*/, "")
    .replace(/\*+$/, "")
    .replaceAll(/^\/+|\/+$/g, "");
}

/** Maps a path of an artifact to that of the repository; undefined if it was not copied. */
function sourceOf(path: string, { from, to }: Copied): string | undefined {
  const steps = path.split("/").filter((step) => step !== "" && step !== ".");
  const inside = to === "" ? [] : to.split("/");
  if (inside.some((step, index) => steps[index] !== step)) return undefined;
  return [from, ...steps.slice(inside.length)].filter(Boolean).join("/") || ".";
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
