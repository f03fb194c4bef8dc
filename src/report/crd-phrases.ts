/** Tells in a line what the change of a CustomResourceDefinition means for those who use it. */
import type { CrdChange, CrdProperty } from "../review/index.ts";
import type { Phrase } from "./edit-phrases.ts";
import { plural } from "./text.ts";

/** Further versions are only counted. */
const MAX_VERSIONS = 6;
/** Of each version, so many properties are named. */
const MAX_NAMED = 3;

/** What breaks or refuses resources is named, and everything else is counted. */
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
 * changes are told together.
 */
export function crdPhrases({ versions, properties, moreProperties = 0, descriptions }: CrdChange): Phrase[] {
  const parts: Phrase[][] = versionParts(versions);
  for (const [names, changes] of byVersions(properties)) {
    const where = names.flatMap((name, index): Phrase[] => [index === 0 ? "" : ", ", { word: name }]);
    parts.push([...where.filter((phrase) => phrase !== ""), ": ", ...propertyPhrases(changes)]);
  }
  const rest = [
    ...(moreProperties > 0 ? [`${plural(moreProperties, "more change")} of properties`] : []),
    ...(descriptions > 0 ? [plural(descriptions, "description")] : []),
  ].join(", ");
  const last = properties.length > 0 ? parts.at(-1) : undefined;
  if (rest !== "" && last !== undefined) last.push(`, ${rest}`);
  else if (rest !== "") parts.push([rest]);
  return parts.flatMap((part, index) => (index === 0 ? part : ["; ", ...part]));
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

/** The changes of each version, with the names of all versions that have the same ones. */
function byVersions(properties: readonly CrdProperty[]): [names: string[], changes: readonly CrdProperty[]][] {
  const versions = new Map<string, CrdProperty[]>();
  for (const property of properties) {
    const list = versions.get(property.version);
    if (list === undefined) versions.set(property.version, [property]);
    else list.push(property);
  }
  const same = new Map<string, [string[], readonly CrdProperty[]]>();
  for (const [name, changes] of versions) {
    const key = JSON.stringify(changes.map(({ version: _version, ...change }) => change));
    const known = same.get(key);
    if (known === undefined) same.set(key, [[name], changes]);
    else known[0].push(name);
  }
  return [...same.values()];
}

function propertyPhrases(changes: readonly CrdProperty[]): Phrase[] {
  const named = changes.filter(({ op }) => NAMED.has(op)).slice(0, MAX_NAMED);
  const counts = new Map<CrdProperty["op"], number>();
  const isNamed = new Set(named);
  for (const change of changes) if (!isNamed.has(change)) counts.set(change.op, (counts.get(change.op) ?? 0) + 1);
  const parts = [
    ...named.map(propertyPhrase),
    ...[...counts].map(([op, count]): Phrase[] => [`${count} ${NAMED.has(op) ? "more " : ""}${COUNTED_WORDS[op]}`]),
  ];
  return parts.flatMap((part, index) => (index === 0 ? part : [", ", ...part]));
}

function propertyPhrase({ path, op, before, after }: CrdProperty): Phrase[] {
  const subject: Phrase = path === "" ? "the whole schema" : { code: path };
  const verb = ` ${COUNTED_WORDS[op]}`;
  const shows = (op === "retyped" || op === "narrowed") && before !== undefined && after !== undefined;
  return shows ? [subject, `${verb} `, { code: `${before} → ${after}` }] : [subject, verb];
}
