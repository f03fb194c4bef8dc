/** Images of containers that nobody can pin down. */

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
