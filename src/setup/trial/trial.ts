/** Builds the targets of a repository once, with no consent of a workflow, to find out which do and why others do not. */
import type { Diagnostic } from "../../diagnostics.ts";
import type { BuildOptions } from "../../engine/index.ts";
import { renderSides } from "../../render/index.ts";
import type { Tree } from "../../sources/tree.ts";
import { compareBytewise } from "../../text/index.ts";
import { parseResources } from "../../yaml/index.ts";
import { type Documents, isDeploying } from "../survey/index.ts";

/** Why targets do not build. `mistake` is everything that no input mends. */
export type Obstacle = "charts" | "remotes" | "functions" | "restrictions" | "time" | "mistake";

/** What targets may need, and the input of the action that gives it. */
export interface Consent {
  readonly what: string;
  readonly input: string;
}

/** By the obstacles that an input removes. */
export const CONSENTS: Readonly<Record<Exclude<Obstacle, "time" | "mistake">, Consent>> = {
  charts: { what: "helm", input: "enable-helm" },
  remotes: { what: "other repositories", input: "remote" },
  functions: { what: "functions or plugins", input: "trusted-catalogs" },
  restrictions: { what: "files of other directories", input: "load-restrictor" },
};

export interface Trial {
  readonly built: number;
  readonly total: number;
  /** In the order of {@link OBSTACLES}; only those that were met. */
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

export interface TrialOptions {
  /** The seconds for all targets. */
  readonly totalSeconds: number;
  /** What `.krm-render.yaml` sets. */
  readonly loadRestrictor: NonNullable<BuildOptions["loadRestrictor"]>;
  readonly onProgress?: (done: number, total: number, target: string) => void;
}

/** The seconds for all builds of targets. Those that are left are not tried. */
export const MAX_TRIAL_SECONDS = 120;
/** The most characters of objects that deploy directories. Equal ones count once. */
const MAX_DEPLOYING = 16 * 1024 * 1024;

const OBSTACLES: readonly Obstacle[] = ["charts", "remotes", "functions", "restrictions", "time", "mistake"];

/** The codes of diagnostics, but for those of mistakes. */
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

/** Nothing of a target runs a program or opens a connection: the builds have no ports for that. */
export async function tryTargets(tree: Tree, targets: readonly string[], options: TrialOptions): Promise<Trial> {
  const { totalSeconds, loadRestrictor, onProgress } = options;
  const failed = new Map<Obstacle, { target: string; example: Diagnostic }[]>();
  const deploying = new Set<string>();
  let room = MAX_DEPLOYING;
  let built = 0;
  const deadline = { at: performance.now() + totalSeconds * 1000, totalSeconds };
  const sides = targets.map((path) => ({ path }));
  await renderSides(
    { base: tree, head: tree },
    sides,
    { build: { loadRestrictor }, deadline, onProgress },
    (visit, _base, head) => {
      if (head.status === "rendered") {
        built++;
        for (const { apiVersion, kind, yaml } of head.resources) {
          if (!isDeploying(apiVersion, kind) || deploying.has(yaml) || yaml.length > room) continue;
          deploying.add(yaml);
          room -= yaml.length;
        }
      }
      const example =
        head.status === "failed" ? head.diagnostics.find(({ severity }) => severity === "error") : undefined;
      if (example !== undefined) {
        const obstacle = BY_CODE.get(example.code) ?? "mistake";
        const met = failed.get(obstacle);
        const failure = { target: visit.target.path, example };
        if (met === undefined) failed.set(obstacle, [failure]);
        else met.push(failure);
      }
      return true;
    },
  );
  const failures = OBSTACLES.flatMap((obstacle): TrialFailure[] => {
    const found = (failed.get(obstacle) ?? []).sort((a, b) => compareBytewise(a.target, b.target));
    const [first] = found;
    return first === undefined
      ? []
      : [{ obstacle, targets: found.map(({ target }) => target), example: first.example }];
  });
  const documents = [...deploying].flatMap((yaml) => parseResources(yaml, "").filter((node) => node.kind === "map"));
  return { built, total: targets.length, failures, deploying: documents };
}
