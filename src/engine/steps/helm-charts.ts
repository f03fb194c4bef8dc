/** Charts of a level: found or pulled, given their values, inflated by helm; docs/specification/helm-charts.md. */
import { posix } from "node:path";
import {
  type CheckedChart,
  chartDirectory,
  chartObjects,
  checkChart,
  checkHelmVersion,
  inlineValues,
  mergedValues,
  pullArguments,
  templateArguments,
} from "../../builtins/index.ts";
import { failure, KrmError } from "../../diagnostics.ts";
import type { HelmChart, HelmGlobals } from "../../documents/index.ts";
import { idText, type Origin, Resource, type ResourceSet } from "../../resource/index.ts";
import type { Directory } from "../../sources/index.ts";
import { decodeText, toConfigValue, toValue, type Value } from "../../yaml/index.ts";
import type { HelmSettings } from "../context/built.ts";
import { type Accumulator, fieldOrigin, type Level, pluginOrigin, type TracedStep } from "../context/index.ts";
import { contains } from "../loading/index.ts";

/** The fields `helmCharts` and `helmGlobals`. Charts that name no namespace get that of the level or of those around it. */
export async function inflateCharts(level: Level, into: Accumulator): Promise<void> {
  const { helmCharts = [], helmGlobals, namespace: own } = level.kustomization;
  const { outerNamespace = "" } = level;
  for (const [index, written] of helmCharts.entries()) {
    const namespace = written.namespace || own || outerNamespace;
    if (!written.namespace && !own) into.inheritedNamespace = outerNamespace;
    const inline = written.valuesInline && toConfigValue(written.valuesInline);
    const origin = fieldOrigin(level, "HelmChartInflationGenerator");
    const step = { name: "helmCharts", index };
    await inflate(level, { ...written, namespace }, helmGlobals, inline, { origin, step }, into.resources);
  }
}

/** A document of kind HelmChartInflationGenerator, which inherits no namespace. */
export async function inflateConfiguredChart(
  level: Level,
  config: HelmChart & HelmGlobals,
  document: Resource,
  resources: ResourceSet,
): Promise<void> {
  const inline = config.valuesInline && toValue(config.valuesInline);
  const origin = pluginOrigin(document);
  await inflate(level, config, config, inline, { origin, step: { name: "generators", config: document } }, resources);
}

async function inflate(
  level: Level,
  written: HelmChart,
  globals: HelmGlobals | undefined,
  inline: Value | undefined,
  { origin, step }: { readonly origin: Origin | undefined; readonly step: TracedStep },
  resources: ResourceSet,
): Promise<void> {
  const settings = requireHelm(level, written);
  try {
    const chart = checkChart(written, settings);
    const inflation = new Inflation(level, settings, chart, globals);
    const { size } = resources;
    for (const node of await inflation.objects(inline)) {
      const resource = new Resource(node, chart.location);
      resource.provenance = origin && { origin, steps: [] };
      add(resource, resources);
    }
    const { context, kustomization } = level;
    const { location } = chart;
    context.trace?.step({ ...step, kustomization, location }, resources.items.slice(size));
  } catch (thrown) {
    if (thrown instanceof KrmError) throw ofChart(thrown, written);
    throw thrown;
  }
}

function requireHelm(level: Level, { name, location }: HelmChart): HelmSettings {
  const { helm } = level.context;
  if (helm !== undefined) return helm;
  throw failure("helm-disabled", `the chart ${name ?? ""} is not inflated: must specify --enable-helm`, {
    ...location,
    hint: "Pass --enable-helm; in the action, set `enable-helm: true`. It lets the helm of the machine run.",
  });
}

function add(resource: Resource, resources: ResourceSet): void {
  const [present] = resources.byAnyId(resource.id);
  if (present === undefined) return resources.append(resource);
  throw failure(
    "generator-conflict",
    `it makes ${idText(resource.id)}, but an object of that identity is there already`,
    {
      object: resource.describe(),
      hint: "Remove one of the two, or keep the chart from making it by its values.",
    },
  );
}

/** Every problem names its chart, and stands at its entry unless it has a place in a file of the user's. */
function ofChart(error: KrmError, { name, location }: HelmChart): KrmError {
  const prefix = name ? `chart ${name}: ` : "";
  const diagnostics = error.diagnostics.map((one) => ({
    ...location,
    ...(one.file !== undefined && { file: one.file, line: one.line, column: one.column }),
    ...one,
    message: prefix + one.message,
  }));
  return new KrmError(diagnostics, { cause: error });
}

/** One chart on its way to objects. */
class Inflation {
  readonly #level: Level;
  readonly #settings: HelmSettings;
  readonly #chart: CheckedChart;
  /** Of the chart: relative to the root, or absolute in its tree. */
  readonly #path: string;
  readonly #configHome: string | undefined;

  constructor(level: Level, settings: HelmSettings, chart: CheckedChart, globals: HelmGlobals | undefined) {
    this.#level = level;
    this.#settings = settings;
    this.#chart = chart;
    this.#path = chartDirectory(chart, globals);
    this.#configHome = globals?.configHome;
  }

  async objects(inline: Value | undefined): Promise<ReturnType<typeof chartObjects>> {
    const { helm } = this.#settings;
    const call = { configHome: this.#configHome };
    const additional = await this.#additionalValues();
    checkHelmVersion(await helm.run(["version", "--short"]));
    const { files, pulled } = await this.#files();
    const values = { file: await this.#values(inline, pulled ? files : undefined), display: "the values" };
    const directory = { directory: files, display: this.#display(this.#path) };
    const args = templateArguments(this.#chart, directory, [values, ...additional]);
    this.#notice();
    const output = await helm.run(args, call);
    return this.#level.context.time.run(() => this.#parse(output));
  }

  #display(path: string): string {
    const { root } = this.#level;
    return root.tree.display(posix.resolve(root.path, path));
  }

  async #additionalValues(): Promise<{ file: Uint8Array; display: string }[]> {
    const files: { file: Uint8Array; display: string }[] = [];
    for (const { path, location } of this.#chart.additionalValuesFiles ?? []) {
      const { bytes, display } = await this.#level.root.read(path, location);
      files.push({ file: bytes, display });
    }
    return files;
  }

  /** The chart as it is beside the kustomization, or else what helm pulls: into a private place, not into `charts`. */
  async #files(): Promise<{ files: Directory; pulled: boolean }> {
    const { root, context } = this.#level;
    const { name, repo } = this.#chart;
    const located = await root.lookup(this.#path);
    if (located?.type === "directory") {
      const files = await context.charts.read(root.tree, located.path);
      return { files, pulled: false };
    }
    if (!repo) {
      throw failure(
        "chart-not-found",
        `there is no directory ${this.#display(this.#path)}, and no \`repo\` to pull it from`,
        {
          hint: "Add the chart there, correct `helmGlobals.chartHome`, or give the chart a `repo`.",
        },
      );
    }
    const files = await this.#settings.helm.pull(pullArguments(this.#chart), name, { configHome: this.#configHome });
    return { files, pulled: true };
  }

  async #values(inline: Value | undefined, pulled: Directory | undefined): Promise<Uint8Array> {
    const { valuesMerge } = this.#chart;
    if (!hasValues(inline)) return (await this.#valuesFile(pulled)).bytes;
    if (valuesMerge === "replace") return Buffer.from(inlineValues(inline));
    const { bytes, display } = await this.#valuesFile(pulled);
    const { text, diagnostics } = mergedValues(decodeText(bytes, display), display, inline, {
      mode: valuesMerge,
      isDefault: display === this.#display(posix.join(this.#path, "values.yaml")),
    });
    this.#level.context.diagnostics.push(...diagnostics);
    return Buffer.from(text);
  }

  /** The file that the chart names, or the chart's own; one within a chart that was pulled is not in the tree. */
  async #valuesFile(pulled: Directory | undefined): Promise<{ bytes: Uint8Array; display: string }> {
    const { root } = this.#level;
    const { valuesFile, location } = this.#chart;
    const path = valuesFile || posix.join(this.#path, "values.yaml");
    const [chart, file] = [posix.resolve(root.path, this.#path), posix.resolve(root.path, path)];
    if (pulled === undefined || !contains(chart, file)) return root.read(path, location);
    const bytes = pulled.get(posix.relative(chart, file));
    const display = this.#display(path);
    if (bytes === undefined) throw failure("file-not-found", `${display} does not exist: the chart has no such file`);
    return { bytes, display };
  }

  /** Tells of what makes the result another one than the author may expect. */
  #notice(): void {
    if (!this.#configHome || this.#settings.helm.honoursConfigHome) return;
    this.#level.context.diagnostics.push({
      code: "config-home-unused",
      severity: "notice",
      message: "`configHome` of helmGlobals is not used: helm gets an empty configuration",
      ...this.#chart.location,
      hint: "Helm loads plugins from there, so it is used by `krm-render build` only.",
    });
  }

  #parse(output: string): ReturnType<typeof chartObjects> {
    try {
      return chartObjects(output, "");
    } catch (thrown) {
      if (!(thrown instanceof KrmError)) throw thrown;
      const diagnostics = thrown.diagnostics.map(({ file: _file, line, column: _column, ...one }) => ({
        ...one,
        message: `what helm printed cannot be used: ${one.message}${line === undefined ? "" : ` (line ${line})`}`,
        hint: "Run `helm template` with the same values to see it.",
      }));
      throw new KrmError(diagnostics, { cause: thrown });
    }
  }
}

function hasValues(inline: Value | undefined): inline is Value {
  return typeof inline === "object" && inline !== null && Object.keys(inline).length > 0;
}
