/** Says of which changes the review shows only half: somebody else renders what they bring to the cluster. */
import { groupBy } from "../../collections.ts";
import type { Change } from "../../review/index.ts";
import { joinPhrases, type Phrase } from "../edit-phrases.ts";
import { shortVersions } from "../short-values.ts";
import type { ElsewhereChanges } from "./elsewhere-changes.ts";
import { objectName, pluralOf } from "./object-names.ts";

/** Versions and kinds that are named. Further ones are counted. */
const MAX_NAMED = 5;
/** Kinds that name directories. These may be targets of this review, so that it shows some of what they bring, or all of it. */
const OF_DIRECTORIES: ReadonlySet<string> = new Set(["Application", "ApplicationSet", "Kustomization"]);
/** The objects of a kind are named if there are not more of them. */
const MAX_OBJECTS = 2;

/**
 * One sentence, such as: What chart `shop` `1.4.2 → 1.5.0` changes in the cluster is not shown here. Empty where all is shown. Takes
 * linear time.
 */
export function elsewherePhrases({
  elsewhere,
  partlyShown = new Set(),
  notShown = new Set(),
}: ElsewhereChanges): Phrase[] {
  const items = [...versionItems(elsewhere), ...objectItems(elsewhere, notShown)];
  const [only, ...others] = items;
  if (only === undefined) return [];
  const partly = items.filter(({ isPartly }) => isPartly).length;
  const isPart = partlyShown.size > 0 || (partly > 0 && partly < items.length);
  const whole = partly === 0 ? "is not shown here" : "may not all be shown here";
  const isShown = isPart ? "is not all shown here" : whole;
  if (others.length === 0)
    return ["What ", ...only.phrases, only.isOne ? " changes" : " change", ` in the cluster ${isShown}.`];
  const shown = joinPhrases(items.slice(0, MAX_NAMED).map(({ phrases }) => phrases));
  const rest = items.length > MAX_NAMED ? [` and ${items.length - MAX_NAMED} more`] : [];
  return [`What these change in the cluster ${isShown}: `, ...shown, ...rest, "."];
}

interface Item {
  readonly phrases: readonly Phrase[];
  readonly isOne: boolean;
  /** The review may show some of it. */
  readonly isPartly: boolean;
}

/** Each version that changes once. */
function versionItems(changes: readonly Change[]): Item[] {
  const versions = changes.flatMap(({ elsewhere }) => elsewhere?.versions ?? []);
  const distinct = groupBy(versions, ({ what, name, before, after }) => JSON.stringify([what, name, before, after]));
  return Array.from(distinct.values(), ([{ what, name, before, after }]) => {
    const [old, now] = shortVersions(before, after);
    const phrases = [`${what} `, { code: name }, " ", { code: `${old} → ${now}` }];
    return { phrases, isOne: true, isPartly: false };
  });
}

/**
 * The other objects, by what happens to them and by kind.
 * @param notShown those of which the review shows nothing
 */
function objectItems(changes: readonly Change[], notShown: ReadonlySet<Change>): Item[] {
  const others = changes.filter(({ elsewhere }) => elsewhere?.versions.length === 0);
  const kinds = groupBy(others, ({ op, object }) => JSON.stringify([op, object.kind]));
  return Array.from(kinds.values(), (same) => {
    const [
      {
        op,
        object: { kind },
      },
    ] = same;
    const names = new Set(same.map(({ object }) => objectName(object)));
    const adjective = op === "added" ? "new " : op === "removed" ? "removed " : "";
    const article = adjective === "" ? "" : "the ";
    const about = {
      isOne: names.size === 1,
      isPartly: OF_DIRECTORIES.has(kind) && !same.every((each) => notShown.has(each)),
    };
    if (names.size > MAX_OBJECTS)
      return { phrases: [`${names.size} ${adjective}`, { word: pluralOf(kind) }], ...about };
    const list = [...names].flatMap((code, index): Phrase[] => [index === 0 ? " " : " and ", { code }]);
    return { phrases: [`${article}${adjective}`, { word: about.isOne ? kind : pluralOf(kind) }, ...list], ...about };
  });
}
