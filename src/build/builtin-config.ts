/** Documents that configure generators and transformers; engine.md 9.1. */
import { failure } from "../diagnostics.ts";
import type { BuiltinConfig } from "../documents/builtin-config.ts";
import { decodeBuiltinConfig } from "../documents/decode-builtin.ts";
import type { Resource } from "../resource/resource.ts";
import { idText } from "../resource/resource-id.ts";
import type { MapNode } from "../yaml/node.ts";
import { type Level, warnInto } from "./context.ts";

/** All others are functions or plugins. */
export function isBuiltin({ id }: Resource): boolean {
  return id.group === "" && id.version === "builtin";
}

/** @throws KrmError for whatever is wrong with the document */
export function decodeBuiltin({ context }: Level, config: Resource): BuiltinConfig {
  const { id, origin } = config;
  const file = origin?.file ?? "the inline document";
  return decodeBuiltinConfig(id.kind, config.node as MapNode, file, warnInto(context));
}

export function wrongRole(config: Resource, role: "generator" | "transformer"): Error {
  return failure("wrong-role", `${idText(config.id)} is not a ${role}`, {
    ...config.origin,
    object: config.describe(),
    hint: `List it under ${role === "generator" ? "transformers" : "generators"}.`,
  });
}
