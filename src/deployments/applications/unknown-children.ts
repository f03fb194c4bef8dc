/** Says what Applications and ApplicationSets declare that the walk could not find out. */
import { getOrInsert } from "../../collections.ts";
import type { Diagnostic } from "../../diagnostics.ts";
import { stableJson } from "../../text/index.ts";
import { ARGOCD_NAMESPACE, isApplicationSet } from "../argocd/index.ts";
import type { PrintedObject } from "../objects/index.ts";
import type { ApplicationWalk } from "./walk.ts";
import { keyOf, type Walked } from "./walked.ts";

/** Codes of problems that are no mistakes. */
const KNOWN_ELSEWHERE: ReadonlySet<string> = new Set(["argocd-set-unknown", "argocd-source-elsewhere"]);
/** The code of what is not used because the lock has something else: never taken for a problem that was there before. */
const BROKEN_LOCK = "lock-mismatch";
const UNKNOWN_HINT = "The Applications among it are not rendered, unless files declare them.";
/** The most problems of ApplicationSets that are told one by one. */
const MAX_TOLD = 50;

/**
 * Warns of Applications of which no side tells what they render, and says what keeps ApplicationSets from making some.
 * @param isTouched tells whether a change edits what an Application is rendered from, which also counts as a part in it
 */
export function unknownOfArgo(
  walk: ApplicationWalk,
  other: ApplicationWalk | undefined,
  isTouched: (walked: Walked) => boolean = () => false,
): readonly Diagnostic[] {
  const earlier = other?.failed ?? new Map<string, Walked>();
  const failed = [...walk.failed.values()];
  const ofSets = ofAllSets(failed.filter(isSet), other);
  const unknown = failed.filter(
    (each) => !isSet(each) && (other?.has(each.declared) !== true || earlier.has(keyOf(each.declared))),
  );
  return [
    ...withoutMost([...ofSets, ...mistakesOf(walk, other)]),
    ...partialSets(walk, other),
    ...unknownBelow(unknown, (each) => !isSame(each, earlier.get(keyOf(each.declared))) || isTouched(each)),
  ];
}

/** The first problems, with the number of the others. Errors come first, so that none is lost among notices. */
function withoutMost(problems: readonly Diagnostic[]): readonly Diagnostic[] {
  if (problems.length <= MAX_TOLD) return problems;
  const sorted = (["error", "warning", "notice"] as const).flatMap((severity) =>
    problems.filter((each) => each.severity === severity),
  );
  const [next] = sorted.splice(MAX_TOLD);
  if (next === undefined) return sorted;
  const count = problems.length - MAX_TOLD;
  const message =
    count === 1 ? next.message : `there are ${count} more problems of ApplicationSets, such as: ${next.message}`;
  return [...sorted, { ...next, message }];
}

/**
 * Warns of Applications of which no side tells what they render; only a notice if the change has no part in any of them. Those that are the
 * same on both sides are as unknown without the change.
 */
function unknownBelow(all: readonly Walked[], isChanged: (walked: Walked) => boolean): readonly Diagnostic[] {
  const changed = all.filter(isChanged);
  const broken = all.filter(({ failure }) => failure?.code === BROKEN_LOCK);
  const [first, ...more] = broken.length > 0 ? broken : changed.length > 0 ? changed : all;
  if (first?.failure === undefined) return [];
  const { kind, namespace, name } = first.declared.object;
  const problem = unknownDeclared(
    `${kind} ${namespace}/${name}`,
    first.failure,
    more.length,
    "the search cannot render it",
  );
  const { code, hint = UNKNOWN_HINT } = first.failure;
  const severity = broken.length > 0 ? "error" : changed.length > 0 ? "warning" : "notice";
  const remedy = code === "remote-unsupported" ? hint : UNKNOWN_HINT;
  return [{ ...problem, code: "argocd-children-unknown", severity, hint: remedy }];
}

/** Tells whether both sides have the same object, which fails for the same reason. */
function isSame({ failure, declared }: Walked, earlier: Walked | undefined): boolean {
  return (
    earlier?.failure?.message === failure?.message &&
    stableJson(earlier?.declared.object.value ?? null) === stableJson(declared.object.value)
  );
}

/** The mistakes for which sets make only some of their Applications; only notices if the other side has them, too. */
function mistakesOf(walk: ApplicationWalk, other: ApplicationWalk | undefined): readonly Diagnostic[] {
  const before = new Set(
    [...(other?.walked ?? [])].flatMap(({ problems = [] }) => problems.map(({ message }) => message)),
  );
  const all = [...walk.walked].flatMap(({ problems = [] }) => problems);
  return all.map((each) => (before.has(each.message) ? { ...each, severity: "notice" as const } : each));
}

/** Says that sets may make Applications for other clusters. */
function partialSets(walk: ApplicationWalk, other: ApplicationWalk | undefined): readonly Diagnostic[] {
  const partial = [...walk.walked].filter(({ isPartial }) => isPartial);
  const [first] = partial;
  if (first === undefined) return [];
  const sets =
    partial.length === 1
      ? `the ApplicationSet ${nameOf(first)} makes`
      : `${partial.length} ApplicationSets, such as ${nameOf(first)}, make`;
  const message = `${sets} Applications for clusters of Argo CD, of which only its own is known`;
  const wasThere = [...(other?.walked ?? [])].some(({ isPartial }) => isPartial);
  return [
    {
      code: "argocd-set-unknown",
      severity: wasThere ? "notice" : "warning",
      message,
      ...first.declared.object.origin,
      hint: "List the others under deployments.clusters in .krm-render.yaml of the base branch.",
    },
  ];
}

/** The sets for which a configuration can say what only Argo CD knows. */
export function setsToDeclare(walk: ApplicationWalk): readonly PrintedObject[] {
  const asking = [...walk.walked].filter((each) => each.isPartial || each.failure?.code === "argocd-set-unknown");
  return asking.map(({ declared: { object } }) => ({ ...object, namespace: object.namespace || ARGOCD_NAMESPACE }));
}

function nameOf({ declared }: Walked): string {
  const { namespace, name } = declared.object;
  return namespace === "" ? name : `${namespace}/${name}`;
}

function isSet({ declared }: Walked): boolean {
  return isApplicationSet(declared.object);
}

/**
 * The problems of sets; none is an error if it is not new, and only a notice if the change has no part in it. Sets of which the same is not
 * known are told together.
 */
function ofAllSets(sets: readonly Walked[], other: ApplicationWalk | undefined): readonly Diagnostic[] {
  const earlier = other?.failed ?? new Map<string, Walked>();
  const together = new Map<string, { readonly failure: Diagnostic; readonly sets: Walked[] }>();
  for (const set of sets) {
    const before = earlier.get(keyOf(set.declared));
    if (set.failure === undefined) continue;
    const isLost = isOfFetching(set.failure) && (other === undefined || isOfFetching(before?.failure));
    const isOld = isLost || before?.failure?.message === set.failure.message;
    const isUnknown = KNOWN_ELSEWHERE.has(set.failure.code);
    const known = isSame(set, before) ? "notice" : isUnknown || isOld ? "warning" : set.failure.severity;
    const failure = { ...set.failure, severity: set.failure.code === BROKEN_LOCK ? "error" : known };
    const key = isUnknown ? [failure.severity, failure.message] : [keyOf(set.declared)];
    getOrInsert(together, JSON.stringify(key), () => ({ failure, sets: [] as Walked[] })).sets.push(set);
  }
  return [...together.values()].flatMap(({ failure, sets: [first, ...more] }) => {
    if (first === undefined) return [];
    const shown =
      more.length === 0
        ? `the ApplicationSet ${nameOf(first)}`
        : `${more.length + 1} ApplicationSets, such as ${nameOf(first)},`;
    const isUnknown = KNOWN_ELSEWHERE.has(failure.code) || isOfFetching(failure);
    const result = isUnknown ? `the Applications of ${shown} are not known` : `Argo CD makes nothing of ${shown}`;
    return [{ ...failure, message: `${result}: ${failure.message}` }];
  });
}

/** Tells whether something could not be fetched, or not be used because of the lock: it may be a mistake or not. */
function isOfFetching(failure: Diagnostic | undefined): boolean {
  return failure !== undefined && /^(?:remote|lock)-/.test(failure.code);
}

/** Warns of what a deployment declares. @param count of further ones @param why what the search cannot do */
export function unknownDeclared(
  shown: string,
  { message, file, line, column }: Diagnostic,
  count: number,
  why: string,
): Omit<Diagnostic, "code"> {
  const others = count === 0 ? "" : `; neither is what ${count} more ${count === 1 ? "declares" : "declare"}`;
  return {
    severity: "warning",
    message: `it is not known what ${shown} declares, because ${why}: ${message}${others}`,
    ...(file !== undefined && { file, line, column }),
  };
}
