/**
 * Writes diffs as few elements: the text of a whole run of removed or added lines is one, and context is plain. What was written
 * before is a link to it.
 */

import { getOrInsert } from "../../collections.ts";
import { visible } from "../../diagnostics.ts";
import type { Change } from "../../review/index.ts";
import { dedented, type FoldedHunk, Folding, indentOf, marginOf } from "./folding.ts";
import { escapeText, text } from "./markup.ts";
import { placeAttributes } from "./surroundings.ts";

/** A hunk that begins farther from the margin is moved to it: its title says where it is. */
const MAX_MARGIN = 6;
/** The distance of the stops of tabs, as the style says it. */
const TAB_WIDTH = 8;

type Piece =
  | { readonly kind: "line"; readonly line: string }
  | { readonly kind: "open"; readonly id: number }
  | { readonly kind: "close" }
  /** The end of a hunk that is marked as a whole. */
  | { readonly kind: "end" }
  | { readonly kind: "same"; readonly id: number; readonly count: number; readonly line: string };

/** Writes the diffs of changes, in an order that is set before. */
export class DiffWriter {
  readonly #folding = new Folding();
  readonly #folded = new Map<Change, readonly FoldedHunk[]>();
  /** The names of the parts that others lead to. */
  readonly #anchors = new Map<number, string>();
  readonly #seen = new Set<number>();
  #isKept: (change: Change) => boolean = () => false;

  /** Equal for changes whose diffs look the same. Takes time linear in the diff. */
  keyOf(change: Change): string {
    return [change.op, ...this.#foldedHunks(change).map((hunk) => `${hunk.id} ${titleOf(hunk, change)}`)].join("\n");
  }

  /** Says in which order changes will be written. Takes time linear in their diffs. @param isKept tells whether the page holds the lines around one */
  plan(changes: Iterable<Change>, isKept: (change: Change) => boolean = () => false): void {
    this.#isKept = isKept;
    const seen = new Set<number>();
    for (const change of changes) {
      for (const hunk of this.#foldedHunks(change)) {
        for (const piece of piecesOf(hunk, seen)) {
          if (piece.kind === "same" && !this.#anchors.has(piece.id))
            this.#anchors.set(piece.id, `s${this.#anchors.size}`);
        }
      }
    }
  }

  /** The content of a `<pre>`. Must be called once for each change of the plan, in its order. */
  write(change: Change): string {
    return this.#foldedHunks(change)
      .map((hunk, index) => {
        const title = titleOf(hunk, change);
        return `${title === "" ? "" : `<b${this.#placeOf(hunk, index, change)}>${title}</b>`}${this.#lines(hunk)}`;
      })
      .join("")
      .concat(this.#isKept(change) && change.hunks.at(-1)?.below !== undefined ? "<b></b>" : "");
  }

  #foldedHunks(change: Change): readonly FoldedHunk[] {
    return getOrInsert(this.#folded, change, () => change.hunks.map((hunk) => this.#folding.fold(hunk)));
  }

  #placeOf({ hunk, isLong }: FoldedHunk, index: number, change: Change): string {
    const margin = marginOf(hunk.lines);
    const isMoved = margin > MAX_MARGIN || isLong;
    return placeAttributes({
      hunks: change.hunks,
      index,
      margin: isMoved ? margin : undefined,
      isKept: this.#isKept(change),
    });
  }

  #lines(folded: FoldedHunk): string {
    const margin = marginOf(folded.hunk.lines);
    const cut = margin > MAX_MARGIN ? margin : 0;
    let html = "";
    let sign = " ";
    const enter = (next: string): void => {
      if (next === sign) return;
      html += `${CLOSING[sign] ?? ""}${OPENING[next] ?? ""}`;
      sign = next;
    };
    const named: boolean[] = [];
    for (const piece of piecesOf(folded, this.#seen)) {
      switch (piece.kind) {
        case "line":
          enter(piece.line[0] ?? " ");
          html += `${lineText(dedented(piece.line, cut))}\n`;
          break;
        case "open": {
          const anchor = this.#anchors.get(piece.id);
          named.push(anchor !== undefined);
          if (anchor !== undefined) html += `<i id=${anchor}>`;
          break;
        }
        case "end":
          enter(" ");
          html += named.pop() ? "</i>" : "";
          break;
        case "close":
          html += named.pop() ? "</i>" : "";
          break;
        case "same": {
          if (piece.line !== "") enter(piece.line[0] ?? " ");
          const indent = piece.line === "" ? "" : lineText(dedented(piece.line, cut)).replace(/^(.\s*).*$/s, "$1");
          html += `${indent}<a href=#${this.#anchors.get(piece.id)}>⋯ ${piece.count} lines as above</a>\n`;
          break;
        }
      }
    }
    enter(" ");
    return html;
  }
}

const OPENING: Readonly<Record<string, string>> = { "-": "<del>", "+": "<ins>" };
const CLOSING: Readonly<Record<string, string>> = { "-": "</del>", "+": "</ins>" };

/** The lines of a hunk, with marks around those that may be repeated, and what is known in place of what repeats. */
function* piecesOf({ hunk, id, isLong, blocks }: FoldedHunk, seen: Set<number>): Generator<Piece, void> {
  const { lines } = hunk;
  if (isLong) {
    if (seen.has(id)) {
      yield { kind: "same", id, count: lines.length, line: "" };
      return;
    }
    seen.add(id);
    yield { kind: "open", id };
  }
  const ends: number[] = [];
  for (let at = 0; at < lines.length; ) {
    for (; ends.at(-1) === at; ends.pop()) yield { kind: "close" };
    const line = lines[at] as string;
    const block = blocks.get(at);
    if (block !== undefined && seen.has(block.id)) {
      yield { kind: "same", id: block.id, count: block.end - at, line };
      at = block.end;
      continue;
    }
    if (block !== undefined) {
      seen.add(block.id);
      ends.push(block.end);
      yield { kind: "open", id: block.id };
    }
    yield { kind: "line", line };
    at++;
  }
  for (const _end of ends) yield { kind: "close" };
  if (isLong) yield { kind: "end" };
}

/** Names the place of a hunk. Whole objects need no title. */
function titleOf({ hunk: { fields, newStart } }: FoldedHunk, { op, from, object }: Change): string {
  if (op !== "changed") return "";
  const renamed = from?.name !== undefined && fields.includes("metadata") ? ` · ${from.name} → ${object.name}` : "";
  const place = fields.length === 0 ? `line ${newStart}` : shortened(fields).join(", ");
  return text(`${place}${renamed}`);
}

/** The paths, from the second one on without the steps that the first one has too. */
function shortened(paths: readonly string[]): string[] {
  const [first = "", ...rest] = paths;
  return [
    first,
    ...rest.map((path) => {
      let shared = 0;
      for (let at = 0; at < path.length && path[at] === first[at]; at++) if (path[at] === ".") shared = at;
      return shared === 0 ? path : `…${path.slice(shared)}`;
    }),
  ];
}

/** A line with tabs for most of its indentation, and its own tabs marked. */
function lineText(line: string): string {
  const indent = indentOf(line);
  const column = indent + 1;
  const sign = line[0] ?? " ";
  const tabs = Math.floor(column / TAB_WIDTH);
  const lead =
    tabs === 0
      ? `${sign}${" ".repeat(indent)}`
      : `${sign === " " ? "" : sign}${"\t".repeat(tabs)}${" ".repeat(column % TAB_WIDTH)}`;
  return `${lead}${escapeText(visible(line.slice(column).replaceAll("\n", "\\n"))).replaceAll("\t", "<u>\t</u>")}`;
}
