/** Documents that configure generators and transformers; docs/specification/plugin-configs.md. */
import { failure } from "../../diagnostics.ts";
import { type BuiltinConfig, decodeBuiltinConfig } from "../../documents/index.ts";
import { idText, parseApiVersion, type Resource, scalarText, valueProblem } from "../../resource/index.ts";
import { print } from "../../yaml/index.ts";
import { get, type MapNode } from "../../yaml/nodes/node.ts";
import { type Level, warnInto } from "../context/index.ts";

/** All others are functions or plugins. */
export function isBuiltin({ id }: Resource): boolean {
  return id.group === "" && id.version === "builtin";
}

/** The same of a document. */
export function isBuiltinDocument(node: MapNode): boolean {
  const { group, version } = parseApiVersion(scalarText(get(node, "apiVersion")));
  return group === "" && version === "builtin";
}

/** @throws KrmError for whatever is wrong with the document */
export function decodeBuiltin({ context }: Level, config: Resource): BuiltinConfig {
  checkPrintable(config);
  const { id, origin } = config;
  const file = origin?.file ?? "the inline document";
  return decodeBuiltinConfig(id.kind, config.node as MapNode, file, warnInto(context));
}

/** The reference prints each document before it reads it, and fails for what it cannot print, in any of its fields. */
function checkPrintable(config: Resource): void {
  try {
    print(config.node as MapNode);
  } catch (thrown) {
    throw valueProblem(thrown, config, `${config.describe()} cannot be read`);
  }
}

export function wrongRole(config: Resource, role: "generator" | "transformer"): Error {
  return failure("wrong-role", `${idText(config.id)} is not a ${role}`, {
    ...config.origin,
    object: config.describe(),
    hint: `List it under ${role === "generator" ? "transformers" : "generators"}.`,
  });
}
