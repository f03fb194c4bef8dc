/** The files that an entry or the document of a plugin may name. */
import { posix } from "node:path";
import type { Node } from "../yaml/nodes/node.ts";

/** The most texts of an entry that are read as paths, and the length of the longest of them. */
const MAX_TEXTS = 500;
const MAX_LENGTH = 1000;

/**
 * Everything in a node that could be the path of a file: whole texts, texts after `=`, and the words of texts with several lines,
 * which may themselves be YAML.
 * @param file the file that the paths are relative to
 */
export function namedFiles(node: Node, file: string): readonly string[] {
  const paths = new Set<string>();
  const directory = posix.dirname(file);
  let left = MAX_TEXTS;
  const add = (text: string): void => {
    if (--left < 0 || text === "" || text.length > MAX_LENGTH || text.startsWith("/")) return;
    paths.add(posix.join(directory, text));
    const at = text.indexOf("=");
    if (at >= 0) paths.add(posix.join(directory, text.slice(at + 1)));
  };
  const visit = (one: Node): void => {
    if (left < 0) return;
    if (one.kind === "map") for (const { value } of one.entries) visit(value);
    else if (one.kind === "seq") for (const item of one.items) visit(item);
    else if (!one.value.includes("\n")) add(one.value);
    else if (one.value.length <= MAX_LENGTH) for (const word of one.value.split(/[\s{}[\],"']+/)) add(word);
  };
  visit(node);
  return [...paths];
}
