/** The objects of a chart that are post-rendered together; docs/specification/flux-releases.md 6. */
import { groupBy } from "../../../collections.ts";
import { type Diagnostic, KrmError } from "../../../diagnostics.ts";
import { describeId } from "../../../resource/index.ts";
import type { ReleaseRecipe } from "./release-recipe.ts";
import { identityOf, nameOf, originOf, type ReleasedObject } from "./released-object.ts";

export interface Stream {
  readonly objects: readonly ReleasedObject[];
  /** False for what post-renderers and common metadata do not reach. */
  readonly isRendered: boolean;
}

/**
 * The objects that are post-rendered together. kustomize accepts no two objects with one identity among them, and none without a name.
 * Hooks are seen by kustomize since helm-controller 1.6: what it refuses because of them is rendered as earlier versions do.
 * @throws KrmError `flux-release-conflict`
 */
export function streamsOf(
  objects: readonly ReleasedObject[],
  recipe: ReleaseRecipe,
): { readonly streams: readonly Stream[]; readonly problems: readonly Diagnostic[] } {
  const [hooks, others] = [objects.filter(({ hook }) => hook), objects.filter(({ hook }) => !hook)];
  const strategy = recipe.postRenderStrategy;
  const severity = strategy === "separate" ? "error" : "warning";
  const repeatedOthers = repeated(others, recipe, "error");
  const ofHooks =
    strategy === "nohooks" || repeatedOthers.length > 0
      ? []
      : [
          ...repeated(strategy === "separate" ? hooks : objects, recipe, severity),
          ...hooks.filter(({ node }) => nameOf(node) === "").map((hook) => nameless(hook, recipe, severity)),
        ];
  const errors = [...repeatedOthers, ...ofHooks].filter((each) => each.severity === "error");
  if (errors.length > 0) throw new KrmError(errors);
  if (strategy === "combined" && ofHooks.length === 0)
    return { streams: [{ objects, isRendered: true }], problems: [] };
  const streams = [
    { objects: others, isRendered: true },
    { objects: hooks, isRendered: strategy === "separate" },
  ];
  return { streams, problems: ofHooks };
}

function repeated(
  objects: readonly ReleasedObject[],
  recipe: ReleaseRecipe,
  severity: "error" | "warning",
): readonly Diagnostic[] {
  const named = objects.filter(({ node }) => nameOf(node) !== "");
  const groups = groupBy(named, ({ node }) => {
    const { group, version, kind, name, effectiveNamespace } = identityOf(node);
    return JSON.stringify([group, version, kind, name, effectiveNamespace]);
  });
  return [...groups.values()].flatMap((group): Diagnostic[] => {
    const [first, second] = group;
    if (second === undefined) return [];
    const templates = [...new Set(group.flatMap(({ template }) => template ?? []))].join(" and ");
    const hint = "Find the values that make it twice, or correct the chart.";
    const message = `${describeId(identityOf(first.node))} more than once${templates && `, in ${templates}`}`;
    return [conflict(second, `the chart makes ${message}`, hint, recipe, severity)];
  });
}

function nameless(hook: ReleasedObject, recipe: ReleaseRecipe, severity: "error" | "warning"): Diagnostic {
  const { kind } = identityOf(hook.node);
  const where = hook.template === undefined ? "" : `, in ${hook.template},`;
  return conflict(hook, `a ${kind} of the chart${where} has no metadata.name`, "Give it a name.", recipe, severity);
}

function conflict(
  { template, node, hook }: ReleasedObject,
  message: string,
  hint: string,
  recipe: ReleaseRecipe,
  severity: "error" | "warning",
): Diagnostic {
  const since = severity === "error" ? "" : " since helm-controller 1.6, whose post-renderers see hooks";
  return {
    code: "flux-release-conflict",
    severity,
    message: `${message}: Flux does not install it${since}`,
    ...originOf(template, recipe),
    object: describeId(identityOf(node)),
    hint: severity === "error" && hook === undefined ? hint : `${hint} Or set spec.postRenderStrategy to nohooks.`,
  };
}
