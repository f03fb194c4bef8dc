/** From the files of a chart and a recipe to objects; docs/specification/helm-charts.md 6 to 9. */
import type { Budget } from "../budget/index.ts";
import { type Diagnostic, failure, KrmError } from "../diagnostics.ts";
import { describeId, type ValuePath } from "../resource/index.ts";
import type { Directory, Helm, HelmArgument } from "../sources/index.ts";
import type { SecretTexts } from "../text/index.ts";
import type { MapNode } from "../yaml/nodes/node.ts";
import { requireNoOption, templateArguments } from "./arguments.ts";
import { callsIn, laterChart, templateCalls } from "./chart-templates.ts";
import { differingDocuments } from "./differing-documents.ts";
import { replaceGenerated } from "./generated-parts.ts";
import { canSkipSchemas, helmVersion } from "./helm-version.ts";
import { type KeptRendering, type KeptRenderings, renderingKey } from "./kept-renderings.ts";
import { type Hook, type PrintedObject, printedObjects } from "./objects.ts";
import type { ChartRecipe } from "./recipe.ts";
import { type SecretParts, secretParts, setIdentity, textAt } from "./secret-parts.ts";
import { searchedParts, withoutLeaves } from "./secret-search.ts";
import { type ChartValues, isTelling, type SecretValues, secretValues } from "./secret-values.ts";

/** A chart to render, with all files that the recipe names. */
export interface ChartCall {
  readonly recipe: ChartRecipe;
  readonly files: Directory;
  /** The files of `recipe.values`, in order. */
  readonly values: readonly ChartValues[];
  /** The files of `recipe.settings` for `set-file`, in order. */
  readonly setFiles?: readonly { readonly file: Uint8Array; readonly display: string }[] | undefined;
  /** The name of the chart in messages, such as: the chart of HelmRelease apps/web of prod. */
  readonly display: string;
  /** Fires when the caller gives up. */
  readonly signal?: AbortSignal | undefined;
}

export interface ChartPorts {
  readonly helm: Helm;
  readonly kept?: KeptRenderings | undefined;
  readonly budget?: Pick<Budget, "run"> | undefined;
  /** Notes what may be a value of a Secret, so that no message quotes it. */
  readonly secrets?: Pick<SecretTexts, "noteValues" | "noteObjects"> | undefined;
}

export interface RenderedChart {
  /** In the order in which helm prints them: definitions of `crds/`, the release, and hooks. */
  readonly objects: readonly ChartObject[];
  /** Notices. */
  readonly diagnostics: readonly Diagnostic[];
}

export interface ChartObject {
  readonly node: MapNode;
  /** The file that made it, as helm names it: `web/templates/service.yaml`, where `web` is the chart. */
  readonly template: string | undefined;
  /** Set for hooks, which helm runs beside the release. */
  readonly hook: Hook | undefined;
  /** True for objects of a directory `crds/`, which helm installs once and never upgrades. */
  readonly isCrd: boolean;
  /** The paths of what depends on values of Secrets. Never the identity of the object, or a map that holds it. */
  readonly withheld: readonly ValuePath[];
  /** The paths of what is another one at each rendering: a placeholder stands there. */
  readonly chance: readonly ValuePath[];
}

/**
 * Renders a chart. A second rendering tells what depends on chance or the time, another one what depends on values of Secrets.
 * @throws KrmError with helm's own message, which names the chart
 */
export async function renderChart(call: ChartCall, ports: ChartPorts): Promise<RenderedChart> {
  let secrets: SecretValues | undefined;
  try {
    secrets = secretValues(call.values);
    return await new Rendering(call, ports, secrets).result();
  } catch (thrown) {
    throw thrown instanceof KrmError ? aboutChart(thrown, call, secrets) : thrown;
  }
}

/** The parts of a further rendering that are not those of the first one. */
interface Differently {
  readonly files?: Directory;
  readonly skipsSchema?: boolean;
  readonly hasOtherSecrets?: boolean;
}

class Rendering {
  readonly #call: ChartCall;
  readonly #ports: ChartPorts;
  readonly #secrets: SecretValues | undefined;
  readonly #diagnostics: Diagnostic[] = [];

  constructor(call: ChartCall, ports: ChartPorts, secrets: SecretValues | undefined) {
    this.#call = call;
    this.#ports = ports;
    this.#secrets = secrets;
  }

  async result(): Promise<RenderedChart> {
    const { recipe, files, values, signal } = this.#call;
    if (recipe.releaseName === "")
      throw failure("missing-name", "the release name cannot be empty", { ...recipe.chart.location });
    requireNoOption("releaseName", recipe.releaseName, recipe.chart.location);
    for (const { file } of values) this.#ports.secrets?.noteValues(file);
    const version = await helmVersion(this.#ports.helm, signal);
    const { lookups } = await templateCalls(files);
    if (lookups.length > 0) this.#notice("chart-lookup", lookupMessage(lookups), LOOKUP_HINT);
    const { outputs } = await this.#outputs(version);
    this.#ports.secrets?.noteObjects(outputs[0]);
    const objects = this.#parse(outputs[0]);
    const chance =
      outputs[1] === undefined || objects.length === 0 ? NO_CHANCE : this.#replaceGenerated(objects, outputs[1]);
    const parts = await this.#secretParts(objects, outputs[1], version);
    return {
      objects: objects.map((object, index) => this.#finished(object, chance.get(object) ?? [], parts?.[index])),
      diagnostics: this.#diagnostics,
    };
  }

  /** The output of helm, of this run or of an earlier one. Nothing is kept that values of Secrets are in. */
  async #outputs(version: string): Promise<KeptRendering> {
    const { recipe, values } = this.#call;
    // Without a namespace, that of helm's configuration counts.
    const isKept = this.#secrets === undefined && recipe.namespace !== "";
    const kept = isKept ? this.#ports.kept : undefined;
    if (kept === undefined) return this.#rendered(values);
    const key = renderingKey(version, this.#arguments(values));
    const known = await kept.get(key);
    if (known !== undefined) return known;
    const rendered = await this.#rendered(values);
    await kept.put(key, rendered);
    return rendered;
  }

  async #rendered(values: readonly ChartValues[]): Promise<KeptRendering> {
    const first = this.#run(values);
    const again = this.#again(values);
    // The error of the first one counts.
    again.catch(() => {});
    const [output, other] = [await first, await again];
    return { outputs: other === undefined || other === output ? [output] : [output, other] };
  }

  /** Replaces what the second output has otherwise, of which only the documents that differ are parsed. */
  #replaceGenerated(objects: readonly PrintedObject[], again: string): Map<PrintedObject, ValuePath[]> {
    return this.#step(() => {
      const { from, to, other } = differingDocuments(objects[0]?.node.source?.text ?? "", again);
      const differing = objects.filter(({ node: { offset } }) => offset >= from && offset < to);
      const paths = replaceGenerated(differing, printedObjects(other));
      return new Map(differing.map((object, index) => [object, paths[index] as ValuePath[]]));
    });
  }

  /** The output of a second time, at another time. Undefined if it would be the same. */
  async #again(values: readonly ChartValues[]): Promise<string | undefined> {
    const { files, setFiles = [] } = this.#call;
    const { chance, time } = await templateCalls(files);
    if (!chance && ![...values, ...setFiles].some(({ file }) => callsIn(file).chance)) return undefined;
    const plain = () => this.#run(values, { repetition: 1 });
    const edited = time ? await laterChart(files) : undefined;
    // What was taken for the time can be something else.
    return edited === undefined ? plain() : this.#run(values, { repetition: 1, files: edited }).catch(plain);
  }

  /** The parts that depend on values of Secrets, by object. Undefined if there are no such values. */
  async #secretParts(
    objects: readonly PrintedObject[],
    second: string | undefined,
    version: string,
  ): Promise<SecretParts[] | undefined> {
    const secrets = this.#secrets;
    if (secrets === undefined) return undefined;
    const again = second === undefined ? undefined : this.#parse(second);
    const compared = async (values: readonly ChartValues[]): Promise<SecretParts[] | undefined> => {
      try {
        const others = this.#parse(
          await this.#run(values, { hasOtherSecrets: true, skipsSchema: canSkipSchemas(version) }),
        );
        return this.#step(() => {
          if (again !== undefined) replaceGenerated(others, again);
          return secretParts(objects, others);
        });
      } catch (thrown) {
        if (thrown instanceof KrmError && this.#call.signal?.aborted !== true) return undefined;
        throw thrown;
      }
    };
    const all = await compared(secrets.others(() => true));
    const isExact = all?.every(({ structures, identity }) => structures.length === 0 && identity.size === 0);
    if (isExact || (all !== undefined && secrets.leaves.every(isTelling))) return all;
    // Switches and numbers have changed what there is. They do not tell more than that, so they stay.
    const telling = secrets.leaves.some(isTelling)
      ? await compared(secrets.others(isTelling))
      : objects.map(() => NO_PARTS);
    if (telling !== undefined)
      return telling.map((one, index) => ({ ...one, values: [...one.values, ...(all?.[index]?.values ?? [])] }));
    if (all !== undefined) return all;
    this.#notice("chart-secrets-searched", SEARCHED, SEARCHED_HINT);
    return this.#step(() => searchedParts(objects, secrets.leaves));
  }

  #finished(object: PrintedObject, chance: readonly ValuePath[], parts: SecretParts | undefined): ChartObject {
    if (parts === undefined) return { ...object, withheld: [], chance };
    if (parts.identity.size > 0) {
      setIdentity(object.node, parts.identity);
      const [kind, name, namespace] = [["kind"], ["metadata", "name"], ["metadata", "namespace"]].map((path) =>
        textAt(object.node, path),
      ) as [string, string, string];
      const fields = [...parts.identity.keys()].map((path) => path.join("."));
      const shown = describeId({ kind, name, namespace });
      this.#notice(
        "secret-in-identity",
        `${shown} has a value of a Secret in ${fields.join(" and ")}: \`redacted\` stands in its place`,
        "Use a name that does not depend on the values of a Secret.",
        shown,
      );
    }
    const paths = [...parts.values, ...parts.structures].map((path) => [JSON.stringify(path), path] as const);
    return { ...object, withheld: [...new Map(paths).values()], chance };
  }

  #parse(output: string): PrintedObject[] {
    return this.#step(() => printedObjects(output, this.#call.recipe.readBy));
  }

  /** Does what takes time and memory in line with the output of helm. */
  #step<T>(work: () => T): T {
    return this.#ports.budget === undefined ? work() : this.#ports.budget.run(work);
  }

  #run(
    values: readonly ChartValues[],
    { repetition = 0, ...more }: Differently & { readonly repetition?: number } = {},
  ): Promise<string> {
    return this.#ports.helm.run(this.#arguments(values, more), { signal: this.#call.signal, repetition });
  }

  #arguments(
    values: readonly ChartValues[],
    { files = this.#call.files, skipsSchema = false, hasOtherSecrets = false }: Differently = {},
  ): HelmArgument[] {
    const { recipe, display } = this.#call;
    return templateArguments(
      { ...recipe, skipsSchema: recipe.skipsSchema || skipsSchema },
      { directory: files, display },
      values,
      this.#settings(hasOtherSecrets),
    );
  }

  /** @param hasOtherSecrets whether values files have others in place of values of Secrets, which settings must not override */
  #settings(hasOtherSecrets: boolean): HelmArgument[] {
    const setFiles = [...(this.#call.setFiles ?? [])];
    return this.#call.recipe.settings.flatMap((setting): HelmArgument[] => {
      if (hasOtherSecrets && "isSecret" in setting) return [];
      if (setting.option !== "set-file") return [`--${setting.option}`, setting.argument];
      const file = setFiles.shift();
      if (file === undefined) throw new Error(`the file for --set-file ${setting.key} was not read`);
      return ["--set-file", { ...file, prefix: `${setting.key}=` }];
    });
  }

  #notice(code: string, message: string, hint: string, object?: string): void {
    const { recipe, display } = this.#call;
    const place = { ...recipe.chart.location, ...(object !== undefined && { object }) };
    this.#diagnostics.push({ code, severity: "notice", message: `${display}: ${message}`, ...place, hint });
  }
}

const NO_CHANCE: ReadonlyMap<PrintedObject, ValuePath[]> = new Map();
const NO_PARTS: SecretParts = { values: [], structures: [], identity: new Map() };

const SEARCHED =
  "it cannot be rendered with other values in place of those of Secrets, so these were searched for: an object that holds one is withheld, but a digest or a short part of one may be shown";
const SEARCHED_HINT = "Look at what the chart makes before you let others read it.";
const LOOKUP_HINT = "The cluster may get other objects than those that are shown.";
const MAX_NAMES = 5;

function lookupMessage(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMES).join(", ");
  const rest = names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : "";
  return `its templates ask the cluster with \`lookup\`, which is answered with nothing here: ${shown}${rest}`;
}

/** Names the chart in each problem, and takes values of Secrets out. A problem without a file of its own gets the place of the chart. */
function aboutChart(error: KrmError, { recipe, display }: ChartCall, secrets: SecretValues | undefined): KrmError {
  const diagnostics = error.diagnostics.map((one) => ({
    ...(one.file === undefined && recipe.chart.location),
    ...one,
    message: `${display}: ${secrets === undefined ? one.message : withoutLeaves(one.message, secrets.leaves)}`,
  }));
  // The cause quotes helm.
  return new KrmError(diagnostics, secrets === undefined ? { cause: error } : undefined);
}
