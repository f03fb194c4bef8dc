/** Says what happens to the Applications of ApplicationSets. */
import { getOrInsert, groupBy } from "../../collections.ts";
import type { TargetReport } from "../../review/index.ts";
import { compareBytewise } from "../../text/index.ts";
import { joinPhrases, type Phrase } from "../edit-phrases.ts";
import { plural } from "../text.ts";

/** The numbers of Applications of a set. */
interface Counts {
  readonly added: number;
  readonly removed: number;
  /** Applications that render something else. */
  readonly changed: number;
  /** Applications that no longer build. */
  readonly broken: number;
}

export interface SetNews extends Counts {
  /** NAMESPACE/NAME */
  readonly set: string;
}

/**
 * The sets of which some Applications come, go or change. Those that build on neither side are left out: what becomes of them is not known.
 * Takes time linear in the targets.
 */
export function setNews(targets: readonly TargetReport[]): readonly SetNews[] {
  const found = new Map<string, { -readonly [Field in keyof SetNews]: SetNews[Field] }>();
  for (const { set, status, from, changes, isNew, failedBefore } of targets) {
    if (set === undefined) continue;
    const news = getOrInsert(found, set, () => ({ set, added: 0, removed: 0, changed: 0, broken: 0 }));
    // An Application with another name is another one.
    const isAdded = status === "added" || isNew === true || from !== undefined;
    if (isAdded) news.added++;
    if (status === "removed" || from !== undefined) news.removed++;
    else if (isAdded) continue;
    else if (status === "failed" && failedBefore !== true) news.broken++;
    else if (changes.length > 0) news.changed++;
  }
  return [...found.values()]
    .filter((news) => sizeOf(news) > 0)
    .sort((a, b) => sizeOf(b) - sizeOf(a) || compareBytewise(a.set, b.set));
}

function sizeOf({ added, removed, changed, broken }: Counts): number {
  return added + removed + changed + broken;
}

/** Sets that are named. */
const MAX_SETS = 5;

/** A sentence for each ApplicationSet, or for several with the same numbers: how many of their Applications come, go and change. */
export function setPhrases(sets: readonly SetNews[]): Phrase[][] {
  const alike = groupBy(sets, ({ added, removed, changed, broken }) => [added, removed, changed, broken].join());
  const sentences: Phrase[][] = [];
  let [room, untold] = [MAX_SETS, 0];
  for (const same of alike.values()) {
    if (room === 0) {
      untold += same.length;
      continue;
    }
    const named = same.slice(0, room).map(({ set }): Phrase[] => [{ code: set }]);
    const more = same.length - named.length;
    room -= named.length;
    const list = [...joinPhrases(named), ...(more > 0 ? [` and ${more.toLocaleString("en")} more`] : [])];
    const start = same.length === 1 ? "ApplicationSet " : "ApplicationSets ";
    sentences.push([start, ...list, `: ${countsText(same[0], same.length > 1)}.`]);
  }
  if (untold === 0) return sentences;
  const have = untold === 1 ? "has" : "have";
  return [...sentences, [`${plural(untold, "more ApplicationSet")} ${have} Applications that come, go or change.`]];
}

/** `1 Application comes, 2 go`, and of several sets `1 Application of each comes, 2 go` */
function countsText({ added, removed, changed, broken }: Counts, isOfEach: boolean): string {
  const counts = [
    [added, "comes", "come"],
    [removed, "goes", "go"],
    [changed, "changes", "change"],
    [broken, "no longer builds", "no longer build"],
  ] as const;
  return counts
    .filter(([count]) => count > 0)
    .map(([count, one, several], index) => {
      const number = index > 0 ? count.toLocaleString("en") : plural(count, "Application");
      return `${number}${index === 0 && isOfEach ? " of each" : ""} ${count === 1 ? one : several}`;
    })
    .join(", ");
}
