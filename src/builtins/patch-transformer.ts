/** PatchTransformer: an entry of `patches`; docs/specification/patches.md 2. */
import { failure, type Location, type Warn } from "../diagnostics.ts";
import { type Patch, patchFields, type Selector } from "../documents/index.ts";
import type { ResourceSet } from "../resource/index.ts";
import { decodeText } from "../yaml/index.ts";
import type { MapNode } from "../yaml/nodes/node.ts";
import type { BuiltinContext, TransformerKind } from "./builtin.ts";
import { documentOf } from "./document.ts";
import { type PatchContent, parsePatch } from "./patching/content.ts";
import { applyToObject, type JsonOperations } from "./patching/json.ts";
import {
  applyMerge,
  findTarget,
  type MergeOptions,
  prepareForIdentity,
  prepareForSelection,
} from "./patching/merge-patch.ts";
import { patchTargets } from "./selection.ts";
import type { Transformer } from "./transformer.ts";

export const patchTransformer: TransformerKind<Patch> = {
  kind: "PatchTransformer",
  role: "transformer",
  decode: documentOf(patchFields),
  fields: [{ name: "patches", args: ({ patches = [] }) => patches }],
  async create(args, context) {
    const { target, options: { allowNameChange, allowKindChange } = {}, location } = args;
    return [
      applyPatch({ content: await readPatch(args, context), target, allowNameChange, allowKindChange, location }),
    ];
  },
};

/** @throws KrmError `invalid-patch`, and what reading its file throws */
async function readPatch({ path = "", patch = "", location }: Patch, context: BuiltinContext): Promise<PatchContent> {
  const inline = patch.trim();
  if (path === "" && inline === "") {
    throw failure("invalid-patch", "must specify one of patch and path: this PatchTransformer entry has neither", {
      ...location,
      hint: "Add one of them.",
    });
  }
  if (path === "") return parsePatch({ text: inline, file: undefined, location });
  if (inline !== "") {
    throw failure(
      "invalid-patch",
      `patch and path can't be set at the same time: this PatchTransformer entry has both (${path})`,
      { ...location, hint: "Keep one of them." },
    );
  }
  const { bytes, display } = await context.read(path, location);
  context.budget.claim();
  return parsePatch({ text: decodeText(bytes, display), file: display, location });
}

interface PatchEntry {
  readonly content: PatchContent;
  readonly target?: Selector | undefined;
  readonly allowNameChange?: boolean | undefined;
  readonly allowKindChange?: boolean | undefined;
  readonly location: Location;
}

function applyPatch(entry: PatchEntry): Transformer {
  const { content, target, location } = entry;
  if (content.kind === "json" && target === undefined) {
    throw failure("patch-without-target", `${content.source} is a JSON patch, but its entry has no target`, {
      ...location,
      hint: "Give the entry a target with a kind and a name.",
    });
  }
  if (content.kind === "merge" && target !== undefined && content.objects.length > 1) {
    throw failure("patch-with-several-objects", `${content.source} holds several patches, and the entry has a target`, {
      ...location,
      hint: "Give each patch an entry of its own, or remove the target.",
    });
  }
  return {
    kind: "PatchTransformer",
    transform(resources, warn) {
      if (content.kind === "json") patchJson(resources, content.operations, target as Selector, location, warn);
      else if (target === undefined) mergeById(resources, content.objects, entry);
      else mergeSelected(resources, content.objects[0], target, entry, warn);
    },
  };
}

function patchJson(
  resources: ResourceSet,
  operations: JsonOperations,
  target: Selector,
  location: Location,
  warn: Warn,
): void {
  for (const resource of patchTargets(resources, target, warn)) {
    // Like kustomize, this records the identity even if nothing is renamed.
    resource.pushPreviousId();
    applyToObject(resource, operations, location, { emptyKey: "empties" });
    resources.changed(resource);
  }
}

function mergeById(resources: ResourceSet, patches: readonly MapNode[], options: MergeOptions): void {
  for (const patch of patches) {
    const resource = findTarget(resources, patch, options.location);
    applyMerge(resource, prepareForIdentity(patch, options), options);
    resources.changed(resource);
  }
}

function mergeSelected(
  resources: ResourceSet,
  patch: MapNode | undefined,
  target: Selector,
  options: MergeOptions,
  warn: Warn,
): void {
  if (patch === undefined) return;
  const prepared = prepareForSelection(patch);
  const selected = new Set(patchTargets(resources, target, warn));
  if (options.allowNameChange || options.allowKindChange) {
    // kustomize looks the selected objects up by their current identity, which an earlier patch can give to several.
    for (const resource of selected) for (const twin of resources.byCurrentId(resource.id)) selected.add(twin);
  }
  for (const resource of selected) {
    applyMerge(resource, prepared.for(resource), { ...options, isSelection: true });
    resources.changed(resource);
  }
  resources.dropEmpty();
  resources.checkUnique();
}
