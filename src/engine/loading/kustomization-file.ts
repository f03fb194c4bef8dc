/** Finds the kustomization or composition of a root, and reads it; docs/specification/kustomization-file.md 1, 2. */
import type { CompositionFile } from "../../composition/index.ts";
import { type Diagnostic, failure } from "../../diagnostics.ts";
import {
  decodeKustomization,
  KUSTOMIZATION_FILE_NAMES,
  type Kustomization,
  warnOfDuplicates,
} from "../../documents/index.ts";
import { decodeText, parseConfig } from "../../yaml/index.ts";
import type { Node } from "../../yaml/nodes/node.ts";
import { type FoundFile, findComposition, lookUp } from "./composition-file.ts";
import type { Root } from "./root.ts";

export interface LoadedKustomization {
  /** For a composition, only its place. */
  readonly kustomization: Kustomization;
  /** The name of the file in messages. */
  readonly file: string;
  /** Warnings about its content. */
  readonly diagnostics: readonly Diagnostic[];
  /** Set if the directory holds a composition. */
  readonly composition?: CompositionFile;
}

/** @throws KrmError `no-kustomization`, `several-kustomizations`, `composition-conflict`, and the problems of the file */
export async function loadKustomization(root: Root): Promise<LoadedKustomization> {
  const { found, outside } = await lookUp(root, KUSTOMIZATION_FILE_NAMES);
  const compositions = await findComposition(root, found);
  if (compositions.composition !== undefined) return loadedComposition(compositions.composition);
  const first = onlyOne(root, found);
  if (first === undefined) {
    const isChart = (await lookUp(root, ["Chart.yaml"])).found.length > 0;
    if (isChart) throw chartOnly(root);
    throw missing(root, outside[0] ?? compositions.outside, compositions.foreign);
  }
  const { node, duplicates } = await readKustomization(root, first);
  const { kustomization, diagnostics } = decodeKustomization(node, first.file);
  return { kustomization, file: first.file, diagnostics: [...diagnostics, ...duplicates] };
}

/** @throws KrmError `several-kustomizations` */
export function onlyOne(root: Root, found: readonly FoundFile[]): FoundFile | undefined {
  const [first, second] = found;
  if (second === undefined) return first;
  throw failure(
    "several-kustomizations",
    `there are multiple kustomization files in ${root.display}: ${found.map(({ file }) => file).join(", ")}`,
    { file: second.file, hint: "Keep one of them." },
  );
}

/** The first document of a kustomization file, with warnings about duplicate keys. @throws KrmError `invalid-yaml` */
export async function readKustomization(
  root: Root,
  { path, file }: FoundFile,
): Promise<{ readonly node: Node | undefined; readonly duplicates: readonly Diagnostic[] }> {
  const bytes = await root.tree.read(path);
  root.claim();
  root.secrets?.noteKustomization(bytes);
  const duplicates: Diagnostic[] = [];
  const node = parseConfig(decodeText(bytes, file), file, { onDuplicate: warnOfDuplicates(duplicates) });
  return { node, duplicates };
}

/** The composition of a root; undefined if it has none. @throws KrmError `composition-conflict` */
export async function loadComposition(root: Root): Promise<CompositionFile | undefined> {
  const { found } = await lookUp(root, KUSTOMIZATION_FILE_NAMES);
  return (await findComposition(root, found)).composition;
}

/** The fields of a composition are decoded when its level is opened. */
function loadedComposition(composition: CompositionFile): LoadedKustomization {
  const { display } = composition;
  const kustomization: Kustomization = {
    apiVersion: "kustomize.config.k8s.io/v1alpha1",
    kind: "Composition",
    location: { file: display, line: 1, column: 1 },
  };
  return { kustomization, file: display, diagnostics: [], composition };
}

function chartOnly(root: Root): Error {
  return failure("no-kustomization", `there is no kustomization file in ${root.display}: it is a Helm chart`, {
    ...(root.namedAt ?? { file: root.display }),
    hint:
      "Name the chart in `helmCharts` of a kustomization in another directory, with the directory above the chart as " +
      "`helmGlobals.chartHome`, and build that with --enable-helm: docs/guide/helm-charts.md.",
  });
}

/** @param link a symlink by one of the names that leaves the root @param foreign what a file named composition.yaml is */
function missing(root: Root, link: FoundFile | undefined, foreign: string | undefined): Error {
  const problem = `there is no kustomization file in ${root.display}`;
  if (link !== undefined) {
    const target = root.tree.display(link.path);
    return failure("no-kustomization", `${problem}: ${link.file} is a symlink to ${target}, which is outside of it`, {
      ...(root.namedAt ?? { file: link.file }),
      hint: `Replace the symlink by a file.${root.liftingHint}`,
    });
  }
  return failure("no-kustomization", foreign === undefined ? problem : `${problem}: ${foreign}`, {
    ...(root.namedAt ?? { file: root.display }),
    hint:
      foreign === undefined
        ? `Add one named ${KUSTOMIZATION_FILE_NAMES.join(", ")}, or name the directory that has it.`
        : `Add one named ${KUSTOMIZATION_FILE_NAMES[0]}. A composition has \`kind: Composition\`, and \`apiVersion: kustomize.config.k8s.io/v1alpha1\` or none.`,
  });
}
