/** Inflates one chart: finds or pulls it, combines its values, and runs helm; docs/specification/helm-charts.md. */
import { posix } from "node:path";
import { helmVersion, localSchemas, parseChartObjects, templateArguments } from "../../charts/index.ts";
import { failure } from "../../diagnostics.ts";
import type { Directory, HelmCall } from "../../sources/index.ts";
import { decodeText, type Value } from "../../yaml/index.ts";
import type { MapNode } from "../../yaml/nodes/node.ts";
import type { BuiltinContext, NamedFile } from "../builtin.ts";
import {
  type CheckedChart,
  chartDirectory,
  checkChart,
  type HelmArgs,
  type HelmSettings,
  markGenerated,
  templateCall,
  wantedChart,
} from "./arguments.ts";
import { inlineValues, mergedValues } from "./chart-values.ts";

export class Inflation {
  readonly #context: BuiltinContext;
  readonly #settings: HelmSettings;
  readonly #chart: CheckedChart;
  /** The directory of the chart: relative to that of the kustomization, or absolute in its tree. */
  readonly #path: string;
  readonly #call: HelmCall;

  /** @throws KrmError for a chart whose arguments are wrong */
  constructor({ chart, globals }: HelmArgs, settings: HelmSettings, context: BuiltinContext) {
    this.#context = context;
    this.#settings = settings;
    this.#chart = checkChart(chart, settings);
    this.#path = chartDirectory(this.#chart, globals);
    this.#call = { configHome: globals?.configHome, signal: context.ended };
  }

  async objects(inline: Value | undefined): Promise<MapNode[]> {
    const { helm } = this.#settings;
    const call = this.#call;
    const additional = await this.#additionalValues();
    await helmVersion(helm, call.signal);
    const { files, pulled } = await this.#files();
    const values = { file: await this.#values(inline, pulled ? files : undefined), display: "the values" };
    // What may use the means of the machine may also follow references out of a schema.
    const checked = helm.isIsolated === true ? await localSchemas(files) : { files, isCertain: true };
    const directory = { directory: checked.files, display: this.#context.display(this.#path) };
    const recipe = { ...templateCall(this.#chart), ...(!checked.isCertain && { skipsSchema: true }) };
    const args = templateArguments(recipe, directory, [values, ...additional]);
    for (const { file } of [values, ...additional]) this.#context.secrets?.noteValues(file);
    // Templates can fail with the defaults of the chart and of its dependencies, too.
    for (const [name, bytes] of files)
      if (/(?:^|\/)values\.ya?ml$/.test(name)) this.#context.secrets?.noteValues(bytes);
    this.#noticeConfigHome();
    const output = await helm.run(args, call);
    this.#context.secrets?.noteObjects(output);
    return this.#context.budget.run(() => this.#parse(output));
  }

  async #additionalValues(): Promise<{ file: Uint8Array; display: string }[]> {
    const files: { file: Uint8Array; display: string }[] = [];
    for (const { path, location } of this.#chart.additionalValuesFiles ?? []) {
      const { bytes, display } = await this.#context.read(path, location);
      files.push({ file: bytes, display });
    }
    return files;
  }

  /** The files of the chart: from its directory, or fetched. Fetched charts are not stored in `charts`. */
  async #files(): Promise<{ files: Directory; pulled: boolean }> {
    const { repo } = this.#chart;
    const beside = await this.#context.readChart(this.#path);
    if (beside !== undefined) return { files: beside, pulled: false };
    if (!repo) {
      throw failure(
        "chart-not-found",
        `there is no directory ${this.#context.display(this.#path)}, and no \`repo\` to pull it from`,
        { hint: "Add the chart there, correct `helmGlobals.chartHome`, or give the chart a `repo`." },
      );
    }
    const files = await this.#context.fetchChart(wantedChart(this.#chart, repo));
    return { files, pulled: true };
  }

  async #values(inline: Value | undefined, pulled: Directory | undefined): Promise<Uint8Array> {
    const { valuesMerge } = this.#chart;
    if (!hasValues(inline)) return (await this.#valuesFile(pulled)).bytes;
    if (valuesMerge === "replace") return Buffer.from(inlineValues(inline));
    const { bytes, display } = await this.#valuesFile(pulled);
    const { text, diagnostics } = mergedValues(decodeText(bytes, display), display, inline, {
      mode: valuesMerge,
      isDefault: display === this.#context.display(posix.join(this.#path, "values.yaml")),
    });
    for (const diagnostic of diagnostics) this.#context.warn(diagnostic);
    return Buffer.from(text);
  }

  /** The values file that the entry names, or that of the chart. Files of a pulled chart are not in the tree. */
  async #valuesFile(pulled: Directory | undefined): Promise<NamedFile> {
    const { directory } = this.#context;
    const { valuesFile, location } = this.#chart;
    const path = valuesFile || posix.join(this.#path, "values.yaml");
    const within = posix.relative(posix.resolve(directory, this.#path), posix.resolve(directory, path));
    if (pulled === undefined || /^\.\.(?:\/|$)/.test(within)) return this.#context.read(path, location);
    const bytes = pulled.get(within);
    const display = this.#context.display(path);
    if (bytes === undefined) throw failure("file-not-found", `${display} does not exist: the chart has no such file`);
    return { bytes, display };
  }

  /** Warns if `configHome` has no effect. */
  #noticeConfigHome(): void {
    if (!this.#call.configHome || this.#settings.helm.honoursConfigHome) return;
    this.#context.warn({
      code: "config-home-unused",
      severity: "notice",
      message: "`configHome` of helmGlobals is not used: helm gets an empty configuration",
      ...this.#chart.location,
      hint: "Only `krm-render build` uses it, since helm loads plugins from it.",
    });
  }

  #parse(output: string): MapNode[] {
    const objects = parseChartObjects(output);
    for (const object of objects) markGenerated(object);
    return objects;
  }
}

function hasValues(inline: Value | undefined): inline is Value {
  return typeof inline === "object" && inline !== null && Object.keys(inline).length > 0;
}
