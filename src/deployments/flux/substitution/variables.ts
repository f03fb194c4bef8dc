/** The variables of a deployment: `spec.postBuild` of a Kustomization of Flux (docs/specification/flux-substitution.md 3). */
import { type Diagnostic, KrmError, type Location } from "../../../diagnostics.ts";
import type { BuiltResource } from "../../../engine/context/built.ts";
import { isMap, valueAt } from "../../../manifests/index.ts";
import { compareBytewise } from "../../../text/index.ts";
import type { Value } from "../../../yaml/index.ts";
import { type MadeSecret, madeSecretOf } from "./made-secrets.ts";

/** A variable of `postBuild`. */
export interface Variable {
  /** Undefined where it cannot be known: it comes from an encrypted Secret, or from an object that nothing renders. */
  readonly value: string | undefined;
  /** True for a value that comes from a Secret. */
  readonly isSecret: boolean;
  /** The object or field that it comes from, for people: "Secret `cluster-secrets`, which is encrypted". */
  readonly source: string;
  /** The place where it is given; absent if that is not known. */
  readonly location?: Location;
}

/** All variables of a deployment. */
export interface Variables {
  readonly named: ReadonlyMap<string, Variable>;
  /** Objects that may define variables of any name, since nothing here shows all of their keys, for people. */
  readonly unseen: readonly string[];
  /** True if Flux substitutes also where there are no variables (`substituteStrategy: Always`). */
  readonly always: boolean;
}

export const NO_VARIABLES: Variables = { named: new Map(), unseen: [], always: false };

/** The place of a field. */
type PlaceOf = (...path: readonly (string | number)[]) => Location;

/** An object that holds variables. */
export interface VariableSource extends Pick<BuiltResource, "value" | "withheld"> {
  readonly placeOf?: PlaceOf | undefined;
}

/** The variable of a name; undefined if Flux has none. */
export function variableOf({ named, unseen }: Variables, name: string): Variable | undefined {
  const found = named.get(name);
  if (found !== undefined || unseen.length === 0) return found;
  return { value: undefined, isSecret: true, source: unseen.join(", or ") };
}

/**
 * Reads the variables. Later objects count over earlier ones, and `substitute` over all.
 * @param postBuild the field of the Kustomization; undefined if it has none
 * @param lookUp finds an object in the namespace of the Kustomization, among those that are rendered for its cluster
 * @param placeOf the places of the fields of the Kustomization
 * @throws KrmError `invalid-substitution` for a `postBuild` that the API server of Flux's cluster refuses. Without a place
 */
export async function variablesOf(
  postBuild: Value | undefined,
  lookUp: (kind: "ConfigMap" | "Secret", name: string) => Promise<VariableSource | undefined>,
  placeOf?: PlaceOf,
): Promise<Variables> {
  if (postBuild === undefined || postBuild === null) return NO_VARIABLES;
  const problems: Diagnostic[] = [];
  const refuse = (message: string, hint: string): void => {
    problems.push({ code: "invalid-substitution", severity: "error", message: `spec.postBuild${message}`, hint });
  };
  const named = new Map<string, Variable>();
  const unseen: string[] = [];
  const references = valueAt(postBuild, "substituteFrom") ?? [];
  if (!Array.isArray(references))
    refuse(".substituteFrom is not a list", "Make it a list of objects with kind and name.");
  for (const [index, reference] of (Array.isArray(references) ? references : []).entries()) {
    const [kind, name] = [valueAt(reference, "kind"), valueAt(reference, "name")];
    if ((kind !== "ConfigMap" && kind !== "Secret") || typeof name !== "string" || name === "") {
      refuse(
        `.substituteFrom[${index}] names no ConfigMap and no Secret`,
        "Give it a kind, ConfigMap or Secret, and a name.",
      );
      continue;
    }
    const found = await lookUp(kind, name);
    const made = found && madeSecretOf(found.value());
    if (found === undefined) unseen.push(`${kind} \`${name}\`, which nothing in this repository renders`);
    else if (made === undefined) for (const [key, variable] of variablesIn(kind, name, found)) named.set(key, variable);
    else {
      for (const [key, variable] of variablesMade(made, found)) named.set(key, variable);
      if (!made.hasAllKeys) unseen.push(`Secret \`${name}\`, which ${made.maker} makes of what only the cluster knows`);
    }
  }
  const inline = valueAt(postBuild, "substitute") ?? Object.create(null);
  if (!isMap(inline)) refuse(".substitute is not a map", "Make it a map of names and texts.");
  else
    for (const [name, value] of Object.entries(inline)) {
      if (typeof value === "string")
        named.set(name, {
          value: joined(value),
          isSecret: false,
          source: "spec.postBuild.substitute",
          ...placed(placeOf, "spec", "postBuild", "substitute", name),
        });
      else refuse(`.substitute.${name} is not a text`, "Write the value in quotes.");
    }
  if (problems.length > 0) throw new KrmError(problems);
  return { named, unseen, always: valueAt(postBuild, "substituteStrategy") === "Always" };
}

function placed(placeOf: PlaceOf | undefined, ...path: readonly (string | number)[]): Pick<Variable, "location"> {
  return placeOf === undefined ? {} : { location: placeOf(...path) };
}

/** Line feeds are left out of all values. */
function joined(value: string): string {
  return value.replaceAll("\n", "");
}

function* variablesIn(kind: string, name: string, object: VariableSource): Generator<[string, Variable]> {
  const value = object.value();
  const source = `${kind} \`${name}\``;
  if (kind === "ConfigMap") {
    for (const [key, text] of textsAt(value, "data")) {
      const isSecret = object.withheld?.some((path) => isPrefix(path, ["data", key])) ?? false;
      const place = placed(object.placeOf, "data", key);
      yield [key, { value: text === undefined ? undefined : joined(text), isSecret, source, ...place }];
    }
    return;
  }
  // The API server decodes `data`, and writes `stringData` over it.
  const isEncrypted = valueAt(value, "sops") !== undefined;
  for (const [key, text] of textsAt(value, "data"))
    yield [
      key,
      { ...secretVariable(text === undefined ? undefined : decoded(text)), ...placed(object.placeOf, "data", key) },
    ];
  for (const [key, text] of textsAt(value, "stringData"))
    yield [key, { ...secretVariable(text), ...placed(object.placeOf, "stringData", key) }];

  function secretVariable(text: string | undefined): Variable {
    if (isEncrypted) return { value: undefined, isSecret: true, source: `${source}, which is encrypted` };
    if (text === undefined) return { value: undefined, isSecret: true, source: `${source}, where it is no text` };
    return { value: joined(text), isSecret: true, source };
  }
}

function* variablesMade({ name, maker, keys }: MadeSecret, { placeOf }: VariableSource): Generator<[string, Variable]> {
  const source = `Secret \`${name}\`, which ${maker} makes`;
  for (const { key, value, path } of keys) {
    const known = value === undefined ? undefined : joined(value);
    yield [key, { value: known, isSecret: true, source, ...placed(placeOf, ...path) }];
  }
}

function* textsAt(value: Value, field: string): Generator<[string, string | undefined]> {
  const texts = valueAt(value, field);
  if (!isMap(texts)) return;
  for (const key of Object.keys(texts).sort(compareBytewise)) {
    const text = texts[key] ?? "";
    yield [key, typeof text === "string" ? text : undefined];
  }
}

/** The text of base64 digits; undefined for what is no text. */
function decoded(digits: string): string | undefined {
  const compact = digits.replace(/[\r\n]/g, "");
  if (compact.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(compact)) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(Buffer.from(compact, "base64"));
  } catch {
    return undefined;
  }
}

function isPrefix(path: readonly string[], of: readonly string[]): boolean {
  return path.length <= of.length && path.every((step, index) => step === of[index]);
}
