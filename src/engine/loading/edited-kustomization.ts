/** Reads or generates the kustomization of a root as kustomize-controller or Argo CD does; docs/specification/flux-kustomization.md 1 to 3. */
import { posix } from "node:path";
import { failure } from "../../diagnostics.ts";
import {
  decodeEdited,
  decodeKustomization,
  generatedKustomization,
  KUSTOMIZATION_FILE_NAMES,
  type KustomizationEdits,
  type PathEntry,
  type SourceEdits,
} from "../../documents/index.ts";
import { lookUp } from "./composition-file.ts";
import { type LoadedKustomization, onlyOne, readKustomization } from "./kustomization-file.ts";
import { manifestsBelow } from "./manifests-below.ts";
import type { Root } from "./root.ts";

/**
 * The kustomization that kustomize-controller, or Argo CD, builds in a root. It is not kept, since other builds can edit it otherwise.
 * @throws KrmError `several-kustomizations`, `component-not-local`, the problems of the file, and those of {@link manifestsBelow}
 */
export async function loadEdited(root: Root, edits: KustomizationEdits | SourceEdits): Promise<LoadedKustomization> {
  if ("by" in edits) return loadSource(root, edits);
  for (const { patch } of [...(edits.patches ?? []), ...(edits.patchesJson6902 ?? [])])
    if (patch !== undefined) root.secrets?.noteObjects(patch);
  for (const { text } of edits.patchesStrategicMerge ?? []) root.secrets?.noteObjects(text);
  const { found } = await lookUp(root, KUSTOMIZATION_FILE_NAMES);
  const known = { ...edits, components: await componentsOf(root, edits) };
  const file = onlyOne(root, found);
  if (file === undefined) {
    const resources = await manifestsBelow(root, edits.location);
    const name = root.tree.display(posix.join(root.path, KUSTOMIZATION_FILE_NAMES[0] as string));
    return { kustomization: generatedKustomization(resources, name, known), file: name, diagnostics: [] };
  }
  const { node, duplicates } = await readKustomization(root, file);
  const { kustomization, diagnostics } = decodeEdited(node, file.file, known);
  return { kustomization, file: file.file, diagnostics: [...diagnostics, ...duplicates] };
}

/** The kustomization of a source of Argo CD, which has to be there; docs/specification/argocd-sources.md 2. */
async function loadSource(root: Root, edits: SourceEdits): Promise<LoadedKustomization> {
  for (const { patch } of edits.patches) if (patch !== undefined) root.secrets?.noteObjects(patch);
  const { found } = await lookUp(root, KUSTOMIZATION_FILE_NAMES);
  const file = onlyOne(root, found);
  if (file === undefined) {
    throw failure("argocd-invalid", `${root.display} holds no kustomization file`, {
      ...edits.location,
      hint: "Correct `path`, or add the file.",
    });
  }
  const components: PathEntry[] = [];
  for (const each of edits.components)
    if (!edits.ignoresMissingComponents || (await root.lookup(each.path)) !== undefined) components.push(each);
  const { node, duplicates } = await readKustomization(root, file);
  const { kustomization, diagnostics } = decodeKustomization(node, file.file, { ...edits, components });
  return { kustomization, file: file.file, diagnostics: [...diagnostics, ...duplicates] };
}

/** The components that the controller adds. @throws KrmError `component-not-local` */
async function componentsOf(
  root: Root,
  { components = [], ignoresMissingComponents = false }: KustomizationEdits,
): Promise<readonly PathEntry[]> {
  const present: PathEntry[] = [];
  for (const component of components) {
    if (!isLocal(component.path)) {
      throw failure(
        "component-not-local",
        `kustomize-controller adds only local components: \`${component.path}\` is no relative path`,
        { ...component.location, hint: "Name a directory of the same source, relative to `spec.path`." },
      );
    }
    if (!ignoresMissingComponents || (await root.lookup(component.path)) !== undefined) present.push(component);
  }
  return present;
}

/** Matches what kustomize-controller takes for an address, in any case of letters. A prefix alone is a path. */
const ADDRESS = /^(?:git::|gh:|ssh:\/\/|https:\/\/|http:\/\/|git@|github\.com[:/])./is;

function isLocal(path: string): boolean {
  return !ADDRESS.test(path) && !/^(?:file:\/\/)?\//i.test(path);
}
