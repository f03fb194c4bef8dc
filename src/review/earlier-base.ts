/** Finds the last rendering of a target whose base is broken: what is applied now is compared with it. */
import { posix } from "node:path";
import { type BuildOptions, createBuilder } from "../engine/index.ts";
import { renderTarget } from "../render/index.ts";
import type { Failed, Rendered } from "../render/rendering.ts";
import { originalOf, recordedTree } from "../sources/index.ts";
import type { Tree, TreeRecord } from "../sources/tree.ts";
import { missingInputs } from "./missing-inputs.ts";
import type { EarlierCommit } from "./report.ts";
import { dependsOnRun } from "./run-causes.ts";

/** A commit that is an ancestor of another one, and its files. */
export interface EarlierTree {
  readonly commit: EarlierCommit;
  readonly tree: Tree;
}

/** The paths by which commits are chosen, relative to the top of the repository. */
export interface AskedPaths {
  /** Files and directories, with all below them. */
  readonly paths: readonly string[];
  /** Directories, with the files in them. */
  readonly listed: readonly string[];
}

/**
 * Returns the commit before the newest one that edits some paths, out of the first parents of a commit and this itself; undefined if
 * the clone has none.
 * @param sha undefined for the base of the comparison
 */
export type EarlierTrees = (sha: string | undefined, asked: AskedPaths) => Promise<EarlierTree | undefined>;

/** The rendering that a broken base had. */
export interface EarlierBase {
  readonly commit: EarlierCommit;
  readonly rendering: Rendered;
}

/** Commits that are built for one target. */
const MAX_COMMITS = 10;
/** The most paths for one search. */
const MAX_PATHS = 1_000;

/** Tells whether the files of a base are wrong: another run, or one with other inputs, would not render it either. */
export function isBroken({ diagnostics }: Failed): boolean {
  const isOfRun = diagnostics.some(({ severity, code }) => severity === "error" && dependsOnRun(code));
  return !isOfRun && missingInputs(diagnostics).length === 0;
}

/**
 * Builds the target at earlier commits, and returns the first that renders. What failed has recorded what it read: before the last
 * edit of that, it can have built. No functions run: the catalogs of former commits are not those that are trusted now.
 * @param record of the failed build of the base
 * @param seconds for the next build, undefined for no limit
 */
export async function findEarlierBase(
  target: string,
  record: TreeRecord | undefined,
  earlier: EarlierTrees,
  build: BuildOptions,
  turn: { readonly builds: number; readonly seconds: () => number | undefined },
): Promise<EarlierBase | undefined> {
  let [failed, sha]: [TreeRecord | undefined, string | undefined] = [record, undefined];
  for (let tried = 0; failed !== undefined && tried < MAX_COMMITS; tried++) {
    const seconds = turn.seconds();
    const asked = await askedPaths(failed);
    if (seconds === 0 || asked === undefined) return undefined;
    const found = await earlier(sha, asked);
    if (found === undefined) return undefined;
    const recorded = recordedTree(found.tree);
    const renderer = {
      builder: createBuilder(found.tree, { ...build, functions: undefined }),
      tree: found.tree,
      // The earlier commits have deployments of their own, which are not known.
      deployments: undefined,
      lost: undefined,
      deadline: undefined,
    };
    const rendering = await renderTarget(renderer, { target, builds: turn.builds }, seconds, recorded);
    if (rendering.status === "rendered") return { commit: found.commit, rendering };
    // The base had it first in a commit that is broken.
    if (rendering.status === "absent") return undefined;
    [failed, sha] = [recorded.record, found.commit.sha];
  }
  return undefined;
}

/** Returns what a build asked of its own tree, without directories that are there; undefined if that is too much. */
async function askedPaths(record: TreeRecord): Promise<AskedPaths | undefined> {
  const { tree } = record;
  const own = [...record.all()].filter((each) => each.tree === originalOf(tree));
  const lookups = new Set(own.flatMap((each) => [...each.lookups]));
  const listed = new Set(own.flatMap((each) => [...each.lists]));
  if (lookups.size + listed.size > MAX_PATHS) return undefined;
  const paths: string[] = [];
  for (const path of lookups) {
    if (path !== "/" && (await tree.lookup(path))?.type !== "directory") paths.push(posix.relative("/", path));
  }
  return { paths, listed: [...listed].map((path) => posix.relative("/", path)) };
}
