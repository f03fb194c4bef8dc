/** Keeps the unchanged lines around hunks packed, so that a page with many changes stays small. Its script unfolds them. */
import { deflateRawSync } from "node:zlib";
import { visible } from "../../diagnostics.ts";
import type { Change, Hunk } from "../../review/index.ts";
import { attribute } from "./markup.ts";

/** The texts of one page, before they are packed. */
const MAX_CHARACTERS = 8 * 1024 * 1024;

/** The lines above and below each hunk. */
type Lines = readonly (readonly [above: string, below: string])[];

export class Surroundings {
  readonly #lines = new Map<string, Lines>();
  /** The changes whose lines were left out, because the page would be too large. */
  readonly leftOut: number;

  /** @param changes in the order of the page: the first ones have theirs */
  constructor(changes: Iterable<Change>) {
    let left = 0;
    let room = MAX_CHARACTERS;
    for (const { id, op, hunks } of changes) {
      if (op !== "changed" || hunks.every(({ above, below }) => above === undefined && below === undefined)) continue;
      room -= hunks.reduce((sum, { above = "", below = "" }) => sum + above.length + below.length, 0);
      if (room < 0) left++;
      else this.#lines.set(id, hunks.map(linesOf));
    }
    this.leftOut = left;
  }

  has({ id }: Change): boolean {
    return this.#lines.has(id);
  }

  /** The element that holds all lines; empty for none. */
  html(): string {
    if (this.#lines.size === 0) return "";
    const packed = deflateRawSync(JSON.stringify(Object.fromEntries(this.#lines)));
    return `<script type=application/octet-stream id=around>${packed.toString("base64")}</script>\n`;
  }
}

function linesOf({ above = "", below = "" }: Hunk): Lines[number] {
  return [shown(above), shown(below)];
}

/** The lines, with characters that hide or reorder text made visible. */
function shown(lines: string): string {
  return lines.split("\n").map(visible).join("\n");
}

/** A hunk, with what the script of the page must know of it beside its text. */
export interface HunkPlace {
  readonly hunks: readonly Hunk[];
  readonly index: number;
  /** The indentation that it has in its object, if it may be shown with another one. */
  readonly margin: number | undefined;
  /** The page holds the lines around it. */
  readonly isKept: boolean;
}

/**
 * The attributes of a title: the first line at head, and with colons, as far as there are any: the first line at base if it is another one, the
 * unchanged lines since the hunk before, the margin, and the lines that can be unfolded below the last hunk, with `+` if there are more.
 */
export function placeAttributes({ hunks, index, margin, isKept }: HunkPlace): string {
  const { fields, oldStart, newStart, newLines, below = "", isCut } = hunks[index] as Hunk;
  const before = hunks[index - 1];
  const gap = newStart - (before === undefined ? 1 : before.newStart + before.newLines);
  const isLast = index === hunks.length - 1;
  const rest = isLast && below !== "" ? `${below.split("\n").length - 1}${isCut ? "+" : ""}` : "";
  const around = isKept && newLines > 0 ? [gap > 0 ? gap : "", margin ?? "", rest] : [];
  const more = [oldStart === newStart ? "" : oldStart, ...around].join(":").replace(/:+$/, "");
  // A title without fields says the line itself.
  return `${fields.length === 0 ? "" : ` data-n=${newStart}`}${more === "" ? "" : ` data-l=${attribute(more)}`}`;
}
