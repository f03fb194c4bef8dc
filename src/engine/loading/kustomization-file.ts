/** Finds and reads the kustomization of a root; docs/specification/kustomization-file.md 1, 2. */
import { type Diagnostic, failure } from "../../diagnostics.ts";
import { decodeKustomization, type Kustomization, warnOfDuplicates } from "../../documents/index.ts";
import { decodeText, parseConfig } from "../../yaml/index.ts";
import { contains } from "./paths.ts";
import type { Root } from "./root.ts";

export const KUSTOMIZATION_FILE_NAMES: readonly string[] = ["kustomization.yaml", "kustomization.yml", "Kustomization"];

export interface LoadedKustomization {
  readonly kustomization: Kustomization;
  /** The name of the file in messages. */
  readonly file: string;
  /** Warnings about its content. */
  readonly diagnostics: readonly Diagnostic[];
}

/** @throws KrmError `no-kustomization`, `several-kustomizations`, and the problems of the file */
export async function loadKustomization(root: Root): Promise<LoadedKustomization> {
  const found: { path: string; file: string }[] = [];
  const outside: { path: string; file: string }[] = [];
  for (const name of KUSTOMIZATION_FILE_NAMES) {
    const located = await root.lookup(name);
    if (located?.type !== "file") continue;
    const file = root.tree.display(root.path === "/" ? `/${name}` : `${root.path}/${name}`);
    // A symlink that leaves the root does not count.
    (root.isRestricted && !contains(root.path, located.path) ? outside : found).push({ path: located.path, file });
  }
  const [first, second] = found;
  const [link] = outside;
  if (first === undefined && link !== undefined) {
    throw failure(
      "no-kustomization",
      `there is no kustomization file in ${root.display}: ${link.file} is a symlink to ${root.tree.display(link.path)}, which is outside of it`,
      { ...(root.namedAt ?? { file: link.file }), hint: `Replace the symlink by a file.${root.liftingHint}` },
    );
  }
  if (first === undefined) {
    throw failure("no-kustomization", `there is no kustomization file in ${root.display}`, {
      ...(root.namedAt ?? { file: root.display }),
      hint: `Add one named ${KUSTOMIZATION_FILE_NAMES.join(", ")}, or name the directory that has it.`,
    });
  }
  if (second !== undefined) {
    throw failure(
      "several-kustomizations",
      `there are multiple kustomization files in ${root.display}: ${found.map(({ file }) => file).join(", ")}`,
      {
        file: second.file,
        hint: "Keep one of them.",
      },
    );
  }
  const bytes = await root.tree.read(first.path);
  root.claim();
  const text = decodeText(bytes, first.file);
  const duplicates: Diagnostic[] = [];
  const node = parseConfig(text, first.file, { onDuplicate: warnOfDuplicates(duplicates) });
  const { kustomization, diagnostics } = decodeKustomization(node, first.file);
  return { kustomization, file: first.file, diagnostics: [...diagnostics, ...duplicates] };
}
