/** Compares one object with its partner: the change that a report shows, and the dangers that it brings. */

import type { Configuration } from "../configuration/index.ts";
import {
  abridge,
  type GeneratedNames,
  type HashMask,
  hasHashMark,
  isMap,
  printValue,
  redact,
  withholdingOf,
} from "../manifests/index.ts";
import type { RenderedResource, Value } from "../render/rendering.ts";
import { compareBytewise } from "../text/index.ts";
import { type Checked, type DangerRules, elsewhereOf, type RedactedSides, Redactor } from "./dangers/index.ts";
import {
  type ComparisonMemo,
  compareFields,
  definitionChange,
  diffTexts,
  type FieldsResult,
  isDefinition,
  type Pair,
} from "./differences/index.ts";
import { ignoredPair, isLeftAlone } from "./ignored-differences.ts";
import type { EditedFiles } from "./new-problems.ts";
import type { Movable } from "./partial/index.ts";
import { finalizersOf, isSkipped } from "./plan/index.ts";
import { type PodFacts, podFactsOf } from "./pod-effects/index.ts";
import { type Circumstances, treatmentOf } from "./release-treatment.ts";
import type { NewChange } from "./report.ts";
import { foldFields, withImageNames } from "./summary/index.ts";
import type { TargetNames } from "./target-names.ts";

/** The result for a pair of objects; undefined if only the layout differs. */
export interface Compared {
  readonly change: NewChange;
  readonly references: FieldsResult["references"];
  readonly checked: Checked;
  /** The facts that matter to Pods that run; undefined if none does. */
  readonly podFacts: PodFacts | undefined;
  /** Set for an object of one side if the change shows all of it, so that it can be found in another target. */
  readonly movable?: Movable | undefined;
}

/** The objects that all comparisons of a report share. */
export interface Shared extends EditedFiles {
  readonly memo: ComparisonMemo<Compared | undefined>;
  readonly configuration: Configuration;
  readonly rules: DangerRules;
}

/**
 * The change of one object, which exists on both sides or on one.
 * @param targets the targets that rendered the object at base, if others render it at head
 * @param isMove whether at least as many targets have the object now as lost it
 */
export function comparePair(
  { base, head }: Pair,
  names: TargetNames,
  { memo, rules, configuration }: Shared,
  targets?: readonly string[],
  isMove = false,
  { isForced, ...circumstances }: Circumstances & { readonly isForced?: true | undefined } = {},
): Compared | undefined {
  const moved = targets === undefined ? "" : [isMove, ...targets].join("\n");
  const key = names.keyFor([base?.yaml ?? "", head?.yaml ?? ""]) + moved + (isForced ? "\nforced" : "") + releaseKey();
  return memo.of(base, head, key, () => {
    const pair = { base, head, isForced };
    const shown = shownSides(pair, configuration);
    const compared = compareShown();
    if (compared === undefined) return undefined;
    const elsewhere = elsewhereOf(compared.change, shown.before, shown.after);
    const redactor = redactorOf(pair, names, configuration, shown);
    const release = treatmentOf(pair, circumstances);
    const change = {
      ...compared.change,
      ...(elsewhere !== undefined && { elsewhere }),
      ...(release !== undefined && { release }),
    };
    const checked = rules.checkPair(pair, redactor, isMove);
    const isRefused = checked.dangers.some(({ outcome }) => outcome === "refused");
    // Pods do not see what is not applied.
    const isApplied = !isRefused && !isSkipped(change) && !isLeftAlone({ base, head });
    return { ...compared, change, checked, podFacts: isApplied ? podFactsOf(pair) : undefined };

    function compareShown(): Unchecked | undefined {
      if (base !== undefined && head !== undefined)
        return compareObjects({ base, head }, shown, names, configuration, targets);
      return base === undefined
        ? wholeChange("added", head as RenderedResource, shown, names)
        : wholeChange("removed", base, shown, names);
    }
  });

  /** Objects of releases and of Applications are equal to others only if their controller treats them equally. */
  function releaseKey(): string {
    const treatment = treatmentOf({ base, head }, circumstances);
    const own = [base, head].flatMap((side) => {
      const { ignored = null, update = null } = side?.release?.application ?? {};
      return [ignored, update];
    });
    const isPlain = treatment === undefined && own.every((each) => each === null);
    return isPlain ? "" : `\nrelease ${JSON.stringify([treatment ?? null, ...own])}`;
  }
}

type Unchecked = Omit<Compared, "checked" | "podFacts">;

/** Both sides as a report may show them. */
interface Shown {
  readonly before: Value | undefined;
  readonly after: Value | undefined;
  /** Values were withheld. */
  readonly redacted: boolean;
  /** Values were withheld or abridged, so that the objects' own texts must not be shown. */
  readonly isReplaced: boolean;
}

function shownSides({ base, head }: Pair, { redaction }: Configuration): Shown {
  const [before, after] = [base?.value(), head?.value()];
  const withholding = withholdingOf(redaction, [base && { ...base, value: before }, head && { ...head, value: after }]);
  const redacted = redact(before, after, withholding);
  const abridged = abridge(redacted.before, redacted.after);
  return {
    before: abridged.before,
    after: abridged.after,
    redacted: redacted.withheld,
    isReplaced: redacted.withheld || abridged.abridged,
  };
}

/** Returns what dangers may show of the pair. */
export function redactorOf(
  pair: Pair,
  names: TargetNames,
  configuration: Configuration,
  known?: RedactedSides,
): Redactor {
  let shown = known;
  return new Redactor(pair, names, () => (shown ??= shownSides(pair, configuration)));
}

/** An object that exists on one side only: all of its lines, and no fields. */
function wholeChange(
  op: "added" | "removed",
  resource: RenderedResource,
  shown: Shown,
  { masks, generated }: TargetNames,
): Unchecked {
  const side = op === "added" ? "head" : "base";
  const mask = masks[side];
  const value = shown.after ?? shown.before;
  const text = textOf(resource, value, shown.isReplaced, mask);
  const finalizers = op === "removed" ? finalizersOf(resource, value, mask) : undefined;
  const change: NewChange = {
    op,
    object: identityOf(resource, mask),
    ...(shown.redacted ? { redacted: true } : {}),
    fields: [],
    ...(finalizers !== undefined && { finalizers }),
    hunks: op === "added" ? diffTexts("", text) : diffTexts(text, ""),
  };
  return { change, references: new Set(), movable: movableOf() };

  function movableOf(): Movable | undefined {
    if (shown.isReplaced || mask(resource.name) !== resource.name) return undefined;
    const isMasked = text !== resource.yaml;
    // A mark of the object's own could be taken for a masked hash.
    if (isMasked && hasHashMark(resource.yaml)) return undefined;
    return { generated: namesIn(value, generated[side], mask), ...(isMasked && { masked: true }) };
  }
}

/** The generated names that a value holds, in order, masked, each with its name without the hash. */
function namesIn(value: Value | undefined, names: GeneratedNames, mask: HashMask): Movable["generated"] {
  if (names.size === 0) return [];
  const found = new Map<string, string>();
  const visit = (part: Value | undefined): void => {
    if (typeof part === "string") {
      const baseName = names.get(part);
      if (baseName !== undefined) found.set(mask(part), baseName);
    } else if (Array.isArray(part)) for (const item of part) visit(item);
    else if (isMap(part)) for (const key of Object.keys(part)) visit(part[key]);
  };
  visit(value);
  return [...found].sort(([a], [b]) => compareBytewise(a, b));
}

/** The fields of an identity, in the order of {@link NewChange.from}. */
const IDENTITY = { apiVersion: "/apiVersion", kind: "/kind", namespace: "/metadata/namespace", name: "/metadata/name" };

/** The change of an object that exists on both sides; undefined when only its layout differs. */
function compareObjects(
  { base, head }: Readonly<Record<"base" | "head", RenderedResource>>,
  shown: Shown,
  { names, masks, renamed }: TargetNames,
  { noise }: Configuration,
  targets: readonly string[] | undefined,
): Unchecked | undefined {
  const from: Record<string, unknown> = {};
  const except = new Set<string>();
  for (const [part, path] of Object.entries(IDENTITY) as [keyof typeof IDENTITY, string][]) {
    if (isSamePart(part, base, head)) continue;
    from[part] = part === "name" ? masks.base(base.name) : base[part];
    except.add(path);
  }
  if (targets !== undefined) from["targets"] = targets;
  const isMoved = Object.keys(from).length > 0;
  const ignored = isMoved ? undefined : ignoredPair({ base, head });
  const result = compareFields({
    before: shown.before as Value,
    after: shown.after as Value,
    namesBefore: names.base,
    namesAfter: names.head,
    renamed,
    maskBefore: masks.base,
    maskAfter: masks.head,
    except,
    isIgnored: ignored?.isIgnored,
  });
  if (result.fields.length === 0 && !isMoved) return undefined;
  const object = identityOf(head, masks.head);
  // Argo CD sees something of the change, so not all of it can be what is ignored.
  const isWrong = ignored?.isSame === false && result.ignored.size === result.fields.length + result.more;
  const noisy = {
    object,
    base: shown.before,
    head: shown.after,
    ...(ignored !== undefined && !isWrong && { ignored: { fields: result.ignored, isKept: ignored.isKept } }),
  };
  const change: NewChange = {
    op: "changed",
    object,
    ...(isMoved ? { from } : {}),
    ...(result.onlyReferences && !isMoved ? { onlyReferences: true } : {}),
    ...(shown.redacted ? { redacted: true } : {}),
    fields: foldFields(withImageNames(result.fields, noisy, masks.head), noisy, noise),
    ...(result.more > 0 ? { moreFields: result.more } : {}),
    ...crdOf(object, shown),
    hunks: diffTexts(
      textOf(base, shown.before, shown.isReplaced, masks.base),
      textOf(head, shown.after, shown.isReplaced, masks.head),
    ),
  };
  return { change, references: result.references };
}

function crdOf({ apiVersion, kind }: NewChange["object"], { before, after }: Shown): Pick<NewChange, "crd"> {
  if (before === undefined || after === undefined || !isDefinition(apiVersion, kind)) return {};
  const crd = definitionChange(before, after);
  return crd === undefined ? {} : { crd };
}

function isSamePart(part: keyof typeof IDENTITY, base: RenderedResource, head: RenderedResource): boolean {
  // An object without a namespace is applied to `default`, unless the user chooses another one.
  return part === "namespace"
    ? (base.namespace || "default") === (head.namespace || "default")
    : base[part] === head[part];
}

function identityOf(resource: RenderedResource, mask: (text: string) => string): NewChange["object"] {
  const { apiVersion, kind, namespace, name, baseName } = resource;
  return { apiVersion, kind, namespace, name: mask(name), ...(baseName === name ? {} : { baseName }) };
}

/** The object's own text, or a newly printed one where values were replaced. */
function textOf(
  resource: RenderedResource,
  value: Value | undefined,
  isReplaced: boolean,
  mask: (text: string) => string,
): string {
  return mask(isReplaced ? printValue(value as Value) : resource.yaml);
}
