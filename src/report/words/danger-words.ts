/** Says in words what a group of dangers is about: its objects, its values and its causes. */
import { groupBy } from "../../collections.ts";
import { isDeploymentId } from "../../render/index.ts";
import type { Cause, Change } from "../../review/index.ts";
import { type CauseList, listCauses } from "../causes.ts";
import type { DangerGroup, DangerPart } from "../danger-groups.ts";
import { joinPhrases, type Phrase } from "../edit-phrases.ts";
import type { Overview } from "../overview.ts";
import { bothNames } from "../summary.ts";
import { plural } from "../text.ts";
import { imageFamily } from "../versions/image-family.ts";
import { pluralOf } from "./object-names.ts";
import { prosePhrases } from "./prose.ts";
import { targetItems } from "./target-names.ts";

/** Objects and targets that are named; one more if it is the last. Further ones are counted. */
const MAX_NAMED = 3;
/** Pairs of values that are shown. */
const MAX_VALUES = 3;
/** Dangers that are named of a target that comes or goes, or rules of which one is. Further dangers are counted. */
const MAX_PARTS = 5;

/** Names the objects, or the whole targets, that are in danger. */
export function subjectPhrases({ parts, targets, whole, names }: DangerGroup): Phrase[] {
  if (whole === undefined) return objectPhrases(parts[0]);
  const named = firstOf(targets);
  const shown = joinPhrases(targetItems(named, names, false));
  const rest = targets.length - named.length;
  const what = targets.every(isDeploymentId) ? "" : targets.length === 1 ? "Target " : "Targets ";
  return [what, ...shown, ...(rest > 0 ? [` and ${rest} more`] : [])];
}

/** Says what is wrong with the subject. */
export function messagePhrases(group: DangerGroup): Phrase[] {
  const whole = wholeWords(group);
  if (whole === undefined) return [...partsPhrases(group.parts), ...earlierPhrases(group.comparedWith)];
  const { start, items, rest } = whole;
  const more = rest === 0 ? [] : [`; and ${plural(rest, "more danger")}`];
  const texts = items.map(({ phrases }) => phrases);
  return [...start, ": ", ...joinPhrases(texts, "; "), ...more];
}

/** The words on targets that come or go, in parts. */
interface WholeWords {
  readonly start: Phrase[];
  /** At least one: what one rule finds in them. */
  readonly items: readonly { readonly rule: string; readonly phrases: Phrase[] }[];
  /** How many dangers are not named. */
  readonly rest: number;
}

/** Undefined for dangers that are not those of whole targets. */
export function wholeWords({ parts, targets, whole }: DangerGroup): WholeWords | undefined {
  if (whole === undefined) return undefined;
  const { op, objects, deployers = 0 } = whole;
  const isOne = targets.length === 1;
  const declarations = parts.filter(({ isDeclaration }) => isDeclaration);
  // All of a few dangers are told, and of many one for each rule.
  const others = groupBy(
    parts.filter(({ isDeclaration }) => !isDeclaration),
    (part) => (parts.length > MAX_PARTS ? part.id : part),
  );
  const items = [
    ...declarations.map((part) => ({ rule: part.id, phrases: declarationPhrases(part), count: part.members.length })),
    ...Array.from(others.values(), (same) => ({
      rule: same[0].id,
      phrases: samePhrases(same),
      count: membersOf(same),
    })),
  ];
  const rest = items.slice(MAX_PARTS).reduce((sum, { count }) => sum + count, 0);
  const count = plural(objects, "object");
  const start: Phrase[] =
    op === "added"
      ? [`${isOne ? "comes" : "come"} with ${count}`]
      : [isOne ? "goes" : "go", ...deployerPhrases(deployers, isOne), `; ${isOne ? "it" : "they"} had ${count}`];
  return { start, items: items.slice(0, MAX_PARTS), rest };
}

/** Says what one rule finds: one of several findings, and how many there are. */
function samePhrases([first, ...others]: readonly [DangerPart, ...DangerPart[]]): Phrase[] {
  const more = others.length === 0 ? [] : [`, and ${plural(membersOf(others), "more danger")} of this rule`];
  return [...objectPhrases(first), ": ", ...partPhrases(first), ...more];
}

function membersOf(parts: readonly DangerPart[]): number {
  return parts.reduce((sum, { members }) => sum + members.length, 0);
}

/** Says all that is found in the same objects: what the sentences begin with is said once, and others are named. */
function partsPhrases(parts: DangerGroup["parts"]): Phrase[] {
  const start = /^the \w+ changes, and /.exec(parts[0].message)?.[0] ?? "";
  const objects = objectsKey(parts[0]);
  const items = parts.map((part, index) => {
    if (objectsKey(part) !== objects) return [...objectPhrases(part), ": ", ...partPhrases(part)];
    const isSame = index > 0 && part.message.startsWith(start);
    return partPhrases(isSame ? { ...part, message: part.message.slice(start.length) } : part);
  });
  return joinPhrases(items, "; ");
}

/** Equal for parts with the same objects. */
function objectsKey({ members }: DangerPart): string {
  return JSON.stringify([...new Set(members.map(({ danger }) => danger.change))].sort());
}

/** Says what follows, without the object: the text is about the target that it declares. */
function declarationPhrases(part: DangerPart): Phrase[] {
  return prosePhrases(part.message.replace(/^the Kustomization is removed(?:, [^:]*| here)?: /, ""));
}

function earlierPhrases(commit: DangerGroup["comparedWith"]): Phrase[] {
  return commit === undefined ? [] : [" (compared with ", { code: commit.sha.slice(0, 7) }, ` of ${commit.date})`];
}

/** Names the Kustomizations of Flux that go with their targets. */
function deployerPhrases(count: number, isOne: boolean): Phrase[] {
  if (count === 0) return [];
  const who = count === 1 ? "the Kustomization" : `the ${count} Kustomizations`;
  return [` with ${who} whose `, { code: "spec.path" }, isOne ? " it is" : " they are"];
}

/** `StatefulSet shop/a`, or `StatefulSets shop/a, shop/b and 3 more`. */
function objectPhrases({ members }: DangerPart): Phrase[] {
  const objects = members.flatMap(({ change }) => {
    return change === undefined ? [] : [{ kind: change.object.kind, name: bothNames(change) }];
  });
  const distinct = new Map(objects.map((object) => [JSON.stringify([object.kind, object.name]), object]));
  const all = [...distinct.values()].sort((a, b) => (a.kind < b.kind ? -1 : a.kind > b.kind ? 1 : 0));
  const counts = groupBy(all, ({ kind }) => kind);
  const named = firstOf(all);
  const phrases = named.flatMap(({ kind, name }, index): Phrase[] => {
    const separator = index === 0 ? "" : index === all.length - 1 ? " and " : ", ";
    const isSameKind = kind === all[index - 1]?.kind;
    const word = counts.get(kind)?.length === 1 ? kind : pluralOf(kind);
    return [separator, ...(isSameKind ? [] : [{ word }, " "]), { code: name }];
  });
  if (all.length > named.length) phrases.push(` and ${all.length - named.length} more`);
  return phrases.length === 0 ? ["an object"] : phrases;
}

/** All, or the first ones where there are many. */
function firstOf<T>(all: readonly T[]): readonly T[] {
  return all.length <= MAX_NAMED + 1 ? all : all.slice(0, MAX_NAMED);
}

/** Says what is wrong, with the values where they are known: `1 → 0`. */
function partPhrases(part: DangerPart): Phrase[] {
  const valued = part.members.filter(({ danger: { before, after } }) => before !== undefined || after !== undefined);
  const values = groupBy(valued, ({ danger: { before, after } }) => JSON.stringify([before, after]));
  if (values.size === 0) return prosePhrases(part.message);
  const family = familyPhrases(part);
  if (family !== undefined) return [...prosePhrases(part.message), " (", ...family, ")"];
  const shown = [...values.values()].slice(0, MAX_VALUES);
  const list = joinPhrases(shown.map(([{ danger }]) => valuePhrases(danger.before, danger.after)));
  const more = values.size > shown.length ? [` and ${values.size - shown.length} more`] : [];
  return [...prosePhrases(part.message), " (", ...list, ...more, ")"];
}

/** `11 images of gcr.io/ml-pipeline 1.8.2 → 2.0.0`. Undefined for a single image. */
function familyPhrases({ id, members }: DangerPart): Phrase[] | undefined {
  const families = members.flatMap(({ danger }) => imageFamily(id, danger.before, danger.after) ?? []);
  const [first] = families;
  const count = new Set(families.map(({ image }) => image)).size;
  if (first === undefined || count < 2) return undefined;
  return [`${count} images of `, { code: first.name }, " ", { code: first.before }, " → ", { code: first.after }];
}

function valuePhrases(before: string | undefined, after: string | undefined): Phrase[] {
  if (before === undefined) return ["now ", { code: after ?? "" }];
  return after === undefined ? ["was ", { code: before }] : [{ code: before }, " → ", { code: after }];
}

/** Says who silenced the danger, and why. Empty if it is not silenced. */
export function silencePhrases({ silenced }: DangerGroup): Phrase[] {
  if (silenced === undefined) return [];
  const reason = prosePhrases(silenced.reason);
  switch (silenced.by) {
    case "configuration":
      return ["silenced by ", { code: ".krm-render.yaml" }, ": ", ...reason];
    case "annotation":
      return ["silenced by an annotation of the object: ", ...reason];
    case "this-change":
      return ["silenced in this change, which counts once it is merged: ", ...reason];
  }
}

/** The places that made the changes, those of the fields in danger where they are known. */
export function causesOfDangers({ members }: DangerGroup): CauseList {
  return listCauses(
    members.flatMap(({ danger, change }) => {
      const causes = change === undefined ? [] : causesIn(change, danger.targets);
      const own = causes.filter((cause) => isAbout(cause, danger.path));
      return own.length > 0 ? own : causes;
    }),
  );
}

/** The causes of a change as these targets have it: what lost an object that others gained knows nothing of their files. */
function causesIn({ causes, from }: Change, targets: readonly string[]): readonly Cause[] {
  const old = new Set(from?.targets);
  const lost = targets.every((target) => old.has(target)) ? causes.filter(({ side }) => side === "base") : [];
  return lost.length > 0 ? lost : causes;
}

/** Tells whether the cause explains the field, something in it, or what it is in. */
function isAbout({ fields }: Cause, path: string | undefined): boolean {
  if (fields === undefined || path === undefined) return true;
  return fields.some((field) => field === path || field.startsWith(`${path}/`) || path.startsWith(`${field}/`));
}

/** Says that changed objects have mistakes that the change does not bring; empty for none. */
export function mistakesBeforePhrases({
  figures,
  isOfRepository,
}: Pick<Overview, "figures" | "isOfRepository">): Phrase[] {
  const { mistakesBefore: count } = figures;
  if (count === 0) return [];
  const [have, they] = count === 1 ? ["has", "it"] : ["have", "they"];
  const told = `${plural(count, "changed object")} ${have} mistakes that ${they} had before`;
  return isOfRepository ? [`${told}: `, { code: "krm-render validate" }, " lists them"] : [told];
}
