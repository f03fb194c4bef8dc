/** Finds the deployments of a tree, for commands that compare nothing. */
import { type FoundDeployments, findDeployments } from "../../deployments/index.ts";
import { KrmError } from "../../diagnostics.ts";
import type { IsolationMode } from "../../functions/index.ts";
import type { Uses } from "../../lock/index.ts";
import { ownAddress, workTree } from "../../sources/index.ts";
import { unknownDeployment } from "../../targets/index.ts";
import type { RunLock } from "../lock.ts";
import type { BuildSettings } from "../options/build-settings.ts";
import { addressOf } from "../own-address.ts";
import { repositoryAround } from "../repository-directory.ts";
import { openOwnRepository, openSearch, placeOf, type Session, type Workspace } from "../session.ts";
import { configurationOf, type OptionSettings } from "../settings.ts";

interface FindingOptions {
  /** The isolation of jsonnet; undefined where it may not run. */
  readonly jsonnet: IsolationMode | undefined;
  /** The lock that counts; undefined for none. */
  readonly uses?: Uses | undefined;
  /** Who wrote the tree; by default perhaps others than the user. */
  readonly author?: "user";
}

/** Finds what a review of the tree would find, by the configuration of the tree. @throws KrmError `too-many-directories` */
export async function deploymentsIn(
  session: Session,
  { tree, top }: Workspace,
  { jsonnet, uses, author }: FindingOptions,
): Promise<FoundDeployments> {
  const { deployments: settings, settings: all } = await configurationOf(tree);
  const { env } = session.terminal;
  const own = repositoryAround(top) === undefined ? ownAddress(undefined, env) : await addressOf(top, env);
  const kubernetesVersion = kubernetesVersionOf(all);
  const build = openSearch(session, { kubernetesVersion, jsonnet, ...(author !== undefined && { author }) });
  return findDeployments(tree, { settings, own, build, uses: { head: uses } });
}

/**
 * Finds the deployments of the repository around the working directory, in its files as they are on disk.
 * @param openLock opens the lock that counts, if there is one
 * @throws KrmError `not-a-repository`, `too-many-directories`, and what opening throws
 */
export async function ownDeployments<Lock extends RunLock | undefined = undefined>(
  session: Session,
  { jsonnet }: Pick<BuildSettings, "jsonnet">,
  openLock?: (workspace: Workspace) => Promise<Lock>,
) {
  const repository = await openOwnRepository(session);
  const workspace = { ...placeOf(repository, session.terminal), tree: workTree(repository) };
  const { settings } = await configurationOf(workspace.tree);
  const kubernetesVersion = kubernetesVersionOf(settings);
  const lock = await openLock?.(workspace);
  const deployments = await deploymentsIn(session, workspace, { jsonnet, uses: lock?.uses, author: "user" });
  return { workspace, kubernetesVersion, deployments, lock };
}

function kubernetesVersionOf(settings: OptionSettings): string | undefined {
  return settings.get("kubernetes-version")?.values[0];
}

/** Says that there is no deployment of an id: `no-target`, with the problems of the search. */
export function missingDeployment(id: string, { targets, problems }: FoundDeployments): KrmError {
  const known = targets.map((target) => target.id);
  return new KrmError([...problems, unknownDeployment(id, known)]);
}
