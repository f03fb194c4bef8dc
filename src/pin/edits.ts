/** Splices new references into a file; docs/specification/lock.md 5.4. */
import { posix } from "node:path";
import { getOrInsert } from "../collections.ts";
import { isNull, locate, type Node, type ScalarNode, type Source } from "../yaml/nodes/node.ts";
import type { Found, Place } from "./places.ts";
import { SourceText } from "./source-text.ts";

/** Replaces the characters from `start` to `end`. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The new value of one place. */
export interface Change {
  readonly place: Place;
  /** In the value of the place's scalar. */
  readonly edit: Edit;
  /** The name that moves, which stays behind as a comment. Empty for none. */
  readonly oldName: string;
}

/** The texts of one file, by what they were read from. */
export class FileTexts {
  readonly #file: string;
  readonly #top: SourceText;
  readonly #holders: Found["holders"];
  readonly #held = new Map<ScalarNode, SourceText | undefined>();

  /** @param text without a byte order mark @throws KrmError `pin-unreadable` */
  constructor(text: string, file: string, { holders }: Found) {
    this.#file = file;
    this.#top = new SourceText(text, file);
    this.#holders = holders;
  }

  /** Why a change cannot be made in place; undefined if it can. */
  refusal({ place }: Change): string | undefined {
    if (place.isAlias) return "an alias stands for it";
    if (place.node === undefined) {
      const entry = place.chart?.entry;
      if (entry?.source === undefined || this.#holders.has(entry.source))
        return "it has no version, and lies in a text";
      return this.#insertion(place, "") === undefined ? "it has no version, and its line goes on" : undefined;
    }
    if (place.node.value === "" || isNull(place.node)) return "it is empty";
    const text = this.#textOf(place.node.source);
    return text?.mapping(place.node) === undefined
      ? "it is written with escapes, folded or over several lines"
      : undefined;
  }

  /** The edits of the file for changes that are not refused, from first to last. */
  edits(changes: readonly Change[], hasComments: boolean): readonly Edit[] {
    const edits = new Map<number, Edit>();
    const comments = new Map<number, { readonly names: string[]; readonly existing: string | undefined }>();
    for (const change of changes) {
      const { place, edit, oldName } = change;
      const made = place.node === undefined ? this.#insertion(place, edit.text) : this.#replacement(place.node, edit);
      if (made === undefined || edits.has(made.edit.start)) continue;
      edits.set(made.edit.start, made.edit);
      const spot = hasComments && oldName !== "" ? made.text.commentSpot(made.end) : undefined;
      if (spot === undefined) continue;
      const { names } = getOrInsert(comments, spot.at, () => ({ names: [], existing: spot.existing }));
      if (!names.includes(oldName)) names.push(oldName);
    }
    const all = [...edits.values()];
    for (const [at, { names, existing }] of comments) {
      const text = names.join(", ");
      if (existing !== undefined && isNamed(existing, text)) continue;
      const added = existing === undefined ? ` # ${text}` : existing === "" ? text : `${text}; `;
      all.push({ start: at, end: at, text: added });
    }
    return all.sort((a, b) => a.start - b.start);
  }

  #replacement(node: ScalarNode, { start, end, text }: Edit) {
    const source = this.#textOf(node.source);
    const map = source?.mapping(node);
    if (source === undefined || map === undefined) return undefined;
    const from = source.toFile(map(start));
    // The end of the scalar is on the same line: a reference has no line break.
    const plain = { start: from, end: from + (end - start), text };
    const bare = text.includes("?") && !/["\\]/.test(node.value) ? source.bareInFlow(node) : undefined;
    const edit =
      bare === undefined
        ? plain
        : { start: bare[0], end: bare[1], text: `"${spliced(node.value, [{ start, end, text }])}"` };
    return { edit, text: source, end: map(node.value.length - 1) + 1 };
  }

  /** A new field behind the one with the name of a chart. */
  #insertion({ chart }: Place, version: string) {
    if (chart === undefined) return undefined;
    const { entry, nameNode, versionField } = chart;
    const map = this.#top.mapping(nameNode);
    const pair = entry.entries.find(({ value }) => value === nameNode);
    const keyAt = pair && this.#top.offsetOf(pair.key);
    if (map === undefined || keyAt === undefined) return undefined;
    const closing = nameNode.style === "" ? 0 : 1;
    const end = map(nameNode.value.length) + closing;
    const field = `${versionField}: ${version}`;
    if (entry.style === "flow") {
      return { edit: { start: end, end, text: `, ${field}` }, text: this.#top, end };
    }
    const at = this.#top.lineEnd(end);
    if (at === undefined) return undefined;
    const { text } = this.#top;
    const lineStart = text.lastIndexOf("\n", keyAt - 1) + 1;
    const newline = (at < text.length ? text.startsWith("\r\n", at) : text.includes("\r\n")) ? "\r\n" : "\n";
    const indent = " ".repeat(keyAt - lineStart);
    return { edit: { start: at, end: at, text: `${newline}${indent}${field}` }, text: this.#top, end };
  }

  #textOf(source: Source | undefined): SourceText | undefined {
    const holder = source && this.#holders.get(source);
    if (holder === undefined) return this.#top;
    if (!this.#held.has(holder)) this.#held.set(holder, this.#textOf(holder.source)?.within(holder, this.#file));
    return this.#held.get(holder);
  }
}

/** True if a comment names the old name already. */
function isNamed(comment: string, name: string): boolean {
  return comment === name || comment.startsWith(`${name};`) || comment.startsWith(`${name} `);
}

/** The text after edits that are sorted and do not overlap. */
export function spliced(text: string, edits: readonly Edit[]): string {
  let result = "";
  let at = 0;
  for (const { start, end, text: replacement } of edits) {
    result += text.slice(at, start) + replacement;
    at = end;
  }
  return result + text.slice(at);
}

/** JSON has no comments. */
export function mayHaveComments(path: string): boolean {
  return posix.extname(path).toLowerCase() !== ".json";
}

/**
 * True if a file still says the same, but for the changes.
 * @param before its documents @param after those of the edited text
 */
export function hasSameContent(
  before: readonly Node[],
  after: readonly Node[],
  { holders, places }: Found,
  changes: readonly Change[],
): boolean {
  const expected = new Map<string, string>();
  for (const { place, edit } of changes) {
    if (place.node !== undefined) expected.set(keyOf(place.node), spliced(place.node.value, [edit]));
  }
  const references = new Set<Node>(places.flatMap(({ node }) => node ?? []));
  const held = new Set([...holders.values()].map(keyOf));
  const grown = new Set(
    changes.flatMap(({ place }) => (place.node === undefined && place.chart ? [place.chart.entry] : [])),
  );

  function same(a: Node, b: Node): boolean {
    if (a.kind !== b.kind || a.tag !== b.tag) return a.kind === "scalar" && b.kind === "scalar" && sameScalar(a, b);
    if (a.kind === "scalar" && b.kind === "scalar") return sameScalar(a, b);
    if (a.kind === "seq" && b.kind === "seq") return sameAll(a.items, b.items);
    if (a.kind !== "map" || b.kind !== "map") return false;
    const fields = (entries: typeof a.entries): Node[] => entries.flatMap(({ key, value }) => [key, value]);
    if (!grown.has(a)) return sameAll(fields(a.entries), fields(b.entries));
    const isNew = ({ key }: (typeof b.entries)[number]): boolean =>
      key.kind === "scalar" && !a.entries.some((one) => one.key.kind === "scalar" && one.key.value === key.value);
    return (
      b.entries.length === a.entries.length + 1 &&
      sameAll(fields(a.entries), fields(b.entries.filter((one) => !isNew(one))))
    );
  }
  function sameScalar(a: ScalarNode, b: ScalarNode): boolean {
    const key = keyOf(a);
    // The text in it is compared by its own places.
    if (held.has(key)) return true;
    // An alias elsewhere would change with its anchor.
    const changed = references.has(a) ? expected.get(key) : undefined;
    return changed === undefined ? a.value === b.value && a.tag === b.tag : b.value === changed;
  }
  function sameAll(a: readonly Node[], b: readonly Node[]): boolean {
    return a.length === b.length && a.every((node, index) => same(node, b[index] as Node));
  }
  return sameAll(before, after);
}

/** All copies of an anchored scalar have one key. */
function keyOf({ source, offset }: Node): string {
  return `${source?.within === undefined ? "" : JSON.stringify(locate({ source, offset } as Node))}:${offset}`;
}
