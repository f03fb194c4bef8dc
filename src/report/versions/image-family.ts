/** Recognises images that belong together: those of one directory of a registry that change from one version to another. */

/** The rules on versions of images. */
const RULES = new Set(["image-major", "image-downgrade"]);

export interface ImageFamily {
  /** The repository of the image. */
  readonly image: string;
  /** The repositories without their last part; a whole repository where that is all there is. */
  readonly name: string;
  /** The tags. */
  readonly before: string;
  readonly after: string;
}

/** The family of the images that a danger of this rule names; undefined for other rules, and for images without a tag. */
export function imageFamily(
  rule: string,
  before: string | undefined,
  after: string | undefined,
): ImageFamily | undefined {
  if (!RULES.has(rule)) return undefined;
  const [old, now] = [before, after].map((image) => /^([^@\s]+):([^/:@\s]+)(?:@|$)/.exec(image ?? ""));
  if (!old || !now) return undefined;
  const image = now[1] as string;
  const slash = image.lastIndexOf("/");
  const name = slash < 0 ? image : image.slice(0, slash);
  return { image, name, before: old[2] as string, after: now[2] as string };
}
