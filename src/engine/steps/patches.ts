/** Reads the patches that a level names, and configures their transformers; docs/specification/patches.md. */
import {
  parseInlineOperations,
  parseOperations,
  parsePatch,
  patchJson6902Transformer,
  patchStrategicMergeTransformer,
  patchTransformer,
  type Transformer,
} from "../../builtins/index.ts";
import { failure, KrmError, type Location } from "../../diagnostics.ts";
import type { Patch, Selector, TextEntry } from "../../documents/index.ts";
import { parseInlineObjects } from "../../resource/index.ts";
import type { MapNode } from "../../yaml/nodes/node.ts";
import type { Level } from "../context/index.ts";
import { atEntry, inlineObjects, textOf } from "../loading/index.ts";

/** The field `patches`. */
export async function patchTransformers(level: Level): Promise<Transformer[]> {
  const transformers: Transformer[] = [];
  for (const patch of level.kustomization.patches ?? []) transformers.push(await configurePatch(level, patch));
  return transformers;
}

export async function configurePatch(
  level: Level,
  { path = "", patch = "", target, options, location }: Patch,
): Promise<Transformer> {
  level.context.time.resume();
  const inline = patch.trim();
  if (path === "" && inline === "") {
    throw failure("invalid-patch", "must specify one of patch and path: this PatchTransformer entry has neither", {
      ...location,
      hint: "Give it one of them.",
    });
  }
  if (path !== "" && inline !== "") {
    throw failure(
      "invalid-patch",
      `patch and path can't be set at the same time: this PatchTransformer entry has both (${path})`,
      { ...location, hint: "Keep one of them." },
    );
  }
  const file = path === "" ? undefined : await level.root.read(path, location);
  const text = file === undefined ? inline : textOf(file);
  const content = parsePatch({ text, file: file?.display, location });
  const { allowNameChange, allowKindChange } = options ?? {};
  return patchTransformer({ content, target, allowNameChange, allowKindChange, location });
}

/** The field `patchesStrategicMerge`. */
export async function mergePatchTransformers(level: Level): Promise<Transformer[]> {
  const entries = level.kustomization.patchesStrategicMerge ?? [];
  const [first] = entries;
  return first === undefined ? [] : [await configureMergePatches(level, entries, "", first.location)];
}

/** @param texts inline patches beside the entries, which are paths or inline patches themselves */
export async function configureMergePatches(
  level: Level,
  entries: readonly TextEntry[],
  texts: string,
  location: Location,
): Promise<Transformer> {
  if (entries.length === 0 && texts === "")
    throw failure("invalid-patch", "empty file path and empty patch content", {
      ...location,
      hint: "Give it patches, or remove it.",
    });
  const patches: MapNode[] = [];
  for (const entry of entries) {
    const inline = inlineObjects(entry);
    if (inline !== undefined) patches.push(...inline);
    else patches.push(...level.context.files.objects(await level.root.read(entry.text, entry.location)));
  }
  patches.push(...parseInline(texts, location));
  if (patches.length === 0) {
    const files = entries.map(({ text }) => text).join(", ");
    throw failure("empty-patch", `the patch appears to be empty: ${files || "its text"} holds no object`, {
      ...location,
      hint: "Write a patch, or remove the entry.",
    });
  }
  return patchStrategicMergeTransformer(patches, location);
}

function parseInline(text: string, location: Location): MapNode[] {
  if (text === "") return [];
  try {
    return parseInlineObjects(text, "the inline patch", location);
  } catch (thrown) {
    throw thrown instanceof KrmError ? atEntry(thrown, location) : thrown;
  }
}

/** The field `patchesJson6902`. */
export async function jsonPatchTransformers(level: Level): Promise<Transformer[]> {
  const transformers: Transformer[] = [];
  for (const { target, path, patch, location } of level.kustomization.patchesJson6902 ?? []) {
    transformers.push(await configureJsonPatch(level, { target, path, text: patch, location }));
  }
  return transformers;
}

export interface JsonPatchEntry {
  readonly target: Selector | undefined;
  readonly path: string | undefined;
  readonly text: string | undefined;
  readonly location: Location;
}

export async function configureJsonPatch(
  level: Level,
  { target, path = "", text = "", location }: JsonPatchEntry,
): Promise<Transformer> {
  if (!target?.name) {
    throw failure(
      "patch-without-target",
      "a JSON patch must specify the target name: it does not say what it changes",
      { ...location, hint: "Give it a `target` with version, kind and name." },
    );
  }
  if (path === "" && text === "")
    throw failure("invalid-patch", "empty file path and empty jsonOp: there is no patch", {
      ...location,
      hint: "Give it a `path` or a `patch`.",
    });
  if (path !== "" && text !== "") {
    throw failure("invalid-patch", `must specify a file path or jsonOp, not both (${path})`, {
      ...location,
      hint: "Keep one of them.",
    });
  }
  const operations = path === "" ? parseInlineOperations(text, location) : await fileOperations(level, path, location);
  if (operations.length === 0) {
    throw failure("empty-patch", `the patch appears to be empty: ${path || "its text"} holds no operation`, {
      ...location,
      hint: "Write an operation, or remove the entry.",
    });
  }
  return patchJson6902Transformer(operations, target, location);
}

async function fileOperations(
  level: Level,
  path: string,
  location: Location,
): Promise<ReturnType<typeof parseOperations>> {
  const file = await level.root.read(path, location);
  const text = textOf(file);
  if (text === "") {
    throw failure("empty-patch", `patch file ${file.display} seems to be empty`, {
      ...location,
      hint: "Write the patch into the file, or remove the entry.",
    });
  }
  return parseOperations(text, file.display);
}
