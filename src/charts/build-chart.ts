/** Makes the objects of a chart: reads all files that its recipe names, and lets helm render them. */
import { failure, type Location } from "../diagnostics.ts";
import type { ValuePath } from "../resource/index.ts";
import type { Directory } from "../sources/index.ts";
import { type ChartFiles, chartFiles } from "./chart-files.ts";
import { type ChartFilePorts, fetchFile } from "./fetching.ts";
import type { KnownCharts } from "./known-charts.ts";
import { localSchemas } from "./local-schemas.ts";
import type { ChartRecipe, ValuesFile } from "./recipe.ts";
import { type ChartPorts, type RenderedChart, renderChart } from "./render-chart.ts";
import type { ChartValues } from "./secret-values.ts";
import { valuesText } from "./values-text.ts";

export interface ChartOptions {
  /** The name of the chart in messages. */
  readonly display: string;
  /** The paths of values that come from Secrets, in the values that the recipe gives itself. */
  readonly secrets?: readonly ValuePath[] | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Returns the files that count in place of those of the recipe; undefined for these. */
  readonly instead?: ((now: ChartFiles) => Promise<ChartFiles | undefined>) | undefined;
}

export interface BuiltChart extends RenderedChart {
  readonly chart: ChartFiles;
}

/** @throws KrmError as {@link chartFiles} and {@link renderChart} do; `file-not-found` for values files */
export async function buildChart(
  recipe: ChartRecipe,
  { display, secrets, signal, instead }: ChartOptions,
  ports: ChartFilePorts & ChartPorts & { readonly known?: KnownCharts | undefined },
): Promise<BuiltChart> {
  const { known, ...others } = ports;
  const read = (given: ChartFilePorts): Promise<ChartFiles> => chartFiles(recipe.chart, given);
  const now = await (known === undefined ? read(others) : known.files(recipe.chart, others, read));
  const chart = (await instead?.(now)) ?? now;
  const values: ChartValues[] = [];
  for (const each of recipe.values) {
    const file = await valuesFile(each, chart.files, ports);
    if (file !== undefined) values.push({ ...file, secrets: "value" in each ? secrets : undefined });
  }
  const setFiles: ChartValues[] = [];
  for (const setting of recipe.settings)
    if (setting.option === "set-file") setFiles.push(await fileOfTree(setting, ports));
  const { files, isCertain } = await localSchemas(chart.files);
  const safe = isCertain ? recipe : { ...recipe, skipsSchema: true };
  return { ...(await renderChart({ recipe: safe, files, values, setFiles, display, signal }, ports)), chart };
}

/** Undefined for an optional file that is not there. */
async function valuesFile(each: ValuesFile, files: Directory, ports: ChartFilePorts): Promise<ChartValues | undefined> {
  if ("value" in each) return { file: Buffer.from(valuesText(each.value)), display: each.display };
  if ("text" in each) return { file: Buffer.from(each.text), display: each.display };
  if ("path" in each) return fileOfTree(each, ports);
  if ("address" in each) {
    const { bytes } = await fetchFile(each.address, each.location, ports);
    return { file: bytes, display: each.address };
  }
  const file = files.get(each.chartFile);
  if (file !== undefined) return { file, display: each.chartFile };
  if (each.isOptional) return undefined;
  throw failure("file-not-found", `the chart has no file ${each.chartFile}`, {
    ...each.location,
    hint: "Correct the path of the values file.",
  });
}

async function fileOfTree(
  { path, location }: { readonly path: string; readonly location: Location },
  { tree }: ChartFilePorts,
): Promise<ChartValues> {
  const display = tree.display(path);
  if ((await tree.lookup(path))?.type === "file") return { file: await tree.read(path), display };
  throw failure("file-not-found", `${display} does not exist`, { ...location, hint: "Correct the path." });
}
