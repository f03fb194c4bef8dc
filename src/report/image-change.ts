/** Another version of the image of a container. */
import type { FieldChange } from "../review/index.ts";
import { shortDigests } from "./short-values.ts";

export interface ImageChange {
  readonly repository: string;
  /** Tag or digest. */
  readonly before: string;
  readonly after: string;
}

/** Both versions, for showing. */
export function versionsOf({ before, after }: ImageChange): readonly [string, string] {
  return shortDigests(before, after);
}

export function isImage({ path }: FieldChange): boolean {
  return /\/(?:initC|ephemeralC|c)ontainers\/\d+\/image$/.test(path);
}

/** Set where a container's image changed its tag or digest and nothing else. */
export function imageChange(field: FieldChange): ImageChange | undefined {
  if (field.op !== "changed" || !isImage(field)) return undefined;
  const before = splitImage(field.before);
  const after = splitImage(field.after);
  if (before === undefined || after === undefined || before.repository !== after.repository) return undefined;
  return { repository: before.repository, before: before.version, after: after.version };
}

function splitImage(image: unknown): { repository: string; version: string } | undefined {
  if (typeof image !== "string") return undefined;
  // A colon before the last slash belongs to a port, one behind the `@` to a digest.
  const [name = ""] = image.split("@", 1);
  const colon = name.indexOf(":", name.lastIndexOf("/") + 1);
  const at = colon >= 0 ? colon : name.length;
  return at === 0 || at === image.length ? undefined : { repository: image.slice(0, at), version: image.slice(at + 1) };
}
