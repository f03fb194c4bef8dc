/** Owners as a report names them. */

/** People and teams, each once. */
export interface Owners {
  /** The first {@link MAX_OWNERS}: `@user`, `@org/team`, or an address of mail. */
  readonly names: readonly string[];
  /** The number of further ones; absent for none. */
  readonly more?: number;
}

/** Names that a report lists in one place. */
export const MAX_OWNERS = 20;

/** @param names each once */
export function ownersOf(names: readonly string[]): Owners {
  const more = names.length - MAX_OWNERS;
  return { names: names.slice(0, MAX_OWNERS), ...(more > 0 && { more }) };
}

/**
 * Returns the owners of several things together, those of the first ones first. Where some are only counted, so are at least as many of all.
 * Takes time linear in the distinct lists.
 */
export function unionOfOwners(all: Iterable<Owners | undefined>): Owners {
  const names = new Set<string>();
  let least = 0;
  for (const owners of new Set(all)) {
    if (owners === undefined) continue;
    for (const name of owners.names) names.add(name);
    least = Math.max(least, owners.names.length + (owners.more ?? 0));
  }
  const { names: first } = ownersOf([...names]);
  const more = Math.max(names.size, least) - first.length;
  return { names: first, ...(more > 0 && { more }) };
}
