/** Files and repositories on other machines, with what a build allows and reports; docs/specification/remote-sources.md. */
import { type Budget, charge } from "../../budget/index.ts";
import type { Diagnostic, Location } from "../../diagnostics.ts";
import { chartReference, fileReference, gitReference, type Reference, type UseLog } from "../../lock/index.ts";
import { type ChartWanted, type Directory, type GitUrl, type Remotes, shownAddress } from "../../sources/index.ts";
import type { Tree } from "../../sources/tree.ts";
import type { SecretTexts } from "../../text/index.ts";
import type { Clone } from "./clone.ts";
import { atPlace, forced, remoteRefused, unpinned } from "./remote-references.ts";

/** A file, with its name in messages. */
export interface ReadFile {
  readonly bytes: Uint8Array;
  /** Unique among the files of a build: a path free of symlinks, or an address. */
  readonly path: string;
  readonly display: string;
  readonly id: string | undefined;
}

/** `none`: a kustomization may read files outside of its own directory. */
export type LoadRestrictor = "root-only" | "none";

/** The settings of all roots of a build. */
export interface RootRules {
  readonly loadRestrictor: LoadRestrictor;
  /** Without it, nothing on other machines can be read. */
  readonly remotes?: Remotes | undefined;
  readonly budget?: Budget;
  /** Receives notices and warnings about references. */
  readonly notice?: (diagnostic: Diagnostic) => void;
  /** Sees everything that is fetched. Undefined without a lock. */
  readonly uses?: UseLog | undefined;
  /** Notes what may hold values of Secrets, so that no message quotes them. */
  readonly secrets?: SecretTexts | undefined;
}

/** Counts the content of a file for the build. @throws the error of a budget that is used up */
export function accept(bytes: Uint8Array, { budget, secrets }: RootRules): void {
  budget?.resume();
  charge(bytes.length);
  secrets?.noteFile(bytes);
}

/**
 * @param clones the repositories that led here, outermost first
 * @throws KrmError `remote-unsupported`, and the errors of fetching at the place of the address
 */
export async function fetchFile(
  address: string,
  clones: readonly Clone[],
  location: Location,
  rules: RootRules,
): Promise<ReadFile> {
  const { remotes } = rules;
  if (remotes === undefined) throw remoteRefused(address, location);
  const hold = held(fileReference(address), location, rules);
  const { bytes, digest } = await remotes
    .file(address, clones.map(urlOf))
    .catch((thrown) => Promise.reject(atPlace(thrown, location)));
  hold(`sha256:${digest}`);
  accept(bytes, rules);
  notice(rules, unpinned(address, undefined, location, digest));
  return { bytes, path: address, display: shownAddress(address), id: digest };
}

/** @throws KrmError as {@link fetchFile} */
export async function fetchRepository(
  address: string,
  url: GitUrl,
  clones: readonly Clone[],
  location: Location,
  rules: RootRules,
): Promise<{ readonly clone: Clone; readonly tree: Tree }> {
  const { remotes } = rules;
  if (remotes === undefined) throw remoteRefused(address, location);
  const hold = held(gitReference(url), location, rules);
  const { tree, sha } = await remotes
    .repository(url, clones.map(urlOf))
    .catch((thrown) => Promise.reject(atPlace(thrown, location)));
  hold(sha);
  notice(rules, forced(address, location));
  notice(rules, unpinned(address, url, location, sha));
  return { clone: { address, url, sha }, tree };
}

/** @throws KrmError as {@link fetchFile}, without a place */
export async function fetchChart(
  wanted: ChartWanted,
  clones: readonly Clone[],
  { remotes, uses }: RootRules,
): Promise<Directory> {
  if (remotes === undefined)
    throw remoteRefused(wanted.repo, {}, "put the chart beside the kustomization, in `charts`");
  const reference = chartReference(wanted);
  const locked = uses?.expect(reference);
  const { files, digest } = await remotes.chart({ ...wanted, digest: locked }, clones.map(urlOf));
  uses?.use({ ...reference, digest });
  return files;
}

function urlOf({ url }: Clone): GitUrl {
  return url;
}

/** Checks a reference before it is fetched, and returns what checks its digest; docs/specification/lock.md 4. */
function held(reference: Reference, location: Location, { uses }: RootRules): (digest: string) => void {
  const atReference = (check: () => void): void => {
    try {
      check();
    } catch (thrown) {
      throw atPlace(thrown, location);
    }
  };
  atReference(() => uses?.expect(reference));
  return (digest) => atReference(() => uses?.use({ ...reference, digest }));
}

function notice(rules: RootRules, diagnostic: Diagnostic | undefined): void {
  if (diagnostic !== undefined) rules.notice?.(diagnostic);
}
