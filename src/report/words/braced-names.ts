/** Writes paths in one directory as one name. */
import { groupBy } from "../../collections.ts";

/** A shorter directory is repeated. */
const MIN_BRACED_LENGTH = 6;
/** A longer name with braces has to be searched for its end. */
const MAX_BRACED_LENGTH = 100;

/** Names in one directory as one, in the way of shells: `deploy/overlays/{dev,prod}`. */
export function bracedNames(names: readonly string[]): string[] {
  const groups = groupBy(names, (name) => {
    const directory = name.slice(0, name.lastIndexOf("/") + 1);
    // A name with such characters of its own could be taken for something else.
    const isPlain = directory.length >= MIN_BRACED_LENGTH && !/[{},]/.test(name);
    return isPlain ? `in ${directory}` : name;
  });
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    const start = first.lastIndexOf("/") + 1;
    const braced = `${first.slice(0, start)}{${group.map((name) => name.slice(start)).join()}}`;
    return group.length < 2 || braced.length > MAX_BRACED_LENGTH ? group : [braced];
  });
}
