/** Recognises changes of one image and nothing else, whatever objects run it. */
import type { Report } from "../../review/index.ts";
import { type ImageChange, imageChange } from "./image-change.ts";

/** All objects that change get this version of the image, and nothing else of consequence changes in them. */
export interface SoleImage {
  readonly image: ImageChange;
  /** Changed objects of these kinds, of which a reader wants to know: their new version does not run at once. */
  readonly jobs: number;
  readonly cronJobs: number;
}

/** Undefined where anything else changes, or more than one image. */
export function soleImageOf({ changes }: Pick<Report, "changes">): SoleImage | undefined {
  const images = new Map<string, ImageChange>();
  for (const { op, from, fields, moreFields, referrers, onlyReferences } of changes) {
    const isMore = from !== undefined || moreFields !== undefined || referrers !== undefined || onlyReferences === true;
    if (op !== "changed" || isMore) return undefined;
    for (const field of fields) {
      const image = imageChange(field);
      if (image !== undefined) images.set(JSON.stringify([image.repository, image.before, image.after]), image);
      else if (field.noise === undefined) return undefined;
    }
  }
  const [image] = images.values();
  if (image === undefined || images.size > 1) return undefined;
  const count = (kind: string): number => changes.filter(({ object }) => object.kind === kind).length;
  return { image, jobs: count("Job"), cronJobs: count("CronJob") };
}
