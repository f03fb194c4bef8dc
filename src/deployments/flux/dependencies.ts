/** Checks what Kustomizations and HelmReleases wait for. */
import type { Diagnostic, Location } from "../../diagnostics.ts";
import { deploymentOf } from "../../render/index.ts";
import { type Deployment, shownName } from "./recipe.ts";

/**
 * Finds dependencies on nothing, and those that wait for one another.
 * @param isComplete whether everything is known that the cluster applies
 * @returns the problems of each deployment that has some, by id
 */
export function dependencyProblems(
  deployments: ReadonlyMap<string, Deployment>,
  isComplete: boolean,
): ReadonlyMap<string, readonly Diagnostic[]> {
  const problems = new Map<string, Diagnostic[]>();
  const note = (id: string, problem: Diagnostic): void => void problems.set(id, [...(problems.get(id) ?? []), problem]);
  const inCircle = circles(deployments);
  for (const [id, { dependsOn }] of deployments) {
    for (const dependency of dependsOn) {
      const other = deployments.get(dependency.id);
      const names = [`${deploymentOf(id)?.kind} ${shownName(id)}`, shownName(dependency.id)] as const;
      if (other === undefined && isComplete) note(id, missing(...names, dependency.location));
      const circle = inCircle.get(id);
      if (circle !== undefined && circle === inCircle.get(dependency.id))
        note(id, circular(...names, dependency.location));
    }
  }
  return problems;
}

function missing(name: string, other: string, location: Location): Diagnostic {
  return {
    code: "flux-dependency-missing",
    severity: "warning",
    message: `${name} waits for ${other}, which nothing in this repository declares for its cluster`,
    ...location,
    hint: "Flux does not apply it before that one is ready. Correct the name and the namespace, or remove the entry.",
  };
}

function circular(name: string, other: string, location: Location): Diagnostic {
  return {
    code: "flux-dependency-circle",
    severity: "warning",
    message: name.endsWith(` ${other}`)
      ? `${name} waits for itself, so Flux never applies it`
      : `${name} waits for ${other}, which waits for it, directly or not: Flux applies neither`,
    ...location,
    hint: "Remove one of the entries of dependsOn.",
  };
}

/** The number of its circle for each deployment that is in one. The algorithm is Tarjan's, without recursion. */
function circles(deployments: ReadonlyMap<string, Deployment>): ReadonlyMap<string, number> {
  const order = new Map<string, number>();
  const low = new Map<string, number>();
  const open = new Set<string>();
  const path: string[] = [];
  const found = new Map<string, number>();
  const targetsOf = (id: string): readonly string[] =>
    (deployments.get(id)?.dependsOn ?? []).map((each) => each.id).filter((each) => deployments.has(each));
  for (const start of deployments.keys()) {
    const work: { readonly id: string; readonly next: Iterator<string> }[] = [];
    const enter = (id: string): void => {
      order.set(id, order.size);
      low.set(id, order.get(id) as number);
      open.add(id);
      path.push(id);
      work.push({ id, next: targetsOf(id)[Symbol.iterator]() });
    };
    if (!order.has(start)) enter(start);
    for (let top = work.at(-1); top !== undefined; top = work.at(-1)) {
      const { id } = top;
      const step = top.next.next();
      if (!step.done) {
        if (!order.has(step.value)) enter(step.value);
        else if (open.has(step.value)) low.set(id, Math.min(low.get(id) as number, order.get(step.value) as number));
        continue;
      }
      work.pop();
      const parent = work.at(-1)?.id;
      if (parent !== undefined) low.set(parent, Math.min(low.get(parent) as number, low.get(id) as number));
      if (low.get(id) !== order.get(id)) continue;
      const members = path.splice(path.lastIndexOf(id));
      for (const member of members) open.delete(member);
      if (members.length > 1 || targetsOf(id).includes(id))
        for (const member of members) found.set(member, order.get(id) as number);
    }
  }
  return found;
}
