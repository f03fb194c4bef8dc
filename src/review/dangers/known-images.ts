/** Images without a version that the target had before. */
import type { Excuse } from "./rule.ts";
import { imagesOf, movingImages } from "./rules/index.ts";

/** An image that was there before is no danger, also where another container gets it. One unknown image keeps all dangers of the object. */
export const KNOWN_IMAGES: Excuse = {
  rule: "image-latest",
  *excused({ base }, found) {
    const known = new Set(base.flatMap(imagesOf));
    for (const pair of found) if ([...movingImages(pair)].every(({ image }) => known.has(image))) yield pair;
  },
};
