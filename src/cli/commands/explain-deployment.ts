/** `krm-render explain flux://CLUSTER/NAMESPACE/NAME`: explains what a controller applies. */
import { type Diagnostic, KrmError } from "../../diagnostics.ts";
import { type Explained, explainBuild } from "../../explain/index.ts";
import { workTree } from "../../sources/index.ts";
import { unknownDeployment } from "../../targets/index.ts";
import { deploymentsIn } from "../deployments.ts";
import { openReviewConfiguration } from "../open-configuration.ts";
import type { BuildSettings } from "../options/build-settings.ts";
import type { ConfigurationSettings } from "../options/configuration-settings.ts";
import { openBuild, openOwnRepository, placeOf, type Session } from "../session.ts";

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
  const repository = await openOwnRepository(session);
  const workspace = { ...placeOf(repository, session.terminal), tree: workTree(repository) };
  const { tree } = workspace;
  const { configuration, notes } = await openReviewConfiguration(chosen, workspace.cwd, { base: tree, head: tree });
  const deployments = await deploymentsIn(session, workspace);
  const recipe = deployments.builder(openBuild(session, settings, "user", workspace)).recipe(id);
  if (recipe === undefined) {
    const ids = deployments.targets.map((target) => target.id);
    throw new KrmError([...deployments.problems, unknownDeployment(id, ids)]);
  }
  const { directory, options } = recipe;
  return { ...(await explainBuild(recipe.tree, directory, options, configuration.redaction, recipe)), notes };
}
