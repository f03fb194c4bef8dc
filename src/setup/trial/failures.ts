/** Groups the targets that do not build by what they lack. */
import { getOrInsert } from "../../collections.ts";
import type { Diagnostic } from "../../diagnostics.ts";
import { isDeploymentId } from "../../render/index.ts";
import { compareBytewise } from "../../text/index.ts";
import type { Consent } from "../survey/index.ts";

/** The reason why targets do not build. `mistake` is every reason that no input removes. */
export type Obstacle = Consent | "time" | "mistake";

export interface TrialFailure {
  readonly obstacle: Obstacle;
  /** Their ids, sorted. */
  readonly targets: readonly string[];
  /** The first error of the first target. */
  readonly example: Diagnostic;
}

const OBSTACLES: readonly Obstacle[] = ["charts", "remotes", "functions", "jsonnet", "restrictions", "time", "mistake"];

/** Obstacles of directories by codes of diagnostics. All other codes are mistakes. */
const BY_CODE: ReadonlyMap<string, Obstacle> = new Map<string, Obstacle>([
  ["helm-disabled", "charts"],
  ["remote-unsupported", "remotes"],
  ["functions-disabled", "functions"],
  ["exec-disabled", "functions"],
  ["starlark-disabled", "functions"],
  ["plugin-not-found", "functions"],
  ["function-unsupported", "functions"],
  ["catalog-untrusted", "functions"],
  ["catalog-function-unknown", "functions"],
  ["argocd-jsonnet", "jsonnet"],
  ["outside-root", "restrictions"],
  ["run-timeout", "time"],
  ["build-timeout", "time"],
]);

/** A target that does not build, with its first error. */
export interface FailedTarget {
  readonly target: string;
  readonly example: Diagnostic;
}

/** The obstacles that keep us, but not the controller, from building a deployment. kustomize-controller runs neither helm nor functions. */
const OF_DEPLOYMENTS: ReadonlySet<Obstacle> = new Set(["remotes", "jsonnet", "time"]);

function obstacleOf({ target, example }: FailedTarget): Obstacle {
  const obstacle = BY_CODE.get(example.code) ?? "mistake";
  return isDeploymentId(target) && !OF_DEPLOYMENTS.has(obstacle) ? "mistake" : obstacle;
}

/** Groups targets by what they lack. Mistakes of different sorts are told one by one. */
export function failuresOf(failed: readonly FailedTarget[]): readonly TrialFailure[] {
  const groups = new Map<string, FailedTarget[]>();
  for (const each of failed.toSorted((a, b) => compareBytewise(a.target, b.target))) {
    const obstacle = obstacleOf(each);
    getOrInsert(groups, obstacle === "mistake" ? each.example.code : obstacle, () => []).push(each);
  }
  const failures = [...groups.values()].flatMap((group): TrialFailure[] =>
    group.slice(0, 1).map((first) => ({
      obstacle: obstacleOf(first),
      targets: group.map(({ target }) => target),
      example: first.example,
    })),
  );
  return failures.sort((a, b) => OBSTACLES.indexOf(a.obstacle) - OBSTACLES.indexOf(b.obstacle));
}
