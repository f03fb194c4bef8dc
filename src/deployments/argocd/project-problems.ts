/** Tells of an Application, and of the objects that it renders, what its project does not permit; docs/specification/argocd-projects.md. */
import { getOrInsert } from "../../collections.ts";
import { type Diagnostic, failure, formatLocation, KrmError, type Location } from "../../diagnostics.ts";
import { listAt, textAt, valueAt } from "../../manifests/index.ts";
import { shownAddress } from "../../sources/index.ts";
import type { Value } from "../../yaml/index.ts";
import { apiGroupOf, type PlaceOf, ScopedKinds, shownObject, type TemplatedObject } from "../objects/index.ts";
import type { ProjectRules } from "./app-project.ts";
import { clusterOf, type Destination, type KnownCluster } from "./application-object.ts";
import { phasesOf } from "./hooks.ts";
import { type MatchEffort, mayPermitDestination, mayPermitSource, permitsKind } from "./project-permissions.ts";

/** The project of an Application, and where its objects go. Plain data. */
export interface ApplicationProject {
  readonly rules: ProjectRules;
  readonly cluster: KnownCluster;
  /** The name of the cluster in messages. */
  readonly shownCluster: string;
}

const CODE = "argocd-not-permitted";
/** The steps of matching that the rules of one project may take for one Application. */
const MAX_STEPS = 20_000_000;
/** The most problems that the objects of one Application have. */
const MAX_PROBLEMS = 20;

/** Finds for which of its sources, and whether for its destination, Argo CD refuses an Application. @param placeOf of its fields */
export function refusedParts(
  application: Value,
  { cluster, namespace }: Destination,
  rules: ProjectRules,
  placeOf: PlaceOf,
): readonly Diagnostic[] {
  return withEffort(rules, (effort) => {
    const problems: Diagnostic[] = [];
    const listed = listAt(application, "spec", "sources");
    const sources = listed.length > 0 ? listed : [valueAt(application, "spec", "source") ?? null];
    for (const [index, source] of sources.entries()) {
      const address = textAt(source, "repoURL") ?? "";
      if (address === "" || mayPermitSource(rules, address, effort)) continue;
      const place =
        listed.length > 0 ? placeOf("spec", "sources", index, "repoURL") : placeOf("spec", "source", "repoURL");
      const hint = `Add it to \`sourceRepos\` of ${shownProject(rules)}, or choose another project.`;
      problems.push(refusal(`the source ${shownAddress(address)}`, rules, "refuses the Application", place, hint));
    }
    if (cluster !== undefined && !mayPermitDestination(rules, clusterOf(application), namespace, effort)) {
      const place = placeOf("spec", "destination");
      const what = shownNamespace(namespace, cluster);
      const hint = `Add it to \`destinations\` of ${shownProject(rules)}, or choose another project.`;
      problems.push(refusal(what, rules, "refuses the Application", place, hint));
    }
    return problems;
  });
}

/**
 * Finds the objects for which Argo CD refuses to sync an Application: one problem for each kind, and one for each namespace.
 * @param namespace of the destination, of which {@link refusedParts} tells
 */
export function refusedObjects(
  objects: readonly (TemplatedObject & { readonly origin: Location | undefined })[],
  namespace: string,
  { rules, cluster, shownCluster }: ApplicationProject,
): readonly Diagnostic[] {
  const kinds = new ScopedKinds(objects);
  const seen = new Set<string>();
  const decisions = new Map<string, boolean>();
  const hasNames = [...(rules.kinds.cluster.permitted ?? []), ...rules.kinds.cluster.refused].some(
    (one) => one.name !== "",
  );
  const namespaces = new Set([namespace]);
  return withEffort(rules, (effort) => {
    const problems: Diagnostic[] = [];
    for (const { value, origin } of objects) {
      if (problems.length >= MAX_PROBLEMS) break;
      if (!isSynced(value)) continue;
      const [group, kind, name] = [
        apiGroupOf(value),
        textAt(value, "kind") ?? "",
        textAt(value, "metadata", "name") ?? "",
      ];
      const scope = kinds.scopeOf(value);
      const of = { group, kind, name };
      const key = JSON.stringify([scope ?? null, group, kind, hasNames && scope !== "namespaced" ? name : null]);
      const isPermitted = getOrInsert(
        decisions,
        key,
        () =>
          (scope !== "cluster" && permitsKind(rules, of, true, effort)) ||
          (scope !== "namespaced" && permitsKind(rules, of, false, effort)),
      );
      const where = { object: shownObject(value), place: origin ?? rules.location };
      if (!isPermitted && !seen.has(`${group}/${kind}`)) {
        seen.add(`${group}/${kind}`);
        const list = scope === "cluster" ? "clusterResource" : "namespaceResource";
        const hint = `See \`${list}Whitelist\` and \`${list}Blacklist\` of ${shownProject(rules)}.`;
        problems.push(
          refusal(`the kind ${shownKind(group, kind)}`, rules, SYNCS_NOTHING, where.place, hint, where.object),
        );
      }
      const own = textAt(value, "metadata", "namespace") ?? "";
      if (scope !== "namespaced" || namespaces.has(own)) continue;
      namespaces.add(own);
      if (mayPermitDestination(rules, cluster, own, effort)) continue;
      const hint = `Add it to \`destinations\` of ${shownProject(rules)}, or put the object into another namespace.`;
      problems.push(refusal(shownNamespace(own, shownCluster), rules, SYNCS_NOTHING, where.place, hint, where.object));
    }
    return problems;
  });
}

const SYNCS_NOTHING = "syncs nothing of the Application";

/** Tells whether an object belongs to a sync: hooks of a deletion do not. */
function isSynced(value: Value): boolean {
  return phasesOf(value).some((phase) => phase !== "PreDelete" && phase !== "PostDelete");
}

function refusal(
  what: string,
  { name }: ProjectRules,
  consequence: string,
  place: Location,
  hint: string,
  object?: string,
): Diagnostic {
  const message = `the project ${name} does not permit ${what}: Argo CD ${consequence}`;
  return { code: CODE, severity: "error", message, ...place, ...(object !== undefined && { object }), hint };
}

/** The place is marked as code, since a text goes on behind it. */
function shownProject({ location: { file, line } }: ProjectRules): string {
  return `the AppProject in \`${formatLocation({ file, line })}\``;
}

function shownNamespace(namespace: string, cluster: string): string {
  return namespace === ""
    ? `no namespace of the cluster ${cluster}`
    : `the namespace ${namespace} of the cluster ${cluster}`;
}

function shownKind(group: string, kind: string): string {
  return group === "" ? kind : `${kind} of \`${group}\``;
}

/** Problems that are found with a limit of steps; one that says so where it is reached. */
function withEffort(rules: ProjectRules, find: (effort: MatchEffort) => readonly Diagnostic[]): readonly Diagnostic[] {
  let left = MAX_STEPS;
  const spend = (steps: number): void => {
    left -= steps;
    if (left < 0)
      throw failure(
        "argocd-project-unchecked",
        `the project ${rules.name} has too many long patterns to check an Application against`,
        {
          ...rules.location,
          hint: "Give it shorter lists.",
        },
      );
  };
  try {
    return find({ spend });
  } catch (thrown) {
    if (!(thrown instanceof KrmError)) throw thrown;
    return thrown.diagnostics.map((each) => ({ ...each, severity: "warning" }));
  }
}
