/** Gathers edits of what may run, and of the rules of reviews, as people read them: one row for each edit, wherever it was made. */
import { groupBy } from "../collections.ts";
import type { TrustChange } from "../review/index.ts";
import type { Place } from "./problems.ts";

export interface TrustRow extends Pick<TrustChange, "kind" | "op" | "fields"> {
  /** A function that did not run at head. */
  readonly notRun?: true;
  /** Each once, in the order of the report. Empty for a reference in the place of another one: the field without a name has both. */
  readonly subjects: readonly string[];
  /** How often the edit was made. */
  readonly count: number;
  /** Places at the base for removals, otherwise at the head. */
  readonly places: readonly Place[];
  /** True if it is about a permission, a program or a signature, and not only about where something comes from. */
  readonly decides: boolean;
}

/** A change as rows need it. */
interface Edited extends Pick<TrustRow, "kind" | "op" | "fields" | "notRun"> {
  readonly subject: string | undefined;
  readonly place: Place;
}

/** One edit with the changes that have it, by their positions. */
interface SharedEdit {
  readonly fields: TrustChange["fields"];
  readonly members: number[];
}

/**
 * Edits that are the same are one, and those that always occur together are one row, as with the changes of objects. Permissions and
 * programs come first. Takes linear time, but for the order.
 */
export function trustRows(changes: readonly TrustChange[]): TrustRow[] {
  const all = withReplaced(changes);
  const edits = all.flatMap((each, index) =>
    editsOf(each).map((fields) => ({ fields, index, key: keyOf(each, fields) })),
  );
  const shared = Array.from(groupBy(edits, ({ key }) => key).values(), (same): SharedEdit => {
    return { fields: same[0].fields, members: [...new Set(same.map(({ index }) => index))] };
  });
  const together = groupBy(shared, ({ members }) => members.join());
  const rows = Array.from(together.values(), (same) => {
    return rowOf({ members: same[0].members, fields: same.flatMap(({ fields }) => fields) }, all);
  });
  return rows.sort((a, b) => a.rank - b.rank).map(({ rank, ...row }) => ({ ...row, decides: rank < RANK_OF_SOURCES }));
}

/** Kinds of which an edit is the same for all subjects. */
const FOR_ALL: ReadonlySet<Edited["kind"]> = new Set(["catalog-entry", "function", "pin"]);

/** The fields of a change that are one edit. */
function editsOf({ kind, op, fields }: Edited): TrustChange["fields"][] {
  // A pin that comes or goes with what it pins is one of many.
  if (kind === "pin" && op !== "changed") return [[]];
  return op === "changed" && fields.length > 0 && FOR_ALL.has(kind) ? fields.map((field) => [field]) : [fields];
}

/** Equal for edits that are the same. */
function keyOf({ kind, op, notRun, subject }: Edited, fields: TrustChange["fields"]): string {
  const about = (op === "changed" || kind === "pin") && FOR_ALL.has(kind) ? undefined : subject;
  return JSON.stringify([kind, op, notRun, about, ...fields.map(({ name, before, after }) => [name, before, after])]);
}

function rowOf({ fields, members }: SharedEdit, all: readonly Edited[]): Omit<TrustRow, "decides"> & { rank: number } {
  const edited = members.flatMap((index) => all[index] ?? []);
  const { kind, op, notRun } = edited[0] as Edited;
  const places = new Map(edited.map(({ place }) => [JSON.stringify([place.file, place.line]), place]));
  return {
    kind,
    op,
    ...(notRun && { notRun }),
    fields: fields.toSorted((a, b) => weightOf(a) - weightOf(b)),
    subjects: [...new Set(edited.flatMap(({ subject }) => subject ?? []))],
    count: edited.length,
    places: [...places.values()],
    rank: rankOf(kind, op, fields),
  };
}

/** Joins each new reference with an old one whose place it takes, in files that have as many new references as they lost. */
function withReplaced(changes: readonly TrustChange[]): Edited[] {
  const references = changes.filter(({ kind }) => kind === "catalog-reference");
  const old = new Map<TrustChange, TrustChange>();
  for (const ofFile of groupBy(references, ({ file }) => file).values()) {
    const [added, removed] = ["added", "removed"].map((op) => ofFile.filter((each) => each.op === op).sort(byLine));
    if (added?.length !== removed?.length) continue;
    added?.forEach((to, index) => old.set(to, removed?.[index] as TrustChange));
  }
  const replaced = new Set(old.values());
  return changes
    .filter((each) => !replaced.has(each))
    .map((each): Edited => {
      const { kind, op, subject, fields, file, line } = each;
      const notRun = each.kind === "function" && each.notRun ? ({ notRun: true } as const) : {};
      const edited = { kind, op, ...notRun, subject, fields, place: { file, ...(line !== undefined && { line }) } };
      const from = old.get(each);
      if (from === undefined) return edited;
      const replacement = [{ name: "", before: from.subject, after: subject }];
      return { ...edited, op: "changed", subject: undefined, fields: replacement };
    });
}

function byLine(a: TrustChange, b: TrustChange): number {
  return (a.line ?? 0) - (b.line ?? 0);
}

const PERMISSION = /(?:^|\.)(?:network|mounts|requireNetwork|requireStorageMount|envs)$/;
const SOURCE = /^(?:catalog|schema|configMap)$/;
/** The rank of what says only where something comes from, or what it accepts. */
const RANK_OF_SOURCES = 2;

/** Permissions, then programs, then the rest. */
function weightOf({ name }: TrustChange["fields"][number]): number {
  return PERMISSION.test(name) ? 0 : SOURCE.test(name) ? RANK_OF_SOURCES : 1;
}

function rankOf(kind: TrustRow["kind"], op: TrustRow["op"], fields: TrustRow["fields"]): number {
  switch (kind) {
    case "pin":
      // The same reference, with other content.
      return op === "changed" ? 1 : 3;
    case "signature-file":
      return 0;
    case "function":
    case "catalog-entry":
      return fields.reduce((least, field) => Math.min(least, weightOf(field)), RANK_OF_SOURCES);
    case "catalog-reference":
      return 3;
    case "setting":
      return 5;
    default:
      return 4;
  }
}
