/** Writes the warnings that a change causes as Markdown: one line for each, with its places, its hint and its targets. */

import { printPhrases } from "../markdown-changes/phrases.ts";
import type { Block, MarkdownContext } from "../markdown-context.ts";
import type { NewWarning } from "../overview.ts";
import { countOf } from "../problems.ts";
import { byteLength, cut, details, plural } from "../text.ts";
import { prosePhrases } from "../words/prose.ts";
import { type Forms, fitForms } from "./fit.ts";
import { placesNamed, targetsNamed } from "./places.ts";

/** Warnings that stand open. More of them are folded. */
const MAX_OPEN = 5;
const MAX_MESSAGE_LENGTH = 600;
const MAX_BRIEF_LENGTH = 120;
/** Bytes of the title and of the markup of a fold, at most. */
const FRAME_BYTES = 200;

/** Writes as many of these new warnings as fit into `room` bytes, those with the most targets first. */
export function warningBlock(list: readonly NewWarning[], context: MarkdownContext, room: number): Block {
  const warnings = list.toSorted((a, b) => rankOf(a) - rankOf(b) || b.targets.length - a.targets.length);
  const total = warnings.length;
  if (total === 0) return { text: "", count: { shown: 0, total } };
  const { texts, full } = fitForms(
    warnings.map((warning) => lineForms(warning, context)),
    room - FRAME_BYTES,
  );
  const lines = texts.filter((text) => text !== undefined);
  const errors = countOf(warnings, "error");
  const parts = [
    ...(errors > 0 ? [plural(errors, "new error")] : []),
    ...(errors < total ? [plural(total - errors, "new warning")] : []),
  ];
  const title = `**${parts.join(" and ")}**`;
  if (lines.length === 0) return { text: byteLength(title) <= room ? title : "", count: { shown: 0, total } };
  const shown = [`${title}\n\n${lines.slice(0, MAX_OPEN).join("\n")}`];
  const folded = lines.slice(MAX_OPEN);
  if (folded.length > 0) shown.push(details(plural(folded.length, "more warning"), folded.join("\n")));
  return { text: shown.join("\n\n"), count: { shown: full, total } };
}

/** Errors come first. */
function rankOf({ diagnostic }: NewWarning): number {
  return diagnostic.severity === "error" ? 0 : 1;
}

function lineForms(warning: NewWarning, context: MarkdownContext): Forms {
  const { diagnostic, places, targets } = warning;
  const message = (length: number): string => printPhrases(prosePhrases(cut(diagnostic.message, length)));
  const hint = (): string => {
    if (diagnostic.hint === undefined) return "";
    return ` ${printPhrases(prosePhrases(cut(diagnostic.hint, MAX_MESSAGE_LENGTH)))}`;
  };
  const where = (page: MarkdownContext["page"]): string => {
    const ids = targets.map(({ id }) => id);
    const at = places.length === 0 ? "" : `${placesNamed(places, context)}: `;
    const names = targetsNamed(ids, context);
    return `${at}${message(MAX_MESSAGE_LENGTH)}, in ${page?.toWarning(names, warning) ?? names}.`;
  };
  return [
    () => `- ${where(context.page)}${hint()}`,
    () => `- ${where(undefined)}`,
    () => `- ${message(MAX_BRIEF_LENGTH)}`,
  ];
}
