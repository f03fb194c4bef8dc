/** PatchJson6902Transformer: an entry of `patchesJson6902`; docs/specification/patches.md 5. */
import { failure, type Location } from "../diagnostics.ts";
import { type Decoded, type Selector, selector, text } from "../documents/index.ts";
import { decodeText } from "../yaml/index.ts";
import type { BuiltinContext, TransformerKind } from "./builtin.ts";
import { documentOf } from "./document.ts";
import { parseInlineOperations, parseOperations } from "./patching/content.ts";
import { applyToObject, type JsonOperations } from "./patching/json.ts";
import { patchTargets } from "./selection.ts";
import type { Transformer } from "./transformer.ts";

const patchFields = { target: selector, path: text, jsonOp: text };
type PatchJson6902Args = Decoded<typeof patchFields>;

export const patchJson6902Transformer: TransformerKind<PatchJson6902Args> = {
  kind: "PatchJson6902Transformer",
  role: "transformer",
  decode: documentOf(patchFields),
  fields: [
    {
      name: "patchesJson6902",
      args: ({ patchesJson6902 = [] }) =>
        patchesJson6902.map(({ patch, ...entry }) => ({ ...entry, ...(patch !== undefined && { jsonOp: patch }) })),
    },
  ],
  async create(args, context) {
    const { target, location } = args;
    if (!target?.name) {
      throw failure(
        "patch-without-target",
        "a JSON patch must specify the target name: this one has no target with a name",
        { ...location, hint: "Give it a `target` with version, kind and name." },
      );
    }
    return [applyOperations(await readOperations(args, context), target, location)];
  },
};

/** @throws KrmError `invalid-patch`, `empty-patch`, and what reading the file throws */
async function readOperations(
  { path = "", jsonOp = "", location }: PatchJson6902Args,
  context: BuiltinContext,
): Promise<JsonOperations> {
  if (path === "" && jsonOp === "")
    throw failure("invalid-patch", "empty file path and empty jsonOp: this entry has no patch", {
      ...location,
      hint: "Give it a `path` or a `patch`.",
    });
  if (path !== "" && jsonOp !== "") {
    throw failure("invalid-patch", `must specify a file path or jsonOp, not both (${path})`, {
      ...location,
      hint: "Keep one of them.",
    });
  }
  const operations =
    path === "" ? parseInlineOperations(jsonOp, location) : await operationsOfFile(path, location, context);
  if (operations.length > 0) return operations;
  throw failure("empty-patch", `the patch appears to be empty: ${path || "its text"} holds no operation`, {
    ...location,
    hint: "Write an operation, or remove the entry.",
  });
}

async function operationsOfFile(path: string, location: Location, context: BuiltinContext): Promise<JsonOperations> {
  const { bytes, display } = await context.read(path, location);
  context.budget.claim();
  const content = decodeText(bytes, display);
  if (content !== "") return parseOperations(content, display);
  throw failure("empty-patch", `patch file ${display} seems to be empty`, {
    ...location,
    hint: "Write a patch into the file, or remove the entry.",
  });
}

function applyOperations(operations: JsonOperations, target: Selector, location: Location): Transformer {
  return {
    kind: "PatchJson6902Transformer",
    transform(resources, warn) {
      for (const resource of patchTargets(resources, target, warn)) {
        applyToObject(resource, operations, location);
        resources.changed(resource);
      }
    },
  };
}
