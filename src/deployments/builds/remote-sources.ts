/** Fetches the sources of Applications, and of the generators of sets, that are in other repositories. */
import { fetchRepository } from "../../charts/index.ts";
import type { BuildOptions } from "../../engine/index.ts";
import type { Reference, Use, Uses } from "../../lock/index.ts";
import { type GitUrl, type RemoteRepository, type Remotes, remoteRefused } from "../../sources/index.ts";
import type { RemoteSource } from "../argocd/index.ts";

/** The ports to what is on other machines: none for a run that may not fetch, and no uses where no lock counts. */
export type Elsewhere = Pick<BuildOptions, "remotes" | "uses">;

/**
 * @param id of the Application
 * @throws KrmError `remote-unsupported`, `lock-missing`, `lock-mismatch`, and what fetching throws, at the place of the address
 */
export function fetchSource(
  { url, location }: Pick<RemoteSource, "url" | "location">,
  id: string,
  { remotes, uses }: Elsewhere,
): Promise<RemoteRepository> {
  // It is no chart as far as is known: the remedy is another one.
  if (remotes === undefined) return Promise.reject(remoteRefused(url.repository, location));
  const log = uses && {
    expect: (reference: Reference) => uses.expect(reference),
    use: (use: Use) => {
      uses.check(use);
      uses.record([use], id);
    },
  };
  return fetchRepository(url, location, { remotes, uses: log });
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

/**
 * Holds a search to the lock of a run. What it uses is for the targets that it leads to, which may not be built in this run.
 * @param used gets what was used
 */
export function usesOfSearch(uses: Uses | undefined, used: Use[]): Uses | undefined {
  return (
    uses && {
      expect: (reference) => uses.expect(reference),
      check: (use) => uses.check(use),
      record: (all) => void used.push(...all),
    }
  );
}
