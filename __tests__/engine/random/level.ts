/** One directory of a random tree, as it is made: its randomness, its files, and the objects that can be named in it. */
import { type Draw, NAMES } from "./draw.ts";
import { documentsText, styledText, type Yaml } from "./yaml-text.ts";

/** What tells an object from others; patches and sources are mostly made for objects that exist. */
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

/** As people write YAML, or as a program does. */
export function textOf(draw: Draw, documents: readonly Yaml[]): string {
  return draw.once(3) ? styledText(draw, documents) : documentsText(documents);
}

/** Mostly an object of one of the kinds that exists; undefined where there is none. */
export function pick({ draw, known }: Pick<Level, "draw" | "known">, ...kinds: readonly string[]): Known | undefined {
  const found = known.filter(({ kind }) => kinds.length === 0 || kinds.includes(kind));
  return found.length === 0 ? undefined : draw.of(...found);
}

/** An object of one of the kinds, made up where there is none and once in a while. */
export function named(level: Level, ...kinds: readonly [string, ...string[]]): Known {
  const { draw } = level;
  const found = draw.once(25) ? undefined : pick(level, ...kinds);
  const apiVersion =
    kinds[0] === "Widget" ? "example.com/v1" : kinds[0].endsWith("t") || kinds[0] === "StatefulSet" ? "apps/v1" : "v1";
  return found ?? { apiVersion, kind: kinds[0], name: draw.of(...NAMES), namespace: undefined };
}
