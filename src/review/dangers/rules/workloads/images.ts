/** Images of containers that nobody can pin down, or that are another major version. */

import { groupBy } from "../../../../collections.ts";
import { textAt } from "../../../../manifests/index.ts";
import type { RenderedResource } from "../../../../render/rendering.ts";
import { parseImageName, toPointer } from "../../../../text/index.ts";
import type { DangerPair, Finding, PairRule } from "../../rule.ts";
import { annotation, type Container, containersOf, oneLine, podSpecOf, podsOf } from "../objects/index.ts";

/** The cluster or a controller fills these images in. */
const FILLED_IN = new Set(["image.openshift.io/triggers", "alpha.image.policy.openshift.io/resolve-names"]);
/** The names that Istio replaces. */
const PLACEHOLDERS = new Set(["auto"]);

/** Enough for a name with a digest. */
const MAX_IMAGE = 200;

export const imageLatest: PairRule = {
  id: "image-latest",
  level: "medium",
  summary: "an image has no tag, or the tag latest",
  *check(pair): Iterable<Finding> {
    // An image in several containers is one danger.
    for (const [first] of groupBy(movingImages(pair), ({ image }) => image).values()) {
      const { container, image, moving, isNew } = first;
      yield {
        path: toPointer([...container.path, "image"]),
        message: `an image has ${moving}: what runs can change whenever a Pod starts, and nothing can be rolled back`,
        after: oneLine(image, MAX_IMAGE),
        ...(isNew && { level: "low" }),
      };
    }
  },
};

interface MovingImage {
  readonly container: Container;
  readonly image: string;
  /** The mistake in its tag. */
  readonly moving: string;
  /** True for a container that the change adds. */
  readonly isNew: boolean;
}

/** The images without a version that come into containers. */
export function* movingImages(pair: DangerPair): Iterable<MovingImage> {
  if (pair.head === undefined) return;
  for (const name of FILLED_IN) if (annotation(pair.head, name) !== undefined) return;
  for (const { base, head } of podsOf(pair)?.containers ?? []) {
    const moving = movingTag(head);
    if (moving === undefined || (base !== undefined && movingTag(base) !== undefined)) continue;
    yield { container: head, image: textAt(head.value, "image") ?? "", moving, isNew: base === undefined };
  }
}

/** The images of all containers of an object. */
export function imagesOf(resource: RenderedResource): string[] {
  const pods = podSpecOf(resource);
  return pods === undefined ? [] : containersOf(pods).flatMap(({ value }) => textAt(value, "image") ?? []);
}

/** Describes the mistake in the tag; undefined if the image is pinned, or is no image at all. */
function movingTag({ value }: Container): string | undefined {
  const image = textAt(value, "image");
  if (image === undefined || PLACEHOLDERS.has(image)) return undefined;
  const name = parseImageName(image);
  if (typeof name === "string" || name.digest !== undefined) return undefined;
  if (name.tag === undefined) return "no tag";
  return name.tag === "latest" ? "the tag `latest`" : undefined;
}

export const imageMajor: PairRule = {
  id: "image-major",
  level: "medium",
  summary: "an image changes to another major version",
  *check(pair): Iterable<Finding> {
    // An image in several containers is one danger.
    const changed = (podsOf(pair)?.containers ?? []).flatMap(({ base, head }) => {
      const before = base && textAt(base.value, "image");
      const after = textAt(head.value, "image");
      const isListed = before !== undefined && after !== undefined && before !== after && isOtherMajor(before, after);
      return isListed ? [{ container: head, before, after }] : [];
    });
    for (const same of groupBy(changed, ({ before, after }) => JSON.stringify([before, after])).values()) {
      const [{ container: first, before, after }] = same;
      const backwards = (majorOf(after) ?? 0) < (majorOf(before) ?? 0);
      yield {
        path: toPointer([...first.path, "image"]),
        message: backwards
          ? "an image goes back to an earlier major version: what the later one has stored may not be readable"
          : "an image changes to another major version: read its release notes for what breaks",
        before: oneLine(before, MAX_IMAGE),
        after: oneLine(after, MAX_IMAGE),
      };
    }
  },
};

function isOtherMajor(before: string, after: string): boolean {
  const [old, now] = [majorOf(before), majorOf(after)];
  return old !== undefined && now !== undefined && old !== now && nameOf(before) === nameOf(after);
}

/** The last part of the repository: the same image can come from another registry. */
function nameOf(image: string): string | undefined {
  const name = parseImageName(image);
  return typeof name === "string" ? undefined : name.path.slice(name.path.lastIndexOf("/") + 1);
}

/**
 * The first number of a version: `v1.2.3`, `1.2-alpine`, `16`. Years, dates, numbers of builds and hashes are no versions: a first
 * number of three digits or more, or one that is followed by a hash or a date.
 */
const VERSION = /^v?(\d{1,3})(?:\.\d+)*(?:[-_+.][\w.+-]*)?$/i;
/** `57-1a2b3c4`, `12-20240131`: the number of a build. `24-01-31`: a date. */
const BUILD = /^v?\d+[-_](?:[0-9a-f]{7,40}|\d{6,}|\d\d[-_]\d\d)\b/i;
/** A larger number without any point is the number of a build. */
const MAX_LONE = 40;
const MAX_MAJOR = 999;

function majorOf(image: string): number | undefined {
  const name = parseImageName(image);
  if (typeof name === "string" || name.tag === undefined) return undefined;
  const match = VERSION.exec(name.tag);
  if (match === null || BUILD.test(name.tag)) return undefined;
  const major = Number(match[1]);
  if (major > MAX_MAJOR || (/^v?\d+(?:-|$)/i.test(name.tag) && major > MAX_LONE)) return undefined;
  return major;
}
