/** Charts, recipes and helms for tests. */
import { type ChartCall, type ChartObject, type ChartValues, type RenderedChart } from "../../src/charts/index.ts";
import type { ChartRecipe } from "../../src/charts/recipe.ts";
import { maskWithheld } from "../../src/manifests/withheld-paths.ts";
import type { Directory, Helm, HelmArgument, HelmCall } from "../../src/sources/index.ts";
import { print, toValue } from "../../src/yaml/index.ts";

export const CHART_YAML = "apiVersion: v2\nname: web\nversion: 1.0.0\n";
const LOCATION = { file: "release.yaml", line: 3 };

export function filesOf(files: Readonly<Record<string, string | Buffer>>): Directory {
  return new Map(Object.entries(files).map(([name, content]) => [name, Buffer.from(content)]));
}

/** A chart of one template. */
export function chartOf(template: string, more: Readonly<Record<string, string | Buffer>> = {}): Directory {
  return filesOf({ "Chart.yaml": CHART_YAML, "templates/all.yaml": template, ...more });
}

export function recipeOf(more: Partial<ChartRecipe> = {}): ChartRecipe {
  return {
    chart: { from: "tree", directory: "/web", location: LOCATION },
    releaseName: "r",
    namespace: "ns",
    values: [],
    settings: [],
    capabilities: { kubeVersion: undefined, apiVersions: [] },
    includesCrds: true,
    skipsTests: false,
    skipsHooks: false,
    skipsSchema: false,
    ...more,
  };
}

export function valuesOf(text: string, ...secrets: readonly string[]): ChartValues {
  return { file: Buffer.from(text), display: "the values", secrets: secrets.map((path) => path.split(".")) };
}

export function callOf(files: Directory, more: Partial<ChartCall> & { readonly recipe?: ChartRecipe } = {}): ChartCall {
  return { recipe: recipeOf(), files, values: [], display: "web", ...more };
}

/** A helm that prints what the function makes of the values and of the number of the repetition. */
export function helmOf(template: (values: string, repetition: number) => string): Helm & { readonly calls: string[] } {
  const calls: string[] = [];
  return {
    calls,
    honoursConfigHome: false,
    async run(args: readonly HelmArgument[], call: HelmCall = {}) {
      calls.push(args[0] as string);
      if (args[0] === "version") return "v3.22.0+g1234567\n";
      const values = args.flatMap((arg) =>
        typeof arg === "object" && "file" in arg ? [Buffer.from(arg.file).toString()] : [],
      );
      return template(values.join("\n"), call.repetition ?? 0);
    },
    close() {},
  };
}

/** The object as a report shows it. */
export function shown({ node, withheld }: ChartObject): string {
  const [, value] = maskWithheld(undefined, toValue(node), [undefined, withheld]);
  return JSON.stringify(value);
}

export function printed({ objects }: RenderedChart): string {
  return objects.map(({ node }) => print(node)).join("---\n");
}
