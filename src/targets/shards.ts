/** Divides the targets of a plan among machines, the same way on every machine. */
import { createHash } from "node:crypto";
import type { LoadRestrictor } from "../engine/index.ts";
import { compareIds, type Trees } from "../render/index.ts";
import { compareBytewise, stableJson } from "../text/index.ts";
import { VERSION as PROGRAM_VERSION } from "../version.ts";
import { type Plan, type PlannedTarget, type PlanOptions, planTargets } from "./plan.ts";
import { hasTarget, mayBeRenamed } from "./presence.ts";
import { type Costs, microsecondsOf } from "./shard-costs.ts";

/** GitHub starts at most so many jobs for one matrix. */
export const MAX_SHARDS = 256;
/** The estimated work that is worth a machine of its own, which has to start and to fetch the repository. */
const WORTH_A_MACHINE = 60_000_000;
/** The manifests of a shard are files of a bundle, which has fewer than 10,000 files. */
const MAX_SHARD_TARGETS = 9000;
const VERSION = 1;

/** The facts that decide how targets are divided. Equal documents have equal digests. */
export interface ShardDocument {
  readonly version: typeof VERSION;
  /** The commits that are compared. */
  readonly base: string;
  readonly head: string;
  readonly patterns: readonly string[];
  readonly options: { readonly affectedOnly: boolean; readonly loadRestrictor: LoadRestrictor };
  /** The version of krm-render. */
  readonly program: string;
  /** Why all targets count as affected; null if it is known which are. */
  readonly doubt: string | null;
  /** The SHA-256 of the times that decided; null if none did. */
  readonly costs: string | null;
  /** The SHA-256 of the list of targets of each shard, see {@link targetsDigest}. */
  readonly shards: readonly string[];
}

export interface ShardPlan {
  readonly document: ShardDocument;
  /** See {@link documentDigest}. */
  readonly digest: string;
  /** The ids of the targets of each shard, in order. Each target belongs to one of them. */
  readonly shards: readonly (readonly string[])[];
  /** The estimated work of each shard, in seconds. */
  readonly seconds: readonly number[];
  /** The targets that the change affects. */
  readonly affected: number;
}

export interface ShardInput extends Pick<PlanOptions, "affectedOnly" | "loadRestrictor" | "doubts" | "deployments"> {
  readonly base: string;
  readonly head: string;
  /** The patterns for `planTargets`; an empty list stands for all targets. */
  readonly patterns: readonly string[];
  /** A list of patterns was given, and it is empty: there are no targets. */
  readonly hasNone?: boolean;
  readonly trees: Trees;
  readonly count: number | "auto";
  readonly costs?: Costs | undefined;
}

/** Targets that go to one machine together. */
interface Unit {
  /** Their ids. */
  readonly targets: readonly string[];
  readonly cost: number;
}

/**
 * Plans a comparison as `planTargets` does, for no programs and catalogs in particular: the job that divides the targets does not
 * know those of the jobs that render. Then divides the targets: the longest first, each to the machine that has the least work. Those that are not affected are divided among
 * the machines as well, on their own, because a run may find reasons to render them. Targets that exist on one side only stay
 * together if the base has some: a directory may have been renamed. There are never more shards than affected units,
 * unless one would have too many targets, and always at least one.
 * @throws KrmError as `planTargets` does
 */
export async function planShards(input: ShardInput): Promise<ShardPlan> {
  const { trees, costs, affectedOnly, loadRestrictor, doubts, deployments } = input;
  const options: PlanOptions = {
    ...(affectedOnly !== undefined && { affectedOnly }),
    loadRestrictor,
    ...(doubts !== undefined && { doubts }),
    deployments,
    weighed: true,
  };
  const plan: Plan = input.hasNone
    ? { targets: [], changedFiles: new Set() }
    : await planTargets(trees, input.patterns, options);
  const ids = plan.targets.map(({ id }) => id);
  const work = microsecondsOf(ids, plan.weights, costs);
  const affected = plan.targets.filter((target) => target.affected);
  const units = await unitsOf(affected, trees, deployments, work);
  const others = plan.targets.filter((target) => !target.affected).map(({ id }) => unitOf([id], work));
  const count = countOf(input.count, units, others);
  const shards = Array.from({ length: count }, (): string[] => []);
  const loads = assign(units, shards);
  assign(others, shards);
  for (const shard of shards) shard.sort(compareIds);
  const document: ShardDocument = {
    version: VERSION,
    base: input.base,
    head: input.head,
    patterns: input.patterns,
    options: { affectedOnly: affectedOnly !== false, loadRestrictor: loadRestrictor ?? "root-only" },
    program: PROGRAM_VERSION,
    doubt: plan.doubt ?? (input.affectedOnly === false ? "all targets are rendered" : null),
    costs: costs === undefined ? null : sha256(stableJson([...costs].sort(([a], [b]) => compareBytewise(a, b)))),
    shards: shards.map(targetsDigest),
  };
  const seconds = loads.map((load) => load / 1e6);
  return { document, digest: documentDigest(document), shards, seconds, affected: affected.length };
}

/** The facts of a plan, and the number of digits of its digest that stand for each. */
const PARTS = [
  ["base", 8],
  ["head", 8],
  ["targets", 4],
  ["costs", 4],
  ["options", 4],
  ["version", 4],
] as const;
type PlanPart = (typeof PARTS)[number][0];
/** The digits for the whole document, which come first. */
const WHOLE = 32;

/**
 * The digest of a plan: 32 digits of the SHA-256 of its document, then those of its parts, so that messages can say what differs. All
 * in lower-case hexadecimal.
 */
function documentDigest(document: ShardDocument): string {
  const { patterns, costs, options, program } = document;
  const texts = { targets: stableJson(patterns), costs: costs ?? "", options: stableJson(options), version: program };
  const partOf = (part: PlanPart): string =>
    part === "base" || part === "head" ? document[part] : sha256(texts[part]);
  const parts = PARTS.map(([part, length]) => partOf(part).slice(0, length));
  return sha256(documentText(document)).slice(0, WHOLE) + parts.join("");
}

/** Tells whether a text is the document of a plan with this digest. */
export function isDocumentOf(text: Uint8Array, digest: string): boolean {
  return createHash("sha256").update(text).digest("hex").slice(0, WHOLE) === digest.slice(0, WHOLE);
}

/** A part of a plan that differs from that of another one. */
export interface PlanDifference {
  readonly part: PlanPart;
  /** The beginning of a commit, or of a digest. */
  readonly digits: string;
}

/** How a plan differs from another one, by their digests; not at all if only the targets are divided in another way. */
export function planDifferences(digest: string, other: string): readonly PlanDifference[] {
  let at = WHOLE;
  return PARTS.flatMap(([part, length]) => {
    const from = at;
    at += length;
    const digits = digest.slice(from, at);
    return digits === other.slice(from, at) ? [] : [{ part, digits }];
  });
}

/** The document as it is written. */
export function documentText(document: ShardDocument): string {
  return `${stableJson(document)}\n`;
}

/** The digest of a list of targets, in any order. */
export function targetsDigest(targets: readonly string[]): string {
  return sha256(stableJson(targets.toSorted(compareBytewise)));
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

async function unitsOf(
  affected: readonly PlannedTarget[],
  trees: Trees,
  deployments: ShardInput["deployments"],
  work: ReadonlyMap<string, number>,
): Promise<readonly Unit[]> {
  const alone = { base: [] as string[], head: [] as string[] };
  const both: string[] = [];
  for (const { id } of affected) {
    const has = (side: keyof Trees): Promise<boolean> => hasTarget(side, id, trees, deployments);
    const [base, head] = [await has("base"), await has("head")];
    (base === head ? both : base ? alone.base : alone.head).push(id);
  }
  const lone = [...alone.base, ...alone.head].sort(compareIds);
  return [
    ...both.map((id) => unitOf([id], work)),
    ...(mayBeRenamed(alone.base, alone.head) ? [unitOf(lone, work)] : lone.map((id) => unitOf([id], work))),
  ];
}

function unitOf(targets: readonly string[], work: ReadonlyMap<string, number>): Unit {
  return { targets, cost: targets.reduce((sum, id) => sum + (work.get(id) ?? 1), 0) };
}

/** @param others units that are not affected */
function countOf(wanted: number | "auto", units: readonly Unit[], others: readonly Unit[]): number {
  const targets = [...units, ...others].reduce((sum, unit) => sum + unit.targets.length, 0);
  const least = Math.min(units.length + others.length, Math.ceil(targets / MAX_SHARD_TARGETS));
  return Math.min(MAX_SHARDS, Math.max(1, least, Math.min(units.length, machinesFor(wanted, units))));
}

function machinesFor(wanted: number | "auto", units: readonly Unit[]): number {
  if (wanted !== "auto") return wanted;
  const total = units.reduce((sum, { cost }) => sum + cost, 0);
  // More machines than this would wait for the one with the longest unit.
  const longest = units.reduce((highest, { cost }) => Math.max(highest, cost), WORTH_A_MACHINE);
  return Math.ceil(total / longest);
}

/** @returns the work of each shard */
function assign(units: readonly Unit[], shards: readonly string[][]): number[] {
  const loads = shards.map(() => 0);
  const first = ({ targets }: Unit): string => targets[0] ?? "";
  for (const { targets, cost } of units.toSorted((a, b) => b.cost - a.cost || compareBytewise(first(a), first(b)))) {
    const hasRoom = (at: number): boolean => (shards[at] as string[]).length + targets.length <= MAX_SHARD_TARGETS;
    let least = 0;
    for (let at = 1; at < loads.length; at++) {
      const isBetter = (loads[at] as number) < (loads[least] as number);
      if (hasRoom(at) === hasRoom(least) ? isBetter : hasRoom(at)) least = at;
    }
    loads[least] = (loads[least] as number) + cost;
    for (const target of targets) shards[least]?.push(target);
  }
  return loads;
}
