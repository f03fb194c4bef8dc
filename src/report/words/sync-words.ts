/** Says in words what changes of annotations and options mean for a sync of Argo CD. */
import { joinPhrases, type Phrase, type ShownEdit } from "../edit-phrases.ts";

const OF_ARGOCD = /^annotations\[argocd\.argoproj\.io\/([a-z-]+)\]$/;
/** Options that are named. Further ones are counted. */
const MAX_NAMED = 4;
/** Longer texts are shown as values of other fields are. */
const MAX_TEXT = 200;

/** The meaning of options of one object, for the rest of a sentence. */
const MEANINGS: ReadonlyMap<string, string> = new Map([
  ["Prune=false", ", which keeps it from being pruned"],
  ["Prune=confirm", ", which lets it be pruned only once somebody confirms"],
  ["Delete=false", ", which keeps it when its Application is deleted"],
  ["Delete=confirm", ", which lets it go with its Application only once somebody confirms"],
  ["PruneLast=true", ", by which it is pruned after all else is applied"],
  ["Replace=true", ", by which it is replaced as a whole"],
  ["Force=true", ", by which it may be deleted and created again"],
  ["ServerSideApply=true", ", by which the API server merges it"],
  ["SkipDryRunOnMissingResource=true", ", by which a sync begins though its kind is not known yet"],
  ["Validate=false", ", by which its fields are not validated"],
]);

/** The meaning of options by which the manifest and the cluster are compared; all but the first one count in Applications only. */
const COMPARISONS: ReadonlyMap<string, string> = new Map([
  ["IgnoreExtraneous", ", by which its Application counts as in sync though it has to be pruned"],
  ["ServerSideDiff=true", ", by which an Application lets the API server find out what differs"],
  ["ServerSideDiff=false", ", by which an Application has Argo CD itself find out what differs"],
  ["IncludeMutationWebhook=true", ", by which an Application also counts what webhooks change as differences"],
]);

/** Undefined for an edit of anything else, and for one whose values say it best. */
export function syncPhrase(edit: ShownEdit): Phrase[] | undefined {
  if (edit.redacted || edit.encrypted || edit.oversized || edit.op === "reordered") return undefined;
  if (edit.label === "syncPolicy.syncOptions") return optionsPhrase("sync option", edit);
  const name = OF_ARGOCD.exec(edit.label)?.[1];
  if (name === "sync-options") return optionsPhrase("sync option", edit, MEANINGS);
  if (name === "compare-options") return optionsPhrase("compare option", edit, COMPARISONS);
  if (name === "sync-wave") return wavePhrase(edit);
  if (name === "hook") return valuePhrase("hook of Argo CD", edit);
  if (name === "hook-delete-policy") return valuePhrase("deletion of the hook", edit);
  return undefined;
}

function wavePhrase(edit: ShownEdit): Phrase[] | undefined {
  const [before, after] = [waveOf(edit.before), waveOf(edit.after)];
  if (before === undefined || after === undefined) return valuePhrase("sync wave", edit);
  return [`${after > before ? "later" : "earlier"} sync wave `, { code: `${before} → ${after}` }];
}

/** Undefined for what is no whole number. */
function waveOf(value: ShownEdit["before"]): number | undefined {
  return /^[+-]?\d{1,9}$/.test(String(value)) ? Number(value) : undefined;
}

function valuePhrase(what: string, { op, before, after }: ShownEdit): Phrase[] | undefined {
  const texts = [before, after].flatMap((value) => (typeof value === "string" ? [value] : []));
  const text = texts.join(" → ");
  if (texts.length === 0 || text.length > MAX_TEXT || /[\p{Cc}]/u.test(text)) return undefined;
  return [`${what} `, { code: text }, ...(op === "changed" ? [] : [` ${op}`])];
}

/** @param meanings of options of one object, which fit into a row */
function optionsPhrase(
  what: string,
  { before, after }: ShownEdit,
  meanings?: ReadonlyMap<string, string>,
): Phrase[] | undefined {
  const [old, now] = [optionsOf(before), optionsOf(after)];
  if (old === undefined || now === undefined) return undefined;
  const [added, removed] = [now.filter((each) => !old.includes(each)), old.filter((each) => !now.includes(each))];
  const count = added.length + removed.length;
  const all = [...added, ...removed];
  if (count === 0 || all.some((each) => each.length > MAX_TEXT || /[\p{Cc}]/u.test(each))) return undefined;
  const meaning = count === 1 ? meanings?.get(added[0] ?? "") : undefined;
  const parts = [
    ...(added.length === 0 ? [] : [[...named(added), " added"]]),
    ...(removed.length === 0 ? [] : [[...named(removed), " removed"]]),
  ];
  return [`${what}${count === 1 ? "" : "s"} `, ...joinPhrases(parts), ...(meaning ? [meaning] : [])];
}

function named(options: readonly string[]): Phrase[] {
  const rest = options.length > MAX_NAMED ? [` and ${options.length - MAX_NAMED} more`] : [];
  return [...joinPhrases(options.slice(0, MAX_NAMED).map((code): Phrase[] => [{ code }])), ...rest];
}

/** The options of an annotation, or of a list; undefined for what holds something else. */
function optionsOf(value: ShownEdit["before"]): readonly string[] | undefined {
  if (value === undefined) return [];
  const all: unknown = typeof value === "string" ? value.split(",") : value;
  if (!Array.isArray(all) || all.some((each) => typeof each !== "string")) return undefined;
  return [...new Set((all as readonly string[]).map((each) => each.trim()).filter((each) => each !== ""))];
}
