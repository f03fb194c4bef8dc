/** Replaces variables in objects as kustomize-controller does after the build; docs/specification/flux-substitution.md 4. */
import { charge } from "../../../budget/index.ts";
import { about, type Diagnostic, failure, KrmError } from "../../../diagnostics.ts";
import type { BuiltResource } from "../../../engine/context/built.ts";
import { describeId, resourceId } from "../../../resource/index.ts";
import { compareBytewise } from "../../../text/index.ts";
import { fromValue, parseConfig, print, readPrinted, toConfigValue, type Value } from "../../../yaml/index.ts";
import { differingPaths, type ValuePath } from "./differing-paths.ts";
import { type SubstitutedText, type SubstitutionOptions, substituteText } from "./substitute-text.ts";
import { lostTexts } from "./text-fields.ts";
import { isMap, type MapValue, valueAt } from "./values.ts";
import { type Variables, variableOf } from "./variables.ts";

export interface SubstitutedObjects {
  /** In the same order, without those that Flux leaves out. */
  readonly resources: readonly BuiltResource[];
  /** Warnings and notices. Errors are thrown. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Objects with this label or annotation are left as they are. */
const SWITCH = "kustomize.toolkit.fluxcd.io/substitute";
/** The names that {@link checkNames} accepts. */
const NAME = /^[_A-Za-z][_A-Za-z0-9]*$/;
/** Problems that are reported. A deployment can have one for each object and variable. */
const MAX_PROBLEMS = 100;
/** Numbers that lose digits when an object becomes JSON and then YAML again have at least so many. */
const LONG_NUMBER = /[0-9]{16}/;

/**
 * Replaces the variables in each object.
 * @throws KrmError with the problems of all objects: `undefined-variable`, `invalid-variable-name`, `invalid-substitution`,
 *   `substitution-too-large`, `same-object`
 */
export function substituteObjects(
  resources: readonly BuiltResource[],
  variables: Variables,
  options: SubstitutionOptions,
): SubstitutedObjects {
  if (variables.named.size === 0 && variables.unseen.length === 0 && !variables.always)
    return { resources, diagnostics: [] };
  const chosen = new Set(resources.filter(isChosen));
  if (chosen.size === 0) return { resources, diagnostics: [] };
  checkNames(variables);
  const problems: Diagnostic[] = [];
  const diagnostics: Diagnostic[] = [];
  const unknown = new UnknownVariables(variables);
  const identities = new Identities(resources);
  const results: BuiltResource[] = [];
  for (const resource of resources) {
    if (!chosen.has(resource)) {
      results.push(resource);
      continue;
    }
    try {
      const object = substituteObject(resource, variables, options);
      identities.replace(resource, object.resource);
      unknown.note(resource, object.unknownNames);
      diagnostics.push(...object.diagnostics);
      if (!object.isLeftOut) results.push(object.resource);
    } catch (thrown) {
      if (!(thrown instanceof KrmError)) throw thrown;
      problems.push(...thrown.diagnostics);
    }
  }
  if (problems.length > 0) throw new KrmError(bounded(problems));
  return { resources: results, diagnostics: [...unknown.diagnostics(), ...diagnostics] };
}

function bounded(problems: readonly Diagnostic[]): readonly Diagnostic[] {
  if (problems.length <= MAX_PROBLEMS) return problems;
  const message = `there are ${problems.length - MAX_PROBLEMS} more such problems in the objects of this deployment`;
  const rest: Diagnostic = { code: problems[0]?.code ?? "", severity: "error", message };
  return [...problems.slice(0, MAX_PROBLEMS), rest];
}

function isChosen(resource: BuiltResource): boolean {
  if (!resource.yaml.includes(SWITCH)) return true;
  const value = resource.value();
  return !["labels", "annotations"].some((field) => valueAt(value, "metadata", field, SWITCH) === "disabled");
}

/** Flux refuses the whole deployment for one wrong name, also if nothing uses it: keys of Secrets such as `tls.crt`. */
function checkNames({ named }: Variables): void {
  const problems: Diagnostic[] = [];
  for (const [name, { source }] of [...named].sort(([a], [b]) => compareBytewise(a, b))) {
    if (NAME.test(name)) continue;
    problems.push({
      code: "invalid-variable-name",
      severity: "error",
      message: `Flux refuses the variable name \`${name}\`, which comes from ${source}`,
      hint: "Names of variables consist of letters, digits and underscores, and do not begin with a digit.",
    });
  }
  if (problems.length > 0) throw new KrmError(bounded(problems));
}

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
    const substituted = substituteText(resource.yaml, variables, options);
    const value = readSubstituted(substituted);
    const withheld = substituted.veiled === undefined ? [] : dependentPaths(value, substituted.veiled);
    if (withheld === undefined) return withoutSecrets(resource, variables, options);
    if (substituted.undefinedNames.length > 0) throw undefinedVariables(resource, substituted.undefinedNames);
    return finished(resource, value, withheld, substituted.unknownNames);
  } catch (thrown) {
    throw about(thrown, object, resource.origin);
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
  const yaml = print(fromValue(value));
  charge(yaml.length);
  for (const path of lostTexts(`${resource.apiVersion} ${resource.kind}`, resource.value(), value))
    warn("text-became-number", lostTextMessage(place.object, path, value), QUOTES);
  if (isLeftOut)
    warn(
      "object-left-out",
      `Flux does not apply ${place.object}: after the substitution of variables its ${typeof apiVersion === "string" && apiVersion !== "" ? "name" : "apiVersion"} is no text`,
      QUOTES,
    );
  let read: Value | undefined;
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

function lostTextMessage(object: string, path: ValuePath, value: MapValue): string {
  const found = valueAt(value, ...path.slice(0, 1)) === undefined ? undefined : at(value, path);
  const type = typeof found === "boolean" ? "true or false" : "a number";
  const consequence =
    path[0] === "metadata" && path[1] === "labels" && path.length === 3
      ? "Flux then drops all labels of the object"
      : "the API server accepts only a text there, and refuses the object";
  return `${path.join(".")} of ${object} becomes ${type} by the substitution of variables: ${consequence}`;
}

function at(value: Value, path: ValuePath): Value | undefined {
  let found: Value | undefined = value;
  for (const step of path) found = Array.isArray(found) ? found[Number(step)] : valueAt(found, step);
  return found;
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

/** The variables that are not known, with the objects that use them. */
class UnknownVariables {
  readonly #variables: Variables;
  readonly #objects = new Map<string, { count: number; readonly first: BuiltResource }>();

  constructor(variables: Variables) {
    this.#variables = variables;
  }

  note(resource: BuiltResource, names: readonly string[]): void {
    for (const name of names) {
      const found = this.#objects.get(name);
      if (found === undefined) this.#objects.set(name, { count: 1, first: resource });
      else found.count++;
    }
  }

  diagnostics(): Diagnostic[] {
    const sorted = [...this.#objects].sort(([a], [b]) => compareBytewise(a, b));
    return sorted.map(([name, { count, first }]) => {
      const where = count === 1 ? describeId(first) : `${describeId(first)} and ${count - 1} more`;
      const source = variableOf(this.#variables, name)?.source ?? "";
      return {
        code: "unknown-variable",
        severity: "notice",
        message: `the value of \`${name}\` is not known, so its expressions stay as written in ${where}: it comes from ${source}`,
        ...first.origin,
        object: describeId(first),
      };
    });
  }
}

/** The identities of all objects, as they are while one after the other is replaced. Flux fails where two are equal. */
class Identities {
  readonly #counts = new Map<string, number>();

  constructor(resources: readonly BuiltResource[]) {
    for (const resource of resources) this.#add(keyOf(resource), 1);
  }

  /** @throws KrmError `same-object` */
  replace(before: BuiltResource, after: BuiltResource): void {
    const [old, key] = [keyOf(before), keyOf(after)];
    if (old === key) return;
    this.#add(old, -1);
    if (this.#add(key, 1) === 1) return;
    const message = `the substitution of variables makes a second ${describeId(after)} of ${describeId(before)}`;
    throw failure("same-object", message, {
      ...before.origin,
      object: describeId(before),
      hint: "Give them different names.",
    });
  }

  #add(key: string, change: number): number {
    const count = (this.#counts.get(key) ?? 0) + change;
    this.#counts.set(key, count);
    return count;
  }
}

function keyOf({ apiVersion, kind, name, namespace }: BuiltResource): string {
  const id = resourceId(apiVersion, kind, name, namespace);
  return JSON.stringify([id.group, id.version, kind, name, id.effectiveNamespace]);
}
