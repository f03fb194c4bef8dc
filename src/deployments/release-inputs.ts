/** Tells what differs in the inputs of a HelmRelease between the sides of a comparison, with the places that say so. */
import type { Location } from "../diagnostics.ts";
import { isMap, textAt, valueAt } from "../manifests/index.ts";
import type { SideName } from "../render/index.ts";
import { stableJson } from "../text/index.ts";
import type { Value } from "../yaml/index.ts";
import { type Deployment, keepsVersion } from "./builds/index.ts";
import { isRenderable, type ReleaseRecipe } from "./flux/index.ts";

/** Values that are compared. What lies deeper, or behind them, counts as one value. */
const MAX_DEPTH = 64;
const MAX_VALUES = 500;

/** One input that differs. */
export interface ChangedInput {
  readonly side: SideName;
  readonly place: Location;
  /** `chart` for another chart or version, `values` for a value, and else the field of `spec`. */
  readonly step: string;
  /** The texts of a value on both sides, where it is one and comes from no Secret. */
  readonly before?: string | undefined;
  readonly after?: string | undefined;
}

export interface ReleaseInputs {
  readonly changed: readonly ChangedInput[];
  /** The directory of a chart in the tree, relative to its top: its files may differ. Undefined for another chart on each side. */
  readonly chartDirectory: string | undefined;
  /** Flux builds the chart again only if its version changes. */
  readonly keepsVersion: boolean;
}

/** Undefined for a deployment that is none, or that one side does not have or cannot render. Takes time linear in the values. */
export function releaseInputs(base: Deployment | undefined, head: Deployment | undefined): ReleaseInputs | undefined {
  const [before, after] = [releaseOf(base), releaseOf(head)];
  if (before === undefined || after === undefined) return undefined;
  const isSame = (of: (recipe: ReleaseRecipe) => unknown): boolean => stableJson(of(before)) === stableJson(of(after));
  const { location: _old, ...oldChart } = before.chart.chart;
  const { location, ...chart } = after.chart.chart;
  const isSameChart = stableJson(oldChart) === stableJson(chart);
  const fields: readonly (readonly [string, (recipe: ReleaseRecipe) => unknown])[] = [
    ["releaseName", (recipe) => recipe.chart.releaseName],
    ["targetNamespace", (recipe) => recipe.chart.namespace],
    ["postRenderers", (recipe) => [withoutPlaces(recipe.postRenderers), recipe.postRenderStrategy]],
    ["commonMetadata", ({ commonMetadata }) => [[...commonMetadata.labels], [...commonMetadata.annotations]]],
    ["crds", ({ crds, chart: { includesCrds } }) => [crds, includesCrds]],
    ["hooks", ({ hooks }) => hooks],
    ["ignore", ({ ignore }) => ignore ?? null],
  ];
  return {
    changed: [
      ...(isSameChart ? [] : [{ side: "head" as const, place: location, step: "chart" }]),
      ...changedValues(before, after),
      ...fields.flatMap(([step, of]) =>
        isSame(of) ? [] : [{ side: "head" as const, place: after.places.release, step }],
      ),
    ],
    chartDirectory: isSameChart && chart.from === "tree" ? chart.directory.slice(1) || "." : undefined,
    keepsVersion: base !== undefined && head !== undefined && keepsVersion(after, base, head),
  };
}

function releaseOf(deployment: Deployment | undefined): ReleaseRecipe | undefined {
  const recipe = deployment?.recipe;
  return recipe !== undefined && isRenderable(recipe) && recipe.kind === "HelmRelease" ? recipe : undefined;
}

/** The same data without the places of its parts. */
function withoutPlaces(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutPlaces);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, part]) => (key === "location" ? [] : [[key, withoutPlaces(part)]])),
  );
}

/**
 * The object that says where the chart of a HelmRelease is, as `KIND NAMESPACE/NAME`; undefined for a chart of the tree, and for other
 * deployments.
 */
export function chartSourceOf(deployment: Deployment | undefined): string | undefined {
  if (deployment?.deployment?.kind !== "HelmRelease") return undefined;
  const { recipe, object } = deployment;
  if (isRenderable(recipe) && recipe.kind === "HelmRelease" && recipe.chart.chart.from === "tree") return undefined;
  const [own, ofChart] = [valueAt(object, "spec", "chartRef"), valueAt(object, "spec", "chart", "spec", "sourceRef")];
  const reference = own ?? ofChart;
  const [kind, name] = [textAt(reference, "kind"), textAt(reference, "name")];
  if (kind === undefined || name === undefined) return undefined;
  return `${kind} ${textAt(reference, "namespace") || deployment.deployment.namespace}/${name}`;
}

/** The values of a release that differ. */
function changedValues(before: ReleaseRecipe, after: ReleaseRecipe): ChangedInput[] {
  const [old, now] = [before, after].map(({ chart: { values } }) =>
    values.flatMap((each) => ("value" in each ? [each.value] : [])),
  ) as [Value[], Value[]];
  const place = (side: SideName, path: readonly string[]) => placeOf(side === "head" ? after : before, path);
  const isSecret = (path: readonly string[]) =>
    [before, after].some(({ secrets }) => secrets.some((each) => meet(each, path)));
  const changed: ChangedInput[] = [];
  for (let index = 0; index < Math.max(old.length, now.length); index++)
    addValueChanges(changed, old[index], now[index], { place, isSecret });
  return changed;
}

/** Knowledge of values that are compared. */
interface ComparedValues {
  readonly place: (side: SideName, path: readonly string[]) => Location;
  readonly isSecret?: (path: readonly string[]) => boolean;
}

/** Adds the values that differ, as deep as they can be told apart. */
export function addValueChanges(
  changed: ChangedInput[],
  base: Value | undefined,
  head: Value | undefined,
  { place, isSecret = () => false }: ComparedValues,
): void {
  visit(base, head, []);

  function visit(left: Value | undefined, right: Value | undefined, path: readonly string[]): void {
    if (changed.length >= MAX_VALUES || stableJson(left ?? null) === stableJson(right ?? null)) return;
    const isShallow = path.length < MAX_DEPTH;
    if (isShallow && isMap(left) && isMap(right)) {
      for (const key of new Set([...Object.keys(left), ...Object.keys(right)]))
        visit(left[key], right[key], [...path, key]);
      return;
    }
    if (isShallow && Array.isArray(left) && Array.isArray(right) && left.length === right.length) {
      for (const [at, item] of left.entries()) visit(item, right[at], [...path, String(at)]);
      return;
    }
    const side = right === undefined ? "base" : "head";
    changed.push({
      side,
      place: place(side, path),
      step: "values",
      ...(!isSecret(path) && { before: textOf(left), after: textOf(right) }),
    });
  }
}

/** The place of a value, or of the nearest one around it that has one. */
function placeOf({ places }: ReleaseRecipe, path: readonly string[]): Location {
  for (let length = path.length; length >= 0; length--) {
    const place = places.valueOf(path.slice(0, length));
    if (place !== undefined) return place;
  }
  return places.release;
}

/** Tells whether one path is the other, or leads to it. */
function meet(a: readonly string[], b: readonly string[]): boolean {
  return a.every((step, index) => index >= b.length || step === b[index]);
}

function textOf(value: Value | undefined): string | undefined {
  return value === undefined || value === null || typeof value === "object" ? undefined : String(value);
}
