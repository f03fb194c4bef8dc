/** Tells in a line what the change of a CustomResourceDefinition means for those who use it. */
import type { CrdChange, CrdProperty } from "../review/index.ts";
import type { Phrase } from "./edit-phrases.ts";
import { plural } from "./text.ts";

/** Further versions are only counted. */
const MAX_VERSIONS = 6;
/** Of each version, so many properties are named. */
const MAX_NAMED = 3;

/** What breaks or refuses resources is named first. Everything else is named where there is room for all of its sort, or counted. */
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
 * changes are told together. A new version is compared with another one, and says so.
 */
export function crdPhrases({ versions, properties, moreProperties = 0, descriptions }: CrdChange): Phrase[] {
  const parts: Phrase[][] = versionParts(versions);
  const fresh = new Set(versions.filter(({ op }) => op === "added").map(({ name }) => name));
  for (const [names, changes] of byVersions(joinLimits(properties), fresh)) {
    const where = names.flatMap((name, index): Phrase[] => (index === 0 ? [{ word: name }] : [", ", { word: name }]));
    const against = fresh.has(names[0] ?? "") ? ", compared with the version that was stored: " : ": ";
    parts.push([...where, against, ...propertyPhrases(toldOf(changes))]);
  }
  return joined(withRest(parts, properties.length > 0, moreProperties, descriptions));
}

/**
 * The same for several definitions that one row is about, such as: v1beta1 removed (3×); `…oauth2.tokenUrl` narrowed (6×). Paths of
 * which only the start differs are one.
 */
export function sharedCrdPhrases(crds: readonly CrdChange[]): Phrase[] {
  const lines = crds.map(crdPhrases);
  const [first = []] = lines;
  if (new Set(lines.map((line) => JSON.stringify(line))).size <= 1) return first;
  const versions = new Map<string, { word: Phrase[]; count: number }>();
  for (const { name, op } of crds.flatMap((crd) => crd.versions)) {
    const key = JSON.stringify([name, op]);
    const known = versions.get(key) ?? { word: [{ word: name }, ` ${VERSION_WORDS[op]}`], count: 0 };
    known.count++;
    versions.set(key, known);
  }
  const parts = [...versions.values()].slice(0, MAX_VERSIONS).map(({ word, count }) => [...word, ...times(count)]);
  const others = versions.size - parts.length;
  if (others > 0) parts.push([plural(others, "more change of versions", "more changes of versions")]);
  const properties = commonProperties(crds.flatMap((crd) => joinLimits(crd.properties)));
  if (properties.length > 0) parts.push(propertyPhrases(properties));
  const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0);
  const more = sum(crds.map(({ moreProperties = 0 }) => moreProperties));
  return joined(withRest(parts, properties.length > 0, more, sum(crds.map(({ descriptions }) => descriptions))));
}

/** A property, or several whose changes are the same. */
interface Told extends Omit<CrdProperty, "version"> {
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

/** The properties as they are, or what they have in common where more are to be named than there is room for. */
function toldOf(properties: readonly CrdProperty[]): Told[] {
  const isLong = properties.filter(({ op }) => NAMED.has(op)).length > MAX_NAMED;
  return isLong ? commonProperties(properties) : properties.map((property) => ({ ...property, count: 1 }));
}

/** Properties of which the last step and the change are the same are one, with what their paths have in common. */
function commonProperties(properties: readonly CrdProperty[]): Told[] {
  const found = new Map<
    string,
    Omit<CrdProperty, "version" | "path"> & { steps: readonly string[]; same: boolean; count: number }
  >();
  for (const { path, version: _version, ...change } of properties) {
    const steps = path.split(".");
    const key = JSON.stringify([change, steps.at(-1)]);
    const known = found.get(key);
    if (known === undefined) {
      found.set(key, { ...change, steps, same: true, count: 1 });
      continue;
    }
    let shared = 0;
    while (shared < Math.min(steps.length, known.steps.length) && steps.at(-1 - shared) === known.steps.at(-1 - shared))
      shared++;
    known.same &&= shared === steps.length && shared === known.steps.length;
    known.steps = steps.slice(steps.length - shared);
    known.count++;
  }
  return [...found.values()].map(({ steps, same, ...change }) => ({
    ...change,
    path: `${same ? "" : "…"}${steps.join(".")}`,
  }));
}

function times(count: number): Phrase[] {
  return count === 1 ? [] : [` (${count}×)`];
}

function joined(parts: readonly (readonly Phrase[])[]): Phrase[] {
  return parts.flatMap((part, index) => (index === 0 ? part : ["; ", ...part]));
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
  const words = new Map<string, string[]>();
  for (const { name, op } of versions) words.set(name, [...(words.get(name) ?? []), VERSION_WORDS[op]]);
  const parts = [...words]
    .slice(0, MAX_VERSIONS)
    .map(([name, what]): Phrase[] => [{ word: name }, ` ${what.join(" and ")}`]);
  return words.size > MAX_VERSIONS ? [...parts, [plural(words.size - MAX_VERSIONS, "more version")]] : parts;
}

/** The changes of each version, with the names of all versions that have the same ones; new versions apart. */
function byVersions(
  properties: readonly CrdProperty[],
  fresh: ReadonlySet<string>,
): [names: string[], changes: readonly CrdProperty[]][] {
  const versions = new Map<string, CrdProperty[]>();
  for (const property of properties) {
    const list = versions.get(property.version);
    if (list === undefined) versions.set(property.version, [property]);
    else list.push(property);
  }
  const same = new Map<string, [string[], readonly CrdProperty[]]>();
  for (const [name, changes] of versions) {
    const key = JSON.stringify([fresh.has(name), changes.map(({ version: _version, ...change }) => change)]);
    const known = same.get(key);
    if (known === undefined) same.set(key, [[name], changes]);
    else known[0].push(name);
  }
  return [...same.values()];
}

function propertyPhrases(changes: readonly Told[]): Phrase[] {
  const named = changes.filter(({ op }) => NAMED.has(op)).slice(0, MAX_NAMED);
  const isNamed = new Set(named);
  const others = new Map<CrdProperty["op"], Told[]>();
  for (const change of changes) {
    if (isNamed.has(change)) continue;
    const known = others.get(change.op);
    if (known === undefined) others.set(change.op, [change]);
    else known.push(change);
  }
  let room = MAX_NAMED - named.length;
  const parts = named.map(propertyPhrase);
  for (const [op, each] of others) {
    if (each.length <= room) {
      room -= each.length;
      parts.push(...each.map(propertyPhrase));
    } else {
      const count = each.reduce((sum, told) => sum + told.count, 0);
      parts.push([`${count} ${NAMED.has(op) ? "more " : ""}${COUNTED_WORDS[op]}`]);
    }
  }
  return parts.flatMap((part, index) => (index === 0 ? part : [", ", ...part]));
}

function propertyPhrase(told: Told): Phrase[] {
  const { path, op, before, after, count } = told;
  const subject: Phrase = path === "" ? "the whole schema" : { code: path };
  const verb = ` ${COUNTED_WORDS[op]}`;
  if (isNewLimit(told)) return [subject, `${verb} to `, { code: after ?? "" }, ...times(count)];
  const shows = (op === "retyped" || op === "narrowed") && before !== undefined && after !== undefined;
  return [subject, ...(shows ? [`${verb} `, { code: `${before} → ${after}` }] : [verb]), ...times(count)];
}
