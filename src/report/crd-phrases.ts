/** Tells in a line what the change of a CustomResourceDefinition means for those who use it. */
import { groupBy } from "../collections.ts";
import type { CrdChange, CrdProperty } from "../review/index.ts";
import { joinPhrases, type Phrase } from "./edit-phrases.ts";
import { plural } from "./text.ts";

/** Further versions are only counted. */
const MAX_VERSIONS = 6;
/** The properties that are named of each version. */
const MAX_NAMED = 3;

/** Changes that break or refuse resources are named first. Others are named where there is room for all of a sort, or counted. */
const NAMED = new Set<CrdProperty["op"]>(["removed", "retyped", "required", "narrowed"]);

const VERSION_WORDS: Readonly<Record<CrdChange["versions"][number]["op"], string>> = {
  added: "added",
  removed: "removed",
  served: "now served",
  "not-served": "no longer served",
  stored: "now stored",
  "not-stored": "no longer stored",
  deprecated: "deprecated",
};

const COUNTED_WORDS: Readonly<Record<CrdProperty["op"], string>> = {
  removed: "removed",
  retyped: "retyped",
  required: "now required",
  narrowed: "narrowed",
  default: "with another default",
  added: "added",
  optional: "now optional",
  widened: "widened",
};

/**
 * Such as: v1beta1 removed; v1: `spec.foo` removed, `spec.bar` now required, 12 added, 30 descriptions. Versions with the same
 * changes are described together. A new version is compared with another one, and says so.
 */
export function crdPhrases({ versions, properties, moreProperties = 0, descriptions }: CrdChange): Phrase[] {
  const parts: Phrase[][] = versionParts(versions);
  const fresh = new Set(versions.filter(({ op }) => op === "added").map(({ name }) => name));
  const byVersion = groupBy(joinLimits(properties), ({ version }) => version);
  // Versions with the same changes are one part, new versions apart.
  const equal = groupBy(byVersion, ([name, changes]) =>
    JSON.stringify([fresh.has(name), changes.map(({ version: _version, ...change }) => change)]),
  );
  for (const group of equal.values()) {
    const [[first, changes]] = group;
    const where = joinPhrases(group.map(([name]) => [{ word: name }]));
    const against = fresh.has(first) ? ", compared with the version that was stored: " : ": ";
    parts.push([...where, against, ...propertyPhrases(summarised(changes))]);
  }
  return joinPhrases(withRest(parts, properties.length > 0, moreProperties, descriptions), "; ");
}

/**
 * The same for several definitions that one row is about, such as: v1beta1 removed (3×); `…oauth2.tokenUrl` narrowed (6×). Paths of
 * which only the start differs are one.
 */
export function sharedCrdPhrases(crds: readonly CrdChange[]): Phrase[] {
  const lines = crds.map(crdPhrases);
  const [first = []] = lines;
  if (new Set(lines.map((line) => JSON.stringify(line))).size <= 1) return first;
  const versions = groupBy(
    crds.flatMap((crd) => crd.versions),
    ({ name, op }) => JSON.stringify([name, op]),
  );
  const parts = [...versions.values()].slice(0, MAX_VERSIONS).map((same): Phrase[] => {
    const [{ name, op }] = same;
    return [{ word: name }, ` ${VERSION_WORDS[op]}`, ...times(same.length)];
  });
  const others = versions.size - parts.length;
  if (others > 0) parts.push([plural(others, "more change of versions", "more changes of versions")]);
  const properties = commonProperties(crds.flatMap((crd) => joinLimits(crd.properties)));
  if (properties.length > 0) parts.push(propertyPhrases(properties));
  const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0);
  const more = sum(crds.map(({ moreProperties = 0 }) => moreProperties));
  const descriptions = sum(crds.map((crd) => crd.descriptions));
  return joinPhrases(withRest(parts, properties.length > 0, more, descriptions), "; ");
}

/** A property, or several whose changes are the same. */
interface CountedProperty extends Omit<CrdProperty, "version"> {
  readonly count: number;
}

/** New limits of one property, which stand one after another, are one change: `minimum 0, maximum 10`. */
function joinLimits(properties: readonly CrdProperty[]): CrdProperty[] {
  const found: CrdProperty[] = [];
  for (const property of properties) {
    const last = found.at(-1);
    const isSame = last?.version === property.version && last.path === property.path;
    if (last !== undefined && isSame && isNewLimit(last) && isNewLimit(property))
      found[found.length - 1] = { ...last, after: `${last.after}, ${property.after}` };
    else found.push(property);
  }
  return found;
}

function isNewLimit({ op, before, after }: Omit<CrdProperty, "version">): boolean {
  return op === "narrowed" && before === undefined && after !== undefined;
}

/** Returns the properties as they are, or what they have in common where more are to be named than there is room for. */
function summarised(properties: readonly CrdProperty[]): CountedProperty[] {
  const isLong = properties.filter(({ op }) => NAMED.has(op)).length > MAX_NAMED;
  return isLong ? commonProperties(properties) : properties.map((property) => ({ ...property, count: 1 }));
}

/** Joins properties with the same change and the same last step into one, with what their paths have in common. */
function commonProperties(properties: readonly CrdProperty[]): CountedProperty[] {
  const equal = groupBy(properties, ({ path, version: _version, ...change }) =>
    JSON.stringify([change, path.slice(path.lastIndexOf(".") + 1)]),
  );
  return Array.from(equal.values(), (group) => {
    const [{ version: _version, path, ...change }] = group;
    const isEqual = group.every((each) => each.path === path);
    const [steps, ...others] = group.map((each) => each.path.split(".")) as [string[], ...string[][]];
    let shared = 1;
    while (shared < steps.length && others.every((other) => other.at(-1 - shared) === steps.at(-1 - shared))) shared++;
    return { ...change, count: group.length, path: isEqual ? path : `…${steps.slice(-shared).join(".")}` };
  });
}

function times(count: number): Phrase[] {
  return count === 1 ? [] : [` (${count}×)`];
}

/** Adds what is only counted: to the last part if that is about properties. */
function withRest(
  parts: readonly Phrase[][],
  isOpen: boolean,
  more: number,
  descriptions: number,
): readonly Phrase[][] {
  const rest = [
    ...(more > 0 ? [`${plural(more, "more change")} of properties`] : []),
    ...(descriptions > 0 ? [plural(descriptions, "description")] : []),
  ].join(", ");
  if (rest === "") return parts;
  const last = isOpen ? parts.at(-1) : undefined;
  return last === undefined ? [...parts, [rest]] : [...parts.slice(0, -1), [...last, `, ${rest}`]];
}

/** `v1beta1 removed`, with all that happens to a version in one part. */
function versionParts(versions: CrdChange["versions"]): Phrase[][] {
  const byName = [...groupBy(versions, ({ name }) => name)];
  const parts = byName.slice(0, MAX_VERSIONS).map(([name, changes]): Phrase[] => {
    return [{ word: name }, ` ${changes.map(({ op }) => VERSION_WORDS[op]).join(" and ")}`];
  });
  return byName.length > MAX_VERSIONS ? [...parts, [plural(byName.length - MAX_VERSIONS, "more version")]] : parts;
}

function propertyPhrases(changes: readonly CountedProperty[]): Phrase[] {
  const named = changes.filter(({ op }) => NAMED.has(op)).slice(0, MAX_NAMED);
  const isNamed = new Set(named);
  const others = groupBy(
    changes.filter((change) => !isNamed.has(change)),
    ({ op }) => op,
  );
  let room = MAX_NAMED - named.length;
  const parts = named.map(propertyPhrase);
  for (const [op, each] of others) {
    if (each.length <= room) {
      room -= each.length;
      parts.push(...each.map(propertyPhrase));
    } else {
      const count = each.reduce((sum, property) => sum + property.count, 0);
      const noun = `${NAMED.has(op) ? "more " : ""}${count === 1 ? "property" : "properties"}`;
      parts.push([`${count} ${noun} ${COUNTED_WORDS[op]}`]);
    }
  }
  return joinPhrases(parts);
}

function propertyPhrase(property: CountedProperty): Phrase[] {
  const { path, op, before, after, count } = property;
  const subject: Phrase = path === "" ? "the whole schema" : { code: path };
  const verb = ` ${COUNTED_WORDS[op]}`;
  if (isNewLimit(property)) return [subject, `${verb} to `, { code: after ?? "" }, ...times(count)];
  const shows = (op === "retyped" || op === "narrowed") && before !== undefined && after !== undefined;
  return [subject, ...(shows ? [`${verb} `, { code: `${before} → ${after}` }] : [verb]), ...times(count)];
}
