/** Which configs run programs that may read more of a tree than they name. */
import { builtinKinds } from "../builtins/index.ts";
import { KrmError } from "../diagnostics.ts";
import { ACCUMULATOR_KINDS, isInlineKustomization } from "../documents/index.ts";
import { parseConfig } from "../yaml/index.ts";
import type { MapNode, Node } from "../yaml/nodes/node.ts";
import { fieldOf, nameOf, textAt, textOf } from "./fields.ts";

/** docs/specification/function-configs.md 1.3. */
const ANNOTATIONS: ReadonlySet<string> = new Set(["config.kubernetes.io/function", "config.k8s.io/function"]);
/** The fields of an entry of a composition that say what runs it. */
const RUNTIME_FIELDS: ReadonlySet<string> = new Set(["runtime", "provider"]);

/**
 * The sorts of programs that may read more than they name: an executable, which runs among the files of the tree; a container with mounts; a program that only
 * the build finds, in a catalog or among the plugins of the machine; and configs that are fetched, which may be any of these.
 */
export type ProgramKind = "executable" | "mounts" | "elsewhere" | "fetched";

export interface UnboundProgram {
  readonly kind: ProgramKind;
  /** In a few words. */
  readonly reason: string;
}

export interface ConfiguredProgram {
  readonly doubt?: UnboundProgram;
  /** True if the config says itself what runs it. */
  readonly isSpecified: boolean;
  /** Texts that may be paths. */
  readonly paths: readonly string[];
}

/**
 * The program of a config. Containers get only what is mounted, and programs in Starlark only what they are sent
 * (docs/specification/function-limits.md), and so does what a catalog names.
 * @param isEntry whether it is one of a composition, in which a built-in needs no apiVersion
 */
export function programOf(config: MapNode, isEntry: boolean): ConfiguredProgram {
  const kind = textAt(config, "kind");
  const apiVersion = textAt(config, "apiversion");
  if (apiVersion === "builtin" || isInlineKustomization(apiVersion, kind)) return { isSpecified: false, paths: [] };
  const specifications = specificationsOf(config);
  const name = kind === "" ? "a config" : kind;
  if (specifications.length === 0) {
    if (isEntry && apiVersion === "" && isOfComposition(kind)) return { isSpecified: false, paths: [] };
    return { doubt: namedElsewhere(name), isSpecified: false, paths: [] };
  }
  const paths = specifications.flatMap((specification) => textsIn(specification));
  const doubt = specifications
    .map((specification) => unboundProgramOf(specification, name))
    .find((one) => one !== undefined);
  return { ...(doubt !== undefined && { doubt }), isSpecified: true, paths };
}

/** An entry of a composition without an apiVersion is of apiVersion builtin if there is such a kind. */
function isOfComposition(kind: string): boolean {
  return builtinKinds.has(kind) || ACCUMULATOR_KINDS.has(kind);
}

/** Any field that lets a program read more counts, wherever it is: which of several a build takes is not decided here. */
function unboundProgramOf(specification: Node | undefined, name: string): UnboundProgram | undefined {
  const fields = fieldsIn(specification);
  if (fields.has("mounts")) return { kind: "mounts", reason: `${name} mounts directories` };
  if (fields.has("exec")) return { kind: "executable", reason: `${name} runs an executable` };
  return fields.has("image") || fields.has("starlark") ? undefined : namedElsewhere(name);
}

/** Configs of other machines; they run in the directory that lists them. */
export const FETCHED: UnboundProgram = { kind: "fetched", reason: "its configs are fetched" };

function namedElsewhere(name: string): UnboundProgram {
  return { kind: "elsewhere", reason: `${name} runs what a catalog or a plugin names` };
}

function fieldsIn(node: Node | undefined, found = new Set<string>(), seen = new Set<Node>()): ReadonlySet<string> {
  if (node === undefined || seen.has(node)) return found;
  seen.add(node);
  if (node.kind === "seq") for (const item of node.items) fieldsIn(item, found, seen);
  if (node.kind === "map") {
    for (const { key, value } of node.entries) {
      found.add(nameOf(key));
      fieldsIn(value, found, seen);
    }
  }
  return found;
}

function specificationsOf(config: MapNode): readonly (Node | undefined)[] {
  const found: (Node | undefined)[] = [];
  for (const { key, value } of config.entries) if (RUNTIME_FIELDS.has(nameOf(key))) found.push(value);
  const annotations = fieldOf(fieldOf(config, "metadata"), "annotations");
  for (const { key, value } of annotations?.kind === "map" ? annotations.entries : []) {
    if (key.kind === "scalar" && ANNOTATIONS.has(textOf(key)))
      found.push(value.kind === "scalar" ? parsed(textOf(value)) : value);
  }
  return found;
}

/** A text with mistakes has no image, so it is in doubt. */
function parsed(text: string): Node | undefined {
  try {
    return parseConfig(text, "");
  } catch (thrown) {
    if (thrown instanceof KrmError) return undefined;
    throw thrown;
  }
}

function textsIn(node: Node | undefined, seen = new Set<Node>()): string[] {
  if (node === undefined || seen.has(node)) return [];
  seen.add(node);
  if (node.kind === "scalar") return [textOf(node)];
  const inner = node.kind === "map" ? node.entries.map(({ value }) => value) : node.kind === "seq" ? node.items : [];
  return inner.flatMap((each) => textsIn(each, seen));
}
