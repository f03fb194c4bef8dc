/** Groups objects that are added or removed as a whole. */
import { createHash } from "node:crypto";
import { charge, checkTime } from "../../../budget/index.ts";
import { groupBy } from "../../../collections.ts";
import { stableJson } from "../../../text/index.ts";
import { changedLines, objectKey } from "./edits.ts";
import type { Member, OpenGroup } from "./members.ts";
import { OwnNames } from "./normal-form.ts";
import { Unions } from "./unions.ts";

/** So many objects of one kind that one file adds to the same targets are one group: of 30 CRDs, nobody reads each. */
const MIN_TOGETHER = 4;

/** The memory that an object takes. */
const OBJECT_BYTES = 500;

/** An object with all changes that add or remove it. */
interface SharedObject {
  readonly key: string;
  readonly members: Member[];
}

/**
 * One group for each object, in however many targets: the same kind and original name, from the same file or with the same
 * content. Objects of one kind that come from one file to the same targets are one group if there are at least four.
 */
export function groupObjects(members: readonly Member[]): OpenGroup[] {
  return together(sharedObjects(members)).map(({ key, members: of }) => {
    const { op } = (of[0] as Member).change;
    return { op, key, edits: [], members: of, consequence: "behaviour" };
  });
}

function sharedObjects(members: readonly Member[]): SharedObject[] {
  const unions = new Unions();
  const keyed = members.map((member) => {
    const { change, original, steps } = member;
    checkTime();
    charge(OBJECT_BYTES);
    const object = stableJson([change.op, objectKey(change, original)]);
    const content = stableJson([object, changedLines(change, new OwnNames(change, original, steps))]);
    for (const { file } of change.causes) unions.join(content, stableJson([object, { file }]));
    return { member, object, content };
  });
  joinParallel(keyed, unions);
  return Array.from(groupBy(keyed, ({ content }) => unions.find(content)).values(), (same) => {
    const [{ object, content }] = same;
    // The digest of the content makes keys differ for objects of one name that have nothing else in common.
    return { key: stableJson([object, content]), members: same.map(({ member }) => member) };
  });
}

interface Keyed {
  readonly member: Member;
  readonly object: string;
  readonly content: string;
}

/** Joins the same object of at least four targets, each of which has it from a file of its own, but of the same name. */
function joinParallel(objects: readonly Keyed[], unions: Unions): void {
  const parallel = groupBy(objects, ({ member: { change, targets }, object }) => {
    const start = `${targets[0] ?? ""}/`;
    const files = new Set(change.causes.map(({ file }) => file));
    const isOwn = targets.length === 1 && files.size > 0 && [...files].every((file) => file.startsWith(start));
    return isOwn ? stableJson([object, ...[...files].map((file) => file.slice(start.length)).sort()]) : undefined;
  });
  for (const [key, same] of parallel)
    if (key !== undefined && same.length >= MIN_TOGETHER)
      for (const { content } of same) unions.join(same[0].content, content);
}

function together(objects: readonly SharedObject[]): SharedObject[] {
  const bundles = groupBy(objects, ({ members }) => {
    const { change } = members[0] as Member;
    const files = new Set(members.flatMap((member) => member.change.causes.map(({ file }) => file)));
    const paths = new Set(members.flatMap(({ targets }) => targets));
    const where = createHash("sha256").update(stableJson([[...files].sort(), [...paths].sort()]));
    return stableJson([change.op, change.object.kind, where.digest("hex")]);
  });
  return [...bundles.values()].flatMap((bundle) => (bundle.length < MIN_TOGETHER ? bundle : [merged(bundle)]));
}

function merged(bundle: readonly SharedObject[]): SharedObject {
  const keys = bundle.map(({ key }) => key).sort();
  const members = bundle.flatMap((each) => each.members).sort((a, b) => a.index - b.index);
  return { key: createHash("sha256").update(JSON.stringify(keys)).digest("hex"), members };
}
