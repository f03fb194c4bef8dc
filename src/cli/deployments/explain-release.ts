/** `krm-render explain flux://CLUSTER/NAMESPACE/HelmRelease/NAME`: explains what a chart makes for a release. */
import { posix } from "node:path";
import type { RedactionRule } from "../../configuration/index.ts";
import { type Deployment, type FoundDeployments, isRenderable } from "../../deployments/index.ts";
import type { Diagnostic } from "../../diagnostics.ts";
import type { BuildOptions } from "../../engine/index.ts";
import { type Explained, explainReleased, type GivenValue } from "../../explain/index.ts";
import type { Tree } from "../../sources/tree.ts";
import { locate, type Node, parseResources, toValue, type Value } from "../../yaml/index.ts";

type ReleaseRecipe = Extract<Deployment["recipe"], { readonly kind: "HelmRelease" }>;

/** The recipe of a HelmRelease that can be rendered; undefined for everything else. */
export function releaseRecipe(deployment: Deployment | undefined): ReleaseRecipe | undefined {
  const recipe = deployment?.recipe;
  return recipe !== undefined && isRenderable(recipe) && recipe.kind === "HelmRelease" ? recipe : undefined;
}

/** Renders a release, and finds the values that its chart gets. @throws KrmError for one that is not rendered */
export async function explainRelease(
  id: string,
  recipe: ReleaseRecipe,
  {
    tree,
    deployments,
    build,
    rules,
  }: {
    readonly tree: Tree;
    readonly deployments: FoundDeployments;
    readonly build: BuildOptions;
    readonly rules: readonly RedactionRule[];
  },
): Promise<Explained> {
  const { timeoutSeconds } = build;
  const built = await deployments.builder(build).build(id, { builds: 1, timeoutSeconds, recorded: undefined });
  const own = ownValues(recipe);
  const taken = new Set(own.map(({ path }) => JSON.stringify(path)));
  const defaults = (await chartValues(tree, recipe)).filter(({ path }) => !taken.has(JSON.stringify(path)));
  const explainer = explainReleased(built?.resources ?? [], [...own, ...defaults], rules);
  const diagnostics = [...(built?.diagnostics ?? []), ...untold(recipe)];
  return { explainer, diagnostics: explainer.masked(diagnostics) };
}

function untold({ postRenderers, places }: ReleaseRecipe): readonly Diagnostic[] {
  if (postRenderers.length === 0) return [];
  return [
    {
      code: "flux-steps-untold",
      severity: "notice",
      message:
        "the post-renderers of the release are not told apart from its chart: a field may be one that they have set",
      ...places.release,
      hint: "Look at spec.postRenderers.",
    },
  ];
}

/** The values of the release, but those of Secrets. */
function ownValues({ chart, places, secrets }: ReleaseRecipe): readonly GivenValue[] {
  const isSecret = (path: readonly string[]): boolean =>
    secrets.some((secret) => secret.every((step, index) => path[index] === step));
  const found: GivenValue[] = [];
  const walk = (value: Value, path: readonly string[]): void => {
    const entries = typeof value === "object" && value !== null ? Object.entries(value) : [];
    for (const [key, inner] of entries) walk(inner, [...path, key]);
    if (entries.length > 0 || path.length === 0 || isSecret(path)) return;
    found.push({ path, value, location: places.valueOf(path), isOwn: true });
  };
  for (const each of chart.values) if ("value" in each) walk(each.value, []);
  return found;
}

/** The values that a chart in the tree has itself. */
async function chartValues(tree: Tree, { chart: { chart } }: ReleaseRecipe): Promise<readonly GivenValue[]> {
  if (chart.from !== "tree" || chart.valuesFiles !== undefined) return [];
  const file = posix.join(chart.directory, "values.yaml");
  if ((await tree.lookup(file))?.type !== "file") return [];
  const found: GivenValue[] = [];
  const walk = (node: Node, path: readonly string[]): void => {
    if (node.kind === "map") {
      for (const { key, value } of node.entries) if (key.kind === "scalar") walk(value, [...path, key.value]);
    } else if (node.kind === "seq") {
      for (const [index, item] of node.items.entries()) walk(item, [...path, String(index)]);
    } else found.push({ path, value: toValue(node), location: locate(node), isOwn: false });
  };
  const text = Buffer.from(await tree.read(file)).toString();
  try {
    for (const node of parseResources(text, tree.display(file))) walk(node, []);
  } catch {
    // The chart has been rendered, so helm can read what is not read here. Its values are not named.
    return [];
  }
  return found;
}
