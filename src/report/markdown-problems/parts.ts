/** Writes what a reader must see before the changes as Markdown: what fails, dangers, edits of what may run, and new warnings. */
import type { Block, Count, MarkdownContext } from "../markdown-context.ts";
import type { Shown } from "../markdown-lines.ts";
import { trustBlock } from "../markdown-trust.ts";
import { sortedWarnings } from "../overview.ts";
import { byteLength } from "../text.ts";
import { dangerBlock, silencedBlock } from "./dangers.ts";
import { editedFailures, repairedLines, untouchedFailures } from "./earlier.ts";
import { failureBlocks } from "./failures.ts";
import { warningBlock } from "./warnings.ts";

export interface Problems extends Pick<Shown, "failures" | "dangers" | "trust" | "warnings"> {
  /** In the order in which they are read. Empty ones are left out. */
  readonly parts: readonly string[];
  /** To be read after the changes: new warnings of deprecated fields. */
  readonly later: string;
  /** To be read last: targets that fail on both sides, and are not edited. */
  readonly last: string;
}

/** Bytes of the blank line between two parts. */
const SEPARATOR_BYTES = 2;
/** With less room, nothing else matters as long as a failure or a danger is left out. */
const SCARCE_BYTES = 8_000;
/** The shares of the room that is left when the turn of a part comes. */
const SHARES = { failures: 0.6, dangers: 0.5, trust: 0.5, earlier: 0.4, warnings: 0.3, silenced: 0.3 };

/** Writes as much as fits into `room` bytes. Failures and dangers take their room first. */
export function problemParts(context: MarkdownContext, room: number): Problems {
  let left = room;
  const take = <T extends { readonly text: string }>(block: T): T => {
    if (block.text !== "") left -= byteLength(block.text) + SEPARATOR_BYTES;
    return block;
  };
  const share = (of: keyof typeof SHARES): number => Math.floor(left * SHARES[of]) - SEPARATOR_BYTES;
  // Each has a line for each of its items before the other one has more than that.
  const needs = (block: Block): number => byteLength(block.text) + 2 * SEPARATOR_BYTES;
  const lines = needs(failureBlocks(context, left - SEPARATOR_BYTES, true));
  const others = needs(dangerBlock(context, left - SEPARATOR_BYTES, true));
  const most = left - Math.max(others, left * (1 - SHARES.failures));
  const forFailures = Math.max(most, Math.min(lines, left - others), left / 2);
  const failures = take(failureBlocks(context, Math.floor(forFailures) - SEPARATOR_BYTES));
  const forDangers = left < SCARCE_BYTES ? left : Math.max(others, left * SHARES.dangers);
  const dangers = take(dangerBlock(context, Math.floor(Math.min(left, forDangers)) - SEPARATOR_BYTES));
  const trust = take(trustBlock(context, share("trust")));
  const edited = take(editedFailures(context, share("earlier")));
  const untouched = take(untouchedFailures(context, share("earlier")));
  const repaired = take({ text: repairedLines(context, share("earlier")) });
  const { urgent, deprecations } = sortedWarnings(context.overview);
  const warnings = take(warningBlock(urgent, context, share("warnings")));
  const silenced = take(silencedBlock(context, share("silenced")));
  const later = take(warningBlock(deprecations, context, share("warnings")));
  const all = [failures, dangers, trust, edited, repaired, warnings, silenced];
  return {
    parts: all.map(({ text }) => text).filter((text) => text !== ""),
    later: later.text,
    last: untouched.text,
    failures: [edited, untouched].reduce(both, failures.count),
    dangers: both(dangers.count, silenced),
    trust: trust.count,
    warnings: both(warnings.count, later),
  };
}

function both(a: Count, { count: b }: Block): Count {
  return { shown: a.shown + b.shown, total: a.total + b.total };
}
