/** Names that belong to the command line but have no code behind them in this version: refused, never ignored. */

const NEEDS_CATALOGS = "trusts function catalogs";

/** What each of them does, as the end of a sentence. */
const LATER: ReadonlyMap<string, string> = new Map([
  ["view", "shows catalogs and compositions"],
  ["--trusted-catalog", NEEDS_CATALOGS],
  ["--default-catalog", NEEDS_CATALOGS],
  ["--locked", "holds a build to a lock file"],
  ["--changed-since", "chooses targets by what changed"],
  ["--shards", "splits targets over a matrix"],
]);

/** One sentence about a command or option of this kind; undefined for any other name. */
export function describeLater(name: string): string | undefined {
  const purpose = LATER.get(name);
  if (purpose === undefined) return undefined;
  return `${name} ${purpose}, which this version of krm-render does not do`;
}
