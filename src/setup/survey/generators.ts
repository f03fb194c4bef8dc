/** Finds the directories that the template of an ApplicationSet stands for, as far as its generators list values. */
import { posix } from "node:path";
import type { Node } from "../../yaml/nodes/node.ts";
import { at, itemsAt, textAt } from "./documents.ts";

/** The most directories of one template. */
const MAX_PATHS = 1000;
/** The most generators of one ApplicationSet. They can contain others. */
const MAX_GENERATORS = 100;
const EXPRESSION = /\{\{[^{}]*\}\}/g;
/** The whole path of a directory that a git generator finds. */
const WHOLE_PATH = /^\{\{-?\s*\.?path(?:\.path)?\s*-?\}\}$/;

/**
 * The paths for all values that the generators have, also combinations of values of which no cluster has both.
 * @param path as the template has it
 * @returns with `*` for values that only the cluster knows
 */
export function expandedPaths(path: string, generators: Node | undefined): readonly string[] {
  if (!path.includes("{{")) return [path];
  const all = generatorsIn(generators);
  if (WHOLE_PATH.test(path.trim())) return all.flatMap(gitPaths).slice(0, MAX_PATHS);
  const values = valuesOf(all);
  let paths = [path];
  for (const expression of new Set(path.match(EXPRESSION))) {
    const name = /^\{\{-?\s*\.?([\w.-]+?)\s*-?\}\}$/.exec(expression)?.[1] ?? "";
    const known = [...(values.get(name) ?? ["*"])];
    const isTooMany = known.length * paths.length > MAX_PATHS;
    paths = paths.flatMap((each) => (isTooMany ? ["*"] : known).map((value) => each.replaceAll(expression, value)));
  }
  return paths;
}

/** All generators, those within others included. */
function generatorsIn(node: Node | undefined): readonly Node[] {
  const found = node?.kind === "seq" ? [...node.items] : [];
  // Iterating over an array visits elements that are added meanwhile.
  for (const generator of found) {
    for (const sort of ["matrix", "merge"]) found.push(...itemsAt(generator, sort, "generators"));
    if (found.length > MAX_GENERATORS) return found.slice(0, MAX_GENERATORS);
  }
  return found;
}

/** The directories of a git generator; for one of files the directories that hold them. */
function gitPaths(generator: Node): readonly string[] {
  const directories = itemsAt(generator, "git", "directories").filter((each) => textAt(each, "exclude") !== "true");
  const files = itemsAt(generator, "git", "files").map((each) => posix.dirname(textAt(each, "path") || "."));
  return [...directories.map((each) => textAt(each, "path")), ...files].filter((path) => path !== "" && path !== ".");
}

/** The texts that each name can stand for: `dir` of an element of a list, or `values.dir` of any generator. */
function valuesOf(generators: readonly Node[]): ReadonlyMap<string, ReadonlySet<string>> {
  const values = new Map<string, Set<string>>();
  const add = (node: Node | undefined, prefix: string): void => {
    for (const { key, value } of node?.kind === "map" ? node.entries : []) {
      if (key.kind !== "scalar") continue;
      const name = `${prefix}${key.value}`;
      if (value.kind === "map" && prefix === "") add(value, `${name}.`);
      if (value.kind === "scalar") values.set(name, (values.get(name) ?? new Set()).add(filledLater(value.value)));
    }
  };
  for (const generator of generators) {
    for (const element of itemsAt(generator, "list", "elements")) add(element, "");
    for (const { value } of generator.kind === "map" ? generator.entries : []) add(at(value, "values"), "values.");
  }
  return values;
}

/** Values can have expressions of their own. */
function filledLater(value: string): string {
  return value.replaceAll(EXPRESSION, "*");
}
