/** Documents that configure generators and transformers; engine.md 9.1. */
import { failure } from "../diagnostics.ts";
import type { BuiltinConfig } from "../documents/builtin-config.ts";
import { decodeBuiltinConfig } from "../documents/decode-builtin.ts";
import type { Resource } from "../resource/resource.ts";
import { gvkText, idText } from "../resource/resource-id.ts";
import type { MapNode } from "../yaml/node.ts";
import { type Level, warnInto } from "./context.ts";

/** @throws KrmError `function-unsupported` for what is no built-in, or whatever is wrong with the document */
export function decodeBuiltin({ context }: Level, config: Resource): BuiltinConfig {
  const { id, origin } = config;
  if (id.group === "" && id.version === "builtin") {
    return decodeBuiltinConfig(
      id.kind,
      config.node as MapNode,
      origin?.file ?? "the inline document",
      warnInto(context),
    );
  }
  throw failure(
    "function-unsupported",
    `${gvkText(id)} is a function or an external plugin, and this version runs built-ins only`,
    {
      ...origin,
      object: config.describe(),
      hint: "Remove the entry, or use a built-in: apiVersion builtin.",
    },
  );
}

export function wrongRole(config: Resource, role: "generator" | "transformer"): Error {
  return failure("wrong-role", `${idText(config.id)} is not a ${role}`, {
    ...config.origin,
    object: config.describe(),
    hint: `List it under ${role === "generator" ? "transformers" : "generators"}.`,
  });
}
