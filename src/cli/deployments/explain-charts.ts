/** `krm-render explain` with the id of a HelmRelease, an Application or a release of helm: explains what their charts make. */
import { posix } from "node:path";
import type { ChartRecipe, ChartSource, ValueSetting } from "../../charts/index.ts";
import type { RedactionRule } from "../../configuration/index.ts";
import {
  type Deployment,
  type FoundDeployments,
  isKustomize,
  isRenderable,
  onlyKustomize,
} from "../../deployments/index.ts";
import { type Diagnostic, formatLocation, type Location } from "../../diagnostics.ts";
import type { BuildOptions } from "../../engine/index.ts";
import { type Explained, explainReleased, type GivenValue } from "../../explain/index.ts";
import type { Tree } from "../../sources/tree.ts";
import { locate, type Node, parseResources, toValue, type Value } from "../../yaml/index.ts";

type Recipe = Deployment["recipe"];
type ReleaseRecipe = Extract<Recipe, { readonly kind: "HelmRelease" }>;
type ChartsRecipe = Extract<Recipe, { readonly charts: unknown }>;

/** The recipe of what deploys charts and can be rendered; undefined for everything else. */
export function chartsRecipe(deployment: Deployment | undefined): ReleaseRecipe | ChartsRecipe | undefined {
  const recipe = deployment?.recipe;
  if (recipe === undefined || !isRenderable(recipe) || isKustomize(recipe)) return undefined;
  // What kustomize makes has a history.
  return recipe.kind === "Application" && onlyKustomize(recipe) !== undefined ? undefined : recipe;
}

/** Renders the charts, and finds the values that they get. @throws KrmError for what is not rendered */
export async function explainCharts(
  id: string,
  recipe: ReleaseRecipe | ChartsRecipe,
  {
    tree,
    deployments,
    build,
    rules,
  }: {
    readonly tree: Tree;
    readonly deployments: FoundDeployments;
    readonly build: BuildOptions;
    readonly rules: readonly RedactionRule[];
  },
): Promise<Explained> {
  const { timeoutSeconds } = build;
  const built = await deployments.builder(build).build(id, { builds: 1, timeoutSeconds, recorded: undefined });
  const isRelease = recipe.kind === "HelmRelease";
  const own = isRelease ? [valuesOfRelease(recipe)] : await valuesOfCharts(tree, recipe);
  const charts = isRelease ? [recipe.chart] : recipe.charts;
  const given: GivenValue[] = [];
  for (const [index, { chart }] of charts.entries())
    given.push(...lastOfEach(own[index] ?? [], await valuesOfChart(tree, chart)));
  const explainer = explainReleased(built?.resources ?? [], given, rules, originRule(charts));
  const diagnostics = [...(built?.diagnostics ?? []), ...(isRelease ? untold(recipe) : [])];
  return { explainer, diagnostics: explainer.masked(diagnostics) };
}

/** Tells whether a chart makes an object: of a chart of the tree, its template is the origin, and of others the place that names the chart. */
function originRule(charts: readonly ChartRecipe[]): (origin: Location) => boolean {
  const directories = charts.flatMap(({ chart }) => (chart.from === "tree" ? [`${chart.directory.slice(1)}/`] : []));
  const places = new Set(charts.map(({ chart: { location } }) => formatLocation(location)));
  return (origin) =>
    places.has(formatLocation(origin)) || directories.some((directory) => origin.file.startsWith(directory));
}

function untold({ postRenderers, places }: ReleaseRecipe): readonly Diagnostic[] {
  if (postRenderers.length === 0) return [];
  return [
    {
      code: "flux-steps-untold",
      severity: "notice",
      message:
        "the post-renderers of the release are not told apart from its chart: a field may be one that they have set",
      ...places.release,
      hint: "Look at spec.postRenderers.",
    },
  ];
}

type LocationOf = (path: readonly string[]) => GivenValue["location"];

/** The values of the release, but those of Secrets. */
function valuesOfRelease({ chart, places, secrets }: ReleaseRecipe): readonly GivenValue[] {
  const isSecret = (path: readonly string[]): boolean =>
    secrets.some((secret) => secret.every((step, index) => path[index] === step));
  const all = chart.values.flatMap((each) => ("value" in each ? leavesOf(each.value, places.valueOf) : []));
  return all.filter(({ path }) => !isSecret(path));
}

/** For each chart, the values of files in the tree, of `values` or `valuesObject`, and of parameters, in the order in which helm gets them. */
function valuesOfCharts(tree: Tree, { charts, places }: ChartsRecipe): Promise<readonly (readonly GivenValue[])[]> {
  return Promise.all(
    charts.map(async ({ values, settings }, index) => {
      const placeOf = (...path: readonly string[]) => places[index]?.("helm", ...path);
      const found: GivenValue[] = [];
      for (const each of values) {
        if ("value" in each) found.push(...leavesOf(each.value, (path) => placeOf("valuesObject", ...path)));
        else if ("text" in each) {
          const leaves = leavesOfText(each.text, each.display, true);
          found.push(...leaves.map((leaf) => ({ ...leaf, location: placeOf("values") })));
        } else if ("path" in each) found.push(...(await valuesOfFile(tree, each.path, true)));
      }
      return [...found, ...settings.flatMap(valueOfSetting)];
    }),
  );
}

/** The value that a parameter sets; none for one of a file or a Secret. */
function valueOfSetting(setting: ValueSetting): GivenValue[] {
  if (setting.option === "set-file" || setting.isSecret) return [];
  const { argument, location } = setting;
  const equals = argument.indexOf("=");
  const path = argument.slice(0, equals).match(/(?:\\.|[^.[\]\\])+/g) ?? [];
  const value = argument.slice(equals + 1).replaceAll("\\,", ",");
  return [{ path: path.map((step) => step.replace(/\\(.)/g, "$1")), value, location, isOwn: true }];
}

/** The values of a release or an Application that are no maps and no lists with elements. */
function leavesOf(value: Value, locationOf: LocationOf, path: readonly string[] = []): GivenValue[] {
  const entries = typeof value === "object" && value !== null ? Object.entries(value) : [];
  if (entries.length > 0) return entries.flatMap(([key, inner]) => leavesOf(inner, locationOf, [...path, key]));
  return path.length === 0 ? [] : [{ path, value, location: locationOf(path), isOwn: true }];
}

/** The values that count: of two for one path the last one, and a default only where nothing else is given. */
function lastOfEach(own: readonly GivenValue[], defaults: readonly GivenValue[]): readonly GivenValue[] {
  const key = ({ path }: GivenValue): string => JSON.stringify(path);
  const last = new Map(own.map((each) => [key(each), each]));
  return [...last.values(), ...defaults.filter((each) => !last.has(key(each)))];
}

/** The values that a chart in the tree has itself. */
async function valuesOfChart(tree: Tree, chart: ChartSource): Promise<readonly GivenValue[]> {
  if (chart.from !== "tree" || chart.valuesFiles !== undefined) return [];
  return valuesOfFile(tree, posix.join(chart.directory, "values.yaml"), false);
}

async function valuesOfFile(tree: Tree, file: string, isOwn: boolean): Promise<readonly GivenValue[]> {
  if ((await tree.lookup(file))?.type !== "file") return [];
  return leavesOfText(Buffer.from(await tree.read(file)).toString(), tree.display(file), isOwn);
}

/** None if it cannot be read: the chart has been rendered, so helm can read what is not read here. */
function leavesOfText(text: string, display: string, isOwn: boolean): readonly GivenValue[] {
  const found: GivenValue[] = [];
  const walk = (node: Node, path: readonly string[]): void => {
    if (node.kind === "map") {
      for (const { key, value } of node.entries) if (key.kind === "scalar") walk(value, [...path, key.value]);
    } else if (node.kind === "seq") {
      for (const [index, item] of node.items.entries()) walk(item, [...path, String(index)]);
    } else found.push({ path, value: toValue(node), location: locate(node), isOwn });
  };
  try {
    for (const node of parseResources(text, display)) walk(node, []);
  } catch {
    return [];
  }
  return found;
}
