/** The fields of generators. Those in `matrix` and `merge` have fewer fields, the deeper they are. */
import { TEMPLATE } from "./application-shape.ts";
import { type Fields, fieldsOf, type Shape } from "./shapes.ts";

/** A selector of labels. */
export const SELECTOR = fieldsOf({
  matchLabels: { each: "text" },
  matchExpressions: { list: fieldsOf({ key: "text", operator: "text", values: { list: "text" } }) },
});

const PATHS: Shape = { list: fieldsOf({ path: "text", exclude: "flag" }) };

/** The fields that generators that only a cluster can run have in common. */
export const OF_CLUSTER = fieldsOf({ values: { each: "text" }, template: TEMPLATE, input: "any" });

/** The kinds of generators that have no generators in them. */
const SIMPLE = {
  list: fieldsOf({ elements: { list: "any" }, elementsYaml: "text", template: TEMPLATE }),
  clusters: fieldsOf({ selector: SELECTOR, template: TEMPLATE, values: { each: "text" }, flatList: "flag" }),
  git: fieldsOf({
    repoURL: "text",
    revision: "text",
    directories: PATHS,
    files: PATHS,
    requeueAfterSeconds: "count",
    template: TEMPLATE,
    pathParamPrefix: "text",
    values: { each: "text" },
  }),
  scmProvider: "any",
  clusterDecisionResource: "any",
  pullRequest: "any",
  plugin: "any",
  selector: SELECTOR,
} as const satisfies Record<string, Shape>;

/** A generator in a generator in another one. */
export const INNERMOST: Fields = fieldsOf(SIMPLE).fields;

/** A generator in another one. */
export const NESTED: Fields = fieldsOf({ ...SIMPLE, matrix: "any", merge: "any" }).fields;

/** The fields of `matrix` and `merge`. @param generators the fields of each of their generators */
function combination(generators: Fields): Readonly<Record<string, Shape>> {
  return { generators: { list: { fields: generators } }, mergeKeys: { list: "text" } };
}

/** The fields of a `matrix` or `merge` that is in another one. */
export const NESTED_COMBINATION: Fields = fieldsOf(combination(INNERMOST)).fields;

const OUTERMOST_COMBINATION = fieldsOf({ ...combination(NESTED), template: TEMPLATE });

/** A generator of a set. */
export const OUTERMOST: Fields = fieldsOf({
  ...SIMPLE,
  matrix: OUTERMOST_COMBINATION,
  merge: OUTERMOST_COMBINATION,
}).fields;

/** The kinds of generators, in the order in which Argo CD runs those that one generator names. */
export const GENERATOR_KINDS = [
  "list",
  "clusters",
  "git",
  "scmProvider",
  "clusterDecisionResource",
  "pullRequest",
  "matrix",
  "merge",
  "plugin",
] as const;

export type GeneratorKind = (typeof GENERATOR_KINDS)[number];
