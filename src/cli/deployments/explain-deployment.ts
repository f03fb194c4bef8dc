/** `krm-render explain` with an id: explains what a controller applies. */
import type { Diagnostic } from "../../diagnostics.ts";
import { type Explained, explainBuild } from "../../explain/index.ts";
import { openReviewConfiguration } from "../open-configuration.ts";
import type { BuildSettings } from "../options/build-settings.ts";
import type { ConfigurationSettings } from "../options/configuration-settings.ts";
import { openBuild, type Session } from "../session.ts";
import { chartsRecipe, explainCharts } from "./explain-charts.ts";
import { missingDeployment, ownDeployments } from "./find.ts";

/**
 * Explains a deployment of the repository around the working directory, from its files as they are on disk.
 * @returns also the problems of the configuration
 * @throws KrmError `not-a-repository`, `no-target` for an id that the repository does not have, and the problems of the deployment
 */
export async function explainDeployment(
  id: string,
  chosen: ConfigurationSettings,
  session: Session,
  settings: BuildSettings,
): Promise<Explained & { readonly notes: readonly Diagnostic[] }> {
  const { workspace, deployments, kubernetesVersion } = await ownDeployments(session, settings);
  const { tree } = workspace;
  const { configuration, notes } = await openReviewConfiguration(chosen, workspace.cwd, { base: tree, head: tree });
  const build = openBuild(session, { ...settings, kubernetesVersion }, "user", workspace);
  const charts = chartsRecipe(deployments.get(id));
  if (charts !== undefined) {
    const rules = configuration.redaction;
    return { ...(await explainCharts(id, charts, { tree, deployments, build, rules })), notes };
  }
  const recipe = deployments.builder(build).recipe(id);
  if (recipe === undefined) throw missingDeployment(id, deployments);
  const { directory, options } = recipe;
  return { ...(await explainBuild(recipe.tree, directory, options, configuration.redaction, recipe)), notes };
}
