/** The identity of an entry, an override or an imported transformer; docs/specification/composition.md 3.2. */
import { failure, type Location } from "../diagnostics.ts";
import { quote } from "../documents/index.ts";
import { kebabCase, scalarText } from "../resource/index.ts";
import { nearest, shorten } from "../text/index.ts";
import { get, locate, type MapNode } from "../yaml/nodes/node.ts";
import { COMPOSITION_KINDS } from "./path-fields.ts";

export interface Identity {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
}

/** The apiVersions of kustomize's own kinds. All but Kustomization are errors as entries. */
const OWN_API_VERSIONS: Readonly<Record<string, string>> = {
  Kustomization: "kustomize.config.k8s.io/v1beta1",
  Component: "kustomize.config.k8s.io/v1alpha1",
  Composition: "kustomize.config.k8s.io/v1alpha1",
};

/**
 * The identity of an entry or an override. A built-in needs no apiVersion; the name is that of the kind by default.
 * @param kinds the kinds of apiVersion `builtin`
 * @param fallback the place of a config that was not read from a file
 * @throws KrmError `composition-missing-kind`
 */
export function identityOf(config: MapNode, kinds: ReadonlySet<string>, fallback: Location): Identity {
  const location = locate(config) ?? fallback;
  const kind = scalarText(get(config, "kind"));
  if (kind === "") {
    throw failure("composition-missing-kind", "this entry has no kind", {
      ...location,
      hint: "Add apiVersion and kind.",
    });
  }
  const name = scalarText(get(get(config, "metadata"), "name")) || kebabCase(kind);
  const apiVersion = scalarText(get(config, "apiVersion"));
  if (apiVersion !== "") return { apiVersion, kind, name };
  const own = Object.hasOwn(OWN_API_VERSIONS, kind) ? OWN_API_VERSIONS[kind] : undefined;
  if (own !== undefined) return { apiVersion: own, kind, name };
  if (kinds.has(kind) || COMPOSITION_KINDS.has(kind)) return { apiVersion: "builtin", kind, name };
  const near = nearest(kind, [...kinds, ...COMPOSITION_KINDS]);
  throw failure("composition-missing-kind", `this entry has no apiVersion, and there is no built-in ${quote(kind)}`, {
    ...location,
    hint:
      near === undefined
        ? "Add its apiVersion."
        : `Add its apiVersion. If you mean the built-in ${near}, correct the kind.`,
  });
}

/** The most characters of a name. One that is that of its kind can be longer until it is checked. */
export const MAX_NAME = 253;

/** A key that is equal for equal identities. */
export function keyOf({ apiVersion, kind, name }: Identity): string {
  return JSON.stringify([apiVersion, kind, name]);
}

/** For messages: `Paint paint of example.com/v1`. */
export function describeIdentity({ apiVersion, kind, name }: Identity): string {
  return `${shorten(kind)} ${shorten(name, MAX_NAME)} of ${shorten(apiVersion)}`;
}
