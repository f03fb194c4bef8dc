/** Recognises changes that need no second look. Deliberately narrow, so that it never hides anything else. */
import {
  type Change,
  consequenceOf,
  type FieldChange,
  isRenderedElsewhere,
  type Report,
  type TargetReport,
} from "../review/index.ts";
import { type ImageChange, imageChange } from "./versions/image-change.ts";

/** Nothing changes but versions of images of containers, labels, and annotations that a rule of noise folds. */
export interface Routine {
  /** Each distinct change of a version once; at least one. */
  readonly images: readonly ImageChange[];
  /** The number of labels that no rule folds, by their names. */
  readonly labels: number;
}

/** A new Job must be created, because its template cannot change; and what a CronJob starts is not seen until it runs. */
const NOT_ROUTINE: ReadonlySet<string> = new Set(["Job", "CronJob"]);

/**
 * Undefined where anything but versions changes, where something stands beside it that is to be read, for tags that move, and where
 * somebody else renders what the cluster gets.
 */
export function routineOf(report: Report): Routine | undefined {
  const { changes, targets, dangers, trust = [], notes = [] } = report;
  if (dangers.length > 0 || trust.length > 0 || notes.some(({ severity }) => severity !== "notice")) return undefined;
  if (targets.some(isOdd)) return undefined;
  const images = new Map<string, ImageChange>();
  const labels = new Set<string>();
  for (const change of changes) {
    if (!isPlain(change)) return undefined;
    for (const field of change.fields) {
      const image = imageChange(field);
      if (image !== undefined) {
        if (field.noise !== undefined) return undefined;
        if (isMoving(image.before) || isMoving(image.after) || losesDigest(image) || isOlder(image)) return undefined;
        images.set(JSON.stringify([image.repository, image.before, image.after]), image);
      } else if (isMereLabel(field, change)) labels.add(field.path);
      else if (!isFolded(field)) return undefined;
    }
  }
  return images.size === 0 ? undefined : { images: [...images.values()], labels: labels.size };
}

/** Tells whether more happened to the target than that objects changed. */
function isOdd({ status, from, failedBefore, edited, diagnostics }: TargetReport): boolean {
  if (from !== undefined || diagnostics.some(({ isNew }) => isNew)) return true;
  if (status === "failed") return !failedBefore || edited !== false;
  return status !== "changed" && status !== "unchanged" && status !== "unaffected";
}

/** Tells whether some fields of one object change, and all of them are known. */
function isPlain({ op, from, fields, moreFields, onlyReferences, object }: Change): boolean {
  const isMore = from !== undefined || moreFields !== undefined || onlyReferences === true;
  const isHere = !NOT_ROUTINE.has(object.kind) && !isRenderedElsewhere(object);
  return op === "changed" && !isMore && fields.length > 0 && isHere;
}

/** Tells whether the field is a label of the object itself that no rule folds, and that decides nothing. Its value is known. */
function isMereLabel(field: FieldChange, { object }: Change): boolean {
  const { path, op, redacted, encrypted, oversized } = field;
  if (op === "reordered" || redacted || encrypted || oversized || !/^\/metadata\/labels\/[^/]+$/.test(path))
    return false;
  return consequenceOf(field, object) === "metadata";
}

/** Tells whether a rule folds the label or annotation, such as the version of a chart or a checksum. */
function isFolded({ noise, path, op }: FieldChange): boolean {
  return noise !== undefined && op !== "reordered" && /\/metadata\/(?:labels|annotations)(?:\/|$)/.test(path);
}

/** Tells whether the tag names no version, such as `latest`, `main` or `stable`: its image can change at any time. */
function isMoving(version: string): boolean {
  return /^latest(?:@|$)/.test(version) || !/[0-9@]/.test(version);
}

/** Tells whether the image was fixed by a digest and is not any more. */
function losesDigest({ before, after }: ImageChange): boolean {
  const hasDigest = /(?:^|@)sha\d+:/;
  return hasDigest.test(before) && !hasDigest.test(after);
}

/** Tells whether the new version is an older one: people who go back have a reason. Versions of another form are not compared. */
function isOlder({ before, after }: { readonly before: string; readonly after: string }): boolean {
  const [left, right] = [numbersOf(before), numbersOf(after)];
  for (let at = 0; at < Math.min(left.length, right.length); at++) {
    const [old, young] = [left[at] as number, right[at] as number];
    if (old !== young) return young < old;
  }
  return false;
}

/** `1.4.2` of `v1.4.2-alpine`. */
function numbersOf(version: string): number[] {
  const [numbers = ""] = /^v?(\d+(?:\.\d+)*)/.exec(version)?.slice(1) ?? [];
  return numbers === "" ? [] : numbers.split(".").map(Number);
}
