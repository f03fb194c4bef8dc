/** Recognises the images of containers, and lists those that others replace. */

import { groupBy } from "../../collections.ts";
import { compareIds } from "../../render/index.ts";
import { parseImageName } from "../../text/index.ts";
import type { Change, FieldChange, ImageChange, TargetReport } from "../report.ts";

/** An image name in two parts, as they are written. */
export interface SplitImage {
  readonly repository: string;
  /** Tag, digest, or both; empty for none. */
  readonly version: string;
}

/** A list of containers in a pod, or something like one: `initContainers`, `sidecarContainers`. */
const OF_CONTAINER = /\/(?:[^/]*C|c)ontainers\/\d+\/image$/;
/** The version of what {@link FieldChange.image} names. */
export const OF_SOURCE = /^\/spec\/ref\/(?:tag|digest|commit)$/;
export const OF_VALUES = /^\/spec\/values\/(?:.+\/)?(?:tag|digest)$/;
/** Custom resources name the image of what their controller runs, such as `/spec/image` of a Prometheus. */
const OF_CUSTOM_RESOURCE = /^\/spec\/(?:[^/]+\/)*image$/;

/**
 * Both images, if the field is the image of a container, and has one on both sides. Outside of lists of containers, a text counts
 * as an image only if it has a tag or a digest. Also for a version that is written apart from the name, of an image in the values of
 * a chart or of a source.
 */
export function replacedImage({
  op,
  path,
  before,
  after,
  image,
}: Pick<FieldChange, "op" | "path" | "before" | "after" | "image">):
  | { before: SplitImage; after: SplitImage }
  | undefined {
  if (op !== "changed" || typeof before !== "string" || typeof after !== "string") return undefined;
  if (image !== undefined && (OF_SOURCE.test(path) || OF_VALUES.test(path)))
    return { before: { repository: image, version: before }, after: { repository: image, version: after } };
  const isOfContainer = OF_CONTAINER.test(path);
  if (!isOfContainer && !OF_CUSTOM_RESOURCE.test(path)) return undefined;
  const [left, right] = [splitImage(before), splitImage(after)];
  if (left === undefined || right === undefined) return undefined;
  if (!isOfContainer && (left.version === "" || right.version === "")) return undefined;
  return { before: left, after: right };
}

const DIGEST = /^[a-z0-9]+(?:[+._-][a-z0-9]+)*:[0-9a-f]+$/i;

/** The parts of an image name; undefined for a text that is none. Digests can be of any algorithm. */
export function splitImage(image: string): SplitImage | undefined {
  const at = image.indexOf("@");
  const name = at < 0 ? image : image.slice(0, at);
  if (typeof parseImageName(name) === "string" || (at >= 0 && !DIGEST.test(image.slice(at + 1)))) return undefined;
  // A colon before the last slash belongs to a port.
  const colon = name.indexOf(":", name.lastIndexOf("/") + 1);
  const end = colon < 0 ? name.length : colon;
  return { repository: image.slice(0, end), version: image.slice(end + 1) };
}

/** Every pair of images of which one replaces the other, by the repository at head, then by version. */
export function imageRows(changes: readonly Change[]): Omit<ImageChange, "targets">[] {
  const replaced = changes.flatMap(({ id, fields }) =>
    fields.flatMap((field) => {
      const images = replacedImage(field);
      return images === undefined ? [] : [{ id, path: field.path, ...images }];
    }),
  );
  const rows = Array.from(
    groupBy(replaced, ({ before, after }) => JSON.stringify([before, after])).values(),
    (same) => {
      const [{ before, after }] = same;
      return {
        repository: { before: before.repository, after: after.repository },
        version: { before: before.version, after: after.version },
        // The containers that a controller makes of values and of custom resources are not known.
        containers: same.filter(({ path }) => OF_CONTAINER.test(path)).length,
        changes: [...new Set(same.map(({ id }) => id))],
      };
    },
  );
  return rows.sort(byNames);
}

/** {@link imageRows} with the targets. Takes time linear in the changes, and in the targets of each row. */
export function imagesOf(changes: readonly Change[], targets: readonly TargetReport[]): ImageChange[] {
  const rows = imageRows(changes);
  const holders = new Map<string, string[]>(rows.flatMap((row) => row.changes.map((id) => [id, []])));
  if (holders.size === 0) return [];
  for (const target of targets) for (const id of target.changes) holders.get(id)?.push(target.id);
  return rows.map((row) => {
    const ids = new Set(row.changes.flatMap((id) => holders.get(id) ?? []));
    return { ...row, targets: [...ids].sort(compareIds) };
  });
}

function byNames(a: Omit<ImageChange, "targets">, b: Omit<ImageChange, "targets">): number {
  const order = (x: string, y: string): number => (x < y ? -1 : x > y ? 1 : 0);
  return (
    order(a.repository.after, b.repository.after) ||
    order(a.repository.before, b.repository.before) ||
    order(a.version.before, b.version.before) ||
    order(a.version.after, b.version.after)
  );
}
