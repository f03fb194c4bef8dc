/** Recognises a new version of a container's image. */
import type { FieldChange } from "../review/index.ts";
import { shortDigests } from "./short-values.ts";

export interface ImageChange {
  readonly repository: string;
  /** Tag or digest. */
  readonly before: string;
  readonly after: string;
}

/** A field, or an edit of a group. */
type Labelled = Pick<FieldChange, "label" | "op" | "before" | "after"> & { readonly path?: string };

/** Both versions for display, with shortened digests. */
export function versionsOf({ before, after }: ImageChange): readonly [string, string] {
  return shortDigests(before, after);
}

/** Whether the field is the image of a container. Groups have labels only. */
function isImage({ path, label }: Labelled): boolean {
  if (path !== undefined) return /\/(?:initC|ephemeralC|c)ontainers\/\d+\/image$/.test(path);
  return /(?:initC|ephemeralC|c)ontainers\[[^[\]]*\]\.image$/.test(label);
}

/** The change, if only the tag or digest of a container's image changed; otherwise undefined. */
export function imageChange(field: Labelled): ImageChange | undefined {
  if (field.op !== "changed" || !isImage(field)) return undefined;
  const before = splitImage(field.before);
  const after = splitImage(field.after);
  if (before === undefined || after === undefined || before.repository !== after.repository) return undefined;
  return { repository: before.repository, before: before.version, after: after.version };
}

function splitImage(image: unknown): { repository: string; version: string } | undefined {
  if (typeof image !== "string") return undefined;
  // A colon before the last slash belongs to a port, one after the `@` to a digest.
  const [name = ""] = image.split("@", 1);
  const colon = name.indexOf(":", name.lastIndexOf("/") + 1);
  const at = colon >= 0 ? colon : name.length;
  return at === 0 || at === image.length ? undefined : { repository: image.slice(0, at), version: image.slice(at + 1) };
}
