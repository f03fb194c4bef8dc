/** Says what Applications and ApplicationSets declare that the walk could not find out. */
import type { Diagnostic } from "../../diagnostics.ts";
import { isApplicationSet } from "../argocd/index.ts";
import type { ApplicationWalk } from "./walk.ts";
import { keyOf, type Walked } from "./walked.ts";

/** What is no mistake. */
const KNOWN_ELSEWHERE: ReadonlySet<string> = new Set(["argocd-set-unknown", "argocd-source-elsewhere"]);
/** The most ApplicationSets that are told one by one. */
const MAX_SETS = 50;

/** Warns of Applications of which no side tells what they render, and says what keeps ApplicationSets from making some. */
export function unknownOfArgo(walk: ApplicationWalk, other: ApplicationWalk | undefined): readonly Diagnostic[] {
  const earlier = other?.failed;
  const failed = [...walk.failed.values()];
  const sets = failed.filter(isSet);
  const problems = [
    ...sets.slice(0, MAX_SETS).flatMap((set) => ofSet(set, earlier?.get(keyOf(set.declared)))),
    ...mistakesOf(walk, other),
    ...partialSets(walk, other),
  ];
  const isKnown = ({ declared }: Walked): boolean =>
    other?.has(declared) === true && earlier?.has(keyOf(declared)) !== true;
  const [first, ...more] = failed.filter((each) => !isSet(each) && !isKnown(each));
  if (first?.failure === undefined) return problems;
  const { kind, namespace, name } = first.declared.object;
  const problem = unknownDeclared(`${kind} ${namespace}/${name}`, first.failure, more.length, "render");
  const hint = "The Applications among it are not rendered, unless files declare them.";
  return [...problems, { ...problem, code: "argocd-children-unknown", hint }];
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

/** The problem of a set; only a notice if the change has no part in it. */
function ofSet({ failure, declared }: Walked, earlier: Walked | undefined): readonly Diagnostic[] {
  if (failure === undefined) return [];
  const isSame =
    earlier?.failure?.message === failure.message &&
    JSON.stringify(earlier.declared.object.value) === JSON.stringify(declared.object.value);
  const isUnknown = KNOWN_ELSEWHERE.has(failure.code);
  const severity = isSame ? "notice" : isUnknown ? "warning" : failure.severity;
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
