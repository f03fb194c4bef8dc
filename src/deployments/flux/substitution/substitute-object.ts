/** Replaces variables in one object; docs/specification/flux-substitution.md 4. */

import { charge } from "../../../budget/index.ts";
import { about, type Diagnostic, failure, KrmError } from "../../../diagnostics.ts";
import type { BuiltResource } from "../../../engine/context/built.ts";
import { isMap, type MapValue, valueAt } from "../../../manifests/index.ts";
import { describeId, differingPaths, type ValuePath } from "../../../resource/index.ts";
import { isNameLike } from "../../../text/index.ts";
import {
  fromValue,
  parseConfig,
  print,
  printedValue,
  readPrinted,
  toConfigValue,
  type Value,
} from "../../../yaml/index.ts";
import { type SubstitutedText, type SubstitutionOptions, substituteText } from "./substitute-text.ts";
import { lostTexts, valueAtPath } from "./text-fields.ts";
import type { Variables } from "./variables.ts";

/** Numbers that lose digits when an object becomes JSON and then YAML again have at least so many. */
const LONG_NUMBER = /[0-9]{16}/;

export interface SubstitutedObject {
  readonly resource: BuiltResource;
  /** The variables whose expressions stay as written. */
  readonly unknownNames: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
  /** True if Flux does not apply what the object has become. */
  readonly isLeftOut: boolean;
}

/** Replaces the variables in one object. @throws KrmError with a place */
export function substituteObject(
  resource: BuiltResource,
  variables: Variables,
  options: SubstitutionOptions,
): SubstitutedObject {
  // Most objects have no expression.
  if (!resource.yaml.includes("$") && !LONG_NUMBER.test(resource.yaml))
    return { resource, unknownNames: [], diagnostics: [], isLeftOut: false };
  const object = describeId(resource);
  try {
    const { value, veiled, unknownNames } = substitutedValue(resource, variables, options);
    const withheld = veiled === undefined ? [] : dependentPaths(value, veiled);
    if (withheld === undefined) return withoutSecrets(resource, variables, options);
    return finished(resource, value, withheld, unknownNames);
  } catch (thrown) {
    throw about(thrown, object, resource.origin);
  }
}

/** The object after the substitution. What is unknown can be what makes it YAML, such as quotes: then the rest of its line stays, too. */
function substitutedValue(
  resource: BuiltResource,
  variables: Variables,
  options: SubstitutionOptions,
): SubstitutedText & { readonly value: MapValue } {
  const substituted = substituteText(resource.yaml, variables, options);
  const { undefinedNames, unknownNames } = substituted;
  if (undefinedNames.length > 0) throw undefinedVariables(resource, undefinedNames);
  try {
    return { ...substituted, value: readSubstituted(substituted) };
  } catch (thrown) {
    if (unknownNames.length === 0 || options.keepsLines || !(thrown instanceof KrmError)) throw thrown;
    return substitutedValue(resource, variables, { ...options, keepsLines: true });
  }
}

/** Reads the text as `sigs.k8s.io/yaml` does. */
function readSubstituted({ text, veiled }: SubstitutedText): MapValue {
  let value: Value | undefined;
  let reason = "";
  try {
    value = valueOf(text);
  } catch (thrown) {
    if (!(thrown instanceof KrmError)) throw thrown;
    // The reason can quote the text.
    reason = veiled === undefined ? `: ${thrown.diagnostics[0]?.message}` : "";
  }
  if (isMap(value)) return value;
  throw failure("invalid-substitution", `what the substitution of variables leaves is no YAML of an object${reason}`, {
    hint: "Look for values with characters that mean something in YAML, such as `: `, ` #`, `*` or quotes.",
  });
}

function valueOf(text: string): Value {
  const node = parseConfig(text, "");
  return node === undefined ? null : toConfigValue(node);
}

/** The paths that decide which object this is. Nothing in reports withholds these. */
const IDENTITY: readonly ValuePath[] = [["apiVersion"], ["kind"], ["metadata", "name"], ["metadata", "namespace"]];

/** The paths of what depends on Secrets; undefined if that is the identity of the object, or all of it. */
function dependentPaths(value: MapValue, veiled: string): readonly ValuePath[] | undefined {
  let other: Value;
  try {
    other = valueOf(veiled);
  } catch (thrown) {
    if (!(thrown instanceof KrmError)) throw thrown;
    return undefined;
  }
  const paths = differingPaths(value, other);
  const isIdentity = paths.some((path) => IDENTITY.some((field) => path.every((step, index) => step === field[index])));
  return isIdentity ? undefined : paths;
}

/** Leaves the expressions of Secrets as written, in an object whose name or structure would tell their values. */
function withoutSecrets(
  resource: BuiltResource,
  variables: Variables,
  options: SubstitutionOptions,
): SubstitutedObject {
  const named = new Map(
    [...variables.named].map(([name, one]) => [name, one.isSecret ? { ...one, value: undefined } : one]),
  );
  const result = substituteObject(resource, { ...variables, named }, options);
  const message = `the values of Secrets stay as written in ${describeId(resource)}: they would decide which object it is`;
  const object = describeId(resource);
  const notice: Diagnostic = { code: "secret-in-identity", severity: "notice", message, ...resource.origin, object };
  const unknownNames = result.unknownNames.filter((name) => variables.named.get(name)?.value === undefined);
  return { ...result, unknownNames, diagnostics: [notice, ...result.diagnostics] };
}

function undefinedVariables(resource: BuiltResource, names: readonly string[]): KrmError {
  const object = describeId(resource);
  return new KrmError(
    names.map((name) => ({
      code: "undefined-variable",
      severity: "error",
      message: `${object} uses the variable \`${name}\`, which is not set and has no default`,
      ...resource.origin,
      object,
      hint: `Set it in spec.postBuild of the Kustomization, write \`\${${name}:=default}\`, or write \`$\${${name}}\` where the text itself is meant.`,
    })),
  );
}

function finished(
  resource: BuiltResource,
  value: MapValue,
  withheld: readonly ValuePath[],
  unknownNames: readonly string[],
): SubstitutedObject {
  const { kind, apiVersion } = value;
  const place = { ...resource.origin, object: describeId(resource) };
  if (typeof kind !== "string" || kind === "")
    throw failure("invalid-substitution", `${place.object} has no kind after the substitution of variables`, {
      hint: "Give the variable a value that stays a text, or write the kind itself.",
    });
  const diagnostics: Diagnostic[] = [];
  const warn = (code: string, message: string, hint: string): void => {
    diagnostics.push({ code, severity: "warning", message, ...place, hint });
  };
  const name = valueAt(value, "metadata", "name");
  const namespace = valueAt(value, "metadata", "namespace");
  const isLeftOut = [apiVersion, name].some((text) => typeof text !== "string" || text === "");
  const node = fromValue(value);
  const yaml = print(node);
  charge(yaml.length);
  for (const path of lostTexts(`${resource.apiVersion} ${resource.kind}`, () => resource.value(), value))
    warn("text-became-number", lostTextMessage(resource, path, value), QUOTES);
  if (isLeftOut)
    warn(
      "object-left-out",
      `Flux does not apply ${place.object}: after the substitution of variables its ${typeof apiVersion === "string" && apiVersion !== "" ? "name" : "apiVersion"} is no text`,
      QUOTES,
    );
  // The labels of nearly all objects are looked at next.
  let read = printedValue(node);
  return {
    resource: {
      apiVersion: textOf(apiVersion),
      kind,
      namespace: textOf(namespace),
      name: textOf(name),
      baseName: baseNameOf(resource, textOf(name)),
      original: resource.original,
      yaml,
      value: () => (read ??= readPrinted(yaml)),
      get origin() {
        return resource.origin;
      },
      ...(withheld.length > 0 && { withheld }),
    },
    unknownNames,
    diagnostics,
    isLeftOut,
  };
}

const QUOTES =
  "The substitution loses quotes. Set a variable `quote: '\"'` in spec.postBuild.substitute, and write `${quote}${NAME}${quote}`.";

function lostTextMessage(resource: BuiltResource, path: ValuePath, value: MapValue): string {
  const type = typeof valueAtPath(value, path) === "boolean" ? "true or false" : "a number";
  const consequence =
    path[0] === "metadata" && path[1] === "labels" && path.length === 3
      ? "Flux then drops all labels of the object"
      : "the API server accepts only a text there, and refuses the object";
  // A key of a Secret can be a value that was pasted.
  const shown = resource.kind === "Secret" ? path.map((step) => (isNameLike(step) ? step : "<withheld key>")) : path;
  return `${shown.join(".")} of ${describeId(resource)} becomes ${type} by the substitution of variables: ${consequence}`;
}

/** kustomize reads scalars of any type as texts. */
function textOf(value: Value | undefined): string {
  return value === undefined || value === null || typeof value === "object" ? "" : String(value);
}

/** The name without the hash of a generator, which stands at the end. */
function baseNameOf({ name, baseName }: BuiltResource, substituted: string): string {
  if (substituted === name) return baseName;
  const hash = name.startsWith(baseName) ? name.slice(baseName.length) : "";
  return hash !== "" && substituted.endsWith(hash) ? substituted.slice(0, -hash.length) : substituted;
}
