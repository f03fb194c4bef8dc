/** `krm-render build flux://CLUSTER/NAMESPACE/NAME`: builds what a controller applies. */
import { KrmError } from "../diagnostics.ts";
import type { Built } from "../engine/context/built.ts";
import { workTree } from "../sources/index.ts";
import { unknownDeployment } from "../targets/index.ts";
import type { Invocation } from "./command.ts";
import { deploymentsIn } from "./deployments.ts";
import { openTreeLock } from "./lock.ts";
import { type BuildSettings, wantsLock } from "./options/build-settings.ts";
import { openBuild, openOwnRepository, placeOf, type Session } from "./session.ts";

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
  const repository = await openOwnRepository(session);
  const workspace = { ...placeOf(repository, session.terminal), tree: workTree(repository) };
  const { tree } = workspace;
  const deployments = await deploymentsIn(session, workspace);
  const lock = wantsLock(invocation) ? await openTreeLock(invocation, workspace, tree, session.terminal) : undefined;
  const builder = deployments.builder({ ...openBuild(session, settings, "user", workspace), uses: lock?.uses });
  const { timeoutSeconds } = settings;
  const built = await builder.build(id, { builds: 1, timeoutSeconds, recorded: undefined });
  if (built === undefined) {
    const ids = deployments.targets.map((target) => target.id);
    throw new KrmError([...deployments.problems, unknownDeployment(id, ids)]);
  }
  const diagnostics = [...built.diagnostics, ...(lock?.finish() ?? [])];
  return { ...built, diagnostics };
}
