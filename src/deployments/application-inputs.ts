/** Tells what differs in the inputs of an Application of Argo CD, or of a release of helm, between the sides of a comparison, with the places that say so. */
import { posix } from "node:path";
import type { ChartRecipe, ValueSetting, ValuesFile } from "../charts/index.ts";
import { KrmError, type Location } from "../diagnostics.ts";
import type { SideName, Trees } from "../render/index.ts";
import { stableJson } from "../text/index.ts";
import { get, locate, type Node, parseConfig, toConfigValue, type Value } from "../yaml/index.ts";
import { type ApplicationRecipe, commitOfChart } from "./argocd/index.ts";
import type { Deployment } from "./builds/index.ts";
import { isKustomize, isRenderable } from "./flux/index.ts";
import type { InstalledRecipe } from "./helm/index.ts";
import type { PlaceOf } from "./objects/index.ts";
import { addValueChanges, type ChangedInput, type ReleaseInputs, releaseInputs } from "./release-inputs.ts";

/** Larger values files are one value. */
const MAX_FILE = 1 << 20;

/**
 * Tells what differs in the inputs of the charts of a deployment, also in the values that a chart of the tree has itself. Undefined for a
 * deployment that renders none or other sources, too, or that one side does not have or cannot render.
 */
export async function chartInputs(
  base: Deployment | undefined,
  head: Deployment | undefined,
  trees: Trees,
): Promise<ReleaseInputs | undefined> {
  const inputs = releaseInputs(base, head) ?? (await applicationInputs(base, head, trees));
  if (inputs?.chartDirectory === undefined || inputs.keepsVersion) return inputs;
  const changed = [...inputs.changed];
  const path = posix.join("/", inputs.chartDirectory, "values.yaml");
  if (chartsOf(head).some((chart) => isReplacedOrNamed(chart, path))) return inputs;
  await addTreeFileChanges(changed, { base: path, head: path }, trees);
  return { ...inputs, changed };
}

function chartsOf(deployment: Deployment | undefined): readonly ChartRecipe[] {
  const recipe = deployment?.recipe;
  if (recipe === undefined || !isRenderable(recipe) || isKustomize(recipe)) return [];
  return recipe.kind === "HelmRelease" ? [recipe.chart] : recipe.charts;
}

/** Tells whether other files stand in for the values of a chart, or whether the recipe names them, too. */
function isReplacedOrNamed({ chart, values }: ChartRecipe, path: string): boolean {
  return chart.valuesFiles !== undefined || values.some((file) => "path" in file && file.path === path);
}

/** Undefined for a deployment that is no release of helm and no Application of charts alone, or that one side does not have or cannot render. */
async function applicationInputs(
  base: Deployment | undefined,
  head: Deployment | undefined,
  trees: Trees,
): Promise<ReleaseInputs | undefined> {
  const [before, after] = [recipeOf(base), recipeOf(head)];
  if (before === undefined || after === undefined || head === undefined) return undefined;
  const changed: ChangedInput[] = [];
  const { location } = head.origin;
  if (before.charts.length !== after.charts.length) changed.push({ side: "head", place: location, step: "sources" });
  if (before.namespace !== after.namespace) changed.push({ side: "head", place: location, step: "destination" });
  const isElsewhere = before.namespace !== after.namespace;
  for (const [index, chart] of after.charts.entries()) {
    const written = before.charts[index];
    // That of the destination is one change.
    const old = isElsewhere && written !== undefined ? { ...written, namespace: chart.namespace } : written;
    if (old === undefined) continue;
    const [oldPlace, place] = [before.places[index], after.places[index]] as [PlaceOf, PlaceOf];
    changed.push(...chartChanges(old, chart, place));
    const [oldCommit, commit] = [commitOf(before, index), commitOf(after, index)];
    if (oldCommit !== commit) changed.push({ side: "head", place: place("targetRevision"), step: "targetRevision" });
    // Its files are those of another commit.
    if (oldCommit !== undefined || commit !== undefined) continue;
    await addFileChanges(changed, { base: old, head: chart }, { base: oldPlace, head: place }, trees);
  }
  const isPast = after.charts.some((_, index) => commitOf(after, index) !== undefined);
  return { changed, chartDirectory: isPast ? undefined : directoryOf(before, after), keepsVersion: false };
}

/** The commit of this repository that a chart is at; undefined for what is reviewed. */
function commitOf(recipe: ApplicationRecipe | InstalledRecipe, index: number): string | undefined {
  return recipe.kind === "Application" ? commitOfChart(recipe, index) : undefined;
}

function recipeOf(deployment: Deployment | undefined): ApplicationRecipe | InstalledRecipe | undefined {
  const recipe = deployment?.recipe;
  if (recipe === undefined || !isRenderable(recipe) || !("charts" in recipe)) return undefined;
  // Of other sources, values are the cause of nothing.
  const isOfCharts = recipe.kind === "Release" || recipe.sources.length === recipe.charts.length;
  return isOfCharts && recipe.charts.length > 0 ? recipe : undefined;
}

/** The directory of the only chart of the tree, where it is the same on both sides. */
function directoryOf(...recipes: readonly Pick<ApplicationRecipe, "charts">[]): string | undefined {
  const directories = recipes.map(({ charts }) =>
    charts.flatMap(({ chart }) => (chart.from === "tree" ? [chart.directory] : [])),
  );
  const [only, ...others] = new Set(directories.flat());
  const isOnBoth = directories.every(({ length }) => length > 0);
  return only !== undefined && others.length === 0 && isOnBoth ? only.slice(1) || "." : undefined;
}

/** The fields of a recipe, with the names of those of `helm` that give them. */
const FIELDS = [
  ["releaseName", "releaseName"],
  ["namespace", "namespace"],
  ["capabilities", "kubeVersion"],
  ["includesCrds", "skipCrds"],
  ["skipsTests", "skipTests"],
] as const;

/** The changes of all but values files. */
function chartChanges(before: ChartRecipe, after: ChartRecipe, placeOf: PlaceOf): ChangedInput[] {
  const changed: ChangedInput[] = [];
  const { location: _old, ...old } = before.chart;
  const { location, ...now } = after.chart;
  if (stableJson(old) !== stableJson(now)) {
    const isVersion = old.from === "repository" && now.from === "repository" && old.wanted.name === now.wanted.name;
    changed.push({ side: "head", place: isVersion ? placeOf("targetRevision") : location, step: "chart" });
  }
  const [oldSettings, settings] = [settingsOf(before), settingsOf(after)];
  for (const name of new Set([...oldSettings.keys(), ...settings.keys()])) {
    const [left, right] = [oldSettings.get(name), settings.get(name)];
    if (left?.text === right?.text) continue;
    const side = right === undefined ? "base" : "head";
    const place = (right ?? left)?.location ?? placeOf("helm");
    changed.push({ side, place, step: "parameters", before: left?.text, after: right?.text });
  }
  for (const [field, name] of FIELDS)
    if (stableJson(before[field]) !== stableJson(after[field]))
      changed.push({ side: "head", place: placeOf("helm", name), step: name });
  return changed;
}

/** The parameters by option and name. */
function settingsOf({ settings }: ChartRecipe): ReadonlyMap<string, { text: string; location: Location | undefined }> {
  const entryOf = (setting: ValueSetting): readonly [string, string] => {
    if (setting.option === "set-file") return [setting.key, setting.path];
    const split = setting.argument.indexOf("=");
    return [setting.argument.slice(0, split), setting.argument.slice(split + 1).replaceAll("\\,", ",")];
  };
  return new Map(
    settings.map((setting) => {
      const [name, text] = entryOf(setting);
      return [`${setting.option} ${name}`, { text, location: setting.location }];
    }),
  );
}

type BySide<T> = Readonly<Record<SideName, T>>;

async function addFileChanges(
  changed: ChangedInput[],
  charts: BySide<ChartRecipe>,
  places: BySide<PlaceOf>,
  trees: Trees,
): Promise<void> {
  const base = new Map(charts.base.values.map((each) => [keyOf(each), each]));
  const head = new Map(charts.head.values.map((each) => [keyOf(each), each]));
  for (const key of new Set([...base.keys(), ...head.keys()])) {
    const [old, now] = [base.get(key), head.get(key)];
    const side = now === undefined ? "base" : "head";
    if (old !== undefined && now !== undefined) await addChanges(old, now);
    else changed.push({ side, place: placeOf((now ?? old) as ValuesFile, side), step: "values" });
  }

  async function addChanges(old: ValuesFile, now: ValuesFile): Promise<void> {
    if ("value" in old && "value" in now) {
      const place = (side: SideName, path: readonly string[]) => places[side]("helm", "valuesObject", ...steps(path));
      addValueChanges(changed, old.value, now.value, { place });
    } else if ("text" in old && "text" in now) {
      if (old.text === now.text) return;
      const [left, right] = [parsed(old.text, ""), parsed(now.text, "")];
      addValueChanges(changed, left?.value, right?.value, { place: (side) => placeOf(now, side) });
    } else if ("path" in old && "path" in now)
      await addTreeFileChanges(changed, { base: old.path, head: now.path }, trees);
  }

  function placeOf(file: ValuesFile, side: SideName): Location {
    return "location" in file ? file.location : places[side]("helm", file.display);
  }
}

/** Adds the values that differ in files of the trees. @param paths absolute within the trees */
async function addTreeFileChanges(changed: ChangedInput[], paths: BySide<string>, trees: Trees): Promise<void> {
  const [left, right] = [await readFile(trees.base, paths.base), await readFile(trees.head, paths.head)];
  if (left === undefined || right === undefined || left.text === right.text) return;
  const files = { base: left, head: right };
  const place = (side: SideName, path: readonly string[]): Location =>
    placeIn(files[side].file?.node, path) ?? { file: files[side].display };
  addValueChanges(changed, left.file?.value, right.file?.value, { place });
}

/** Says of two values files that they are one. */
function keyOf(file: ValuesFile): string {
  if ("path" in file) return file.path;
  if ("address" in file) return file.address;
  return "chartFile" in file ? `in ${file.chartFile}` : file.display;
}

/** Positions in lists are numbers in places. */
function steps(path: readonly string[]): readonly (string | number)[] {
  return path.map((step) => (/^\d+$/.test(step) ? Number(step) : step));
}

interface Parsed {
  readonly node: Node;
  readonly value: Value;
}

/** Undefined for a text with mistakes, of which helm tells. */
function parsed(text: string, file: string): Parsed | undefined {
  if (text.length > MAX_FILE) return undefined;
  try {
    const node = parseConfig(text, file);
    return node && { node, value: toConfigValue(node) };
  } catch (thrown) {
    if (thrown instanceof KrmError) return undefined;
    throw thrown;
  }
}

async function readFile(tree: Trees[SideName], path: string) {
  if ((await tree.lookup(path))?.type !== "file") return undefined;
  const display = tree.display(path);
  const text = Buffer.from(await tree.read(path)).toString();
  return { text, display, file: parsed(text, display) };
}

/** The place of a value, or of the nearest one around it. */
function placeIn(node: Node | undefined, path: readonly string[]): Location | undefined {
  let [found, next]: [Node | undefined, Node | undefined] = [node, node];
  for (const step of path) {
    next = next?.kind === "seq" ? next.items[Number(step)] : get(next, step);
    if (next === undefined) break;
    found = next;
  }
  return locate(found);
}
