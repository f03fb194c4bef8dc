/** Says what Applications and ApplicationSets declare that the walk could not find out. */
import type { Diagnostic } from "../../diagnostics.ts";
import { stableJson } from "../../text/index.ts";
import { isApplicationSet } from "../argocd/index.ts";
import type { ApplicationWalk } from "./walk.ts";
import { keyOf, type Walked } from "./walked.ts";

/** Codes of problems that are no mistakes. */
const KNOWN_ELSEWHERE: ReadonlySet<string> = new Set(["argocd-set-unknown", "argocd-source-elsewhere"]);
/** The most ApplicationSets that are told one by one. */
const MAX_SETS = 50;

/** Warns of Applications of which no side tells what they render, and says what keeps ApplicationSets from making some. */
export function unknownOfArgo(walk: ApplicationWalk, other: ApplicationWalk | undefined): readonly Diagnostic[] {
  const earlier = other?.failed;
  const failed = [...walk.failed.values()];
  const sets = failed.filter(isSet);
  const problems: Diagnostic[] = [
    ...sets.slice(0, MAX_SETS).flatMap((set) => ofSet(set, earlier?.get(keyOf(set.declared)))),
    ...mistakesOf(walk, other),
    ...partialSets(walk, other),
  ];
  return [...problems, ...unknownBelow(walk, other)];
}

/**
 * Warns of Applications of which no side tells what they render; only a notice if the change has no part in any of them. Those that are the
 * same on both sides are as unknown without the change.
 */
function unknownBelow(walk: ApplicationWalk, other: ApplicationWalk | undefined): readonly Diagnostic[] {
  const all = [...walk.failed.values()].filter((each) => {
    const isKnown = other?.has(each.declared) === true && other.failed.has(keyOf(each.declared)) !== true;
    return !isSet(each) && !isKnown;
  });
  const changed = all.filter((each) => !isSame(each, other?.failed.get(keyOf(each.declared))));
  const [first, ...more] = changed.length > 0 ? changed : all;
  if (first?.failure === undefined) return [];
  const { kind, namespace, name } = first.declared.object;
  const problem = unknownDeclared(`${kind} ${namespace}/${name}`, first.failure, more.length, "render");
  const hint = "The Applications among it are not rendered, unless files declare them.";
  const severity = changed.length > 0 ? "warning" : "notice";
  return [{ ...problem, code: "argocd-children-unknown", severity, hint }];
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
  return all
    .slice(0, MAX_SETS)
    .map((each) => (before.has(each.message) ? { ...each, severity: "notice" as const } : each));
}

/** Says that sets may make Applications for other clusters. */
function partialSets(walk: ApplicationWalk, other: ApplicationWalk | undefined): readonly Diagnostic[] {
  const partial = [...walk.walked].filter(({ isPartial }) => isPartial);
  const [first] = partial;
  if (first === undefined) return [];
  const { namespace, name, origin } = first.declared.object;
  const shown = `ApplicationSet ${namespace === "" ? name : `${namespace}/${name}`}`;
  const one = partial.length === 1;
  const message = one
    ? `the ${shown} makes Applications for clusters of Argo CD, of which only its own is known`
    : `${partial.length} ApplicationSets, such as ${namespace === "" ? name : `${namespace}/${name}`}, make Applications for clusters of Argo CD, of which only its own is known`;
  const wasThere = [...(other?.walked ?? [])].some(({ isPartial }) => isPartial);
  return [
    {
      code: "argocd-set-unknown",
      severity: wasThere ? "notice" : "warning",
      message,
      ...origin,
      hint: "List the others under deployments.clusters in .krm-render.yaml of the base branch.",
    },
  ];
}

function isSet({ declared }: Walked): boolean {
  return isApplicationSet(declared.object);
}

/** The problem of a set; no error if it is not new, and only a notice if the change has no part in it. */
function ofSet(set: Walked, earlier: Walked | undefined): readonly Diagnostic[] {
  const { failure, declared } = set;
  if (failure === undefined) return [];
  const isUnknown = KNOWN_ELSEWHERE.has(failure.code);
  const isOld = earlier?.failure?.message === failure.message;
  const severity = isSame(set, earlier) ? "notice" : isUnknown || isOld ? "warning" : failure.severity;
  const { namespace, name } = declared.object;
  const shown = `the ApplicationSet ${namespace === "" ? name : `${namespace}/${name}`}`;
  const result = isUnknown ? `the Applications of ${shown} are not known` : `Argo CD makes nothing of ${shown}`;
  return [{ ...failure, severity, message: `${result}: ${failure.message}` }];
}

/** Warns of what a deployment declares. @param count of further ones */
export function unknownDeclared(
  shown: string,
  { message, file, line, column }: Diagnostic,
  count: number,
  does: "build" | "render",
): Omit<Diagnostic, "code"> {
  const others = count === 0 ? "" : `; neither is what ${count} more declare`;
  return {
    severity: "warning",
    message: `it is not known what ${shown} declares, because the search, which fetches nothing, cannot ${does} it: ${message}${others}`,
    ...(file !== undefined && { file, line, column }),
  };
}
