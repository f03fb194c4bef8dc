/** ApplicationSets for tests, and what is made of them. */
import { expect } from "@jest/globals";
import {
  type ClusterParameters,
  type MadeBySet,
  makeApplications,
  type SetInput,
} from "../../../../src/deployments/argocd/index.ts";
import { ObjectPlaces, objectsOf } from "../../../../src/deployments/objects/index.ts";
import { KrmError } from "../../../../src/diagnostics.ts";
import { memoryTree } from "../../../../src/sources/index.ts";
import type { Tree } from "../../../../src/sources/tree.ts";
import { parseResources } from "../../../../src/yaml/index.ts";

export interface MakeOptions extends Partial<Omit<SetInput, "tree" | "placeOf">> {
  readonly tree?: Tree;
}

/** Makes the Applications of the set that a text holds. */
export async function make(text: string, options: MakeOptions = {}): Promise<MadeBySet> {
  const documents = parseResources(text, "set.yaml");
  const [printed] = objectsOf(documents);
  if (printed === undefined) throw new Error("no ApplicationSet");
  const places = new ObjectPlaces({ documents: async () => documents });
  return makeApplications(
    { value: printed.value, name: printed.name, namespace: printed.namespace },
    {
      tree: memoryTree({}),
      own: { own: "o/r", branches: new Set(["main"]) },
      clusters: undefined,
      declared: () => undefined,
      ...options,
      placeOf: await places.of(printed.origin ?? { file: "set.yaml" }, printed.value),
    },
  );
}

/** The text of a set. @param generators a list, as YAML in one line @param spec more fields, as lines */
export function setOf(generators: string, template = NAMED, spec = ""): string {
  return `apiVersion: argoproj.io/v1alpha1
kind: ApplicationSet
metadata: {name: apps, namespace: argocd}
spec:
  generators: ${generators}
  template: ${template}
${spec}`;
}

/** The template of Applications that only have a name. */
export const NAMED = templateOf("'{{name}}'");

/** A template. @param name of the Applications @param spec more fields of their `spec` */
export function templateOf(name: string, spec = ""): string {
  return `{metadata: {name: ${name}}, spec: {project: default, destination: {name: in-cluster}${spec === "" ? "" : `, ${spec}`}}}`;
}

/** The names of the Applications of a set. */
export async function namesOf(text: string, options: MakeOptions = {}): Promise<readonly unknown[]> {
  const { applications } = await make(text, options);
  return applications.map(({ value }) => (value["metadata"] as { name: string }).name);
}

/** The code and the text of the error that a set has. */
export async function errorOf(text: string, options: MakeOptions = {}): Promise<string> {
  try {
    await make(text, options);
  } catch (thrown) {
    if (thrown instanceof KrmError) return `${thrown.code} ${thrown.message}`;
    throw thrown;
  }
  return "no error";
}

/** The names of the Applications of a set, or the text of its error. */
export async function outcomeOf(text: string, options: MakeOptions = {}): Promise<unknown> {
  const error = await errorOf(text, options);
  return error === "no error" ? namesOf(text, options) : error;
}

/** Matches an outcome: a part of the text of an error, or all names. */
export function outcome(expected: string | readonly string[]): unknown {
  return typeof expected === "string" ? expect.stringContaining(expected) : expected;
}

/** A cluster with a label. */
export function cluster(name: string, env: string, more: Partial<ClusterParameters> = {}): ClusterParameters {
  return { name, server: `https://${name}.example`, labels: { env }, annotations: {}, ...more };
}
