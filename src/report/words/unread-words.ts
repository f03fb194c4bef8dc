/** Says which changed files are in no rendered target, and why. */
import { groupBy } from "../../collections.ts";
import type { UnreadFile, UnreadReason } from "../../review/index.ts";
import { joinPhrases, type Phrase } from "../edit-phrases.ts";
import type { Overview } from "../overview.ts";

/** Files that are named for each reason. */
const MAX_NAMED = 2;

const REASONS: Readonly<Record<UnreadReason, readonly [one: string, many: string]>> = {
  chart: ["a chart", "charts"],
  component: ["a component that no kustomization includes", "components that no kustomization includes"],
  "flux-component": ["a component that only Flux Kustomizations name", "components that only Flux Kustomizations name"],
  unselected: ["of a kustomization that is no target", "of kustomizations that are no targets"],
  unlisted: ["no kustomization lists it", "no kustomization lists them"],
  manifest: ["a plain manifest", "plain manifests"],
};

/** `3 changed files are in no rendered target`; empty for none, and where that is not known. */
export function unreadCount({ unread }: Pick<Overview, "unread">): string {
  const count = unread === undefined ? 0 : unread.files.length + (unread.more ?? 0);
  if (count === 0) return "";
  return `${count.toLocaleString("en")} changed ${count === 1 ? "file is" : "files are"} in no rendered target`;
}

/**
 * Tells whether the unread files are to be named first: some are deployed, as far as one can see, so that the review shows only a
 * part of the change; or no target is affected by it.
 */
export function isUnreadFirst({ unread, figures }: Pick<Overview, "unread" | "figures">): boolean {
  return unread?.files[0]?.reason !== undefined || figures.targets.affected === 0;
}

/** The count with the first files for each reason, as one sentence without a period. Empty where there is nothing to say. */
export function unreadPhrases(overview: Pick<Overview, "unread">): Phrase[] {
  const { unread } = overview;
  const count = unreadCount(overview);
  if (unread === undefined || count === "") return [];
  const groups = new Map<UnreadReason | undefined, readonly UnreadFile[]>(
    groupBy(unread.files, ({ reason }) => reason),
  );
  if (unread.more !== undefined && !groups.has(undefined)) groups.set(undefined, []);
  const items = [...groups].map(([reason, files]): Phrase[] => {
    const total = files.length + (reason === undefined ? (unread.more ?? 0) : 0);
    const named = joinPhrases(files.slice(0, MAX_NAMED).map(({ file }) => [{ code: file }]));
    const rest = total > MAX_NAMED ? ` and ${(total - MAX_NAMED).toLocaleString("en")} more` : "";
    return [...named, rest, reason === undefined ? "" : ` (${REASONS[reason][total === 1 ? 0 : 1]})`];
  });
  return [`${count}: `, ...joinPhrases(items, "; ")];
}
