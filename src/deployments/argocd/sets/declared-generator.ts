/** Generators that only a cluster can run, with the parameters that a user declares for them; docs/specification/argocd-application-sets.md 3.7. */
import { emptyMap, isMap, valueAt } from "../../../manifests/index.ts";
import type { MapValue } from "../../../yaml/index.ts";
import type { Generator } from "./generation.ts";
import { OF_CLUSTER } from "./generator-shapes.ts";
import { asGoMap, flattened } from "./parameters.ts";
import { addValues } from "./renderer.ts";
import { unknown } from "./set-problems.ts";
import { shapedMap } from "./shapes.ts";

type Kind = "scmProvider" | "pullRequest" | "plugin" | "clusterDecisionResource";

/** The origin of the parameters of each kind. */
const ORIGINS: Readonly<Record<Kind, string>> = {
  scmProvider: "the repositories of a provider",
  pullRequest: "the open pull requests of a repository",
  plugin: "a service",
  clusterDecisionResource: "the status of an object",
};

export function declaredGenerator(kind: Kind): Generator {
  return async ({ fields, placeOf, place }, { declared, renderer }) => {
    const { values: own, input } = shapedMap(fields, OF_CLUSTER.fields, placeOf, kind);
    const listed = declared(fields, kind);
    if (listed === undefined)
      throw unknown(
        `a generator \`${kind}\` makes Applications for ${ORIGINS[kind]}, which only the cluster knows`,
        placeOf(),
        "Give its parameters under deployments.generators in .krm-render.yaml of the base branch.",
      );
    renderer.effort.allow(listed.length);
    return listed.map((one) => {
      const data = asGoMap(one);
      const values = renderer.isGo ? data : flattened(data);
      renderer.effort.handle(Object.keys(values).length);
      if (kind === "plugin") values["generator"] = inputOf(valueAt(input, "parameters"));
      const isLiteral = kind === "clusterDecisionResource";
      addValues(isMap(own) ? own : undefined, values, renderer, place, isLiteral);
      return { values, place };
    });
  };
}

/** The parameters that a plugin gets, as the template sees them. */
function inputOf(parameters: MapValue[string] | undefined): MapValue {
  const input: MapValue = Object.assign(emptyMap(), {
    parameters: isMap(parameters) ? asGoMap(parameters) : emptyMap(),
  });
  return Object.assign(emptyMap(), { input });
}
