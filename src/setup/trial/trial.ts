/** Builds the targets of a repository once, with no consent of a workflow, to find out what each lacks. */
import type { Diagnostic } from "../../diagnostics.ts";
import type { BuildOptions } from "../../engine/index.ts";
import { directoryTarget, renderSides } from "../../render/index.ts";
import type { Tree } from "../../sources/tree.ts";
import { compareBytewise } from "../../text/index.ts";
import { parseResources } from "../../yaml/index.ts";
import { type Consent, type Documents, isDeploying } from "../survey/index.ts";

/** The reason why targets do not build. `mistake` is every reason that no input removes. */
export type Obstacle = Consent | "time" | "mistake";

export interface Trial {
  readonly built: number;
  readonly total: number;
  /** In the order of {@link OBSTACLES}, without obstacles that no target has. */
  readonly failures: readonly TrialFailure[];
  /** The objects that deploy directories, as the targets print them. */
  readonly deploying: Documents;
}

export interface TrialFailure {
  readonly obstacle: Obstacle;
  /** Sorted. */
  readonly targets: readonly string[];
  /** The first error of the first target. */
  readonly example: Diagnostic;
}

/** The seconds for all builds of targets. The targets that are left are not tried. */
const MAX_SECONDS = 120;
/** The most characters of objects that deploy directories. Equal ones count once. */
const MAX_DEPLOYING = 16 * 1024 * 1024;

const OBSTACLES: readonly Obstacle[] = ["charts", "remotes", "functions", "restrictions", "time", "mistake"];

/** Obstacles by codes of diagnostics. All other codes are mistakes. */
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
  ["outside-root", "restrictions"],
  ["run-timeout", "time"],
  ["build-timeout", "time"],
]);

/** Builds targets, without programs and connections: the builds have no ports for them. */
export async function tryTargets(
  tree: Tree,
  targets: readonly string[],
  loadRestrictor: NonNullable<BuildOptions["loadRestrictor"]>,
  onProgress?: (done: number, total: number, target: string) => void,
): Promise<Trial> {
  const failed: { readonly obstacle: Obstacle; readonly target: string; readonly example: Diagnostic }[] = [];
  const deploying = new Set<string>();
  let room = MAX_DEPLOYING;
  let built = 0;
  const deadline = { at: performance.now() + MAX_SECONDS * 1000, totalSeconds: MAX_SECONDS };
  await renderSides(
    { base: tree, head: tree },
    targets.map(directoryTarget),
    { build: { loadRestrictor }, deadline, onProgress },
    ({ target: { id: target } }, _base, head) => {
      if (head.status === "rendered") {
        built++;
        for (const { apiVersion, kind, yaml } of head.resources) {
          if (!isDeploying(apiVersion, kind) || deploying.has(yaml) || yaml.length > room) continue;
          deploying.add(yaml);
          room -= yaml.length;
        }
      }
      const errors = head.status === "failed" ? head.diagnostics.filter(({ severity }) => severity === "error") : [];
      for (const example of errors.slice(0, 1))
        failed.push({ obstacle: BY_CODE.get(example.code) ?? "mistake", target, example });
      return true;
    },
  );
  failed.sort((a, b) => compareBytewise(a.target, b.target));
  const failures = OBSTACLES.flatMap((obstacle): TrialFailure[] => {
    const found = failed.filter((each) => each.obstacle === obstacle);
    return found.slice(0, 1).map(({ example }) => ({ obstacle, targets: found.map(({ target }) => target), example }));
  });
  const documents = [...deploying].flatMap((yaml) => parseResources(yaml, "").filter((node) => node.kind === "map"));
  return { built, total: targets.length, failures, deploying: documents };
}
