/** How a Composition is recognised: by the name, the kind and the group of its file. */
import { KrmError } from "../diagnostics.ts";
import { nearest } from "../text/index.ts";
import { decodeText, parseConfig } from "../yaml/index.ts";
import { get, isNull, type Node } from "../yaml/nodes/node.ts";
import { isOfKustomize } from "./composition-kinds.ts";
import { quote } from "./reading.ts";

export const KUSTOMIZATION_FILE_NAMES: readonly string[] = ["kustomization.yaml", "kustomization.yml", "Kustomization"];

export const COMPOSITION_FILE_NAMES: readonly string[] = ["composition.yaml", "composition.yml"];

/** Tells whether the group of an object is that of kustomize, or is not given. */
function mayBeOfKustomize(node: Node | undefined): boolean {
  const apiVersion = textAt(node, "apiVersion");
  return apiVersion === "" || isOfKustomize(apiVersion);
}

/** Tells whether a document is a Composition of kustomize. Crossplane has objects of that kind in files of that name. */
export function isComposition(node: Node | undefined): boolean {
  return textAt(node, "kind") === "Composition" && mayBeOfKustomize(node);
}

/** A field that only compositions have. */
const OWN_FIELD = /^(?:transformers|modules)(?:From)?:/m;
const OWN_FIELDS = ["transformers", "transformersFrom", "modules", "modulesFrom"];

/** Tells whether a document is a Composition with a mistake in its kind or its apiVersion. */
function isMistaken(node: Node | undefined): boolean {
  if (!OWN_FIELDS.some((field) => get(node, field) !== undefined)) return false;
  const kind = textAt(node, "kind");
  return kind === "" || nearest(kind.toLowerCase(), ["composition"]) !== undefined;
}

/**
 * The document of a file named composition.yaml; undefined if the file is about something else.
 * @returns `invalid` for a file that looks like a Composition, but is not valid YAML or has another kind or apiVersion
 */
export function compositionIn(bytes: Uint8Array, file: string): Node | "invalid" | undefined {
  try {
    const node = parseConfig(decodeText(bytes, file), file);
    if (isComposition(node)) return node;
    return isMistaken(node) ? "invalid" : undefined;
  } catch (thrown) {
    if (!(thrown instanceof KrmError)) throw thrown;
    return mayBeComposition(bytes) ? "invalid" : undefined;
  }
}

/** Tells whether a text looks like a Composition, without parsing it. */
export function mayBeComposition(bytes: Uint8Array): boolean {
  return OWN_FIELD.test(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString());
}

/**
 * Describes the document of a file named composition.yaml that is about something else, for a message. Undefined if it is a
 * Composition of kustomize or was meant as one.
 */
export function foreignDocument(node: Node | undefined): string | undefined {
  const kind = textAt(node, "kind");
  const apiVersion = textAt(node, "apiVersion");
  if (isMistaken(node)) return undefined;
  if (kind === "Composition" ? mayBeOfKustomize(node) : kind === "" || isOfKustomize(apiVersion)) return undefined;
  return `a ${quote(kind)}${apiVersion === "" ? "" : ` of ${quote(apiVersion)}`}`;
}

function textAt(node: Node | undefined, key: string): string {
  const found = get(node, key);
  return found?.kind === "scalar" && !isNull(found) ? found.value : "";
}
