/** Writes paths in one directory as one name. */

/** A shorter directory is repeated. */
const MIN_BRACED_LENGTH = 6;
/** A longer name with braces has to be searched for its end. */
const MAX_BRACED_LENGTH = 100;

/** Names in one directory as one, in the way of shells: `deploy/overlays/{dev,prod}`. */
export function bracedNames(names: readonly string[]): string[] {
  const groups = new Map<string, string[]>();
  for (const name of names) {
    const directory = name.slice(0, name.lastIndexOf("/") + 1);
    // What holds such characters itself could be taken for something else.
    const isPlain = directory.length >= MIN_BRACED_LENGTH && !/[{},]/.test(name);
    const key = isPlain ? `in ${directory}` : name;
    groups.set(key, [...(groups.get(key) ?? []), name]);
  }
  return [...groups.values()].flatMap((group) => {
    const [first = ""] = group;
    const start = first.lastIndexOf("/") + 1;
    const braced = `${first.slice(0, start)}{${group.map((name) => name.slice(start)).join()}}`;
    return group.length < 2 || braced.length > MAX_BRACED_LENGTH ? group : [braced];
  });
}
