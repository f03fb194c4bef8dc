/** Finds the deployments of a tree, for commands that compare nothing. */
import { type FoundDeployments, findDeployments } from "../../deployments/index.ts";
import { KrmError } from "../../diagnostics.ts";
import type { IsolationMode } from "../../functions/index.ts";
import { ownAddress, workTree } from "../../sources/index.ts";
import { unknownDeployment } from "../../targets/index.ts";
import type { BuildSettings } from "../options/build-settings.ts";
import { addressOf } from "../own-address.ts";
import { repositoryAround } from "../repository-directory.ts";
import { openOwnRepository, openSearch, placeOf, type Session, type Workspace } from "../session.ts";
import { configurationOf, type OptionSettings } from "../settings.ts";

/**
 * Finds what a review of the tree would find, by the configuration of the tree.
 * @param jsonnet its isolation; undefined where it may not run. @throws KrmError `too-many-directories`
 */
export async function deploymentsIn(
  session: Session,
  { tree, top }: Workspace,
  jsonnet: IsolationMode | undefined,
): Promise<FoundDeployments> {
  const { deployments: settings, settings: all } = await configurationOf(tree);
  const { env } = session.terminal;
  const own = repositoryAround(top) === undefined ? ownAddress(undefined, env) : await addressOf(top, env);
  const build = openSearch(session, { kubernetesVersion: kubernetesVersionOf(all), jsonnet });
  return findDeployments(tree, { settings, own, build });
}

/**
 * Finds the deployments of the repository around the working directory, in its files as they are on disk.
 * @throws KrmError `not-a-repository`, `too-many-directories`
 */
export async function ownDeployments(session: Session, { jsonnet }: Pick<BuildSettings, "jsonnet">) {
  const repository = await openOwnRepository(session);
  const workspace = { ...placeOf(repository, session.terminal), tree: workTree(repository) };
  const { settings } = await configurationOf(workspace.tree);
  const kubernetesVersion = kubernetesVersionOf(settings);
  return { workspace, kubernetesVersion, deployments: await deploymentsIn(session, workspace, jsonnet) };
}

function kubernetesVersionOf(settings: OptionSettings): string | undefined {
  return settings.get("kubernetes-version")?.values[0];
}

/** Says that there is no deployment of an id: `no-target`, with the problems of the search. */
export function missingDeployment(id: string, { targets, problems }: FoundDeployments): KrmError {
  const known = targets.map((target) => target.id);
  return new KrmError([...problems, unknownDeployment(id, known)]);
}
