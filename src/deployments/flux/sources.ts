/** Finds out what a Kustomization of Flux is built from: this repository, or something that only the cluster fetches. */
import { posix } from "node:path";
import type { DeploymentSettings } from "../../configuration/index.ts";
import type { Diagnostic } from "../../diagnostics.ts";
import { listAt, textAt } from "../../manifests/index.ts";
import { originOf } from "../../sources/index.ts";
import type { PrintedObject } from "../objects/index.ts";
import { FLUX_NAMESPACE, type Reference } from "./kustomization.ts";

/** The place of the files of an artifact in this repository. */
export interface OwnSource {
  /** Maps a directory of the artifact to one of the repository, both absolute; undefined for one that the artifact does not have. */
  readonly map: (directory: string) => string | undefined;
  /** `spec.ignore` of the source; undefined for none. */
  readonly ignore: string | undefined;
}

/** Why the source of a deployment is not at hand, and what can be done. */
export interface OtherSource {
  /** Such as `GitRepository flux-system/x`. */
  readonly source: string;
  /** Such as "is not declared in this repository". */
  readonly reason: string;
  readonly hint: string;
}

/** A deployment whose source is not at hand. */
export interface Unrenderable {
  readonly problem: Diagnostic;
  /** Why its source is not at hand; absent for a mistake. */
  readonly elsewhere?: OtherSource;
  /** The paths that it would read of this repository, as far as they are known. Absolute within the tree. */
  readonly paths?: readonly string[];
}

export interface SourceRules {
  /** Finds an object in the cluster. */
  readonly lookUp: (reference: Reference) => Promise<PrintedObject | undefined>;
  /** Finds the ArtifactGenerators of the cluster. */
  readonly generators: () => readonly PrintedObject[];
  readonly settings: DeploymentSettings;
  /** An address of the repository, or OWNER/NAME; undefined where it is not known. */
  readonly own: string | undefined;
  /** The source of the roots of the cluster: whoever declares a root in this repository also deploys it. */
  readonly rootSources: ReadonlySet<string>;
  /** The directory of the repository that is the top of the artifact, as the paths of roots show it; absolute. */
  readonly topOf: (reference: Reference) => string;
}

/** @param top the directory of the repository that is the top of the artifact */
function wholeFrom(top: string): OwnSource {
  return { map: (directory) => (top === "/" ? directory : below(top, directory)), ignore: undefined };
}

const MAP_HINT =
  "If its content is that of this repository, say so under deployments.sources in .krm-render.yaml of the base branch.";

export function keyOf({ kind, namespace, name }: Reference): string {
  return `${kind} ${namespace}/${name}`;
}

/** docs/specification/flux-sources.md */
export async function findSource(reference: Reference, rules: SourceRules): Promise<OwnSource | OtherSource> {
  const { kind, namespace, name } = reference;
  const meant = rules.settings.sources.filter((source) => source.kind === kind && source.name === name);
  // One with a namespace counts over one without.
  const declared =
    meant.find((source) => source.namespace === namespace) ?? meant.find((source) => source.namespace === undefined);
  if (declared !== undefined) return { map: (directory) => below(declared.path, directory), ignore: undefined };
  const found = await rules.lookUp(reference);
  if (kind === "ExternalArtifact") return generatedSource(reference, rules);
  const ignore = textAt(found?.value, "spec", "ignore");
  // The source of `flux bootstrap` is the repository itself, wherever it was copied from.
  const isBootstrap = name === FLUX_NAMESPACE && namespace === FLUX_NAMESPACE;
  const whole = wholeFrom(rules.topOf(reference));
  if (isBootstrap) return { ...whole, ignore };
  const shown = `${kind} ${namespace}/${name}`;
  if (found === undefined) {
    if (rules.rootSources.has(keyOf(reference))) return whole;
    return {
      source: shown,
      reason: "is not declared in this repository",
      hint: `Flux waits until it exists. ${MAP_HINT}`,
    };
  }
  const address = textAt(found.value, "spec", "url") ?? textAt(found.value, "spec", "bucketName") ?? "";
  if (kind === "GitRepository") {
    const origin = originOf(address, rules.own);
    const isOnly = rules.rootSources.size === 1 && rules.rootSources.has(keyOf(reference));
    if (origin === "own" || (origin === "unknown" && isOnly)) return { ...whole, ignore };
    if (origin === "unknown")
      return {
        source: shown,
        reason: `is at ${address || "no address"}, which may not be this repository`,
        hint: MAP_HINT,
      };
    return { source: shown, reason: `is at ${address}, which is not this repository`, hint: MAP_HINT };
  }
  // Many repositories push what they hold to a registry or a bucket of theirs.
  const reason = `is at ${address || "no address"}, and whether its content is that of this repository is not known`;
  return { source: shown, reason, hint: MAP_HINT };
}

function below(path: string, directory: string): string {
  return posix.join("/", path, directory).replace(/(.)\/$/, "$1");
}

/** One entry of `copy` of an ArtifactGenerator. */
interface Copied {
  readonly source: OwnSource;
  /** Steps of directories, without slashes at the ends. */
  readonly from: string;
  readonly to: string;
}

/** The content of an artifact that an ArtifactGenerator copies out of sources, if all of it comes from this repository. */
async function generatedSource(reference: Reference, rules: SourceRules): Promise<OwnSource | OtherSource> {
  const shown = `ExternalArtifact ${reference.namespace}/${reference.name}`;
  for (const generator of rules.generators()) {
    if ((generator.namespace || FLUX_NAMESPACE) !== reference.namespace) continue;
    for (const artifact of listAt(generator.value, "spec", "artifacts")) {
      if (textAt(artifact, "name") !== reference.name) continue;
      const copies: Copied[] = [];
      for (const copy of listAt(artifact, "copy")) {
        const from = textAt(copy, "from") ?? "";
        const alias = /^@([^/]*)/.exec(from)?.[1] ?? "";
        const source = listAt(generator.value, "spec", "sources").find((each) => textAt(each, "alias") === alias);
        const namespace = textAt(source, "namespace") || generator.namespace || FLUX_NAMESPACE;
        const inner = { kind: textAt(source, "kind") ?? "", namespace, name: textAt(source, "name") ?? "" };
        if (inner.kind === "ExternalArtifact")
          return { source: shown, reason: "is made of another artifact", hint: MAP_HINT };
        const found = await findSource(inner, rules);
        if ("reason" in found) return found;
        copies.push({ source: found, from: copiedPath(from), to: copiedPath(textAt(copy, "to") ?? "") });
      }
      // A generator copies what the artifacts of its sources have. Of several with rules of their own, the first counts.
      const ignore = copies.find(({ source }) => source.ignore !== undefined)?.source.ignore;
      return { map: (directory) => copiedFrom(directory, copies), ignore };
    }
  }
  return { source: shown, reason: "is made by nothing in this repository", hint: MAP_HINT };
}

/** The path in `@repository/apps/**` and `@artifact/apps/`. */
function copiedPath(text: string): string {
  return text
    .replace(/^@[^/]*/, "")
    .replace(/\*+$/, "")
    .replaceAll(/^\/+|\/+$/g, "");
}

/** A later copy takes the place of an earlier one. */
function copiedFrom(directory: string, copies: readonly Copied[]): string | undefined {
  const path = directory.slice(1);
  for (const { source, from, to } of copies.toReversed()) {
    if (to !== "" && path !== to && !path.startsWith(`${to}/`)) continue;
    return source.map(below(from, to === "" ? path : path.slice(to.length + 1)));
  }
  return undefined;
}
