/** Runs generators, and those in them; docs/specification/argocd-application-sets.md 2. */
import { emptyMap, isMap, valueAt } from "../../../manifests/index.ts";
import type { MapValue } from "../../../yaml/index.ts";
import type { PlaceOf } from "../../objects/index.ts";
import { clusterGenerator } from "./cluster-generator.ts";
import { declaredGenerator } from "./declared-generator.ts";
import type { Generation, Generator, Requested } from "./generation.ts";
import { GENERATOR_KINDS, type GeneratorKind, NESTED_COMBINATION } from "./generator-shapes.ts";
import { gitGenerator } from "./git-generator.ts";
import { listGenerator } from "./list-generator.ts";
import { type RunInner, runMatrix } from "./matrix-generator.ts";
import { runMerge } from "./merge-generator.ts";
import { flattened, type ParameterSet } from "./parameters.ts";
import { filled, type Renderer } from "./renderer.ts";
import { readSelector } from "./selector.ts";
import { invalid } from "./set-problems.ts";
import { shapedMap } from "./shapes.ts";

const SIMPLE: Readonly<Record<Exclude<GeneratorKind, "matrix" | "merge">, Generator>> = {
  list: listGenerator,
  clusters: clusterGenerator,
  git: gitGenerator,
  scmProvider: declaredGenerator("scmProvider"),
  clusterDecisionResource: declaredGenerator("clusterDecisionResource"),
  pullRequest: declaredGenerator("pullRequest"),
  plugin: declaredGenerator("plugin"),
};

/** The kinds that a generator names. */
export function kindsOf(generator: MapValue): readonly GeneratorKind[] {
  return GENERATOR_KINDS.filter((kind) => Object.hasOwn(generator, kind));
}

/**
 * The parameters of one kind of a generator that its selector lets through.
 * @param generator in the shape of its level
 * @param outer parameters of another generator that are filled in
 * @throws KrmError `argocd-set-invalid`, `argocd-set-unknown`, `argocd-source-elsewhere`, and what reading YAML throws
 */
export async function runGenerator(
  generator: MapValue,
  kind: GeneratorKind,
  placeOf: PlaceOf,
  generation: Generation,
  outer: MapValue = emptyMap(),
): Promise<readonly ParameterSet[]> {
  const { renderer } = generation;
  const selector = valueAt(generator, "selector");
  const matches = isMap(selector)
    ? readSelector(selector, (...path) => placeOf("selector", ...path), false)
    : undefined;
  const written = valueAt(generator, kind);
  const place = placeOf();
  renderer.effort.place = place;
  if (!isMap(written)) throw invalid(`\`${kind}\` must be a map`, placeOf(kind));
  const fill = { outer, renderer, place };
  const requested: Requested = {
    fields: Object.keys(outer).length === 0 ? written : (interpolated(generator, fill)[kind] as MapValue),
    placeOf: (...path) => placeOf(kind, ...path),
    place,
  };
  const found = await runKind(kind, requested, generation);
  if (matches === undefined) return found;
  return found.filter(({ values }) => {
    const flat = flattened(values);
    renderer.effort.handle(Object.keys(flat).length);
    return matches(flat);
  });
}

function runKind(kind: GeneratorKind, requested: Requested, generation: Generation): Promise<readonly ParameterSet[]> {
  if (kind !== "matrix" && kind !== "merge") return SIMPLE[kind](requested, generation);
  const run: RunInner = (generator, path, outer) =>
    runNested(generator, (...more) => requested.placeOf(...path, ...more), generation, outer);
  return kind === "matrix" ? runMatrix(requested, generation, run) : runMerge(requested, generation, run);
}

/** Runs a generator in another one, which must name one kind. */
async function runNested(
  generator: MapValue,
  placeOf: PlaceOf,
  generation: Generation,
  outer?: MapValue,
): Promise<readonly ParameterSet[]> {
  const [kind, ...more] = kindsOf(generator);
  if (kind === undefined || more.length > 0)
    throw invalid(
      `a generator in \`matrix\` or \`merge\` must be of one kind, and this is of ${kind === undefined ? "none" : "several"}`,
      placeOf(),
      "Write one of `list`, `clusters`, `git` and the other kinds. Two levels of `matrix` and `merge` are the most.",
    );
  const shapedGenerator = Object.assign(emptyMap(), generator);
  for (const combination of ["matrix", "merge"] as const) {
    const written = valueAt(generator, combination);
    if (written !== undefined)
      shapedGenerator[combination] = shapedMap(
        written,
        NESTED_COMBINATION,
        (...path) => placeOf(combination, ...path),
        combination,
      );
  }
  return runGenerator(shapedGenerator, kind, placeOf, generation, outer);
}

interface Filling {
  readonly outer: MapValue;
  readonly renderer: Renderer;
  readonly place: Requested["place"];
}

/** A generator with parameters filled in, also in those in it. */
function interpolated(generator: MapValue, fill: Filling): MapValue {
  const result = emptyMap();
  for (const [key, value] of Object.entries(generator)) {
    if (isMap(value) && key !== "selector") result[key] = interpolatedKind(key, value, fill);
    else result[key] = filled(value, fill.outer, fill.renderer, fill.place);
  }
  return result;
}

function interpolatedKind(kind: string, fields: MapValue, fill: Filling): MapValue {
  const { outer, renderer, place } = fill;
  const isCombination = kind === "matrix" || kind === "merge";
  const result = emptyMap();
  for (const [key, value] of Object.entries(fields)) {
    if (isCombination && key === "generators" && Array.isArray(value))
      result[key] = value.map((one) => (isMap(one) ? interpolated(one, fill) : one));
    else if (key === "values" && kind !== "list" && isMap(value)) result[key] = knownFilled(value, fill);
    else result[key] = filled(value, outer, renderer, place);
  }
  return result;
}

/** `values` keep what names parameters that are not there: they may be those of the generator itself. */
function knownFilled(values: MapValue, { outer, renderer, place }: Filling): MapValue {
  const known = emptyMap();
  for (const [key, text] of Object.entries(values))
    known[key] = typeof text === "string" ? renderer.fillIfKnown(text, outer, place) : text;
  return known;
}
