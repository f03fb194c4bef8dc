/** `krm-render build flux://CLUSTER/NAMESPACE/NAME`: builds what a controller applies. */
import type { Built } from "../../engine/context/built.ts";
import type { Invocation } from "../command.ts";
import { openTreeLock, type RunLock } from "../lock.ts";
import { type BuildSettings, wantsLock } from "../options/build-settings.ts";
import { openBuild, type Session, type Workspace } from "../session.ts";
import { missingDeployment, ownDeployments } from "./find.ts";

/**
 * Builds a deployment of the repository around the working directory, from its files as they are on disk.
 * @throws KrmError `not-a-repository`, `no-target` for an id that the repository does not have, and the problems of the deployment
 */
export async function buildDeployment(
  id: string,
  session: Session,
  invocation: Invocation,
  settings: BuildSettings,
): Promise<Built> {
  const openLock = async (place: Workspace): Promise<RunLock | undefined> =>
    wantsLock(invocation) ? openTreeLock(invocation, place, place.tree, session.terminal) : undefined;
  const { workspace, deployments, kubernetesVersion, lock } = await ownDeployments(session, settings, openLock);
  const build = openBuild(session, { ...settings, kubernetesVersion }, "user", workspace);
  const builder = deployments.builder({ ...build, uses: lock?.uses });
  const { timeoutSeconds } = settings;
  const built = await builder.build(id, { builds: 1, timeoutSeconds, recorded: undefined });
  if (built === undefined) throw missingDeployment(id, deployments);
  const diagnostics = [...built.diagnostics, ...(lock?.finish() ?? [])];
  return { ...built, diagnostics };
}
