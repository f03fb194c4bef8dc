/** Relations that do not hold in whole targets. docs/specification/schemas.md 4.6 */
import { expect, test } from "@jest/globals";
import { standingFindings } from "../../../src/review/dangers/index.ts";
import { rendered } from "../renderings.ts";

const config = (name: string, namespace = ""): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}${namespace === "" ? "" : `, namespace: ${namespace}`}}\ndata: {mode: fast}`;
const pod = (container: string, name = "web"): string =>
  `apiVersion: v1\nkind: Pod\nmetadata: {name: ${name}}\nspec: {containers: [{name: web, image: "web:1", ${container}}]}`;
const from = (name: string): string => `envFrom: [{configMapRef: {name: ${name}}}]`;
const OVERDRAWN = "resources: {requests: {cpu: 2}, limits: {cpu: 1}}";

const found = (...targets: readonly (readonly string[])[]): string[][] => {
  const sides = targets.map((documents) => rendered(documents.join("\n---\n"), "app").resources);
  return standingFindings(sides).map((all) =>
    all.map(({ resource, path, isRefused }) => `${resource.name} ${path}${isRefused ? " refused" : ""}`),
  );
};

test.each<[string, readonly (readonly string[])[], readonly (readonly string[])[]]>([
  ["nothing", [[config("settings"), pod(from("settings"))]], [[]]],
  [
    "a name that is nearly right",
    [[config("settings"), pod(from("setings"))]],
    [["web /spec/containers/0/envFrom/0/configMapRef/name"]],
  ],
  ["a name that another target has", [[config("settings"), pod(from("setings"))], [config("setings")]], [[], []]],
  [
    "a name that another namespace has",
    [
      [config("settings", "shop"), pod(from("setings")).replace("name: web}", "name: web, namespace: shop}")],
      [config("setings", "blog")],
    ],
    [["web /spec/containers/0/envFrom/0/configMapRef/name"], []],
  ],
  ["a name that somebody else may make", [[config("settings"), pod(from("elsewhere"))]], [[]]],
  [
    "what the API server refuses, and the order of objects",
    [[pod("tty: true", "a"), pod(OVERDRAWN, "b"), config("settings"), pod(from("setings"), "c"), pod(OVERDRAWN, "d")]],
    [
      [
        "b /spec/containers/0/resources/limits/cpu refused",
        "c /spec/containers/0/envFrom/0/configMapRef/name",
        "d /spec/containers/0/resources/limits/cpu refused",
      ],
    ],
  ],
])("%s", (_title, targets, expected) => {
  expect(found(...targets)).toEqual(expected);
});
