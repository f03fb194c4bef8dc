/** Finds the causes of changes: builds the targets that have them once more, with a trace, and asks who set what. */
import { getOrInsert, groupBy } from "../../collections.ts";
import { KrmError, type Location } from "../../diagnostics.ts";
import { type AskedObject, type OutputName, type TracedBuild, traceBuild } from "../../explain/index.ts";
import { directoryOfTarget, isDeploymentId, type SideName } from "../../render/index.ts";
import { askedFields, chooseCauses, type TracedSide } from "./choice.ts";
import { foundCauses } from "./collected.ts";
import { EditedFiles } from "./edited-files.ts";
import { ManifestCauses } from "./manifest-causes.ts";
import { releaseCauses } from "./release-causes.ts";
import type { CauseRequest, CausesInput, ChangeTrace } from "./types.ts";

/**
 * Returns the traces of each change, by its id. Nothing is known of a target that cannot be built with a trace in time. Traces
 * are made one by one, and dropped before the next.
 */
export async function findCauses(input: CausesInput): Promise<ReadonlyMap<string, readonly ChangeTrace[]>> {
  const { trees, requests, changedFiles, deadline, onStart, onProgress } = input;
  const files = new EditedFiles(trees, changedFiles);
  const manifests = new ManifestCauses(trees, files);
  const traces = new Map<string, ChangeTrace[]>();
  const byTarget = groupBy(requests, ({ target }) => target);
  let done = 0;
  for (const [target, all] of byTarget) {
    const isLate = (): boolean => deadline !== undefined && performance.now() >= deadline.at;
    if (isLate()) break;
    onStart?.(target);
    const inputs = await input.inputsOf?.(target);
    const sides = new Map<string, Record<SideName, TracedSide>>();
    for (const request of all) {
      if (isLate()) break;
      const from = request.from ?? target;
      const pair = getOrInsert(sides, from, () => {
        const head =
          sides.values().next().value?.head ?? new TracedTarget("head", request.to ?? target, all, input, files);
        return { head, base: new TracedTarget("base", from, all, input, files) };
      });
      const asked = new Set(askedFields(request).map(({ path }) => path)).size;
      const traced = inputs ? await releaseCauses(request, inputs, files) : await chooseCauses(request, pair, files);
      const chosen = traced.length > 0 || inputs !== undefined ? traced : await manifests.of(request);
      const found = foundCauses(chosen, asked);
      getOrInsert(traces, request.id, (): ChangeTrace[] => []).push({ target, asked, found });
    }
    onProgress?.(++done, byTarget.size, target);
  }
  return traces;
}

/** A target on one side, built when it is first asked. A target that does not build answers nothing. */
class TracedTarget implements TracedSide {
  readonly side: SideName;
  readonly #target: string;
  readonly #input: CausesInput;
  readonly #files: EditedFiles;
  readonly #asked: readonly AskedObject[];
  #build: Promise<TracedBuild | undefined> | undefined;
  #isWhole = false;

  constructor(
    side: SideName,
    target: string,
    requests: readonly CauseRequest[],
    input: CausesInput,
    files: EditedFiles,
  ) {
    this.side = side;
    this.#target = target;
    this.#input = input;
    this.#files = files;
    this.#asked = requests.flatMap(({ base, head }) => {
      // An object that is new or gone has no changed fields.
      const isWhole = base !== undefined && head !== undefined;
      return [base, head].flatMap((name) => (name === undefined ? [] : [{ ...name, isWhole }]));
    });
  }

  async open(name: OutputName): Promise<TracedBuild | undefined> {
    const build = await (this.#build ??= this.#trace(this.#asked));
    if (build === undefined || this.#isWhole || !build.hides(name)) return build;
    // A patch or a function gave the object a name that its first one is no part of.
    this.#isWhole = true;
    return (this.#build = this.#trace(undefined));
  }

  get pathPlace(): Location | undefined {
    if (!isDeploymentId(this.#target)) return undefined;
    try {
      return this.#input.deployments?.[this.side].recipe(this.#target)?.pathPlace;
    } catch (thrown) {
      if (thrown instanceof KrmError) return undefined;
      throw thrown;
    }
  }

  /** How it is built; undefined for a deployment that this side does not have. */
  #source() {
    const { trees, options, deployments } = this.#input;
    if (!isDeploymentId(this.#target)) {
      const directory = directoryOfTarget(this.#target);
      return { tree: trees[this.side], directory, options: options[this.side], deployment: undefined };
    }
    const deployment = deployments?.[this.side].recipe(this.#target);
    return deployment && { ...deployment, deployment };
  }

  async #trace(asked: readonly AskedObject[] | undefined): Promise<TracedBuild | undefined> {
    const { deadline } = this.#input;
    const { timeoutSeconds } = this.#input.options[this.side];
    const left = deadline && (deadline.at - performance.now()) / 1000;
    if (left !== undefined && left <= 0) return undefined;
    const limit =
      timeoutSeconds === undefined || left === undefined ? (left ?? timeoutSeconds) : Math.min(left, timeoutSeconds);
    try {
      const source = this.#source();
      if (source === undefined) return undefined;
      const { tree, directory, options, deployment } = source;
      return await traceBuild(tree, directory, options, {
        deployment,
        filesAt: (path) => this.#files.at(path),
        asked,
        timeoutSeconds: limit,
      });
    } catch {
      // Its rendering says what is wrong with it.
      return undefined;
    }
  }
}
