/**
 * Reads resource files as kyaml does: splits the text at `---` lines and reads one document from each chunk, with
 * go-yaml v3 (docs/specification/yaml-reading.md 1).
 */
import { charge } from "../../budget/index.ts";
import { isHarmless } from "../../text/index.ts";
import { CONTROL, failureAt, invalid, locateFaults, PlainScalarCache, resolveTag } from "../nodes/index.ts";
import { isNull, type MapNode, type Node, type Source, type Tag } from "../nodes/node.ts";
import { blockReader } from "./block-reader.ts";
import { compose } from "./compose.ts";
import type { Dialect } from "./tree-builder.ts";

export interface ResourceOptions {
  /** `refused`: an alias is a fault, so that no text is larger than it looks. */
  readonly aliases?: "limited" | "refused";
  /** `refused`: text after a document that has ended, at `...` or a closing bracket, is a fault. kustomize ignores it. */
  readonly rest?: "refused";
  /** `standard`: merge keys mean what YAML says, for documents that kustomize does not read. */
  readonly merges?: "standard";
}

/**
 * Reads the documents of a resource file, in order. Drops null documents, expands aliases and merge keys into copies,
 * and keeps duplicate keys. Does not unwrap lists or validate anything. Errors and locations name `file`. Throws a
 * KrmError `invalid-yaml` with the place of the fault.
 */
export function parseResources(text: string, file: string, options?: ResourceOptions): Node[] {
  return documentsOf(text, file, options === undefined ? RESOURCES : dialectOf(options));
}

/** The documents of a text but for empty ones, by the rules of a dialect. Throws as {@link parseResources} does. */
export function documentsOf(text: string, file: string, dialect: Dialect): Node[] {
  const source = openSource(text, file);
  const documents: Node[] = [];
  const reader = blockReader(source, dialect);
  for (const { base, end } of chunks(source)) {
    const node =
      reader?.read(base, end) ??
      locateFaults(source, base, () => compose(source.text.slice(base, end), source, base, dialect));
    if (node !== undefined && !isNull(node)) documents.push(node);
  }
  return documents;
}

const BYTE_ORDER_MARK = 0xfeff;

/** The text with LF in place of CRLF. Works in parts: V8 takes minutes for millions of matches in one text. */
function withLineFeeds(text: string): string {
  charge(text.length);
  const parts: string[] = [];
  for (let start = 0, end = 0; start < text.length; start = end) {
    end = start + PART;
    if (text.charCodeAt(end - 1) === 13) end++;
    parts.push(text.slice(start, end).replaceAll("\r\n", "\n"));
  }
  return parts.join("");
}

/** In characters. */
const PART = 1 << 16;

/**
 * Makes a source of a file's text. Drops a byte order mark and, if `normalizes`, turns CRLF into LF. Throws a KrmError
 * `invalid-yaml` on control characters.
 */
export function openSource(text: string, file: string, normalizes = true): Source {
  const unmarked = text.charCodeAt(0) === BYTE_ORDER_MARK ? text.slice(1) : text;
  const hasCr = normalizes && unmarked.includes("\r\n");
  const source = { file, text: hasCr ? withLineFeeds(unmarked) : unmarked };
  const control = CONTROL.exec(source.text);
  if (control !== null) {
    const code = control[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
    throw invalid(
      source,
      control.index,
      `control characters are not allowed, here U+${code}`,
      "Remove the character, or write it as an escape in double quotes.",
    );
  }
  return source;
}

/**
 * Splits a source at lines that begin with `---`. Yields the start of each chunk, after a byte order mark, and its
 * end. Throws a KrmError `invalid-yaml` on a separator with content after it.
 */
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
        `invalid document separator: ${isHarmless(rest) ? `--- ${rest}` : "there is text behind `---`"}`,
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

/** The dialect of resource files: go-yaml v3. */
export const RESOURCES: Dialect = {
  ahead: 2,
  tabsAmongComments: true,
  aliases: "kept",
  mergesLikeKyaml: true,
  bangIsString: false,
  resolve: tagOf,
  texts: new PlainScalarCache(tagOf),
};

function dialectOf({ aliases, rest, merges }: ResourceOptions): Dialect {
  return {
    ...RESOURCES,
    aliases: aliases ?? RESOURCES.aliases,
    mergesLikeKyaml: merges === undefined,
    ahead: rest === "refused" ? Number.POSITIVE_INFINITY : RESOURCES.ahead,
  };
}

/**
 * The maps in the value of a merge key: one map or a list of maps. Throws a KrmError `invalid-yaml` on anything else.
 */
export function mergeSources(value: Node): MapNode[] {
  if (value.kind === "map") return [value];
  const sources = value.kind === "seq" ? value.items : [];
  const maps = sources.filter((item): item is MapNode => item.kind === "map");
  if (value.kind !== "seq" || maps.length < sources.length) {
    throw failureAt(
      value,
      "invalid-yaml",
      "malformed YAML: map merge requires map or sequence of maps as the value",
      "Give `<<` a map or a list of maps.",
    );
  }
  return maps;
}
