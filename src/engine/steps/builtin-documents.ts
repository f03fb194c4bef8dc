/** Documents that configure built-in generators and transformers; docs/specification/plugin-configs.md 1.1. */
import { type ConfiguredBuiltin, decodeBuiltin } from "../../builtins/index.ts";
import { failure, type Warn } from "../../diagnostics.ts";
import { idText, parseApiVersion, type Resource, scalarText, valueProblem } from "../../resource/index.ts";
import { print } from "../../yaml/index.ts";
import { get, type MapNode } from "../../yaml/nodes/node.ts";

/** Tells whether a document configures a built-in. All others configure functions or plugins. */
export function isBuiltin({ id }: Resource): boolean {
  return id.group === "" && id.version === "builtin";
}

/** Like {@link isBuiltin}, for a document that is not a resource yet. */
function isBuiltinDocument(node: MapNode): boolean {
  const { group, version } = parseApiVersion(scalarText(get(node, "apiVersion")));
  return group === "" && version === "builtin";
}

/**
 * Tells whether a config may lack a name: configs of functions and plugins are named after their kinds
 * (docs/specification/function-configs.md 3.2).
 */
export function mayLackName(config: MapNode): boolean {
  const kind = scalarText(get(config, "kind"));
  return !isBuiltinDocument(config) && kind !== "Kustomization" && kind !== "Component";
}

/**
 * Decodes a document that configures a built-in.
 * @param unknownFields as for {@link decodeBuiltin}
 * @throws KrmError with the problems of the document
 */
export function configuredBuiltin(
  config: Resource,
  warn: Warn,
  unknownFields?: Parameters<typeof decodeBuiltin>[4],
): ConfiguredBuiltin {
  checkPrintable(config);
  const { id, origin } = config;
  const file = origin?.file ?? "the inline document";
  return decodeBuiltin(id.kind, config.node as MapNode, file, warn, unknownFields);
}

/** kustomize prints each document before it decodes it, so values that cannot be printed are errors. */
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
