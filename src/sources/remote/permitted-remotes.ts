/** Remotes that fetch only what is permitted. */
import { failure } from "../../diagnostics.ts";
import { shownAddress } from "../../store/http/addresses.ts";
import type { GitUrl } from "./git-url.ts";
import { lazyRemotes } from "./lazy-remotes.ts";
import type { RemoteOptions } from "./open-remotes.ts";
import type { OpenRemotes, Remotes } from "./remotes.ts";
import { fileUnits, repositoryUnit } from "./units.ts";

export interface RemotePermission {
  /**
   * The reason why a source is not fetched; undefined if it is.
   * @param units those of which one has to be permitted, as `units.ts` names them; the first one is for messages
   * @param from the repositories that led here, outermost first
   * @param remotes fetches what is permitted
   */
  refusalOf(units: readonly string[], from: readonly GitUrl[], remotes: Remotes): Promise<string | undefined>;
  /** The remedy for a source that is not fetched. */
  readonly hint: string;
}

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
    const why =
      known.length === 0
        ? "`remote: auto` fetches plain https addresses only, and none with a user"
        : await permission.refusalOf(known, from, remotes);
    if (why === undefined) return;
    throw failure("remote-unsupported", `${shownAddress(address)} is not fetched: ${why}`, { hint: permission.hint });
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
    close: () => remotes.close(),
  };
}

/** Remotes that fetch nothing. @param why completes the sentence about a source that is not fetched */
export function refusingRemotes(why: string, hint: string): OpenRemotes {
  const refuse = async (address: string): Promise<never> => {
    throw failure("remote-unsupported", `${shownAddress(address)} is not fetched: ${why}`, { hint });
  };
  return { repository: ({ repository }) => refuse(repository), file: refuse, close: async () => {} };
}
