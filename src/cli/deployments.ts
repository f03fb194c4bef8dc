/** Finds the deployments of a tree, for commands that compare nothing. */
import { type FoundDeployments, findDeployments } from "../deployments/index.ts";
import { ownAddress } from "../sources/index.ts";
import { addressOf } from "./own-address.ts";
import { repositoryAround } from "./repository-directory.ts";
import type { Session, Workspace } from "./session.ts";
import { configurationOf } from "./settings.ts";

/** Finds what a review of the tree would find, by the configuration of the tree. @throws KrmError `too-many-directories` */
export async function deploymentsIn({ terminal }: Session, { tree, top }: Workspace): Promise<FoundDeployments> {
  const { deployments: settings } = await configurationOf(tree);
  const { env } = terminal;
  const own = repositoryAround(top) === undefined ? ownAddress(undefined, env) : await addressOf(top, env);
  return findDeployments(tree, { settings, own, build: {} });
}
