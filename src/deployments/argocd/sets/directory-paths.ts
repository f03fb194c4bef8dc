/** Finds the directories that patterns name; docs/specification/argocd-application-sets.md 3.2. */
import { type GoPattern, matchesGoPattern, parseGoPattern, toBytes } from "../../../text/index.ts";
import type { SetEffort } from "./set-effort.ts";
import type { TreeListing } from "./tree-listing.ts";

export interface PathItem {
  readonly path: string;
  readonly exclude: boolean;
}

interface Pattern {
  readonly whole: GoPattern;
  readonly exclude: boolean;
  /** The patterns of the names of a path; undefined if a class may stand for a slash. */
  readonly names: readonly (GoPattern | undefined)[] | undefined;
}

/** The directories that a pattern matches and none with `exclude`, in the order of a walk. Hidden ones, and what is in them, do not count. */
export async function directoriesOf(
  listing: TreeListing,
  items: readonly PathItem[],
  effort: SetEffort,
): Promise<readonly string[]> {
  const patterns = items.flatMap(({ path, exclude }): Pattern[] => {
    const whole = parseGoPattern(toBytes(path));
    if (whole === undefined) return [];
    return [{ whole, exclude, names: /[[\\]/.test(path) ? undefined : path.split("/").map(nameOf) }];
  });
  const [including, excluding] = [
    patterns.filter(({ exclude }) => !exclude),
    patterns.filter(({ exclude }) => exclude),
  ];
  const found: string[] = [];
  const matches = (path: string) => (one: Pattern) => matchesGoPattern(one.whole, path, effort, true);
  await listing.walk(".", ({ path, name, type }) => {
    if ((type !== "directory" && type !== "submodule") || name.startsWith(".")) return false;
    const bytes = toBytes(path);
    const names = bytes.split("/");
    effort.handle(1);
    effort.spend(including.length);
    const open = including.filter((one) => reaches(one, names, effort));
    if (open.some(matches(bytes)) && !excluding.some(matches(bytes))) found.push(path);
    return open.some((one) => one.names === undefined || one.names.length > names.length);
  });
  return listing.tree.ignored === undefined ? found : tracked(listing, found);
}

function nameOf(pattern: string): GoPattern | undefined {
  return parseGoPattern(toBytes(pattern));
}

/** Tells whether a pattern can match a directory, or one in it. */
function reaches({ names }: Pattern, path: readonly string[], effort: SetEffort): boolean {
  if (names === undefined) return true;
  if (names.length < path.length) return false;
  return path.every((name, index) => {
    const pattern = names[index];
    return pattern !== undefined && matchesGoPattern(pattern, name, effort);
  });
}

/** The directories in which git has a file: in a working tree there are others. */
async function tracked(listing: TreeListing, directories: readonly string[]): Promise<readonly string[]> {
  const found: string[] = [];
  for (const directory of directories) {
    const files: string[] = [];
    await listing.walk(directory, ({ path, type }) => {
      if (type !== "directory") files.push(path);
      return true;
    });
    const isSubmodule = (await listing.typeOf(directory)) === "submodule";
    if (isSubmodule || (await listing.tracked(files)).length > 0) found.push(directory);
  }
  return found;
}
