/** Replaces variables in objects as kustomize-controller does after the build; docs/specification/flux-substitution.md 4. */

import { type Diagnostic, failure, KrmError } from "../../../diagnostics.ts";
import type { BuiltResource } from "../../../engine/context/built.ts";
import { valueAt } from "../../../manifests/index.ts";
import { describeId, resourceId } from "../../../resource/index.ts";
import { compareBytewise } from "../../../text/index.ts";
import { substituteObject } from "./substitute-object.ts";
import type { SubstitutionOptions } from "./substitute-text.ts";
import { UnknownVariables } from "./unknown-variables.ts";
import type { Variables } from "./variables.ts";

export interface SubstitutedObjects {
  /** In the same order, without those that Flux leaves out. */
  readonly resources: readonly BuiltResource[];
  /** The given objects that Flux leaves out. */
  readonly leftOut: ReadonlySet<BuiltResource>;
  /** Warnings and notices. Errors are thrown. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Objects with this label or annotation are left as they are. */
const SWITCH = "kustomize.toolkit.fluxcd.io/substitute";
/** The names that {@link checkNames} accepts. */
const NAME = /^[_A-Za-z][_A-Za-z0-9]*$/;
/** Problems that are reported. A deployment can have one for each object and variable. */
const MAX_PROBLEMS = 100;

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
    return { resources, leftOut: new Set(), diagnostics: [] };
  const chosen = new Set(resources.filter(isChosen));
  if (chosen.size === 0) return { resources, leftOut: new Set(), diagnostics: [] };
  checkNames(variables);
  const problems: Diagnostic[] = [];
  const diagnostics: Diagnostic[] = [];
  const unknown = new UnknownVariables(variables);
  const identities = new Identities(resources);
  const results: BuiltResource[] = [];
  const leftOut = new Set<BuiltResource>();
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
      if (object.isLeftOut) leftOut.add(resource);
      else results.push(object.resource);
    } catch (thrown) {
      if (!(thrown instanceof KrmError)) throw thrown;
      problems.push(...thrown.diagnostics);
    }
  }
  if (problems.length > 0) throw new KrmError(bounded(problems));
  return { resources: results, leftOut, diagnostics: [...unknown.diagnostics(), ...diagnostics] };
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
