/** Fetches the sources of Applications that are in other repositories. */

import type { BuildOptions } from "../../engine/index.ts";
import { gitReference } from "../../lock/index.ts";
import { atPlace, type GitUrl, type RemoteRepository, type Remotes, remoteRefused } from "../../sources/index.ts";
import type { RemoteSource } from "../argocd/index.ts";

/**
 * @param id of the Application
 * @throws KrmError `remote-unsupported`, `lock-missing`, `lock-mismatch`, and what fetching throws, at the place of the address
 */
export async function fetchSource(
  { url, location }: RemoteSource,
  id: string,
  { remotes, uses }: BuildOptions,
): Promise<RemoteRepository> {
  if (remotes === undefined) throw remoteRefused(url.repository, location);
  const reference = gitReference(url);
  try {
    uses?.expect(reference);
    const found = await remotes.repository(url);
    const use = { ...reference, digest: found.sha };
    uses?.check(use);
    uses?.record([use], id);
    return found;
  } catch (thrown) {
    throw atPlace(thrown, location);
  }
}

/** Remotes as they are asked from a tree that was fetched itself. @param by the repositories that led to it, outermost first */
export function remotesBelow(remotes: Remotes | undefined, by: readonly GitUrl[]): Remotes | undefined {
  if (remotes === undefined) return undefined;
  return {
    repository: (wanted, from = []) => remotes.repository(wanted, [...by, ...from]),
    file: (address, from = []) => remotes.file(address, [...by, ...from]),
    chart: (wanted, from = []) => remotes.chart(wanted, [...by, ...from]),
  };
}
