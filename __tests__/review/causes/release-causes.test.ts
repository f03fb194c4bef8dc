/** The inputs of a release that are named as the cause of a change. */
import { expect, test } from "@jest/globals";
import type { ChangedInput, ReleaseInputs } from "../../../src/deployments/index.ts";
import { EditedFiles } from "../../../src/review/causes/edited-files.ts";
import { releaseCauses } from "../../../src/review/causes/release-causes.ts";
import { memoryTree } from "../../../src/sources/index.ts";

const release = (version: string, replicas: number): string =>
  `chart: shop\nversion: ${version}\nvalues:\n  replicas: ${replicas}\n`;
const CHART = {
  "charts/shop/Chart.yaml": "name: shop\nversion: 1.0.0\n",
  "charts/shop/README.md": "one\n",
  "charts/shop/values.yaml": "tag: 1\n",
  "charts/shop/templates/_names.tpl": "one\n",
  "charts/shop/templates/web.yaml": "one\ntwo\n",
  "charts/shop/templates/claim.yaml": "one\n",
};
const head: Record<string, string> = {
  "release.yaml": release("1.1.0", 3),
  ...Object.fromEntries(Object.entries(CHART).map(([path, text]) => [path, text.replace(/\n$/, " changed\n")])),
};
const version: ChangedInput = { side: "head", place: { file: "release.yaml", line: 2 }, step: "chart" };
const values = (before?: string, after?: string, line = 4): ChangedInput => ({
  side: "head",
  place: { file: "release.yaml", line },
  step: "values",
  before,
  after,
});
const replicas = values("2", "3");
const secret: ChangedInput = { side: "head", place: { file: "release.yaml", line: 4 }, step: "values" };

type Field = readonly [path: string, before?: unknown, after?: unknown];

async function causes(
  field: Field | undefined,
  changed: readonly ChangedInput[],
  edited: readonly string[] = ["release.yaml"],
  more: Partial<ReleaseInputs> = {},
): Promise<string> {
  const trees = { base: memoryTree({ "release.yaml": release("1.0.0", 2), ...CHART }), head: memoryTree(head) };
  const object = { apiVersion: "v1", kind: "Service", namespace: "", name: "web" };
  const fields =
    field === undefined ? [] : [{ path: field[0], op: "changed" as const, before: field[1], after: field[2] }];
  const files = ["charts/shop/templates/web.yaml"];
  const request = {
    id: "1",
    target: "t",
    ...(field === undefined ? {} : { base: object }),
    head: object,
    fields,
    files,
  };
  const inputs = { changed, chartDirectory: "charts/shop", keepsVersion: false, ...more };
  const chosen = await releaseCauses(request, inputs, new EditedFiles(trees, new Set(edited)));
  return chosen
    .map(({ cause: { file, line, step } }) => `${file.replace("charts/shop/", "")}:${line} ${step}`)
    .join(", ");
}

const charts = (...names: readonly string[]): string[] => names.map((name) => `charts/shop/${name}`);

test.each<[about: string, expected: string, ...Parameters<typeof causes>]>([
  ["one input is the cause of all", "release.yaml:2 chart", ["/spec/x", 1, 2], [version]],
  ["a value that is the field", "release.yaml:4 values", ["/spec/replicas", 2, 3], [version, replicas]],
  ["a value in a text", "release.yaml:4 values", ["/image", "web:v2", "web:v3"], [version, values("v2", "v3")]],
  [
    "a part of a word",
    "release.yaml:2 chart, release.yaml:4 values",
    ["/image", "web:v2", "web:v3"],
    [version, replicas],
  ],
  ["a part of a number", "release.yaml:2 chart, release.yaml:4 values", ["/n", 12, 13], [version, replicas]],
  ["a new value", "release.yaml:4 values", ["/image", "web:1.0.0", "web:2.0.0"], [version, values(undefined, "2.0.0")]],
  [
    "a short new value",
    "release.yaml:2 chart, release.yaml:4 values",
    ["/n", 5, "x 1"],
    [version, values(undefined, "1")],
  ],
  [
    "a value that goes",
    "release.yaml:4 values",
    ["/image", "web:1.0.0", "web:2.0.0"],
    [version, values("1.0.0", undefined)],
  ],
  ["another field", "release.yaml:2 chart, release.yaml:4 values", ["/spec/x", "a", "b"], [version, replicas]],
  ["a withheld field", "release.yaml:2 chart, release.yaml:4 values", ["/spec/x"], [version, secret]],
  ["a label of the chart", "release.yaml:2 chart", ["/metadata/labels/helm.sh~1chart", "a", "b"], [version, replicas]],
  ["an object that is new", "release.yaml:2 chart, release.yaml:4 values", undefined, [version, replicas]],
  [
    "its template",
    "templates/web.yaml:2 resources",
    ["/x"],
    [],
    charts("templates/web.yaml", "Chart.yaml", "values.yaml"),
  ],
  [
    "parts of all objects",
    "templates/_names.tpl:1 resources, values.yaml:1 resources",
    ["/x"],
    [],
    charts("templates/_names.tpl", "values.yaml", "templates/claim.yaml", "README.md"),
  ],
  [
    "the template of another object only",
    "templates/claim.yaml:1 resources",
    ["/x"],
    [],
    charts("templates/claim.yaml"),
  ],
  [
    "a label of a chart of the tree",
    "Chart.yaml:2 resources",
    ["/metadata/labels/helm.sh~1chart", "a", "b"],
    [replicas],
    charts("Chart.yaml", "values.yaml"),
  ],
  [
    "a chart that Flux does not build again",
    "release.yaml:4 values",
    ["/x"],
    [replicas],
    charts("values.yaml"),
    { keepsVersion: true },
  ],
  [
    "the same with another version",
    "values.yaml:1 resources, Chart.yaml:2 resources",
    ["/x"],
    [],
    charts("values.yaml", "Chart.yaml"),
    { keepsVersion: true },
  ],
  [
    "a chart in another place on each side",
    "release.yaml:2 chart",
    ["/x"],
    [version],
    charts("values.yaml"),
    { chartDirectory: undefined },
  ],
  ["nothing", "", ["/x"], [], charts("README.md")],
  ["an exact place after which lines change", "release.yaml:4 values", ["/x"], [values("a", "b", 3)]],
])("%s", async (_about, expected, ...given) => {
  expect((await causes(...given)).split(", ").sort()).toEqual(expected.split(", ").sort());
});
