/**
 * Resource files as kyaml reads them: go-yaml v3, one document for each textual chunk
 * (docs/specification/yaml-reading.md 1).
 */

import { CONTROL, failureAt, invalid, PlainTexts, reading, resolveTag } from "../nodes/index.ts";
import { type Entry, isNull, type MapNode, type Node, type Source, type Tag } from "../nodes/node.ts";
import { blockReader } from "./block-reader.ts";
import { compose } from "./compose.ts";
import type { Dialect } from "./construction.ts";

/**
 * The documents of a resource file, in order: null ones dropped, aliases and merge keys expanded into copies, duplicate
 * keys kept. Lists are not unwrapped and nothing is validated. `file` is named in errors and in the nodes' places.
 * Throws a KrmError `invalid-yaml` with the place of the fault.
 */
export function parseResources(text: string, file: string): Node[] {
  const source = openSource(text, file);
  const documents: Node[] = [];
  const reader = blockReader(source, RESOURCES);
  for (const { base, end } of chunks(source)) {
    const node =
      reader?.read(base, end) ??
      reading(source, base, () => compose(source.text.slice(base, end), source, base, RESOURCES));
    if (node !== undefined && !isNull(node)) documents.push(node);
  }
  return documents;
}

const BYTE_ORDER_MARK = 0xfeff;

/** The source of a file, without a byte order mark and with LF line ends unless told; refuses control characters. */
export function openSource(text: string, file: string, normalizes = true): Source {
  const unmarked = text.charCodeAt(0) === BYTE_ORDER_MARK ? text.slice(1) : text;
  const hasCr = normalizes && unmarked.includes("\r\n");
  const source = { file, text: hasCr ? unmarked.replaceAll("\r\n", "\n") : unmarked };
  const control = CONTROL.exec(source.text);
  if (control !== null) {
    const code = control[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
    throw invalid(
      source,
      control.index,
      `control characters are not allowed, here U+${code}`,
      "Remove it, or write it as an escape in double quotes.",
    );
  }
  return source;
}

/** Start, behind a byte order mark, and end of each chunk between lines that begin with `---`. */
export function* chunks(source: Source): Generator<{ base: number; end: number }> {
  const { text } = source;
  let start = 0;
  while (true) {
    const base = text.charCodeAt(start) === BYTE_ORDER_MARK ? start + 1 : start;
    const at = text.indexOf("\n---", start);
    const end = at < 0 ? -1 : text.indexOf("\n", at + 4);
    if (end < 0) {
      yield { base, end: text.length };
      return;
    }
    const rest = text.slice(at + 4, end).trim();
    if (rest !== "" && !rest.startsWith("#")) {
      throw invalid(
        source,
        at + 1,
        `invalid document separator: ${text.slice(at + 1, end).trim()}`,
        "Put what follows `---` on the next line, or indent the line if it is part of a text.",
      );
    }
    yield { base, end: at + 1 };
    start = end + 1;
  }
}

function tagOf(text: string): Tag {
  return text === "<<" ? "!!merge" : resolveTag(text);
}

export const RESOURCES: Dialect = {
  ahead: 2,
  tabsAmongComments: true,
  bangIsString: false,
  resolve: tagOf,
  texts: new PlainTexts(tagOf),
  finish(node, merges) {
    if (merges) mergeMaps(node);
  },
};

/** Replaces the `<<` key by the entries it names. Own entries win, then those of earlier maps. */
function mergeMaps(node: MapNode): void {
  const merges = node.entries.filter(({ key }) => key.kind === "scalar" && key.tag === "!!merge");
  if (merges.length > 1) throw failureAt(merges[1]?.key, "invalid-yaml", "malformed YAML: duplicate merge key");
  node.entries = node.entries.filter(({ key }) => !isMergeText(key));
  const own = new Set(node.entries.map(({ key }) => textOf(key)));
  const merged = new Map<string, Entry>();
  for (const source of merges[0] === undefined ? [] : mergeSources(merges[0].value).toReversed()) {
    for (const entry of source.entries) {
      const key = textOf(entry.key);
      if (own.has(key)) continue;
      const earlier = merged.get(key);
      if (earlier === undefined) {
        merged.set(key, entry);
        node.entries.push(entry);
      } else earlier.value = entry.value;
    }
  }
}

/** The maps that the value of a merge key names. */
export function mergeSources(value: Node): MapNode[] {
  if (value.kind === "map") return [value];
  const sources = value.kind === "seq" ? value.items : [];
  const maps = sources.filter((item): item is MapNode => item.kind === "map");
  if (value.kind !== "seq" || maps.length < sources.length) {
    throw failureAt(
      value,
      "invalid-yaml",
      "malformed YAML: map merge requires map or sequence of maps as the value",
      "Let `<<` stand for a map.",
    );
  }
  return maps;
}

function isMergeText(key: Node): boolean {
  return key.kind === "scalar" && key.value === "<<";
}

function textOf(key: Node): string {
  return key.kind === "scalar" ? key.value : "";
}
