/** The costs of targets: by the times of an earlier run, or by an estimate. */
import { failure, type KrmError } from "../diagnostics.ts";
import { compareIds, deploymentOf, isDeploymentId } from "../render/index.ts";

/** The seconds of targets in an earlier run, by id. */
export type Costs = ReadonlyMap<string, number>;

const VERSION = 1;
/** The limit for a file with times. */
const MAX_COSTS_BYTES = 64 * 1024 * 1024;
const MAX_TARGETS = 1_000_000;
/** The longest time of a target that counts, in seconds. */
const MAX_SECONDS = 1_000_000;

/**
 * The estimate for one target, and for each directory and file that it reaches on one side, in microseconds. These fit the
 * processor time of changes of five public repositories best (least squares: 10.8 and 1.15 ms): OCP-on-NERC/nerc-ocp-config,
 * operate-first/apps, redhat-cop/gitops-catalog, kubeflow/manifests and redhat-appstudio/infra-deployments, 477 targets without
 * charts. For four of them, the estimate is between 0.5 and 1.1 of what they took; in the first, whose targets share nearly all
 * files, it is 3.7 of it.
 */
const MICROSECONDS_OF_TARGET = 10_000;
const MICROSECONDS_OF_FILE = 1200;
/** For a HelmRelease or a release of helm: two runs of helm, which take 90 ms of a processor each for public charts, and what comes after them. */
const MICROSECONDS_OF_RELEASE = 200_000;

/**
 * Reads the times of an earlier run: `times.json` of an output directory.
 * @param name the file, as messages name it
 * @throws KrmError `costs-invalid`
 */
export function parseCosts(text: string, name: string): Costs {
  const invalid = (what: string): KrmError =>
    failure("costs-invalid", `the times cannot be used: ${what}`, {
      file: name,
      hint: "Use the times.json that an earlier run left in its output directory.",
    });
  if (Buffer.byteLength(text) > MAX_COSTS_BYTES) throw invalid("the file is too long");
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw invalid("it is not JSON");
  }
  const { version, targets } = fieldsOf(value);
  if (version !== VERSION) throw invalid(`it has another version than ${VERSION}`);
  if (!Array.isArray(targets)) throw invalid("it has no list of targets");
  if (targets.length > MAX_TARGETS) throw invalid(`it has more than ${MAX_TARGETS} targets`);
  const costs = new Map<string, number>();
  for (const target of targets) {
    const { path, id = path, seconds } = fieldsOf(target);
    if (typeof id !== "string" || typeof seconds !== "number" || !(seconds >= 0) || seconds > MAX_SECONDS)
      throw invalid(`entry ${costs.size + 1} of its list is no target with a time in seconds`);
    if (costs.has(id)) throw invalid(`it has ${JSON.stringify(id)} twice`);
    costs.set(id, seconds);
  }
  return costs;
}

/**
 * The work of each target in whole microseconds, so that sums are the same on every machine. A target that has no time of an earlier
 * run gets an estimate; those that have one say how far the estimates are from the truth.
 * @param weights of the plan; undefined if nothing is known of the targets
 */
export function microsecondsOf(
  targets: readonly string[],
  weights: ReadonlyMap<string, number> | undefined,
  costs: Costs | undefined,
): ReadonlyMap<string, number> {
  const estimates = new Map(
    targets.map((id) => {
      const kind = deploymentOf(id)?.kind;
      const release = kind === "HelmRelease" || kind === "Release" ? MICROSECONDS_OF_RELEASE : 0;
      return [id, MICROSECONDS_OF_TARGET + release + MICROSECONDS_OF_FILE * (weights?.get(id) ?? 0)];
    }),
  );
  let known = 0;
  let estimated = 0;
  for (const [id, estimate] of estimates) {
    const seconds = costs?.get(id);
    if (seconds === undefined) continue;
    known += Math.round(seconds * 1e6);
    estimated += estimate;
  }
  const factor = known > 0 ? known / estimated : 1;
  return new Map(
    Array.from(estimates, ([id, estimate]) => {
      const seconds = costs?.get(id);
      return [id, Math.max(1, Math.round(seconds === undefined ? estimate * factor : seconds * 1e6))];
    }),
  );
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? Object.assign(Object.create(null), value) : {};
}

/** The text of `times.json`. @param seconds wall time of each target, by id */
export function timesText(seconds: ReadonlyMap<string, number>): string {
  const targets = [...seconds]
    .sort(([a], [b]) => compareIds(a, b))
    // Earlier versions read paths.
    .map(([id, time]) => ({ id, ...(!isDeploymentId(id) && { path: id }), seconds: Math.round(time * 1000) / 1000 }));
  return `${JSON.stringify({ version: VERSION, targets }, undefined, 1)}\n`;
}
