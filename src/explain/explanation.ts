/** Explanations of an object or a field: plain data, without everything that a report withholds (decision 0006). */

import type { RedactionRule } from "../configuration/index.ts";
import { type Diagnostic, KrmError } from "../diagnostics.ts";
import type { BuiltResource } from "../engine/context/built.ts";
import { type HashMask, hashMasks, type Withholding, withholdingOf } from "../manifests/index.ts";
import type { Value } from "../yaml/index.ts";
import type { ExplainedChange, ExplainedObject, Explanation, ObjectList } from "./explanation-schema.ts";
import { type Change, changesOf } from "./field.ts";
import type { History, Tracer } from "./history.ts";
import { formatPath } from "./path.ts";
import { originsOf, type Places } from "./places.ts";
import { type ObjectQuery, selectField, selectObject } from "./selection.ts";
import { settingOf } from "./setting.ts";
import { annotatedWithholding, SubstitutedSecrets, shownValues, WITHHELD, withheldKeys } from "./withholding.ts";

/** Internal annotations that kustomize adds and removes during a build. */
const BOOKKEEPING = /^internal\.config\.kubernetes\.io\/|^config\.kubernetes\.io\/path$/;

/** True if only internal annotations changed. The first annotation adds the whole field `annotations`. */
function isBookkeeping({ segments, before, after }: Change): boolean {
  if (BOOKKEEPING.test(segments.at(-1) ?? "")) return true;
  if (segments.at(-1) !== "annotations") return false;
  const names = [before, after].flatMap((value) => Object.keys(Object(value) as object));
  return names.every((name) => BOOKKEEPING.test(name));
}

const WITHHELD_KEY = "<withheld key>";

/** The messages without keys that may be values. */
function withoutKeys(diagnostics: readonly Diagnostic[], keys: ReadonlySet<string>): readonly Diagnostic[] {
  const shown = (text: string): string => [...keys].reduce((rest, key) => rest.replaceAll(key, WITHHELD_KEY), text);
  return diagnostics.map((one) => ({
    ...one,
    message: shown(one.message),
    ...(one.hint && { hint: shown(one.hint) }),
  }));
}

type ValuesOf = (field: Value) => NonNullable<ExplainedChange["values"]>;

/** Answers questions about one build. */
export class Explainer {
  readonly #tracer: Tracer;
  readonly #places: Places;
  readonly #mask: HashMask;
  readonly #resources: readonly BuiltResource[];
  readonly #rules: readonly RedactionRule[];
  readonly #valuesOf: ValuesOf;
  /** The keys of the object that is asked for that may be values. */
  #keys: ReadonlySet<string> = new Set();
  /** The fields of this object that hold values of Secrets. */
  #secrets: SubstitutedSecrets | undefined;

  /**
   * @param rules what to withhold besides Secrets, and what annotations name
   * @param valuesOf the values of a chart that a field may come from
   */
  constructor(
    tracer: Tracer,
    places: Places,
    resources: readonly BuiltResource[],
    rules: readonly RedactionRule[] = [],
    valuesOf: ValuesOf = () => [],
  ) {
    this.#valuesOf = valuesOf;
    this.#resources = resources;
    this.#rules = rules;
    this.#tracer = tracer;
    this.#places = places;
    this.#mask = hashMasks(resources, resources).head;
  }

  /** Lists the objects of the output. */
  list(): ObjectList {
    return { version: 1, objects: this.#tracer.output.map((history) => this.#object(history)) };
  }

  /**
   * Lists the changes of an object, or of one field of it.
   * @param path the field, see {@link selectField}
   * @throws KrmError `object-not-found`, `ambiguous-object`, `field-not-found`
   */
  explain(query: ObjectQuery, path?: string): Explanation {
    try {
      return this.#explain(query, path);
    } catch (thrown) {
      if (!(thrown instanceof KrmError)) throw thrown;
      throw new KrmError(this.masked(withoutKeys(thrown.diagnostics, this.#keys)), { cause: thrown });
    }
  }

  /** The diagnostics without the hashes of Secrets. */
  masked(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
    const text = (value: string | undefined) => value && this.#mask(value);
    return diagnostics.map((one) => ({
      ...one,
      message: this.#mask(one.message),
      object: text(one.object),
      hint: text(one.hint),
    }));
  }

  #explain(query: ObjectQuery, path: string | undefined): Explanation {
    const history = selectObject(this.#tracer, query, this.#mask);
    const object = this.#object(history);
    const status = this.#status(history);
    this.#keys = withheldKeys(history);
    this.#secrets = this.#secretsOf(history);
    const withholding = this.#withholding(history);
    const field = path === undefined || path === "" ? undefined : selectField(history, path, this.#mask);
    const shown = (changes: readonly Change[]) => changes.map((change) => this.#change(change, history, withholding));
    if (field === undefined || field === history.root) {
      const changes = history.changes.filter((change) => !isBookkeeping(change));
      return { version: 1, object, status, changes: shown(changes) };
    }
    const { after } = shownValues({ field, before: undefined, after: this.#secrets.value(field) }, withholding);
    const value = this.#plain(after);
    const name = this.#path(field.segments);
    return {
      version: 1,
      object,
      status,
      field: name,
      ...(value !== undefined && { value }),
      changes: shown(changesOf(field)),
    };
  }

  #path(segments: readonly string[]): string {
    return this.#mask(formatPath(segments.map((segment) => (this.#keys.has(segment) ? WITHHELD_KEY : segment))));
  }

  #status(history: History): Explanation["status"] {
    if (this.#tracer.output.includes(history)) return "in-output";
    return history.root.kind === "none" ? "deleted" : "build-only";
  }

  #object(history: History): ExplainedObject {
    const { kind, namespace } = history;
    const place = this.#places.ofCreation(history);
    return { apiVersion: history.text("apiVersion"), kind, namespace, name: this.#mask(history.name), ...place };
  }

  /** The fields of an object of the output that got values of Secrets. */
  #secretsOf(history: History): SubstitutedSecrets {
    const index = this.#tracer.output.indexOf(history);
    return new SubstitutedSecrets(history.root, this.#resources[index]?.withheld ?? []);
  }

  #withholding({ root, kind, namespace, name }: History): Withholding {
    const isThis = (one: BuiltResource) => one.kind === kind && one.namespace === namespace && one.name === name;
    const baseName = this.#resources.find(isThis)?.baseName ?? name;
    return annotatedWithholding(
      root,
      withholdingOf(this.#rules, [{ kind, namespace, name, baseName, value: undefined }]),
    );
  }

  #change(change: Change, history: History, withholding: Withholding): ExplainedChange {
    const { segments } = change;
    const follows = history.follows.get(change) ?? [];
    const shownSides = shownValues(change, withholding);
    const isSecret = change.step.later !== undefined && this.#secrets?.touches(change.field) === true;
    const hidden = (value: Value | undefined) => (value === undefined ? undefined : WITHHELD);
    const { before, after, withheld } = isSecret
      ? {
          // In front of the substitution, there is the expression.
          before: change.step.later?.name === "postBuild" ? shownSides.before : hidden(change.before),
          after: hidden(change.after),
          withheld: true,
        }
      : shownSides;
    const variables = change.step.later?.name === "postBuild" ? originsOf(change) : [];
    const isWhole = segments.length === 0;
    const values = isWhole || withheld || after === undefined ? [] : this.#valuesOf(after);
    const op = change.before === undefined ? "added" : change.after === undefined ? "removed" : "changed";
    const { step, plugin, place, ...more } = settingOf(change, history, this.#places);
    const shown = { before: this.#plain(before), after: this.#plain(after) };
    return {
      step,
      ...(plugin !== undefined && { plugin }),
      path: this.#path(segments),
      op,
      ...(!isWhole && shown.before !== undefined && { before: shown.before }),
      ...(!isWhole && shown.after !== undefined && { after: shown.after }),
      ...(withheld && !isWhole && { redacted: true as const }),
      ...place,
      ...more,
      ...(variables.length > 0 && {
        variables: variables.map(({ name, source = "spec.postBuild.substitute", location }) => ({
          name,
          source,
          ...location,
        })),
      }),
      ...(values.length > 0 && { values }),
      ...(follows.length > 0 && { follows: follows.map(({ kind, name }) => this.#mask(`${kind}/${name}`)) }),
    };
  }

  /** A JSON-serialisable copy without the hashes of Secrets. */
  #plain(value: Value | undefined): Value | undefined {
    if (typeof value === "string") return this.#mask(value);
    if (typeof value === "bigint") return String(value);
    if (Array.isArray(value)) return value.map((item) => this.#plain(item) as Value);
    if (typeof value !== "object" || value === null) return value;
    const copy: { [key: string]: Value } = Object.create(null);
    for (const key of Object.keys(value)) copy[this.#mask(key)] = this.#plain(value[key]) as Value;
    return copy;
  }
}
