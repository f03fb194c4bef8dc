/** Recognises changes that need no second look. Deliberately narrow, so that it never hides anything else. */
import { type Change, consequenceOf, type FieldChange, type Report, type TargetReport } from "../review/index.ts";
import { type ImageChange, imageChange } from "./image-change.ts";

/** Nothing changes but versions of images, labels, and annotations that a rule of noise folds. */
export interface Routine {
  /** Each distinct change of a version once; at least one. */
  readonly images: readonly [ImageChange, ...ImageChange[]];
  /** The number of labels that no rule folds, by their names. */
  readonly labels: number;
}

/** A new Job must be created, because its template cannot change; and what a CronJob starts is not seen until it runs. */
const NOT_ROUTINE: ReadonlySet<string> = new Set(["Job", "CronJob"]);

/** Undefined where anything but versions changes, where something stands beside it that is to be read, and for `latest`. */
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
        if (isLatest(image.before) || isLatest(image.after)) return undefined;
        images.set(JSON.stringify([image.repository, image.before, image.after]), image);
      } else if (isMereLabel(field, change)) labels.add(field.path);
      else if (!isFolded(field)) return undefined;
    }
  }
  const [first, ...rest] = images.values();
  return first === undefined ? undefined : { images: [first, ...rest], labels: labels.size };
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

/** Whether the field is a label of the object itself that no rule folds, and that decides nothing. Its value is known. */
function isMereLabel(field: FieldChange, { object }: Change): boolean {
  const { path, op, redacted, encrypted, oversized } = field;
  if (op === "reordered" || redacted || encrypted || oversized || !/^\/metadata\/labels\/[^/]+$/.test(path))
    return false;
  return consequenceOf(field, object) === "metadata";
}

/** Whether a rule says that the label or annotation is of no consequence, such as the version of a chart or a checksum. */
function isFolded({ noise, path, op }: FieldChange): boolean {
  return noise !== undefined && op !== "reordered" && /\/metadata\/(?:labels|annotations)(?:\/|$)/.test(path);
}

function isLatest(version: string): boolean {
  return /^latest(?:@|$)/.test(version);
}
