/** What the API server refused before the change: no danger, but counted. docs/specification/schemas.md 4.4 */
import { expect, test } from "@jest/globals";
import { readConfiguration } from "../../src/configuration/index.ts";
import { compareTrees, KNOWN_RULES } from "../../src/review/index.ts";
import { loadApis } from "../../src/schemas/index.ts";
import { memoryTree } from "../../src/sources/index.ts";

const apis = await loadApis("1.30");
const SIDE = { label: "a", commit: null };

const service = (name: string, spec: string, annotations = ""): string =>
  `apiVersion: v1\nkind: Service\nmetadata: {name: ${name}, annotations: {${annotations}}}\nspec: {${spec}}\n---\n`;
const WRONG = "prot: 1";
const pods = (version: string): string =>
  `apiVersion: flowcontrol.apiserver.k8s.io/${version}\nkind: FlowSchema\nmetadata: {name: a}\nspec: {priorityLevelConfiguration: {name: a}}\n`;
const DEFINITION = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: as.example.com}
spec: {group: example.com, names: {kind: A}, scope: Namespaced, versions: [{name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object, properties: {size: {type: string}}}}}]}
---
`;
const custom = (more: string): string =>
  `${DEFINITION}apiVersion: example.com/v1\nkind: A\nmetadata: {name: a${more}}\nsize: 1\n`;
const silence = (rest: string): string => `dangers: {silence: [{rule: unknown-field, reason: known, ${rest}}]}\n`;

interface Case {
  readonly base: string;
  readonly head: string;
  readonly configuration?: string;
}

test.each<[title: string, given: Case, count: number | undefined, dangers: number]>([
  [
    "objects are counted, and not their mistakes",
    {
      base: service("a", `${WRONG}, pots: 1`) + service("b", WRONG),
      head: service("a", `${WRONG}, pots: 1, type: ClusterIP`) + service("b", `${WRONG}, type: ClusterIP`),
    },
    2,
    0,
  ],
  ["an object that the change leaves alone", { base: service("a", WRONG), head: service("a", WRONG) }, undefined, 0],
  ["a new object", { base: "", head: service("a", WRONG) }, undefined, 1],
  ["an object that goes", { base: service("a", WRONG), head: service("b", "") }, undefined, 1],
  ["an object that is right now", { base: service("a", WRONG), head: service("a", "") }, undefined, 0],
  ["another mistake beside one", { base: service("a", WRONG), head: service("a", `${WRONG}, pots: 1`) }, 1, 1],
  ["a deprecated API", { base: pods("v1beta3"), head: `${pods("v1beta3")}  matchingPrecedence: 1\n` }, undefined, 0],
  ["a custom resource", { base: custom(""), head: custom(", labels: {a: b}") }, 1, 0],
  [
    "an annotation that accepts it",
    {
      base: service("a", WRONG),
      head: service("a", `${WRONG}, type: ClusterIP`, '"krm-render.dev/silence": "unknown-field: known"'),
    },
    undefined,
    0,
  ],
  [
    "a configuration that accepts it",
    { base: service("a", WRONG), head: service("a", "prot: 2"), configuration: silence("paths: [/spec/prot]") },
    undefined,
    0,
  ],
  [
    "a configuration that accepts it elsewhere",
    { base: service("a", WRONG), head: service("a", "prot: 2"), configuration: silence("targets: [other]") },
    1,
    0,
  ],
  [
    "a rule that is off",
    {
      base: service("a", WRONG),
      head: service("a", "prot: 2"),
      configuration: "dangers: {levels: {unknown-field: off}}\n",
    },
    undefined,
    0,
  ],
])("%s", async (_title, { base, head, configuration = "{}\n" }, count, dangers) => {
  const tree = (text: string) => memoryTree({ "a/kustomization.yaml": "resources: [r.yaml]\n", "a/r.yaml": text });
  const report = await compareTrees({
    trees: { base: tree(`${base}\n---\n`), head: tree(`${head}\n---\n`) },
    sides: { base: SIDE, head: SIDE } as never,
    targets: [{ id: "a", path: "a", affected: true, why: "selected" }],
    changedFiles: new Set(),
    build: {},
    apis,
    configuration: readConfiguration(Buffer.from(configuration), ".krm-render.yaml", KNOWN_RULES).configuration,
  });
  expect(report.targets[0]?.mistakesBefore).toBe(count);
  expect(report.figures.mistakesBefore).toBe(count ?? 0);
  expect(report.dangers).toHaveLength(dangers);
});
