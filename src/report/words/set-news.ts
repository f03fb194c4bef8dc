/** Says what happens to the Applications of ApplicationSets. */
import { getOrInsert } from "../../collections.ts";
import type { TargetReport } from "../../review/index.ts";
import { compareBytewise } from "../../text/index.ts";
import type { Phrase } from "../edit-phrases.ts";
import { plural } from "../text.ts";

export interface SetNews {
  /** NAMESPACE/NAME */
  readonly set: string;
  readonly added: number;
  readonly removed: number;
  /** Those that render something else, or fail. */
  readonly changed: number;
}

/** The sets of which some Applications come, go or change. Takes time linear in the targets. */
export function setNews(targets: readonly TargetReport[]): readonly SetNews[] {
  const found = new Map<string, { set: string; added: number; removed: number; changed: number }>();
  for (const { set, status, from, changes } of targets) {
    if (set === undefined) continue;
    const news = getOrInsert(found, set, () => ({ set, added: 0, removed: 0, changed: 0 }));
    // An Application with another name is another one.
    if (status === "added" || from !== undefined) news.added++;
    if (status === "removed" || from !== undefined) news.removed++;
    else if (status === "failed" || (status !== "added" && changes.length > 0)) news.changed++;
  }
  const countOf = ({ added, removed, changed }: SetNews): number => added + removed + changed;
  return [...found.values()]
    .filter((news) => countOf(news) > 0)
    .sort((a, b) => countOf(b) - countOf(a) || compareBytewise(a.set, b.set));
}

/** Sets that are told one by one. */
const MAX_SETS = 5;

/** A sentence for each ApplicationSet: how many of its Applications come, go and change. */
export function setPhrases(sets: readonly SetNews[]): Phrase[][] {
  const told = sets.slice(0, MAX_SETS).map(({ set, added, removed, changed }): Phrase[] => {
    const counts = [
      [added, "comes", "come"],
      [removed, "goes", "go"],
      [changed, "changes", "change"],
    ] as const;
    const parts = counts.flatMap(([count, one, several], index) => {
      if (count === 0) return [];
      const isFirst = counts.slice(0, index).every(([before]) => before === 0);
      return [`${isFirst ? plural(count, "Application") : count.toLocaleString("en")} ${count === 1 ? one : several}`];
    });
    return ["ApplicationSet ", { code: set }, `: ${parts.join(", ")}.`];
  });
  const more = sets.length - told.length;
  return more <= 0
    ? told
    : [...told, [`${plural(more, "more ApplicationSet")} ${more === 1 ? "has" : "have"} others.`]];
}
