/** Makes the recipe of a chart of a Helm source; docs/specification/argocd-helm-sources.md 3 and 4. */
import type { ChartRecipe, ChartSource, ValueSetting, ValuesFile } from "../../charts/index.ts";
import { type Diagnostic, failure } from "../../diagnostics.ts";
import { valueAt } from "../../manifests/index.ts";
import { expand, namesCommit } from "./build-environment.ts";
import type { Fields, TextItem } from "./source-fields.ts";
import { type FileRules, missing, requireFile, resolvePath, valuesFilesOf } from "./value-files.ts";

/** The longest text in which variables are expanded, and the longest inline values. */
const MAX_TEXT = 1 << 20;
const MAX_PARAMETERS = 10_000;

export interface HelmSourceInput extends FileRules {
  readonly chart: ChartSource;
  /** The name of the Application. */
  readonly name: string;
  /** The namespace of the destination. */
  readonly namespace: string;
}

export interface HelmSource {
  readonly recipe: ChartRecipe;
  readonly problems: readonly Diagnostic[];
  /** True if the objects contain the id of the commit that is deployed. */
  readonly namesCommit: boolean;
}

/** @throws KrmError `argocd-invalid`, `argocd-values-missing`, `argocd-source-elsewhere` */
export async function readHelmSource(source: Fields, input: HelmSourceInput): Promise<HelmSource> {
  const helm = source.map("helm");
  const entries = helm.texts("valueFiles");
  const files = await valuesFilesOf(entries, helm.flag("ignoreMissingValueFiles"), input);
  const parameters = parametersOf(helm, input);
  const recipe: ChartRecipe = {
    chart: input.chart,
    releaseName: helm.text("releaseName") || input.name,
    namespace: helm.text("namespace") || input.namespace,
    values: [...files, ...inlineValues(helm)],
    settings: [...parameters.settings, ...(await fileSettings(helm, input))],
    capabilities: {
      kubeVersion: kubeVersionOf(helm),
      apiVersions: helm.texts("apiVersions").map(({ text }) => text),
    },
    includesCrds: !helm.flag("skipCrds"),
    skipsTests: helm.flag("skipTests"),
    skipsHooks: false,
    skipsSchema: helm.flag("skipSchemaValidation"),
    readBy: "kubectl",
  };
  const expanded = [...entries, ...parameters.values];
  return { recipe, problems: parameters.problems, namesCommit: expanded.some(({ text }) => namesCommit(text)) };
}

/** `valuesObject`, or else `values`. */
function inlineValues(helm: Fields): readonly ValuesFile[] {
  const value = valueAt(helm.value, "valuesObject") ?? undefined;
  if (value !== undefined) {
    if (typeof value === "object" && !Array.isArray(value)) return [{ value, display: "valuesObject" }];
    throw helm.wrong("`valuesObject` must be a map", helm.placeOf("valuesObject"));
  }
  const text = helm.text("values");
  if (text.length > MAX_TEXT) throw helm.wrong("`values` is too long", helm.placeOf("values"), "Write a values file.");
  return text === "" ? [] : [{ text, display: "values" }];
}

interface Parameters {
  readonly settings: readonly ValueSetting[];
  readonly problems: readonly Diagnostic[];
  /** The values before variables are expanded. */
  readonly values: readonly TextItem[];
}

/** The last parameter counts of those with one name and equal `forceString`. */
function parametersOf(helm: Fields, { environment }: HelmSourceInput): Parameters {
  const all = helm.maps("parameters");
  if (all.length > MAX_PARAMETERS) throw helm.wrong("there are too many `parameters`", helm.placeOf("parameters"));
  const found = { set: new Map<string, TextItem>(), "set-string": new Map<string, TextItem>() };
  for (const parameter of all) {
    const item = { text: parameter.text("value"), location: parameter.placeOf() };
    if (item.text.length > MAX_TEXT) throw helm.wrong("the value is too long", item.location, "Write a values file.");
    found[parameter.flag("forceString") ? "set-string" : "set"].set(parameter.text("name"), item);
  }
  const settings = (["set", "set-string"] as const).flatMap((option) =>
    [...found[option]].map(
      ([name, { text, location }]): ValueSetting => ({
        option,
        argument: `${name}=${escaped(expand(text, environment))}`,
        location,
      }),
    ),
  );
  const problems = [...orderProblems(found.set), ...orderProblems(found["set-string"])];
  return { settings, problems, values: [...found.set.values(), ...found["set-string"].values()] };
}

/** Escapes commas, unless the value is a list in braces. */
function escaped(value: string): string {
  if (value.startsWith("{") && value.endsWith("}")) return value;
  return value.replace(/(?<!\\),/g, "\\,");
}

/** Warns of parameters that set a value and a part of it: Argo CD gives them to helm in an order that changes each time. */
function orderProblems(parameters: ReadonlyMap<string, TextItem>): readonly Diagnostic[] {
  const problems: Diagnostic[] = [];
  for (const [name, { location }] of parameters) {
    const around = [...name.matchAll(/[.[]/g)]
      .map(({ index }) => name.slice(0, index))
      .find((part) => parameters.has(part));
    if (around === undefined) continue;
    problems.push({
      code: "argocd-parameter-order",
      severity: "warning",
      message: `which of the parameters ${around} and ${name} counts changes from one rendering of Argo CD to the next`,
      ...location,
      hint: "Set the whole value, or only its parts.",
    });
  }
  return problems;
}

/** @throws KrmError also for files that are fetched: by address, or in a chart */
async function fileSettings(helm: Fields, input: HelmSourceInput): Promise<readonly ValueSetting[]> {
  const found = new Map<string, ValueSetting>();
  for (const parameter of helm.maps("fileParameters")) {
    const [key, text, location] = [parameter.text("name"), parameter.text("path"), parameter.placeOf()];
    const resolved = await resolvePath({ text, location }, input);
    if (!("path" in resolved))
      throw failure(
        "argocd-invalid",
        `${text} is a file that is fetched, which \`fileParameters\` do not support here`,
        {
          ...location,
          hint: "Name a file of the repository.",
        },
      );
    if (resolved.tree !== input.tree)
      throw failure(
        "argocd-invalid",
        `${text} is a file of another repository than the chart, which \`fileParameters\` do not support here`,
        {
          ...location,
          hint: "Name a file of the repository of the chart.",
        },
      );
    if (!(await requireFile(input.tree, resolved.path, location)))
      throw missing(`${text} is not there: there is no file ${input.tree.display(resolved.path)}`, location);
    found.set(key, { option: "set-file", key, path: resolved.path, location });
  }
  return [...found.values()];
}

/** The numbers of a version, without what vendors add: `1.30.2` of `v1.30.2-gke.1`. */
function kubeVersionOf(helm: Fields): string | undefined {
  const text = helm.text("kubeVersion");
  if (text === "") return undefined;
  const numbers = /^\s*v?((?!0\d)\d{1,18}(?:\.\d{1,18})+)/.exec(text)?.[1]?.split(".");
  if (numbers !== undefined) return numbers.map((number) => String(BigInt(number))).join(".");
  throw helm.wrong(`${text} is no version of Kubernetes`, helm.placeOf("kubeVersion"), "Write one such as 1.30.0.");
}
