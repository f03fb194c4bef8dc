/** Remotes that fetch only what is permitted. */
import { failure } from "../../diagnostics.ts";
import { shownAddress } from "../../store/http/addresses.ts";
import type { GitUrl } from "./git-url.ts";
import { lazyRemotes } from "./lazy-remotes.ts";
import type { RemoteOptions } from "./open-remotes.ts";
import type { OpenRemotes, Remotes } from "./remotes.ts";
import { chartUnit, fileUnits, repositoryUnit } from "./units.ts";

/** The reason why a source is not fetched, which completes a sentence about it, and the remedy. */
export interface RemoteRefusal {
  readonly why: string;
  readonly hint: string;
}

export interface RemotePermission {
  /**
   * Undefined if a source is to be fetched.
   * @param units those of which one has to be permitted, as `units.ts` names them; the first one is for messages
   * @param from the repositories that led here, outermost first
   * @param remotes fetches what is permitted
   */
  refusalOf(units: readonly string[], from: readonly GitUrl[], remotes: Remotes): Promise<RemoteRefusal | undefined>;
}

/** For addresses without a unit. */
const NOT_PLAIN: RemoteRefusal = {
  why: "`remote: auto` fetches plain https addresses only, and none with a user",
  hint: "Name its host in the input `remote`, if pull requests may fetch from there: docs/guide/remote-sources.md.",
};

/** @throws KrmError from its methods, also `remote-unsupported` for what is not permitted */
export function permittedRemotes(
  options: Omit<RemoteOptions, "anonymous" | "onSubmodule">,
  permission: RemotePermission,
): OpenRemotes {
  const remotes = lazyRemotes({
    ...options,
    anonymous: true,
    // A kustomization has to name it, too: whoever writes to the repository around it chooses what .gitmodules names.
    onSubmodule: (repository) => require(repository, [repositoryUnit(repository)], []),
  });

  async function require(
    address: string,
    units: readonly (string | undefined)[],
    from: readonly GitUrl[],
  ): Promise<void> {
    const known = units.filter((unit) => unit !== undefined);
    const refusal = known.length === 0 ? NOT_PLAIN : await permission.refusalOf(known, from, remotes);
    if (refusal !== undefined) throw refused(address, refusal);
  }

  return {
    async repository(url, from = []) {
      await require(url.repository, [repositoryUnit(url.repository)], from);
      return remotes.repository(url, from);
    },
    async file(address, from = []) {
      await require(address, fileUnits(address), from);
      return remotes.file(address, from);
    },
    async chart(wanted, from = []) {
      await require(wanted.repo, [chartUnit(wanted)], from);
      return remotes.chart(wanted, from);
    },
    close: () => remotes.close(),
  };
}

/** Remotes that fetch nothing. */
export function refusingRemotes(refusal: RemoteRefusal): OpenRemotes {
  const refuse = async (address: string): Promise<never> => {
    throw refused(address, refusal);
  };
  return {
    repository: ({ repository }) => refuse(repository),
    file: refuse,
    chart: ({ repo }) => refuse(repo),
    close: async () => {},
  };
}

function refused(address: string, { why, hint }: RemoteRefusal): Error {
  return failure("remote-unsupported", `${shownAddress(address)} is not fetched: ${why}`, { hint });
}
