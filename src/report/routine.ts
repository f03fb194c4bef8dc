/** Recognises changes that need no second look. Deliberately narrow, so that it never hides anything else. */
import type { Change, FieldChange, Report, TargetReport } from "../review/index.ts";
import { type ImageChange, imageChange } from "./image-change.ts";

/** Nothing changes but versions of images, and labels and annotations that a rule of noise folds. */
export interface Routine {
  /** Each distinct change of a version once; at least one. */
  readonly images: readonly [ImageChange, ...ImageChange[]];
}

/** A new Job must be created, because its template cannot change; and what a CronJob starts is not seen until it runs. */
const NOT_ROUTINE: ReadonlySet<string> = new Set(["Job", "CronJob"]);

/** Undefined where anything but versions changes, where something stands beside it that is to be read, and for `latest`. */
export function routineOf(report: Report): Routine | undefined {
  const { changes, targets, dangers, trust = [], notes = [] } = report;
  if (dangers.length > 0 || trust.length > 0 || notes.some(({ severity }) => severity !== "notice")) return undefined;
  if (targets.some(isOdd)) return undefined;
  const images = new Map<string, ImageChange>();
  for (const change of changes) {
    if (!isPlain(change)) return undefined;
    for (const field of change.fields) {
      const image = imageChange(field);
      if (image === undefined ? !isFolded(field) : isLatest(image.before) || isLatest(image.after)) return undefined;
      if (image !== undefined) images.set(JSON.stringify([image.repository, image.before, image.after]), image);
    }
  }
  const [first, ...rest] = images.values();
  return first === undefined ? undefined : { images: [first, ...rest] };
}

/** Whether more happened to the target than that objects changed. */
function isOdd({ status, from, failedBefore, edited, diagnostics }: TargetReport): boolean {
  if (from !== undefined || diagnostics.some(({ isNew }) => isNew)) return true;
  if (status === "failed") return !failedBefore || edited !== false;
  return status !== "changed" && status !== "unchanged" && status !== "unaffected";
}

/** Whether some fields of one object change, and all of them are known. */
function isPlain({ op, from, fields, moreFields, onlyReferences, object }: Change): boolean {
  const isMore = from !== undefined || moreFields !== undefined || onlyReferences === true;
  return op === "changed" && !isMore && fields.length > 0 && !NOT_ROUTINE.has(object.kind);
}

/** Whether a rule says that the label or annotation is of no consequence, such as the version of a chart or a checksum. */
function isFolded({ noise, path, op }: FieldChange): boolean {
  return noise !== undefined && op !== "reordered" && /\/metadata\/(?:labels|annotations)(?:\/|$)/.test(path);
}

function isLatest(version: string): boolean {
  return /^latest(?:@|$)/.test(version);
}
