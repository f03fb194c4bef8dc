/**
 * `remote: auto`: a source is fetched if a target of the default branch renders through the same unit; docs/guide/remote-sources.md.
 * Reads that branch at the first address that a build asks for, and what it names in fetched repositories where one of these names
 * an address.
 */
import { posix } from "node:path";
import { getOrInsert } from "../../collections.ts";
import { KrmError } from "../../diagnostics.ts";
import {
  chartUnit,
  type GitUrl,
  parseGitReference,
  type RemotePermission,
  type Remotes,
  repositoryUnit,
  unitsNamedBy,
} from "../../sources/index.ts";
import type { Tree } from "../../sources/tree.ts";
import { type NamedSource, sourcesOfDirectory, sourcesOfTargets } from "../../targets/index.ts";

/** A directory of a repository: as a kustomization writes it, or as an Application names it. */
type Entry = string | GitUrl;

/** The entries that name a unit, by the unit. A chart leads to no other unit. */
type Named = ReadonlyMap<string, readonly Entry[]>;

const NOTHING: Named = new Map();

/** The most references to one repository that are followed for an address. Each may be a fetch. */
const MAX_WAYS = 20;

/**
 * A KrmError that one of the functions throws becomes the reason why nothing is fetched.
 * @param tips reads the branches that count
 * @param deployedBy finds what the deployments of a branch are made of, beside what its kustomizations name; it may fetch what they name
 */
export function automaticPermission(
  tips: () => Promise<readonly Tree[]>,
  deployedBy: (tree: Tree, remotes: Remotes) => Promise<Iterable<NamedSource>> = async () => [],
): RemotePermission {
  const below = new Map<Entry, Promise<Named>>();
  let reading: ReturnType<typeof read> | undefined;

  async function read(remotes: Remotes) {
    const trees = await tips();
    const entries = new Set<NamedSource>();
    for (const tree of trees) {
      for (const entry of await sourcesOfTargets(tree)) entries.add(entry);
      for (const entry of await deployedBy(tree, withoutSubmodules(remotes))) entries.add(entry);
    }
    return { named: byUnit(entries), label: trees.map((tree) => tree.label).join(" or ") };
  }

  /** Tells whether these entries lead to one of the units by way of some repositories. */
  async function leadsTo(
    units: readonly string[],
    from: readonly GitUrl[],
    named: Named,
    remotes: Remotes,
    lost: Entry[],
  ): Promise<boolean> {
    const [first, ...rest] = from;
    if (first === undefined) return units.some((unit) => named.has(unit));
    const way = repositoryUnit(first.repository);
    const entries = way === undefined ? [] : (named.get(way) ?? []);
    const isSame = (entry: Entry): boolean => {
      const url = urlOf(entry);
      return url?.ref === first.ref && url?.path === first.path;
    };
    // Most often, the head names what the default branch names.
    const ordered = [...entries.filter(isSame), ...entries.filter((each) => !isSame(each))];
    for (const entry of ordered.slice(0, MAX_WAYS)) {
      const inner = await getOrInsert(below, entry, () => namedBelow(entry, remotes)).catch((thrown) => {
        if (!(thrown instanceof KrmError)) throw thrown;
        lost.push(entry);
        return NOTHING;
      });
      if (await leadsTo(units, rest, inner, remotes, lost)) return true;
    }
    return false;
  }

  return {
    async refusalOf(units, from, remotes) {
      const known = await (reading ??= read(remotes)).catch((thrown: unknown) => {
        if (thrown instanceof KrmError) return thrown;
        throw thrown;
      });
      if (known instanceof KrmError)
        return {
          why: `\`remote: auto\` fetches what the default branch uses, which cannot be read: ${known.diagnostics[0]?.message}`,
          hint: "Let actions/checkout fetch it with `fetch-depth: 0`, or set the input `remote`.",
        };
      const { named, label } = known;
      const lost: Entry[] = [];
      if (await leadsTo(units, [], named, remotes, lost)) return undefined;
      if (from.length > 0 && (await leadsTo(units, from, named, remotes, lost))) return undefined;
      const but = lost.length === 0 ? "" : ", as far as what it names can be fetched";
      return {
        why: `no target of ${label} uses ${units[0]}${but}, and \`remote: auto\` fetches nothing that is new`,
        hint: "It is fetched once a change that uses it is merged. To fetch it now, set the input `remote`: docs/guide/remote-sources.md.",
      };
    },
  };
}

function byUnit(entries: Iterable<NamedSource>): Named {
  const named = new Map<string, Entry[]>();
  for (const entry of entries) {
    if (typeof entry === "string") {
      for (const unit of unitsNamedBy(entry)) getOrInsert(named, unit, () => []).push(entry);
      continue;
    }
    if ("repository" in entry) {
      const unit = repositoryUnit(entry.repository);
      if (unit !== undefined) getOrInsert(named, unit, () => []).push(entry);
      continue;
    }
    const unit = chartUnit(entry);
    if (unit !== undefined) getOrInsert(named, unit, () => []);
  }
  return named;
}

/** The units that the directory names to which an entry leads. */
async function namedBelow(entry: Entry, remotes: Remotes): Promise<Named> {
  const url = urlOf(entry);
  if (url === undefined) return NOTHING;
  const { tree } = await remotes.repository(url);
  return byUnit(await sourcesOfDirectory(tree, posix.resolve("/", url.path)));
}

function urlOf(entry: Entry): GitUrl | undefined {
  return typeof entry === "string" ? parseGitReference(entry) : entry;
}

/** A submodule is fetched only if the branch names its repository itself, which is not known before the branch is read. */
function withoutSubmodules(remotes: Remotes): Remotes {
  return { ...remotes, repository: (url, from) => remotes.repository({ ...url, submodules: false }, from) };
}
