/** Recognises a new version of a container's image. */
import { type FieldChange, splitImage } from "../../review/index.ts";
import { shortDigests } from "../short-values.ts";

export interface ImageChange {
  readonly repository: string;
  /** Tag or digest. */
  readonly before: string;
  readonly after: string;
}

/** A field, or an edit of a group. */
type Labelled = Pick<FieldChange, "label" | "op" | "before" | "after" | "image"> & { readonly path?: string };

/** Both versions for display, with shortened digests. */
export function versionsOf({ before, after }: ImageChange): readonly [string, string] {
  return shortDigests(before, after);
}

/** Tells whether the field is the image of a container. Groups have labels only. */
function isImage({ path, label }: Labelled): boolean {
  if (path !== undefined) return /\/(?:initC|ephemeralC|c)ontainers\/\d+\/image$/.test(path);
  return /(?:initC|ephemeralC|c)ontainers\[[^[\]]*\]\.image$/.test(label);
}

/** The change, if only the tag or digest of a container's image changed; otherwise undefined. */
export function imageChange(field: Labelled): ImageChange | undefined {
  if (field.op !== "changed") return undefined;
  if (field.image !== undefined) return ofValues(field, field.image);
  if (!isImage(field)) return undefined;
  if (typeof field.before !== "string" || typeof field.after !== "string") return undefined;
  const [before, after] = [splitImage(field.before), splitImage(field.after)];
  if (before === undefined || after === undefined || before.repository !== after.repository) return undefined;
  if (before.version === "" || after.version === "") return undefined;
  return { repository: before.repository, before: before.version, after: after.version };
}

/** A version in the values of a chart. Those of sources are charts. */
function ofValues({ path, before, after }: Labelled, repository: string): ImageChange | undefined {
  if (!path?.startsWith("/spec/values/") || typeof before !== "string" || typeof after !== "string") return undefined;
  return { repository, before, after };
}
