/** One directory of a random tree: its randomness, its files, and the objects that can be named in it. */
import { type Draw, NAMES } from "./draw.ts";
import { documentsText, styledText, type Yaml } from "./yaml-text.ts";

/** The identity of an object. Most patches and sources are made for objects that exist. */
export interface Known {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace: string | undefined;
}

export interface Level {
  readonly draw: Draw;
  readonly directory: string;
  readonly known: Known[];
  /** All files of the tree, by path. */
  readonly files: Record<string, string>;
}

/** Writes documents to a file of the level that has no name yet. @returns its name */
export function writeFile(level: Level, stem: string, documents: readonly Yaml[]): string {
  return writeText(level, stem, "yaml", textOf(level.draw, documents));
}

export function writeText(level: Level, stem: string, extension: string, text: string): string {
  const used = Object.keys(level.files).filter((path) => path.startsWith(`${level.directory}/${stem}`)).length;
  const file = `${stem}${used === 0 ? "" : used}.${extension}`;
  level.files[`${level.directory}/${file}`] = text;
  return file;
}

/** In the style of people, or in that of a program. */
export function textOf(draw: Draw, documents: readonly Yaml[]): string {
  return draw.once(3) ? styledText(draw, documents) : documentsText(documents);
}

/** Usually an existing object of one of the kinds; undefined if there is none. */
export function pick({ draw, known }: Pick<Level, "draw" | "known">, ...kinds: readonly string[]): Known | undefined {
  const found = known.filter(({ kind }) => kinds.length === 0 || kinds.includes(kind));
  return found.length === 0 ? undefined : draw.of(...found);
}

/** An object of one of the kinds. It is made up if none exists, and sometimes if one does. */
export function named(level: Level, ...kinds: readonly [string, ...string[]]): Known {
  const { draw } = level;
  const found = draw.once(25) ? undefined : pick(level, ...kinds);
  const apiVersion =
    kinds[0] === "Widget" ? "example.com/v1" : kinds[0].endsWith("t") || kinds[0] === "StatefulSet" ? "apps/v1" : "v1";
  return found ?? { apiVersion, kind: kinds[0], name: draw.of(...NAMES), namespace: undefined };
}
