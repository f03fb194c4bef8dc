/** Recognises changes of one version and nothing else, whatever objects have it. */
import type { Change, RenderedVersion, Report } from "../../review/index.ts";
import { shortVersions } from "../short-values.ts";
import { imageChange } from "./image-change.ts";

/**
 * All objects that change get this version, and nothing else of consequence changes in them, but for those that are rendered because
 * of it.
 */
export interface SoleVersion {
  readonly what: RenderedVersion["what"] | "image";
  /** The repository of an image. */
  readonly name: string;
  /** For display, with shortened digests. */
  readonly before: string;
  readonly after: string;
  /** Changed objects of these kinds, of which a reader wants to know: their new version does not run at once. */
  readonly jobs: number;
  readonly cronJobs: number;
  /** The number of releases that get it, where all of what changes says their versions; else 0. */
  readonly releases: number;
}

type Version = Omit<SoleVersion, "jobs" | "cronJobs" | "releases">;

/**
 * Undefined where anything else changes, or more than one version.
 * @param declarationsOf the ids of the deployments whose objects a change decides
 */
export function soleVersionOf(
  { changes, targets }: Pick<Report, "changes" | "targets">,
  declarationsOf: (change: Change) => readonly string[],
): SoleVersion | undefined {
  const declared = new Set(changes.filter(hasVersion).flatMap(declarationsOf));
  const others = new Set(targets.filter(({ id }) => !declared.has(id)).flatMap((target) => target.changes));
  const own = changes.filter(({ id }) => others.has(id));
  const sole = soleVersionIn(own);
  const isAll = own.every((change) => declarationsOf(change).length > 0);
  return sole && { ...sole, releases: isAll ? declared.size : 0 };
}

function hasVersion({ op, elsewhere }: Change): boolean {
  return op === "changed" && (elsewhere?.versions.length ?? 0) > 0;
}

function soleVersionIn(changes: readonly Change[]): Omit<SoleVersion, "releases"> | undefined {
  const versions = new Map<string, Version>();
  for (const change of changes) {
    const { op, from, fields, moreFields, referrers, onlyReferences } = change;
    const isMore = from !== undefined || moreFields !== undefined || referrers !== undefined || onlyReferences === true;
    if (op !== "changed" || isMore) return undefined;
    for (const field of fields) {
      if (field.noise !== undefined) continue;
      const version = renderedVersion(field, change) ?? imageVersion(field);
      if (version === undefined) return undefined;
      versions.set(JSON.stringify(version), version);
    }
  }
  const [version] = versions.values();
  if (version === undefined || versions.size > 1) return undefined;
  const [before, after] = shortVersions(version.before, version.after);
  const count = (kind: string): number => changes.filter(({ object }) => object.kind === kind).length;
  return { ...version, before, after, jobs: count("Job"), cronJobs: count("CronJob") };
}

function renderedVersion(field: Change["fields"][number], { elsewhere }: Change): Version | undefined {
  return elsewhere?.versions.find(({ before, after }) => field.before === before && field.after === after);
}

function imageVersion(field: Change["fields"][number]): Version | undefined {
  const image = imageChange(field);
  return image && { what: "image", name: image.repository, before: image.before, after: image.after };
}
